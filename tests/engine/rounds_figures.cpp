// Lock step against figures from elsewhere, without reduction; and under symmetry, where all but the numbers
// of configurations has to be the same.
#include "engine/rounds_figures.hpp"
#include "program/parameters.hpp"

#include <doctest/doctest.h>

#include <sstream>

#include "engine/run/check.hpp"
#include "scenario/objection.hpp"
#include "scenario/scenarios.hpp"

using namespace conclave;
using namespace conclave::testing;

namespace {

Initiators read_initiators(const std::string& text) {
  if (text == "any") return any();
  if (text == "all") return all();
  std::istringstream in(text);
  Initiators initiators = listed({});
  for (std::string place; std::getline(in, place, ',');) initiators.places.push_back(std::stoi(place));
  return initiators;
}

void read_faults(const std::string& text, Faults& faults) {
  std::istringstream in(text);
  std::string kind;
  for (int most = 0; in >> kind >> most;) {
    if (kind == "byzantine") faults.byzantine = most;
    for (const auto& budget : budgets) {
      if (budget.name == kind) faults.*budget.most = most;
    }
  }
}

void read_parameter(const std::string& text, Scenario& scenario) {
  if (text.empty()) return;
  const std::size_t equals = text.find('=');
  const auto parameters = conclave::parameters(*scenario.model->program);
  const auto at = std::ranges::find(parameters, text.substr(0, equals), &Parameter::name);
  REQUIRE(at != parameters.end());
  REQUIRE(set_parameter(*scenario.model->program, scenario.parameters,
                        static_cast<std::size_t>(at - parameters.begin()), text.substr(equals + 1)));
}

Scenario scenario_of(const RoundsFigures& figures, bool symmetry) {
  const Model* model = find_model(figures.model);
  REQUIRE(model != nullptr);
  const std::string own(model->about.topology);
  const std::string topology = *figures.topology == 0 ? own : figures.topology;
  Scenario scenario = on(*model, topology, figures.n);
  if (!symmetry) scenario.topologies = choose_topology(*model, {topology, {}}, figures.n, true);
  scenario.reduction.symmetry = symmetry;
  scenario.initiators = read_initiators(figures.initiators);
  scenario.identifiers = every_order(figures.universe);
  read_faults(figures.faults, scenario.faults);
  read_parameter(figures.parameters, scenario);
  REQUIRE_FALSE(objection_to(scenario));
  return scenario;
}

std::string text(const CostResult& cost) {
  const auto number = [](const auto& value) { return value ? std::to_string(*value) : std::string("-"); };
  return number(cost.min) + " " + number(cost.max) + " " +
         (cost.mean_of_maxima ? cost.mean_of_maxima->str() : std::string("-"));
}

// `lassos`: initials of those properties for which any length will do.
std::string violations(const CheckResult& result, const std::string& lassos) {
  std::string text;
  const auto add = [&](PropertyId id, char initial) {
    const auto at = std::ranges::find(result.properties, id, &PropertyResult::id);
    if (at == result.properties.end() || !at->counterexample) return;
    text += text.empty() ? "" : " ";
    text += initial;
    const std::size_t steps = at->counterexample->path.steps.size();
    text += lassos.find(initial) != std::string::npos ? "L" : std::to_string(steps);
    text += ":" + at->violating_orders.str();
  };
  add(PropertyId::unique_leader, 'U');
  add(PropertyId::max_id, 'M');
  add(PropertyId::agreement, 'A');
  add(PropertyId::irrevocable, 'I');
  add(PropertyId::termination, 'T');
  add(PropertyId::can_terminate, 'C');
  return text;
}

std::string initials_of_lassos(const std::string& violations) {
  std::string initials;
  for (std::size_t at = violations.find("L:"); at != std::string::npos; at = violations.find("L:", at + 1))
    initials += violations[at - 1];
  return initials;
}

CheckResult result_of(const Scenario& scenario, int threads) {
  Limits limits(std::size_t{1} << 30);
  return check(scenario, limits, {.threads = threads, .keep_going = true});
}

}  // namespace

TEST_SUITE_BEGIN("figures");

TEST_CASE("an independent program's figures of rounds") {
  for (const RoundsFigures& figures : rounds_figures) {
    CAPTURE(figures.model);
    CAPTURE(figures.n);
    CAPTURE(figures.topology);
    CAPTURE(figures.initiators);
    CAPTURE(figures.universe);
    CAPTURE(figures.parameters);
    CAPTURE(figures.faults);
    const CheckResult found = result_of(scenario_of(figures, false), 1);
    CHECK(found.states == figures.states);
    CHECK(found.transitions == figures.transitions);
    CHECK(found.quiescent == figures.quiescent);
    for (const bool symmetry : {false, true}) {
      CAPTURE(symmetry);
      const CheckResult of = symmetry ? result_of(scenario_of(figures, true), 2) : found;
      CHECK(of.identifier_orders.str() == figures.orders);
      CHECK(text(of.costs.at(Costs::messages)) == figures.messages);
      REQUIRE(of.time);
      CHECK(text(*of.time) == figures.time);
      CHECK(violations(of, initials_of_lassos(figures.violations)) == figures.violations);
      CHECK(of.states <= figures.states);
    }
  }
}

TEST_SUITE_END();
