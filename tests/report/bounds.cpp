// What claims say of a mean that is known by its bounds only.
#include "report/measurement.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "engine/run/check.hpp"
#include "program/model.hpp"
#include "report/words.hpp"
#include "scenario/scenarios.hpp"

using namespace conclave;

namespace {

// Of three processes that elect as Chang and Roberts do, the mean of election messages is 11/2, as is
// claimed.
Mark mark_of_mean(const std::optional<Bounds>& mean) {
  Scenario scenario = testing::on_ring(*find_model("chang-roberts"), 3);
  scenario.initiators.kind = Initiators::Kind::all;
  Limits limits(std::size_t{1} << 28);
  CheckResult result = check(scenario, limits, {.keep_going = true, .by_case = true});
  for (auto& [at, of] : result.cases) of.costs.at(1).expected = Expectation{mean, mean};
  Run run;
  run.scenarios = {scenario};
  run.results = {result};
  const Measurement measurement = tabulate({run}, {"election"}, false, {});
  for (const Checked& checked : measurement.tables.at(0).rows.at(0).claims) {
    if (checked.claim.statistic == Statistic::mean) return checked.mark;
  }
  return Mark::not_asked;
}

}  // namespace

TEST_SUITE_BEGIN("report");

TEST_CASE("a claim is undecided if its value lies between the bounds") {
  CHECK(mark_of_mean(Bounds{{11, 2}, {11, 2}}) == Mark::equal);
  CHECK(mark_of_mean(Bounds{5, 6}) == Mark::undecided);
  CHECK(mark_of_mean(Bounds{{11, 2}, 6}) == Mark::undecided);
  CHECK(mark_of_mean(Bounds{{23, 4}, 6}) == Mark::violated);
  CHECK(mark_of_mean(Bounds{5, {21, 4}}) == Mark::violated);
  CHECK(mark_of_mean({}) == Mark::violated);
}

TEST_CASE("bounds are rounded to the safe side") {
  CHECK(rounded_down({1, 3}) == "0.333333");
  CHECK(rounded_up({1, 3}) == "0.333334");
  CHECK(rounded_down({5, 2}) == "2.500000");
  CHECK(rounded_up({5, 2}) == "2.500000");
  CHECK(exact(Bounds{{1, 3}, {2, 3}}) == "[0.333333, 0.666667]");
  CHECK(exact(Bounds{{1, 2}, {1, 2}}) == "1/2 = 0.500");
}

TEST_SUITE_END();
