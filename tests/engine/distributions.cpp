// How costs are distributed, against schedulers that are tried one after the other and against formulas; and
// lower and upper bounds on means, against exact ones.
#include "engine/examples.hpp"
#include "engine/means/distribution.hpp"
#include "engine/means/expected.hpp"
#include "engine/run/check.hpp"
#include "engine/small_processes.hpp"
#include "sizes.hpp"

#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

using namespace conclave;
using namespace conclave::testing;

namespace {

// The least or the greatest probability that an execution ends for at most `budget`, if it has to end within
// so many steps: written down as it is said, and by trying every decision in every state anew. Where an
// execution has to go on after the last step, the answer lies between 0 and 1.
class Unrolled {
 public:
  // `open` is what counts where the steps run out.
  Unrolled(const SmallProcess& of, bool greatest, int open) : of_(of), greatest_(greatest), open_(open) {}

  Rational probability(std::uint32_t state, int budget, int steps) {
    const auto [at, is_new] = known_.try_emplace({state, budget, steps});
    if (!is_new) return at->second;
    Rational best = greatest_ ? 0 : 1;
    const auto take = [&](const Rational& other) {
      best = greatest_ ? std::max(best, other) : std::min(best, other);
    };
    if (of_.ends[state]) take(1);
    for (auto d = of_.process.first_decision[state]; d < of_.process.first_decision[state + 1]; ++d) {
      Rational sum = 0;
      for (const auto& outcome : of_.process.of(d)) {
        const int left = budget - of_.weights[outcome.cost];
        const Rational later = left < 0     ? Rational(0)
                               : steps == 0 ? Rational(open_)
                                            : probability(outcome.target, left, steps - 1);
        sum += later * static_cast<std::int64_t>(outcome.ways);
      }
      take(sum / static_cast<std::int64_t>(of_.process.among[d]));
    }
    return known_[{state, budget, steps}] = best;
  }

 private:
  const SmallProcess& of_;
  const bool greatest_;
  const int open_;
  std::map<std::tuple<std::uint32_t, int, int>, Rational> known_;
};

// Can a scheduler go on for ever without a cost? Then it need not stay, and an execution of so many steps
// does not decide. The same is asked by cutting off all that costs.
bool has_free_component(const SmallProcess& of) {
  Limits limits(std::size_t{1} << 28);
  return end_components(
             of.process,
             [&](auto, DecisionProcess::Decision d) {
               return std::ranges::all_of(of.process.of(d),
                                          [&](const auto& outcome) { return of.weights[outcome.cost] == 0; });
             },
             limits)
             .count > 0;
}

CheckResult measured(const Scenario& scenario, const Distributed& asked, Means means = Means::exact) {
  Limits limits(std::size_t{1} << 30);
  return check(scenario, limits,
               {.keep_going = true, .expected = true, .means = means, .distributed = asked});
}

Scenario of_model(const char* name, int n, int m) {
  Scenario scenario = on_ring(*find_model(name), n);
  if (m >= 0) scenario.parameters = {m};
  return scenario;
}

// Phase by phase: of how many phases each number of processes needs at most k, with everything drawn out.
Rational phases_at_most(int racing, int m, int phases) {
  if (racing == 1) return 1;
  if (phases == 0) return 0;
  Rational sum = 0;
  std::vector<int> drawn(static_cast<std::size_t>(racing), 0);
  std::int64_t draws = 0;
  for (bool more = true; more;) {
    ++draws;
    const auto stay = std::ranges::count(drawn, *std::ranges::max_element(drawn));
    sum += phases_at_most(static_cast<int>(stay), m, phases - 1);
    std::size_t at = 0;
    while (at < drawn.size() && drawn[at] == m) drawn[at++] = 0;
    more = at < drawn.size();
    if (more) ++drawn[at];
  }
  return sum / draws;
}

bool is_around(const std::optional<Bounds>& bounds, const std::optional<Bounds>& exact) {
  if (!bounds || !exact) return bounds.has_value() == exact.has_value();
  const Rational width = bounds->upper - bounds->lower;
  return exact->exact() && bounds->lower <= exact->lower && exact->lower <= bounds->upper &&
         width * 1'000'000 <= exact->lower + 1;
}

}  // namespace

