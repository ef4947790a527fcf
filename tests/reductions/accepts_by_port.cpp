// A process that takes messages by the port at which they come in: under every reduction, and as the naive
// checker has it.
#include <doctest/doctest.h>

#include "author/model.hpp"
#include "oracle/against_none.hpp"
#include "oracle/compare.hpp"
#include "scenario/scenarios.hpp"

using namespace conclave;
using namespace conclave::testing;

namespace {

// On a ring both ways everyone tells its identifier twice to both sides. What comes in from behind is left
// until something has come from the front.
struct FrontFirst {
  static constexpr About about{.name = "front-first",
                               .summary = "the front is heard first",
                               .source = "test",
                               .network = Network::fifo,
                               .topology = "ring",
                               .initiators = Initiative::any,
                               .processes = {1, 3},
                               .two_way = true};
  struct Message {
    Id id;
  };
  struct State {
    bool awake = false;
    bool front = false;
    std::optional<Id> first;
  };
  static bool asleep(const State& s) { return !s.awake; }
  static std::optional<Id> leader(const State& s) { return s.first; }
  static bool accepts(const State& s, const Message&, Port from) { return from == next || s.front; }
  static void start(auto& p) {
    p.state.awake = true;
    p.send_all({p.id});
    p.send(next, {p.id});
  }
  static void receive(auto& p, Message m, Port from) {
    if (!p.state.awake) start(p);
    if (from == next) p.state.front = true;
    if (!p.state.first || *p.state.first < m.id) p.state.first = m.id;
  }
};
BOOST_DESCRIBE_STRUCT(FrontFirst::Message, (), (id))
BOOST_DESCRIBE_STRUCT(FrontFirst::State, (), (awake, front, first))

// The same, where the larger identifiers are more patient.
struct FrontFirstIfLarge : FrontFirst {
  static bool accepts(const State& s, const Message& m, Port from, const Self<FrontFirstIfLarge>& p) {
    return FrontFirst::accepts(s, m, from) || p.id < m.id;
  }
};

template <class M>
void compare() {
  const Model model = make_model<M>();
  for (int n = 1; n <= 3; ++n) {
    for (const Network network : {Network::fifo, Network::bag, Network::set}) {
      CAPTURE(n);
      CAPTURE(name(network));
      Scenario scenario = on_ring(model, n);
      scenario.network = network;
      const AgainstNone found = against_none(scenario, {.memory = std::size_t{64} << 20});
      CHECK(found.compared);
      CHECK_FALSE(found.refused);
      CHECK(found.difference == "");
      Instances instances(scenario);
      Instance instance;
      if (n < 3 && instances.next(instance)) CHECK(naive::compare(scenario, instance, {}).difference == "");
    }
  }
}

}  // namespace

TEST_SUITE_BEGIN("reductions-names");

TEST_CASE("a message is accepted by the port at which it comes in") {
  compare<FrontFirst>();
  compare<FrontFirstIfLarge>();
}

TEST_SUITE_END();
