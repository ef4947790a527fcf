// PolicyMeans over what is tossed: against every policy of small decision processes, against formulas for
// elections, and with reductions against none.
#include "author/model.hpp"
#include "engine/examples.hpp"
#include "engine/means/expected.hpp"
#include "engine/merge/means.hpp"
#include "engine/run/check.hpp"
#include "engine/small_processes.hpp"

#include <rapidcheck.h>

#include <algorithm>
#include <optional>
#include <vector>

using namespace conclave;
using namespace conclave::testing;

namespace {

using PolicyMeans = std::vector<std::optional<Rational>>;

// The expected cost of a chain, by state, if it ends with probability 1 from the first state on. Plain
// Gaussian elimination on the states that are reachable.
std::optional<Rational> mean_of_chain(const DecisionProcess& process,
                                      const std::vector<std::uint32_t>& policy, const std::vector<bool>& ends,
                                      const std::vector<std::uint16_t>& weights) {
  const std::size_t n = process.size();
  const auto stops = [&](std::size_t s) { return policy[s] == ~std::uint32_t{0}; };
  std::vector<bool> reached(n, false);
  std::vector<std::size_t> todo{0};
  reached[0] = true;
  while (!todo.empty()) {
    const std::size_t s = todo.back();
    todo.pop_back();
    if (stops(s)) continue;
    for (const auto& outcome : process.of(policy[s])) {
      if (reached[outcome.target]) continue;
      reached[outcome.target] = true;
      todo.push_back(outcome.target);
    }
  }
  std::vector<bool> may_end(n, false);
  for (bool grown = true; grown;) {
    grown = false;
    for (std::size_t s = 0; s < n; ++s) {
      if (may_end[s]) continue;
      bool may = stops(s) && ends[s];
      if (!stops(s)) {
        for (const auto& outcome : process.of(policy[s])) may = may || may_end[outcome.target];
      }
      if (!may) continue;
      may_end[s] = grown = true;
    }
  }
  for (std::size_t s = 0; s < n; ++s) {
    if (reached[s] && !may_end[s]) return {};
  }
  std::vector<std::vector<Rational>> a(n, std::vector<Rational>(n + 1, 0));
  for (std::size_t s = 0; s < n; ++s) {
    a[s][s] = 1;
    if (!reached[s] || stops(s)) continue;
    const auto among = static_cast<std::int64_t>(process.among[policy[s]]);
    for (const auto& outcome : process.of(policy[s])) {
      const Rational p(static_cast<std::int64_t>(outcome.ways), among);
      a[s][outcome.target] -= p;
      a[s][n] += p * weights[outcome.cost];
    }
  }
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t pivot = k;
    while (a[pivot][k] == Rational(0)) ++pivot;
    std::swap(a[k], a[pivot]);
    for (std::size_t r = 0; r < n; ++r) {
      if (r == k || a[r][k] == Rational(0)) continue;
      const Rational factor = a[r][k] / a[k][k];
      for (std::size_t c = k; c <= n; ++c) a[r][c] -= factor * a[k][c];
    }
  }
  return a[0][n] / a[0][0];
}

// The means of all policies. Nothing: under that policy an execution may go on for ever.
PolicyMeans means_of_policies(const SmallProcess& of) {
  PolicyMeans means;
  std::vector<std::uint32_t> policy(of.process.size());
  const auto choose = [&](const auto& again, std::size_t s) -> void {
    if (s == policy.size()) {
      means.push_back(mean_of_chain(of.process, policy, of.ends, of.weights));
      return;
    }
    if (of.ends[s]) {
      policy[s] = ~std::uint32_t{0};
      again(again, s + 1);
    }
    for (auto d = of.process.first_decision[s]; d < of.process.first_decision[s + 1]; ++d) {
      policy[s] = d;
      again(again, s + 1);
    }
  };
  choose(choose, 0);
  return means;
}

