// Every registered model under each reduction, and combinations, against none: on its topologies, on every
// network, whoever starts, however identifiers repeat, without and with faults.
#include "oracle/against_none.hpp"
#include "oracle/compared.hpp"

using namespace conclave;
using namespace conclave::testing;

namespace {

struct Tally {
  int compared = 0;
  int too_large = 0;
  int by_order = 0;
  int by_independence = 0;
  int replayed = 0;

  void add(const Scenario& scenario) {
    if (!is_tried(3, 3)) return;
    CAPTURE(scenario.processes);
    CAPTURE(scenario.topology);
    CAPTURE(name(scenario.network));
    CAPTURE(name(scenario.fairness));
    CAPTURE(describe(scenario.initiators));
    CAPTURE(static_cast<int>(scenario.identifiers.kind));
    CAPTURE(scenario.identifiers.universe);
    std::string faults;
    for (const auto& [fault, most] : budgets) {
      if (scenario.faults.*most > 0) faults += " " + std::string(fault);
    }
    CAPTURE(faults);
    CAPTURE(scenario.faults.byzantine);
    CAPTURE(scenario.parameters);
    // Pairs of reductions are for few processes here, and for the random algorithms.
    const AgainstNone found = against_none(scenario, {.memory = std::size_t{2} << 20, .replayed = 300},
                                           scenario.processes < 3 ? every_reduction() : main_reductions());
    CHECK(found.difference == "");
    ++(found.compared ? compared : too_large);
    by_order += found.order ? 1 : 0;
    by_independence += found.independence ? 1 : 0;
    replayed += found.replayed;
  }
};

std::vector<Identifiers> identifiers_of(const Model& model, int n) {
  std::vector<Identifiers> all{every_order(), every_order(n + 1)};
  if (!model.about.distinct) all.insert(all.end(), {duplicates(2), equal()});
  if (n == 3) all.push_back(order({4, 1, 3}));
  return all;
}

std::vector<Initiators> initiators_of(const Model& model, int n) {
  if (!model.sleeps) return {all()};
  std::vector<Initiators> kinds{any(), all(), one(), listed({0})};
  if (n > 1) kinds.push_back(listed({0, 1}));
  return kinds;
}

// What is not as it usually is, one thing at a time where there are three processes, and then only on one of
// the topologies, because all have the same few graphs.
void compare_without_faults(const Model& model, const std::string& topology, Network network, Tally& tally) {
  const int most_of_three = topology == topologies_for(model).front() ? 1 : 0;
  for (int n = 1; n <= (brief ? 2 : 3); ++n) {
    for (const Initiators& initiators : initiators_of(model, n)) {
      for (const Identifiers& identifiers : identifiers_of(model, n)) {
        for (const Fairness fairness : {Fairness::weak, Fairness::strong, Fairness::none}) {
          for (const Encoded& parameters : parameters_of(model)) {
            Scenario scenario = on(model, topology, n);
            const int unusual =
                (initiators.kind != scenario.initiators.kind ? 1 : 0) +
                (identifiers.kind != Identifiers::Kind::all || identifiers.universe > 0 ? 1 : 0) +
                (fairness != Fairness::weak ? 1 : 0) + (parameters != scenario.parameters ? 1 : 0) +
                (network != model.network ? 1 : 0);
            if (unusual > (n == 3 ? most_of_three : brief ? 1 : 3)) continue;
            scenario.network = network;
            scenario.initiators = initiators;
            scenario.identifiers = identifiers;
            scenario.fairness = fairness;
            scenario.parameters = parameters;
            tally.add(scenario);
          }
        }
      }
    }
  }
}

void compare_with_faults(const Model& model, Network network, Tally& tally) {
  const std::string topology = topologies_for(model).front();
  std::vector<Faults> kinds{{.loss = 1},  {.duplicate = 1},          {.crash = 1}, {.loss = 1, .crash = 1},
                            {.crash = 2}, {.crash = 1, .recover = 1}};
  if (model.program->lock_step()) {
    kinds = {{.loss = 1}, {.crash = 1}, {.crash = 1, .recover = 1}, {.crash = 2}};
    if (model.program->timing() == Timing::body) kinds.push_back({.late = 1});
  }
  if (model.program->alphabet({Id(1)})) {
    const int messages = model.program->lock_step() ? 0 : 1;
    kinds.push_back({.byzantine = 1, .byzantine_messages = messages});
    kinds.push_back({.crash = 1, .byzantine = 1, .byzantine_messages = messages});
  }
  for (const Faults& faults : kinds) {
    const bool single = faults.loss + faults.duplicate + faults.crash + faults.late + faults.byzantine == 1;
    for (int n = 1; n <= (!brief && (single || network == model.network) ? 3 : 2); ++n) {
      for (const Initiators& initiators : initiators_of(model, n)) {
        for (const Identifiers& identifiers : identifiers_of(model, n)) {
          Scenario scenario = on(model, topology, n);
          const bool usual = initiators.kind == scenario.initiators.kind;
          const bool every = identifiers.kind == Identifiers::Kind::all && identifiers.universe == 0;
          if ((n == 3 || brief) && !(usual && every)) continue;
          if (n == 3 && faults.recover > 0 && !model.program->lock_step()) continue;
          if (!usual && !every) continue;
          // Its tree hangs under the first of several largest ones: then places are not alike.
          const bool repeated = identifiers.kind != Identifiers::Kind::all;
          if (model.name == "spanning-tree-rootless" && repeated && faults.byzantine > 0) continue;
          if (n == 3 && model.program->lock_step() && faults.byzantine > 0) continue;
          scenario.network = network;
          scenario.faults = faults;
          scenario.initiators = initiators;
          scenario.identifiers = identifiers;
          tally.add(scenario);
        }
      }
    }
  }
}

void compare_models(std::initializer_list<std::string_view> made_for, std::initializer_list<Network> networks,
                    bool faults) {
  int checked = 0;
  for (const Model* model : models()) {
    const auto is_made_for = [&](std::string_view topology) { return is_for(*model, topology); };
    if (std::ranges::none_of(made_for, is_made_for)) continue;
    for (const Network network : networks) {
      if (model->program->lock_step() != (network == Network::rounds)) continue;
      if (faults && model->copies_network) continue;
      // What is drawn multiplies configurations, and most where messages overtake each other.
      if (faults && model->name == "itai-rodeh" && network != Network::rounds) continue;
      CAPTURE(model->full_name());
      Tally tally;
      if (faults)
        compare_with_faults(*model, network, tally);
      else
        for (const std::string& topology : topologies_for(*model))
          compare_without_faults(*model, topology, network, tally);
      ++checked;
      if (brief) continue;
      // What comes in again and again, it collects: on set it has no end.
      if (network == Network::set && model->full_name() == "franklin") {
        CHECK(tally.too_large > 0);
        continue;
      }
      CHECK(tally.compared > 0);
      if (network != Network::set) CHECK(tally.too_large <= tally.compared / 4);
      const bool compares = !has(model->knows, Knowledge::number);
      CHECK((tally.by_order > 0) == compares);
      if (network == Network::rounds || model->copies_network) {
        CHECK(tally.by_independence == 0);
      } else if (model->full_name() == "chang-roberts" && network != Network::set) {
        CHECK(tally.by_independence > 0);
      }
    }
  }
  CHECK(checked > 0);
}

}  // namespace

