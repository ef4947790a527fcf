// expect: a parameter is a whole number of at most 32 bits, an optional int, a bool or an enumeration
#include "author/model.hpp"

using namespace conclave;

struct Whole {
  static constexpr About about{.name = "whole",
                               .summary = "states all that a model must",
                               .source = "test",
                               .network = Network::rounds,
                               .topology = "ring",
                               .initiators = Initiative::all,
                               .processes = {1, 3}};
  struct Parameters {
    std::optional<Id> id;
  };
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
  static void transition(Process<Whole>& p, const Incoming<Message>& in) {
    if (in[previous]) p.state.leader = in[previous]->id;
  }
};
BOOST_DESCRIBE_STRUCT(Whole::Message, (), (id))
BOOST_DESCRIBE_STRUCT(Whole::State, (), (awake, leader))
BOOST_DESCRIBE_STRUCT(Whole::Parameters, (), (id))

const Registration<Whole> registered;
