// A model that has all that it must. Many sources here derive from it a model that has one thing more, or one
// thing otherwise.
#pragma once

#include "author/model.hpp"

namespace conclave {

struct WholeMessage {
  Id id;
};
BOOST_DESCRIBE_STRUCT(WholeMessage, (), (id))

struct WholeState {
  bool awake = false;
  std::optional<Id> leader;
};
BOOST_DESCRIBE_STRUCT(WholeState, (), (awake, leader))

template <class Model>
struct Whole {
  static constexpr About about{.name = "whole",
                               .summary = "states all that a model must",
                               .source = "test",
                               .network = Network::fifo,
                               .topology = "ring",
                               .initiators = Initiative::any,
                               .processes = {1, 3}};
  using Message = WholeMessage;
  using State = WholeState;
  static bool asleep(const State& s) { return !s.awake; }
  static std::optional<Id> leader(const State& s) { return s.leader; }
  static void start(Process<Model>& p) { p.state.awake = true; }
  static void receive(Process<Model>& p, WholeMessage m, Port) { p.state.leader = m.id; }
};

}  // namespace conclave