// Of how many phases each needs, if in each everyone draws from 0..m and who has drawn the largest stays.
Rational phases(int n, int m) {
  std::vector<Rational> expected(static_cast<std::size_t>(n) + 1, 0);
  const auto power = [](int base, int exponent) {
    Rational product = 1;
    for (; exponent > 0; --exponent) product *= base;
    return product;
  };
  const auto binomial = [](int from, int of) {
    Rational product = 1;
    for (int i = 1; i <= of; ++i) product = product * (from - of + i) / i;
    return product;
  };
  for (int racing = 2; racing <= n; ++racing) {
    Rational later = 1;
    Rational all_stay = 0;
    for (int stay = 1; stay <= racing; ++stay) {
      Rational probability = 0;
      for (int largest = 0; largest <= m; ++largest) probability += power(largest, racing - stay);
      probability = probability * binomial(racing, stay) / power(m + 1, racing);
      if (stay == racing)
        all_stay = probability;
      else
        later += probability * expected[static_cast<std::size_t>(stay)];
    }
    expected[static_cast<std::size_t>(racing)] = later / (1 - all_stay);
  }
  return expected.back();
}

std::optional<Bounds> exactly(const std::optional<Rational>& value) {
  return value ? std::optional(Bounds{*value, *value}) : std::nullopt;
}

CheckResult expected(const Scenario& scenario) {
  Limits limits(std::size_t{1} << 30);
  return check(scenario, limits, {.keep_going = true, .expected = true});
}

Scenario of_model(const char* name, int n, int m, Reduction reduction = {}) {
  Scenario scenario = on_ring(*find_model(name), n);
  if (m >= 0) scenario.parameters = {m};
  scenario.reduction = reduction;
  return scenario;
}

}  // namespace

TEST_SUITE_BEGIN("engine");

TEST_CASE("the least and the greatest mean are those of all policies") {
  CHECK(rc::check([] {
    const SmallProcess drawn = draw_process();
    RC_PRE(is_reachable(drawn.process));
    Limits limits(std::size_t{1} << 28);
    const PolicyMeans means = means_of_policies(drawn);
    std::optional<Rational> least;
    std::optional<Rational> greatest = Rational(0);
    for (const auto& mean : means) {
      if (mean && (!least || *mean < *least)) least = mean;
      if (mean && greatest) greatest = std::max(*greatest, *mean);
    }
    const MayEnd may_end = [&](DecisionProcess::State s) { return bool{drawn.ends[s]}; };
    const Expectation found = expected_cost(drawn.process, drawn.weights, may_end, Means::exact, limits);
    RC_ASSERT(found.least == exactly(least));
    // Where a policy may go on for ever, one with a memory may go round so often as it likes, and then on.
    if (!std::ranges::any_of(means, [](const auto& mean) { return !mean; }))
      RC_ASSERT(found.greatest == exactly(greatest));
  }));
}

TEST_CASE("a phase of the election in lock step is n rounds, and there are as many as the formula says") {
  for (int n = 1; n <= 5; ++n) {
    for (int m = 1; m <= 4; ++m) {
      CAPTURE(n);
      CAPTURE(m);
      const CheckResult result = expected(of_model("itai-rodeh", n, m));
      CHECK(result.verdict == Verdict::holds);
      REQUIRE(result.time);
      const Rational rounds = 1 + n * phases(n, m);
      if (n == 1) {
        CHECK(result.time->max == 1);
        continue;
      }
      REQUIRE(result.time->expected);
      CHECK(result.time->expected->least == exactly(rounds));
      CHECK(result.time->expected->greatest == exactly(rounds));
    }
  }
}

