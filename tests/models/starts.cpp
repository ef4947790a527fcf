// Every registered model from starts in which somebody is down, or in which so many processes begin: against
// the naive checker, and under each reduction against none.
#include "oracle/against_none.hpp"
#include "oracle/compared.hpp"
#include "scenario/objection.hpp"

using namespace conclave;
using namespace conclave::testing;

namespace {

unsigned number = 0;

// Those that make sense for the model.
template <class F>
void for_each_start(const Model& model, int n, const F& then) {
  Scenario scenario = on(model, topologies_for(model).front(), n);
  const Initiators own = scenario.initiators;
  for (const Network network : {Network::fifo, Network::bag, Network::set, Network::rounds}) {
    // What is never taken out of the network is for few messages.
    if (network == Network::set && model.network != Network::set && n > 2) continue;
    scenario.network = network;
    for (const Initiators& initiators : {own, one(), counted(2)}) {
      for (const Down& down : {Down{}, so_many_down(1), so_many_down(2), down_at({n - 1}),
                               Down{Down::Kind::largest}, Down{Down::Kind::smallest}}) {
        for (const int recoveries : {0, 1}) {
          scenario.initiators = initiators;
          scenario.down = down;
          scenario.faults = {.recover = recoveries};
          const bool usual = initiators.kind == own.kind && !down.anybody();
          if (usual || objection_to(scenario)) continue;
          // Of three processes there are many, so that one in five is tried of those.
          if (n == 3 && number++ % 5 != 0) continue;
          if (!is_tried(7, 3)) continue;
          CAPTURE(model.full_name());
          CAPTURE(n);
          CAPTURE(describe(initiators));
          CAPTURE(describe(down));
          then(scenario);
        }
      }
    }
  }
}

}  // namespace

TEST_CASE("starts, against the naive checker" * doctest::test_suite("naive-starts")) {
  Compared compared;
  for (const Model* model : models()) {
    for (int n = 2; n <= 3; ++n) {
      for_each_start(*model, n, [&](Scenario scenario) {
        scenario.reduction.order = by_classes(n);
        compared += compare_all(scenario, {.configurations = 400, .timed = 500, .thorough = false});
      });
    }
  }
  CHECK(compared.instances > (brief ? 50 : 150));
  CHECK(compared.instances > compared.too_large);
}

TEST_CASE("starts, reduced and not" * doctest::test_suite("starts-reduced")) {
  int compared = 0;
  int by_order = 0;
  int by_independence = 0;
  for (const Model* model : models()) {
    for (int n = 2; n <= 3; ++n) {
      for_each_start(*model, n, [&](const Scenario& scenario) {
        const AgainstNone found =
            against_none(scenario, {.memory = std::size_t{2} << 20, .replayed = 200}, main_reductions());
        CHECK(found.difference == "");
        compared += found.compared ? 1 : 0;
        by_order += found.order ? 1 : 0;
        by_independence += found.independence ? 1 : 0;
      });
    }
  }
  CHECK(compared > (brief ? 50 : 150));
  CHECK(by_order > 0);
  CHECK(by_independence > 0);
}

TEST_CASE("identifiers from 0" * doctest::test_suite("starts-reduced")) {
  for (const Model* model : models()) {
    Scenario from_one = on(*model, topologies_for(*model).front(), 2);
    if (has(model->knows, Knowledge::number) || from_one.network == Network::set) continue;
    Scenario from_nought = from_one;
    from_nought.identifiers.universe = 2;
    from_nought.identifiers.least = 0;
    CAPTURE(model->full_name());
    const CheckResult one = check_all(from_one, Reduction{});
    const CheckResult nought = check_all(from_nought, Reduction{});
    CHECK(!nought.reduction.order);
    CHECK(nought.verdict == one.verdict);
    CHECK(nought.identifier_orders == one.identifier_orders);
  }
}
