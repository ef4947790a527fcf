// The engine against figures from elsewhere.
#include <doctest/doctest.h>

#include <string>

#include <boost/describe/enum_from_string.hpp>
#include "engine/golden_figures.hpp"
#include "engine/survey.hpp"
#include "scenario/scenarios.hpp"

using namespace conclave;
using namespace conclave::testing;

namespace {

// Of the properties that the independent program knows: all but can-elect (and E, exceptions, and N, stray
// messages, in none of these).
std::string violations(const Survey& survey) {
  constexpr std::string_view initials = "UMAISENTC";
  std::string text;
  for (std::size_t p = 0; p < initials.size(); ++p) {
    const auto& path = survey.violations[p];
    if (!path) continue;
    if (!text.empty()) text += ' ';
    text += initials[p];
    text += std::to_string(path->loop.value_or(path->steps.size()));
    if (path->loop) text += 'L';
  }
  return text;
}

Scenario scenario_of(const Figures& figures) {
  const Model* model = find_model(figures.model);
  REQUIRE(model != nullptr);
  Scenario scenario = on_ring(*model, figures.n);
  REQUIRE(boost::describe::enum_from_string(figures.network, scenario.network));
  const std::string initiators = figures.initiators;
  scenario.initiators = initiators == "any"   ? any()
                        : initiators == "all" ? all()
                                              : listed({std::stoi(initiators)});
  scenario.identifiers = std::string(figures.ids) == "all" ? every_order() : duplicates();
  scenario.reduction.symmetry = figures.symmetry;
  return scenario;
}

}  // namespace

TEST_SUITE_BEGIN("figures");

TEST_CASE("an independent program's figures") {
  for (const Figures& figures : golden_figures) {
    CAPTURE(figures.model);
    CAPTURE(figures.n);
    CAPTURE(figures.network);
    CAPTURE(figures.initiators);
    CAPTURE(figures.ids);
    const Survey found = survey(scenario_of(figures));
    CHECK(found.orders == figures.orders);
    CHECK(found.instances == figures.instances);
    CHECK(found.states == figures.states);
    CHECK(found.transitions == figures.transitions);
    CHECK(found.quiescent == figures.quiescent);
    CHECK(found.min == figures.min);
    CHECK(found.max == figures.max);
    CHECK(found.sum == figures.sum);
    CHECK(violations(found) == figures.violations);
  }
}

// The figures that the project's sources page gives to line up the semantics.
TEST_CASE("the calibration lines") {
  const auto counts = [](const char* model, int n) {
    Scenario scenario = on_ring(*find_model(model), n);
    scenario.reduction.symmetry = true;
    const Survey found = survey(scenario);
    return std::array{found.states, found.transitions, found.instances};
  };
  using Counts = std::array<std::uint64_t, 3>;
  CHECK(counts("chang-roberts", 2) == Counts{10, 13, 1});
  CHECK(counts("chang-roberts", 3) == Counts{56, 106, 2});
  CHECK(counts("chang-roberts", 4) == Counts{497, 1252, 6});
  CHECK(counts("harmony-leader", 3) == Counts{38, 120, 2});
}

TEST_SUITE_END();
