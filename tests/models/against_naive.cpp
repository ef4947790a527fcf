// Every registered model against the naive checker: on its topologies, on every network, whoever starts,
// however identifiers repeat, whatever its parameters, without and with faults.
#include "engine/run/check.hpp"
#include "oracle/compared.hpp"

using namespace conclave;
using namespace conclave::testing;

namespace {

Compared compare_ring_model(const Model& model, Network network, Fairness fairness) {
  Compared compared;
  for (int n = 1; n <= 3; ++n) {
    for (const Initiators& initiators : {any(), all(), one(), listed({0})}) {
      // The other notions of fairness are for a few: most executions come to an end.
      const bool few = fairness != Fairness::weak || model.about.two_way;
      if (n == 3 && few && initiators.kind != Initiators::Kind::all) continue;
      // A thread at each process multiplies configurations.
      if (n == 3 && model.program->state_shape().field("client") != nullptr) continue;
      Scenario scenario = on_ring(model, n);
      scenario.network = network;
      scenario.initiators = initiators;
      scenario.fairness = fairness;
      scenario.reduction.symmetry = by_classes(n);
      for (const Identifiers& identifiers : identifiers_for(model, n)) {
        if (n == 3 && model.about.two_way && identifiers.kind == Identifiers::Kind::duplicates) continue;
        scenario.identifiers = identifiers;
        compared += compare_if_tried(scenario, {.configurations = 20'000, .timed = 2000, .thorough = n < 3});
      }
    }
  }
  return compared;
}

void compare_ring_models(std::string_view name, std::initializer_list<Network> networks) {
  int checked = 0;
  for (const Model* model : models()) {
    if (!is_for(*model, "ring") || model->name != name || model->program->lock_step()) continue;
    for (const Network network : networks) {
      CAPTURE(model->full_name());
      CAPTURE(testing::name(network));
      for (const Fairness fairness : {Fairness::weak, Fairness::strong, Fairness::none}) {
        if (model->about.two_way && fairness == Fairness::strong) continue;
        const Compared compared = compare_ring_model(*model, network, fairness);
        CHECK((brief || compared.instances > 0));
        CHECK(compared.too_large == 0);
        if (!brief) CHECK((compared.timed > 0) == !model->copies_network);
        ++checked;
      }
    }
  }
  CHECK(checked >= 3);
}

// Of a model that does not run on rings.
Compared compare_on(const Model& model, const std::string& topology, int n, Network network) {
  Compared compared;
  for (const Initiators& initiators : {any(), all(), one(), listed({0})}) {
    const bool some_start =
        initiators.kind == Initiators::Kind::counted || initiators.kind == Initiators::Kind::listed;
    if (some_start && !model.sleeps) continue;
    for (const Encoded& parameters : parameters_of(model)) {
      Scenario scenario = on(model, topology, n);
      scenario.network = network;
      scenario.initiators = initiators;
      scenario.parameters = parameters;
      scenario.reduction.symmetry = by_classes(n);
      for (const Identifiers& identifiers : identifiers_for(model, n)) {
        if (n > 2 && identifiers.kind == Identifiers::Kind::duplicates) continue;
        scenario.identifiers = identifiers;
        compared += compare_if_tried(scenario, {.configurations = 3000, .timed = 500, .thorough = n < 3});
      }
    }
  }
  return compared;
}

void compare_models_for(std::string_view made_for) {
  int checked = 0;
  for (const Model* model : models()) {
    if (!is_for(*model, made_for) || model->program->lock_step()) continue;
    for (const std::string& topology : topologies_for(*model)) {
      for (const Network network : {Network::fifo, Network::bag}) {
        CAPTURE(model->full_name());
        CAPTURE(topology);
        CAPTURE(name(network));
        for (int n = 1; n <= 3; ++n) {
          // With so few processes the other names are members of the families.
          if (n == 3 && topology != topologies_for(*model).front()) continue;
          const Compared compared = compare_on(*model, topology, n, network);
          if (brief) continue;
          CHECK(compared.instances > 0);
          CHECK(compared.too_large <= compared.instances / 2);
        }
        ++checked;
      }
    }
  }
  CHECK(checked >= 6);
}

Scenario with_faults(const Model& model, const std::string& topology, int n, Network network,
                     const Faults& faults) {
  Scenario scenario = on(model, topology, n);
  scenario.network = network;
  scenario.faults = faults;
  scenario.reduction.symmetry = by_classes(n);
  return scenario;
}

void compare_faults(std::string_view made_for, std::initializer_list<Network> networks) {
  constexpr Faults each[] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  constexpr Faults several[] = {{1, 1, 0}, {1, 0, 1}, {0, 1, 1}, {2, 0, 0}, {0, 0, 2}};
  int divided = 0;
  for (const Model* model : models()) {
    if (!is_for(*model, made_for) || model->copies_network || model->program->lock_step()) continue;
    if (model->name == "token-ring") continue;  // It has a test of its own.
    const std::string topology = topologies_for(*model).front();
    for (const Network network : networks) {
      // What is drawn multiplies configurations, and most where messages overtake each other.
      const bool draws = model->name == "itai-rodeh";
      if (draws && network != Network::fifo) continue;
      CAPTURE(model->full_name());
      CAPTURE(name(network));
      Compared compared;
      for (const Faults& faults : each) {
        for (int n = 1; n <= (draws ? 2 : 3); ++n) {
          for (const Initiators& initiators : {any(), all(), one(), listed({0})}) {
            Scenario scenario = with_faults(*model, topology, n, network, faults);
            if (n == 3 && initiators.kind != scenario.initiators.kind) continue;
            scenario.initiators = initiators;
            for (const Identifiers& identifiers : identifiers_for(*model, n)) {
              if (n == 3 && identifiers.kind != Identifiers::Kind::all) continue;
              scenario.identifiers = identifiers;
              compared += compare_if_tried(scenario, {.configurations = 1500, .timed = 0, .thorough = false});
            }
          }
        }
      }
      for (const Faults& faults : several) {
        for (const Fairness fairness : {Fairness::weak, Fairness::none}) {
          Scenario scenario = with_faults(*model, topology, 2, network, faults);
          scenario.fairness = fairness;
          compared += compare_if_tried(scenario, {.configurations = 1500, .timed = 0, .thorough = false});
        }
      }
      divided += compared.divided;
      if (brief) continue;
      CHECK(compared.instances > 20);
      CHECK(compared.too_large <= compared.instances / 2);
    }
  }
  CHECK(divided > (brief ? 0 : 100));
}

// What must not depend on a reduction.
struct Totals {
  std::string orders;
  std::vector<std::tuple<bool, std::size_t>> properties;  // violated, and how short
  using Cost = std::tuple<std::optional<std::int64_t>, std::optional<std::int64_t>, std::optional<Rational>,
                          std::optional<Rational>, bool>;
  std::vector<Cost> costs;

  friend bool operator==(const Totals&, const Totals&) = default;
};

Totals totals(Scenario scenario, bool symmetry) {
  scenario.reduction.symmetry = symmetry;
  Limits limits(std::size_t{256} << 20);
  CheckResult result = check(scenario, limits, {.threads = 1, .keep_going = true, .time_up_to = 100'000});
  CHECK(result.complete);
  Totals totals;
  totals.orders = result.orders.str();
  if (scenario.initiators.kind != Initiators::Kind::counted) CHECK(totals.orders == count_orders(scenario));
  for (const PropertyResult& p : result.properties) {
    const auto* path = p.counterexample ? &p.counterexample->path : nullptr;
    totals.properties.emplace_back(p.verdict == Verdict::violated,
                                   path ? path->loop.value_or(path->steps.size()) : 0);
  }
  if (result.time) result.costs.push_back(*result.time);
  for (const CostResult& cost : result.costs) {
    totals.costs.emplace_back(cost.min, cost.max, cost.mean_of_minima, cost.mean_of_maxima,
                              cost.schedule_independent);
  }
  return totals;
}

}  // namespace

TEST_CASE("chang-roberts" * doctest::test_suite("naive-ring-1")) {
  compare_ring_models("chang-roberts", {Network::fifo, Network::bag, Network::set});
}
TEST_CASE("harmony-leader" * doctest::test_suite("naive-ring-2")) {
  compare_ring_models("harmony-leader", {Network::fifo, Network::bag, Network::set});
}
TEST_CASE("dolev-klawe-rodeh" * doctest::test_suite("naive-ring-3")) {
  compare_ring_models("dolev-klawe-rodeh", {Network::fifo, Network::bag});
}
TEST_CASE("hirschberg-sinclair" * doctest::test_suite("naive-ring-3")) {
  compare_ring_models("hirschberg-sinclair", {Network::fifo, Network::bag});
}
TEST_CASE("peterson" * doctest::test_suite("naive-ring-2")) {
  compare_ring_models("peterson", {Network::fifo, Network::bag});
}
TEST_CASE("token-ring" * doctest::test_suite("naive-ring-2")) {
  const Model& model = *find_model("token-ring");
  for (const Network network : {Network::fifo, Network::bag}) {
    for (const Faults& faults : {Faults{}, Faults{1, 0, 0}, Faults{0, 1, 0}, Faults{0, 0, 1}}) {
      for (int n = 1; n <= 3; ++n) {
        if (n == 3 && (faults.any() || network != Network::fifo)) continue;
        Scenario scenario = on_ring(model, n);
        scenario.network = network;
        scenario.faults = faults;
        scenario.reduction.symmetry = by_classes(n);
        CHECK(compare_all(scenario, {.configurations = 6000, .timed = 0, .thorough = n < 3}).too_large == 0);
      }
    }
  }
}
TEST_CASE("franklin" * doctest::test_suite("naive-ring-3")) {
  compare_ring_models("franklin", {Network::fifo, Network::bag});
}
// Of what is tossed the oracle does not tell the least time, and on other networks there is too much of it.
TEST_CASE("itai-rodeh" * doctest::test_suite("naive-ring-2")) {
  for (const Model* model : models()) {
    if (model->name != "itai-rodeh" || model->program->lock_step()) continue;
    for (const Fairness fairness : {Fairness::weak, Fairness::strong, Fairness::none}) {
      CAPTURE(model->full_name());
      const Compared compared = compare_ring_model(*model, Network::fifo, fairness);
      CHECK((brief || compared.instances > 0));
      CHECK(compared.too_large == 0);
    }
  }
}
TEST_CASE("models on complete networks" * doctest::test_suite("naive-complete")) {
  compare_models_for("complete");
}
TEST_CASE("models on trees" * doctest::test_suite("naive-graphs")) { compare_models_for("tree"); }
TEST_CASE("models on connected graphs" * doctest::test_suite("naive-graphs")) {
  compare_models_for("connected");
}
// In the families the neighbour towards the root is the first one, with so few processes.
TEST_CASE("places in any order" * doctest::test_suite("naive-graphs")) {
  // 0-3-1-2: at 1 the root is behind the second port.
  Adjacency line(4, std::vector<bool>(4, false));
  for (const auto& [a, b] : {std::pair{0U, 3U}, {3U, 1U}, {1U, 2U}}) line[a][b] = line[b][a] = true;
  for (const char* name :
       {"convergecast", "spanning-tree", "global-function", "global-function:as-printed"}) {
    Scenario scenario = on(*find_model(name), "line", 4);
    scenario.topologies = {make_graph("given", line)};
    scenario.identifiers = order({2, 4, 1, 3});
    for (const Faults& faults : {Faults{}, Faults{1, 0, 0}, Faults{0, 0, 1}}) {
      scenario.faults = faults;
      CHECK(compare_all(scenario, {.configurations = 5000, .timed = 500, .thorough = false}).instances == 1);
    }
  }
}
TEST_CASE("faults on rings" * doctest::test_suite("naive-faults-1")) {
  compare_faults("ring", {Network::fifo, Network::bag});
}
TEST_CASE("faults on other topologies" * doctest::test_suite("naive-faults-2")) {
  for (const char* topology : {"complete", "tree", "connected"})
    compare_faults(topology, {Network::fifo, Network::bag});
}

TEST_CASE("four processes, one order each" * doctest::test_suite("naive-ring-2")) {
  for (const Model* model : models()) {
    if (!is_for(*model, "ring") || model->about.two_way || model->program->lock_step()) continue;
    for (const std::vector<int>& ids : {std::vector{4, 2, 3, 1}, std::vector{2, 1, 2, 2}}) {
      Scenario scenario = on_ring(*model, 4);
      scenario.identifiers = order(ids);
      scenario.initiators = all();
      CHECK(compare_all(scenario, {.configurations = 20'000, .timed = 2000}).instances == 1);
    }
  }
}

TEST_CASE("only the properties that were asked for" * doctest::test_suite("naive-ring-1")) {
  const Model& model = *find_model("chang-roberts");
  for (const Property& p : model.properties) {
    Scenario scenario = on_ring(model, 2);
    scenario.identifiers = duplicates();
    scenario.properties = {};
    scenario.properties.add(p.id);
    CHECK(compare_all(scenario, {}).instances == 4);
  }
}

TEST_CASE("symmetry changes no verdict and no cost" * doctest::test_suite("naive-symmetry")) {
  for (const Model* model : models()) {
    for (const std::string& topology : topologies_for(*model)) {
      for (const Initiators& initiators : {any(), all(), one(), listed({0})}) {
        for (const Faults& faults : {Faults{}, Faults{1, 0, 0}, Faults{0, 1, 0}, Faults{0, 0, 1}}) {
          Scenario scenario = on(*model, topology, 3);
          if (faults.any() && (model->copies_network || model->network == Network::set)) continue;
          if (faults.any() && initiators.kind != scenario.initiators.kind) continue;
          scenario.initiators = initiators;
          if (!is_tried(7, 3)) continue;
          scenario.faults = faults;
          CAPTURE(model->full_name());
          CAPTURE(topology);
          CAPTURE(describe(initiators));
          CHECK(totals(scenario, true) == totals(scenario, false));
        }
      }
    }
  }
}