TEST_CASE("tokens cost as much whether they go in lock step or not, and coins as the case study says") {
  for (int n = 2; n <= 4; ++n) {
    const auto in_lock_step = expected(of_model("itai-rodeh", n, 2)).costs.front().expected;
    const auto on_fifo = expected(of_model("itai-rodeh:tokens", n, 2)).costs.front().expected;
    REQUIRE(in_lock_step);
    CHECK(in_lock_step == on_fifo);
  }
  // There are 2, 10/3 and 30/7 phases, and each takes n counters. (For n = 6 PRISM's result files have
  // 1226/217.)
  const std::vector<Rational> counters{4, 10, {120, 7}};
  for (int n = 2; n <= 4; ++n) {
    const CheckResult result = expected(of_model("itai-rodeh:coins", n, -1));
    const auto of = result.costs[2].expected;
    REQUIRE(of);
    CHECK(of->least == exactly(counters[static_cast<std::size_t>(n - 2)]));
    CHECK(of->least == of->greatest);
  }
}

TEST_CASE("where everyone draws the same, nobody is elected") {
  const CheckResult result = expected(of_model("itai-rodeh", 2, 0));
  CHECK(result.verdict == Verdict::violated);
  REQUIRE(result.time->expected);
  CHECK_FALSE(result.time->expected->greatest);
  CHECK_FALSE(result.time->expected->least);
}

TEST_CASE("means are the same with every reduction and with none") {
  for (const char* name : {"itai-rodeh", "itai-rodeh:tokens", "itai-rodeh:coins"}) {
    for (int n = 2; n <= 3; ++n) {
      for (const auto kind : {Initiators::Kind::all, Initiators::Kind::any, Initiators::Kind::counted}) {
        CAPTURE(name);
        CAPTURE(n);
        Scenario with = of_model(name, n, std::string_view(name).ends_with("coins") ? -1 : 2);
        if (!with.lock_step()) with.initiators.kind = kind;
        Scenario without = with;
        without.reduction = Reduction::none();
        const CheckResult reduced = expected(with);
        const CheckResult plain = expected(without);
        CHECK(reduced.verdict == plain.verdict);
        REQUIRE(reduced.costs.size() == plain.costs.size());
        for (std::size_t cost = 0; cost < plain.costs.size(); ++cost) {
          REQUIRE(plain.costs[cost].expected);
          CHECK(reduced.costs[cost].expected == plain.costs[cost].expected);
        }
      }
    }
  }
}

TEST_CASE("where messages overtake each other, nobody may go first, and means are those of no reduction") {
  for (const char* name : {"itai-rodeh:coins", "itai-rodeh:tokens"}) {
    for (const Network network : {Network::bag, Network::set}) {
      CAPTURE(name);
      Scenario with = of_model(name, 2, -1);
      with.network = network;
      Scenario without = with;
      without.reduction = Reduction::none();
      const CheckResult reduced = expected(with);
      const CheckResult plain = expected(without);
      for (std::size_t cost = 0; cost < plain.costs.size(); ++cost) {
        REQUIRE(plain.costs[cost].expected);
        CHECK(reduced.costs[cost].expected == plain.costs[cost].expected);
      }
    }
  }
}

TEST_CASE("means of several orders and Byzantine places are those of the cases") {
  ExpectationSum sum(1);
  const auto instance = [](std::vector<int> ids, std::vector<int> byzantine) {
    Instance of;
    for (const int id : ids) of.ids.push_back(given_id(id));
    of.byzantine = std::move(byzantine);
    of.orders = 1;
    return of;
  };
  const auto of = [](int least, std::optional<Rational> greatest) {
    InstanceResult result;
    result.expected.push_back({exactly(Rational(least)), exactly(greatest)});
    return result;
  };
  CHECK(sum.add(instance({1, 2}, {0}), of(2, Rational(4))));
  CHECK(sum.add(instance({1, 2}, {1}), of(1, Rational(3))));
  CHECK(sum.add(instance({2, 1}, {0}), of(3, Rational(6))));
  CHECK(sum.any());
  CHECK(sum.means().front() == Expectation{exactly(Rational(2)), exactly(Rational(5))});
  CHECK(sum.add(instance({2, 1}, {0}), of(3, {})));
  CHECK_FALSE(sum.means().front().greatest);
}

TEST_SUITE_END();
