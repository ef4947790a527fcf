// expect: `chooses_alike` speaks of one round, so it is for models in lock step
#include "author/model.hpp"

using namespace conclave;

struct Whole {
  static constexpr About about{.name = "whole",
                               .summary = "states all that a model must",
                               .source = "test",
                               .network = Network::fifo,
                               .topology = "ring",
                               .initiators = Initiative::all,
                               .processes = {1, 3}};
  static constexpr bool chooses_alike = true;
  struct Message {
    Id id;
  };
  struct State {
    bool awake = false;
    std::optional<Id> leader;
  };
  static std::optional<Id> leader(const State& s) { return s.leader; }
  static bool asleep(const State& s) { return !s.awake; }
  static void start(Process<Whole>& p) { p.send(next, {p.id}); }
  static void receive(Process<Whole>& p, Message m, Port) { p.state.leader = m.id; }
};
BOOST_DESCRIBE_STRUCT(Whole::Message, (), (id))
BOOST_DESCRIBE_STRUCT(Whole::State, (), (awake, leader))

const Registration<Whole> registered;