TEST_SUITE_BEGIN("engine");

TEST_CASE("a distribution is what the best and the worst scheduler of each number bring about") {
  int decided = 0;
  CHECK(rc::check([&] {
    const SmallProcess drawn = draw_process();
    RC_PRE(is_reachable(drawn.process));
    RC_PRE(!has_free_component(drawn));
    Limits limits(std::size_t{1} << 28);
    const MayEnd may_end = [&](DecisionProcess::State s) { return bool{drawn.ends[s]}; };
    const Distribution found =
        distribution(drawn.process, drawn.weights, may_end, {.costs = {}, .until = 1, .up_to = 4}, limits);
    for (const bool greatest : {false, true}) {
      Unrolled from_below(drawn, greatest, 0);
      Unrolled from_above(drawn, greatest, 1);
      for (int k = 0; k < std::ssize(found); ++k) {
        const Chances& chances = found[static_cast<std::size_t>(k)];
        const Rational& is = greatest ? chances.greatest : chances.least;
        constexpr int steps = 40;
        const Rational low = from_below.probability(0, k, steps);
        const Rational high = from_above.probability(0, k, steps);
        RC_ASSERT(low <= is);
        RC_ASSERT(is <= high);
        decided += high - low < Rational(1, 1000) ? 1 : 0;
      }
    }
  }));
  CHECK(decided > (testing::brief ? 20 : 200));
}

TEST_CASE("where a scheduler may go to and fro at no cost, it has to leave at last") {
  // State 0 goes to and fro with 1 for ever, or is left from 1: to the end for 1, or with one half for 2
  // more.
  SmallProcess of;
  of.process.first_decision = {0, 1, 4, 4};
  of.process.first_outcome = {0, 1, 2, 3, 5};
  of.process.among = {1, 1, 1, 2};
  of.process.outcomes = {{1, 0, 1}, {0, 0, 1}, {2, 1, 1}, {2, 0, 1}, {2, 2, 1}};
  of.ends = {false, false, true};
  Limits limits(std::size_t{1} << 28);
  const MayEnd may_end = [&](DecisionProcess::State s) { return bool{of.ends[s]}; };
  const Distributed asked{.costs = {}, .until = 1, .up_to = 10};
  CHECK(distribution(of.process, of.weights, may_end, asked, limits) ==
        Distribution{{0, {1, 2}}, {{1, 2}, 1}, {1, 1}});
}

TEST_CASE("of two processes with two values half are left after each phase, and n of them are as drawn") {
  for (const auto& [n, m] :
       {std::pair(2, 1), std::pair(2, 3), std::pair(3, 1), std::pair(3, 2), std::pair(4, 1)}) {
    CAPTURE(n);
    CAPTURE(m);
    const Scenario scenario = of_model("itai-rodeh", n, m);
    const Costs costs(*scenario.model->program);
    const CheckResult result =
        measured(scenario, {.costs = {costs.time()}, .until = {999, 1000}, .up_to = 60});
    REQUIRE(result.time->distribution);
    const Distribution& found = *result.time->distribution;
    CHECK(found.back().least >= Rational(999, 1000));
    CHECK(found[found.size() - 2].least < Rational(999, 1000));
    for (int k = 0; k < std::ssize(found); ++k) {
      CAPTURE(k);
      const Rational expected = k == 0 ? Rational(0) : phases_at_most(n, m, (k - 1) / n);
      CHECK(found[static_cast<std::size_t>(k)] == Chances{expected, expected});
    }
  }
}

