#include "engine/means/optimum.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "engine/chance/elimination.hpp"

namespace conclave {

Optimum::Optimum(const Nodes& nodes, const Stakes& stakes, bool greatest, const Limits& limits)
    : nodes_(nodes),
      stakes_(stakes),
      greatest_(greatest),
      limits_(limits),
      components_(nodes.components([&](const auto& outcome) { return stakes.goes_on(outcome); }, limits)),
      of_(components_.count),
      local_(nodes.size()),
      value_(nodes.size()) {
  for (std::uint32_t node = 0; node < nodes.size(); ++node) {
    Component& component = of_[components_.of[node]];
    local_[node] = static_cast<std::uint32_t>(component.members.size());
    component.members.push_back(node);
    for (const auto d : nodes.options(node)) {
      for (const auto& outcome : nodes.outcomes(d))
        component.turns |= is_inside(outcome, components_.of[node]);
    }
  }
  for (const Component& component : of_) {
    if (component.turns) largest_cycle_ = std::max(largest_cycle_, component.members.size());
  }
}

const std::vector<Exact>& Optimum::run() {
  for (std::uint32_t component = 0; component < of_.size(); ++component) {
    limits_.poll();
    settle(component);
  }
  return value_;
}

Exact Optimum::worth(Nodes::Decision d) const {
  if (d == Nodes::to_end) return stakes_.at_end();
  const std::uint64_t among = nodes_.among(d);
  Exact sum = 0;
  for (const auto& outcome : nodes_.outcomes(d)) {
    Exact value = stakes_.gain(outcome);
    if (stakes_.goes_on(outcome)) value += value_[nodes_.of(outcome.target)];
    if (outcome.ways != 1) value *= outcome.ways;
    sum += value;
  }
  if (among != 1) sum /= among;
  return sum;
}

void Optimum::settle(std::uint32_t number) {
  const auto& [members, turns] = of_[number];
  if (!turns) {
    const std::uint32_t node = members.front();
    const auto& options = nodes_.options(node);
    value_[node] = options.empty() ? stakes_.at_end() : worth(options.front());
    for (std::size_t i = 1; i < options.size(); ++i) {
      if (Exact other = worth(options[i]); is_better(other, value_[node])) value_[node] = std::move(other);
    }
    return;
  }
  std::vector<Nodes::Decision> policy = proper(number);
  for (bool better = true; better;) {
    evaluate(number, policy);
    better = false;
    for (std::size_t i = 0; i < members.size(); ++i) {
      const Nodes::Decision before = policy[i];
      policy[i] = better_option(members[i], before);
      better |= policy[i] != before;
    }
  }
}

Nodes::Decision Optimum::better_option(std::uint32_t node, Nodes::Decision taken) const {
  Nodes::Decision best = taken;
  Exact value = value_[node];
  for (const Nodes::Decision d : nodes_.options(node)) {
    if (d == taken) continue;
    if (Exact other = worth(d); is_better(other, value)) {
      value = std::move(other);
      best = d;
    }
  }
  return best;
}

std::vector<Nodes::Decision> Optimum::proper(std::uint32_t number) {
  const auto& members = of_[number].members;
  std::vector<std::optional<Nodes::Decision>> policy(members.size());
  for (bool grown = true; grown;) {
    grown = false;
    for (std::size_t i = members.size(); i-- > 0;) {
      if (policy[i]) continue;
      for (const Nodes::Decision d : nodes_.options(members[i])) {
        const bool goes_on =
            d == Nodes::to_end || std::ranges::any_of(nodes_.outcomes(d), [&](const auto& outcome) {
              return !is_inside(outcome, number) || policy[local_[nodes_.of(outcome.target)]];
            });
        if (!goes_on) continue;
        policy[i] = d;
        grown = true;
        break;
      }
    }
  }
  std::vector<Nodes::Decision> all;
  for (const auto& decision : policy) all.push_back(*decision);
  return all;
}

void Optimum::evaluate(std::uint32_t number, const std::vector<Nodes::Decision>& policy) {
  const auto& members = of_[number].members;
  std::vector<Equation> equations(members.size());
  for (std::size_t i = 0; i < members.size(); ++i) {
    std::map<std::uint32_t, Exact> factors;
    Exact constant = policy[i] == Nodes::to_end ? stakes_.at_end() : Exact(0);
    for (const auto& outcome : nodes_.outcomes(policy[i])) {
      const Exact probability(outcome.ways, nodes_.among(policy[i]));
      constant += probability * stakes_.gain(outcome);
      const std::uint32_t target = nodes_.of(outcome.target);
      if (is_inside(outcome, number)) {
        factors[local_[target]] += probability;
      } else if (stakes_.goes_on(outcome)) {
        constant += probability * value_[target];
      }
    }
    equations[i] = {{factors.begin(), factors.end()}, {constant}};
  }
  auto values = solve(std::move(equations), limits_);
  for (std::size_t i = 0; i < members.size(); ++i) value_[members[i]] = std::move(values[i].front());
}

}  // namespace conclave
