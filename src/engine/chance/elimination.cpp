#include "engine/chance/elimination.hpp"

#include <algorithm>
#include <functional>
#include <queue>
#include <set>

namespace conclave {
namespace {

using Factors = std::vector<std::pair<std::uint32_t, Exact>>;

// What a variable stands for, put in its place: adds `by` times the factors of `other` to `row`, and leaves
// the variable itself out.
Factors substituted(const Factors& row, std::uint32_t variable, const Exact& by, const Factors& other) {
  Factors sum;
  sum.reserve(row.size() + other.size());
  auto a = row.begin();
  auto b = other.begin();
  while (a != row.end() || b != other.end()) {
    if (a != row.end() && a->first == variable) {
      ++a;
    } else if (b == other.end() || (a != row.end() && a->first < b->first)) {
      sum.push_back(*a++);
    } else if (a == row.end() || b->first < a->first) {
      sum.emplace_back(b->first, by * b->second);
      ++b;
    } else {
      sum.emplace_back(a->first, a->second + by * b->second);
      ++a;
      ++b;
    }
  }
  return sum;
}

class Elimination {
 public:
  Elimination(std::vector<Equation> equations, const Limits& limits)
      : equations_(std::move(equations)),
        limits_(limits),
        users_(equations_.size()),
        gone_(equations_.size()) {
    for (std::uint32_t i = 0; i < equations_.size(); ++i) {
      for (const auto& [j, factor] : equations_[i].factors) users_[j].insert(i);
    }
    for (std::uint32_t i = 0; i < equations_.size(); ++i) queue_.emplace(degree(i), i);
  }

  std::vector<std::vector<Exact>> run() {
    std::vector<std::uint32_t> sequence;
    while (!queue_.empty()) {
      limits_.poll();
      const auto [was, variable] = queue_.top();
      queue_.pop();
      if (gone_[variable]) continue;
      if (const std::size_t now = degree(variable); now > was) {
        queue_.emplace(now, variable);
        continue;
      }
      eliminate(variable);
      sequence.push_back(variable);
    }
    // Each equation now speaks only of variables that were eliminated later.
    std::vector<std::vector<Exact>> values(equations_.size());
    for (auto at = sequence.rbegin(); at != sequence.rend(); ++at) {
      values[*at] = equations_[*at].constants;
      for (const auto& [j, factor] : equations_[*at].factors) {
        for (std::size_t k = 0; k < values[*at].size(); ++k) values[*at][k] += factor * values[j][k];
      }
    }
    return values;
  }

 private:
  // How many products it takes to eliminate a variable.
  std::size_t degree(std::uint32_t variable) const {
    return users_[variable].size() * equations_[variable].factors.size();
  }

  void eliminate(std::uint32_t variable) {
    Equation& equation = equations_[variable];
    const auto own =
        std::ranges::find(equation.factors, variable, [](const auto& each) { return each.first; });
    if (own != equation.factors.end()) {
      const Exact scale = 1 / (1 - own->second);
      equation.factors.erase(own);
      users_[variable].erase(variable);
      for (auto& [j, factor] : equation.factors) factor *= scale;
      for (Exact& constant : equation.constants) constant *= scale;
    }
    for (const std::uint32_t user : users_[variable]) {
      Equation& other = equations_[user];
      const Exact by = std::ranges::lower_bound(other.factors, variable, {}, [](const auto& each) {
                         return each.first;
                       })->second;
      other.factors = substituted(other.factors, variable, by, equation.factors);
      for (std::size_t k = 0; k < other.constants.size(); ++k)
        other.constants[k] += by * equation.constants[k];
      for (const auto& [j, factor] : equation.factors) users_[j].insert(user);
    }
    for (const auto& [j, factor] : equation.factors) users_[j].erase(variable);
    users_[variable].clear();
    gone_[variable] = true;
  }

  std::vector<Equation> equations_;
  const Limits& limits_;
  std::vector<std::set<std::uint32_t>> users_;  // by variable: which equations speak of it
  std::vector<bool> gone_;
  using Entry = std::pair<std::size_t, std::uint32_t>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue_;
};

}  // namespace

std::vector<std::vector<Exact>> solve(std::vector<Equation> equations, const Limits& limits) {
  return Elimination(std::move(equations), limits).run();
}

}  // namespace conclave