TEST_CASE("a distribution has the mean that is found without it") {
  for (const char* name : {"itai-rodeh", "itai-rodeh:tokens", "itai-rodeh:coins"}) {
    CAPTURE(name);
    const Scenario scenario = of_model(name, 3, -1);
    const CheckResult result = measured(scenario, {.costs = {Costs::messages}, .until = 1, .up_to = 400});
    REQUIRE(result.costs[0].distribution);
    const Distribution& found = *result.costs[0].distribution;
    CHECK(std::ssize(found) == 401);
    Rational mean = 0;
    for (const Chances& chances : found) mean += 1 - chances.least;
    CHECK(found.back().least == found.back().greatest);
    CHECK(mean <= result.costs[0].expected->least->lower);
    CHECK(result.costs[0].expected->least->lower - mean < Rational(1, 1'000'000));
  }
}

TEST_CASE("distributions are the same with every reduction and with none") {
  for (const char* name : {"itai-rodeh", "itai-rodeh:tokens", "itai-rodeh:coins"}) {
    for (const int n : {2, 3}) {
      CAPTURE(name);
      CAPTURE(n);
      Scenario with = of_model(name, n, std::string_view(name).ends_with("coins") ? -1 : 2);
      Scenario without = with;
      without.reduction = Reduction::none();
      const Distributed asked{.costs = {0, 1, 2}, .until = {9, 10}, .up_to = 60};
      const CheckResult reduced = measured(with, asked);
      const CheckResult plain = measured(without, asked);
      for (const std::size_t cost : asked.costs) {
        REQUIRE(plain.costs[cost].distribution);
        CHECK(reduced.costs[cost].distribution == plain.costs[cost].distribution);
      }
    }
  }
}

TEST_CASE("where nothing is tossed, what is drawn is the order") {
  // Of three processes the messages that go round are 1 + 1 + 3 or 1 + 2 + 3.
  Scenario scenario = on_ring(*find_model("chang-roberts"), 3);
  scenario.initiators.kind = Initiators::Kind::all;
  const CheckResult result = measured(scenario, {.costs = {1}, .until = 1, .up_to = 20});
  REQUIRE(result.costs[1].distribution);
  const Distribution& found = *result.costs[1].distribution;
  REQUIRE(found.size() == 7);
  CHECK(found[4] == Chances{0, 0});
  CHECK(found[5] == Chances{{1, 2}, {1, 2}});
  CHECK(found[6] == Chances{1, 1});
}

TEST_CASE("bounds are around the exact means, near to them, on small decision processes") {
  int both = 0;
  CHECK(rc::check([&] {
    SmallProcess drawn = draw_process();
    if (*rc::gen::arbitrary<bool>()) drawn = with_an_end(drawn);
    RC_PRE(is_reachable(drawn.process));
    Limits limits(std::size_t{1} << 28);
    const MayEnd may_end = [&](DecisionProcess::State s) { return bool{drawn.ends[s]}; };
    const Expectation exact = expected_cost(drawn.process, drawn.weights, may_end, Means::exact, limits);
    const Expectation found = expected_cost(drawn.process, drawn.weights, may_end, Means::bounds, limits);
    RC_ASSERT(is_around(found.least, exact.least));
    RC_ASSERT(is_around(found.greatest, exact.greatest));
    both += found.least && found.greatest && !found.greatest->exact() ? 1 : 0;
  }));
  CHECK(both > (testing::brief ? 3 : 30));
}

TEST_CASE("bounds are around the exact means of elections") {
  for (const char* name : {"itai-rodeh", "itai-rodeh:tokens", "itai-rodeh:coins"}) {
    for (const Network network : {Network::fifo, Network::bag}) {
      Scenario scenario = of_model(name, 2, -1);
      if (scenario.lock_step() && network == Network::bag) continue;
      if (!scenario.lock_step()) scenario.network = network;
      CAPTURE(name);
      const CheckResult exact = measured(scenario, {.costs = {}});
      const CheckResult found = measured(scenario, {.costs = {}}, Means::bounds);
      for (std::size_t cost = 0; cost < exact.costs.size(); ++cost) {
        REQUIRE(found.costs[cost].expected);
        CHECK(is_around(found.costs[cost].expected->least, exact.costs[cost].expected->least));
        CHECK(is_around(found.costs[cost].expected->greatest, exact.costs[cost].expected->greatest));
      }
    }
  }
}

TEST_SUITE_END();
