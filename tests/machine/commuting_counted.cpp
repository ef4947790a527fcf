// Which steps commute where it matters how often a message may arrive, and after which other one.
#include "machine/commuting_walk.hpp"

using namespace conclave;
using namespace conclave::testing;

namespace {

// Counts what it hears of its neighbours, and keeps who said the last odd thing.
struct Hearing {
  static constexpr About about{.name = "hearing",
                               .summary = "a test",
                               .source = "test",
                               .topology = "complete",
                               .initiators = Initiative::all,
                               .processes = {1, 3}};
  struct Message {
    int said;
  };
  struct State {
    bool awake = false;
    int heard = 0;
    std::optional<Port> odd;
  };
  static bool asleep(const State& s) { return !s.awake; }
  static bool decided(const State& s) { return s.awake; }
  static void start(auto& p) {
    p.state.awake = true;
    for (const int said : {0, 1}) p.send_all({said});
  }
  static void receive(auto& p, Message m, Port from) {
    ++p.state.heard;
    if (m.said == 1) p.state.odd = from;
  }
};
BOOST_DESCRIBE_STRUCT(Hearing::Message, (), (said))
BOOST_DESCRIBE_STRUCT(Hearing::State, (), (awake, heard, odd))

}  // namespace

TEST_SUITE_BEGIN("machine");

TEST_CASE("on fifo, what stands for all waits until it is taken, and whatever comes first ends alike") {
  Stand found;
  for (const char* name : {"spanning-tree", "spanning-tree-rootless", "global-function", "tree-election",
                           "flooding", "complete-network"}) {
    for (const Initiators& initiators : {any(), all(), listed({0, 2})}) {
      CAPTURE(name);
      found += what_stands_for_all_waits(on_network(Network::fifo, name, 3, initiators));
    }
  }
  CHECK(found.alone > 400);
}

// There is no end of what they count if a message may arrive again and again.
TEST_CASE("of what is counted, all that is sent once, or in a sequence that ends") {
  const Model counting = make_model<Counting>();
  CHECK(what_stands_for_all_waits(on_bag(on_ring(counting, 3))).alone > 0);
  for (const char* name : {"spanning-tree", "tree-election"}) {
    CAPTURE(name);
    CHECK(what_stands_for_all_waits(on_bag(name, 3, any())).alone > 0);
  }
  const Model hearing = make_model<Hearing>();
  int deliveries = 0;
  for (const Network network : {Network::fifo, Network::bag}) {
    Scenario scenario = on(hearing, "complete", 3);
    scenario.network = network;
    Walk walk(scenario);
    walk.each([&](const std::vector<Taken>& all) {
      for (const Taken& taken : all) {
        if (taken.step.kind != Step::Kind::deliver) continue;
        ++deliveries;
        // Of whom an odd message comes last makes a difference.
        const bool is_odd = taken.step.message.at(0) == 1;
        if (!is_odd) CHECK(taken.commutes());
      }
    });
    CHECK(what_stands_for_all_waits(scenario).alone > 0);
  }
  CHECK(deliveries > 100);
}

TEST_SUITE_END();