TEST_CASE("rings, fifo" * doctest::test_suite("reductions-rings-1")) {
  compare_models({"ring"}, {Network::fifo}, false);
}
TEST_CASE("rings, bag and set" * doctest::test_suite("reductions-rings-2")) {
  compare_models({"ring"}, {Network::bag, Network::set}, false);
}
TEST_CASE("complete networks" * doctest::test_suite("reductions-complete")) {
  compare_models({"complete"}, {Network::fifo, Network::bag}, false);
}
TEST_CASE("graphs" * doctest::test_suite("reductions-graphs")) {
  compare_models({"tree", "connected"}, {Network::fifo, Network::bag}, false);
}
TEST_CASE("lock step" * doctest::test_suite("reductions-rounds")) {
  compare_models({"ring", "complete", "strongly-connected", "connected"}, {Network::rounds}, false);
}
TEST_CASE("faults on rings" * doctest::test_suite("reductions-faults-1")) {
  compare_models({"ring"}, {Network::fifo, Network::bag}, true);
}
TEST_CASE("faults on graphs" * doctest::test_suite("reductions-faults-2")) {
  compare_models({"complete", "tree", "connected"}, {Network::fifo, Network::bag}, true);
}
TEST_CASE("faults in lock step" * doctest::test_suite("reductions-faults-3")) {
  compare_models({"ring", "complete", "strongly-connected", "connected"}, {Network::rounds}, true);
}

// Where classes are many orders each, and independence has more to leave out.
TEST_CASE("four and five processes" * doctest::test_suite("reductions-larger")) {
  for (const Model* model : models()) {
    if (!is_for(*model, "ring") || model->copies_network || model->about.two_way) continue;
    if (model->network == Network::set || model->name == "variable-speeds") continue;
    // A token that may be made anew at any moment, a thread at each process, and what is drawn, take too many
    // configurations.
    if (model->name == "token-ring" || model->name == "itai-rodeh") continue;
    if (model->program->state_shape().field("client") != nullptr) continue;
    CAPTURE(model->full_name());
    Tally tally;
    for (int n = brief ? 3 : 4; n <= (brief ? 3 : 5); ++n) {
      Scenario scenario = on_ring(*model, n);
      scenario.initiators = all();
      if (!model->program->lock_step()) scenario.network = Network::fifo;
      tally.add(scenario);
    }
    CHECK(tally.too_large == 0);
  }
}

// What commutes on a large instance is found out with more effort. Without that nothing is left out here.
TEST_CASE("a spanning tree of the complete graph of six" * doctest::test_suite("reductions-larger")) {
  const int n = brief ? 5 : 6;
  Scenario scenario = on(*find_model("spanning-tree"), "complete", n);
  scenario.reduction = {};
  Limits limits(std::size_t{1} << 30);
  const CheckResult found = check(scenario, limits, {.threads = 1});
  CHECK(found.verdict == Verdict::holds);
  CHECK(found.states < (brief ? 50'000 : 2'000'000));
  // Everyone invites all its neighbours but its parent, and each invitation is answered.
  const std::int64_t messages = 2 * (n - 1) * (n - 1);
  CHECK(found.costs[0].min == messages);
  CHECK(found.costs[0].max == messages);
}
