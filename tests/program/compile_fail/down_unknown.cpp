// expect: `knows` must include Knowledge::down
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
  static bool asleep(const State& s) { return !s.awake; }
  static void round(Process<Whole>& p) { p.state.awake = p.is_down(next); }
};
BOOST_DESCRIBE_STRUCT(Whole::Message, (), (id))
BOOST_DESCRIBE_STRUCT(Whole::State, (), (awake, leader))

const Registration<Whole> registered;
