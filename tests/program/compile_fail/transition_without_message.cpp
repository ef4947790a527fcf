// expect: `transition` needs `static std::optional<Message> message(const Self<Model>&, const State&, Port)`:
// what a process sends through a port in each round
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
  struct Message {
    Id id;
  };
  struct State {
    bool awake = false;
    std::optional<Id> leader;
  };
  static std::optional<Id> leader(const State& s) { return s.leader; }
  static void transition(Process<Whole>& p, const Incoming<Message>& in) {
    if (in[previous]) p.state.leader = in[previous]->id;
  }
};
BOOST_DESCRIBE_STRUCT(Whole::Message, (), (id))
BOOST_DESCRIBE_STRUCT(Whole::State, (), (awake, leader))

const Registration<Whole> registered;
