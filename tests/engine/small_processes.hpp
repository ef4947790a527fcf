// Small decision processes, drawn at random.
#pragma once

#include <rapidcheck.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "engine/chance/decision_process.hpp"

namespace conclave::testing {

struct SmallProcess {
  DecisionProcess process;
  std::vector<bool> ends;
  std::vector<std::uint16_t> weights{0, 1, 2};
};

inline SmallProcess draw_process() {
  const auto below = [](int k) { return *rc::gen::inRange(0, k); };
  SmallProcess drawn;
  const int states = 1 + below(4);
  for (int s = 0; s < states; ++s) {
    drawn.process.first_decision.push_back(static_cast<std::uint32_t>(drawn.process.among.size()));
    drawn.ends.push_back(below(3) == 0);
    const int decisions = below(3);
    for (int d = 0; d < decisions || (d == 0 && !drawn.ends.back()); ++d) {
      drawn.process.first_outcome.push_back(drawn.process.outcomes.size());
      std::uint64_t among = 0;
      for (int left = 1 + below(2); left > 0; --left) {
        const auto ways = static_cast<std::uint64_t>(1 + below(3));
        drawn.process.outcomes.push_back(
            {static_cast<std::uint32_t>(below(states)), static_cast<std::uint16_t>(below(3)), ways});
        among += ways;
      }
      drawn.process.among.push_back(among);
    }
  }
  drawn.process.first_decision.push_back(static_cast<std::uint32_t>(drawn.process.among.size()));
  drawn.process.first_outcome.push_back(drawn.process.outcomes.size());
  return drawn;
}

// The same, where each decision may also lead to a state in which everything ends.
inline SmallProcess with_an_end(const SmallProcess& of) {
  SmallProcess with = of;
  with.process.outcomes.clear();
  for (std::size_t d = 0; d < of.process.among.size(); ++d) {
    with.process.first_outcome[d] = with.process.outcomes.size();
    const auto outcomes = of.process.of(static_cast<DecisionProcess::Decision>(d));
    with.process.outcomes.insert(with.process.outcomes.end(), outcomes.begin(), outcomes.end());
    with.process.outcomes.push_back({of.process.size(), 1, 1});
    ++with.process.among[d];
  }
  with.process.first_outcome.back() = with.process.outcomes.size();
  with.process.first_decision.push_back(with.process.first_decision.back());
  with.ends.push_back(true);
  return with;
}

// As in a stored graph, each state can be reached.
inline bool is_reachable(const DecisionProcess& process) {
  std::vector<bool> reached(process.size(), false);
  reached[0] = true;
  for (bool grown = true; grown;) {
    grown = false;
    for (std::size_t s = 0; s < process.size(); ++s) {
      if (!reached[s]) continue;
      for (auto d = process.first_decision[s]; d < process.first_decision[s + 1]; ++d) {
        for (const auto& outcome : process.of(d)) {
          grown |= !reached[outcome.target];
          reached[outcome.target] = true;
        }
      }
    }
  }
  return std::ranges::all_of(reached, [](bool state) { return state; });
}

}  // namespace conclave::testing
