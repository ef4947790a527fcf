// expect: nothing
#include "author/model.hpp"

using namespace conclave;

struct Whole {
  static constexpr About about{
      .name = "whole", .summary = "states all that a model must", .source = "test", .topology = "ring"};
  struct Message {
    Id id;
  };
  struct State {
    bool awake = false;
    std::optional<Id> leader;
  };
  static std::optional<Id> leader(const State& s) { return s.leader; }
  static std::optional<Message> message(const Self<Whole>& self, const State&, Port) {
    return Message{self.id};
  }
  static void transition(auto& p, const Incoming<Message>& in) {
    if (in[previous]) p.state.leader = in[previous]->id;
  }
};

const Registration<Whole> registered;
