#include "engine/chance/expected.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "engine/analysis/fairness.hpp"
#include "engine/chance/elimination.hpp"
#include "engine/chance/end_components.hpp"

namespace conclave {
namespace {

using State = DecisionProcess::State;
using Decision = DecisionProcess::Decision;
constexpr Decision to_end = ~Decision{0};

// A decision process in which states between which a scheduler goes to and fro at no cost are one node, and
// in which some decisions are never taken.
class Nodes {
 public:
  Nodes(const DecisionProcess& process, const EndComponents& free, const MayEnd& may_end)
      : process_(process) {
    std::vector<std::uint32_t> number(free.count, EndComponents::none);
    for (State state = 0; state < process.size(); ++state) {
      const std::uint32_t component = free.of[state];
      std::uint32_t node = component == EndComponents::none ? EndComponents::none : number[component];
      if (node == EndComponents::none) {
        node = static_cast<std::uint32_t>(options_.size());
        options_.emplace_back();
        if (component != EndComponents::none) number[component] = node;
      }
      of_.push_back(node);
      for (Decision d = process.first_decision[state]; d < process.first_decision[state + 1]; ++d) {
        if (!free.inside[d]) options_[node].push_back(d);
      }
      if (may_end(state) && !std::ranges::count(options_[node], to_end)) options_[node].push_back(to_end);
    }
  }

  std::uint32_t size() const { return static_cast<std::uint32_t>(options_.size()); }
  std::uint32_t of(State state) const { return of_[state]; }
  std::vector<Decision>& options(std::uint32_t node) { return options_[node]; }
  const std::vector<Decision>& options(std::uint32_t node) const { return options_[node]; }
  std::span<const DecisionProcess::Outcome> outcomes(Decision d) const {
    return d == to_end ? std::span<const DecisionProcess::Outcome>() : process_.of(d);
  }
  std::uint64_t among(Decision d) const { return d == to_end ? 1 : process_.among[d]; }

 private:
  const DecisionProcess& process_;
  std::vector<std::uint32_t> of_;               // by state
  std::vector<std::vector<Decision>> options_;  // by node
};

Components components_of(const Nodes& nodes, const Limits& limits) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;
  for (std::uint32_t node = 0; node < nodes.size(); ++node) {
    for (const Decision d : nodes.options(node)) {
      for (const auto& outcome : nodes.outcomes(d)) edges.emplace_back(node, nodes.of(outcome.target));
    }
  }
  return strong_components(nodes.size(), edges, limits);
}

// Leaves to each node what a scheduler may do that wants the execution to end with probability 1. Returns
// false if it cannot want that in the first state (C. Courcoubetis and M. Yannakakis 1995).
bool keep_what_ends(Nodes& nodes, const Limits& limits) {
  std::vector<bool> good(nodes.size(), true);
  const auto stays_good = [&](Decision d) {
    return std::ranges::all_of(nodes.outcomes(d),
                               [&](const auto& outcome) { return good[nodes.of(outcome.target)]; });
  };
  for (bool shrunk = true; shrunk;) {
    std::vector<bool> reaches(nodes.size(), false);
    for (bool grown = true; grown;) {
      limits.poll();
      grown = false;
      for (std::uint32_t node = nodes.size(); node-- > 0;) {
        if (reaches[node] || !good[node]) continue;
        reaches[node] = std::ranges::any_of(nodes.options(node), [&](Decision d) {
          return stays_good(d) &&
                 (d == to_end || std::ranges::any_of(nodes.outcomes(d), [&](const auto& outcome) {
                    return reaches[nodes.of(outcome.target)];
                  }));
        });
        grown |= reaches[node];
      }
    }
    shrunk = good != reaches;
    good = std::move(reaches);
  }
  for (std::uint32_t node = 0; node < nodes.size(); ++node) {
    std::erase_if(nodes.options(node), [&](Decision d) { return !stays_good(d); });
    if (!good[node]) nodes.options(node) = {to_end};  // nobody gets there
  }
  return good[nodes.of(0)];
}

class Iteration {
 public:
  Iteration(const Nodes& nodes, const std::vector<std::uint16_t>& weights, bool greatest,
            const Limits& limits)
      : nodes_(nodes), weights_(weights), greatest_(greatest), limits_(limits), value_(nodes.size()) {}

  Exact run() {
    components_ = components_of(nodes_, limits_);
    std::vector<std::vector<std::uint32_t>> members(components_.count);
    for (std::uint32_t node = 0; node < nodes_.size(); ++node) members[components_.of[node]].push_back(node);
    local_.resize(nodes_.size());
    for (const auto& component : members) {
      limits_.poll();
      settle(component);
    }
    return value_[nodes_.of(0)];
  }

 private:
  bool is_better(const Exact& a, const Exact& b) const { return greatest_ ? a > b : a < b; }
  bool is_inside(const DecisionProcess::Outcome& outcome, std::uint32_t component) const {
    return components_.of[nodes_.of(outcome.target)] == component;
  }

  // The mean of what a decision costs now and later, as far as that is known.
  Exact worth(Decision d) const {
    const std::uint64_t among = nodes_.among(d);
    Exact sum = 0;
    for (const auto& outcome : nodes_.outcomes(d)) {
      const Exact& later = value_[nodes_.of(outcome.target)];
      sum += outcome.ways == 1 ? later + weights_[outcome.cost]
                               : outcome.ways * (later + weights_[outcome.cost]);
    }
    return among == 1 ? sum : Exact(sum / among);
  }

  // The components to which this one leads are settled.
  void settle(const std::vector<std::uint32_t>& component) {
    const std::uint32_t number = components_.of[component.front()];
    if (nodes_.options(component.front()).empty()) return;  // an execution stays here, at no cost
    const bool turns = std::ranges::any_of(component, [&](std::uint32_t node) {
      return std::ranges::any_of(nodes_.options(node), [&](Decision d) {
        return std::ranges::any_of(nodes_.outcomes(d),
                                   [&](const auto& each) { return is_inside(each, number); });
      });
    });
    if (!turns) {
      improve(component.front(), nodes_.options(component.front()).front());
      return;
    }
    std::vector<Decision> policy = proper(component, number);
    for (bool better = true; better;) {
      evaluate(component, number, policy);
      better = false;
      for (std::size_t i = 0; i < component.size(); ++i) {
        const Decision before = policy[i];
        policy[i] = better_option(component[i], before);
        better |= policy[i] != before;
      }
    }
  }

  void improve(std::uint32_t node, Decision first) {
    value_[node] = worth(first);
    for (const Decision d : nodes_.options(node)) {
      if (d == first) continue;
      if (Exact other = worth(d); is_better(other, value_[node])) value_[node] = std::move(other);
    }
  }

  Decision better_option(std::uint32_t node, Decision taken) const {
    Decision best = taken;
    Exact value = value_[node];
    for (const Decision d : nodes_.options(node)) {
      if (d == taken) continue;
      if (Exact other = worth(d); is_better(other, value)) {
        value = std::move(other);
        best = d;
      }
    }
    return best;
  }

  // A policy under which the component is left with probability 1.
  std::vector<Decision> proper(const std::vector<std::uint32_t>& component, std::uint32_t number) {
    std::vector<std::optional<Decision>> policy(component.size());
    for (std::uint32_t i = 0; i < component.size(); ++i) local_[component[i]] = i;
    for (bool grown = true; grown;) {
      grown = false;
      for (std::size_t i = component.size(); i-- > 0;) {
        if (policy[i]) continue;
        for (const Decision d : nodes_.options(component[i])) {
          const bool goes_on =
              d == to_end || std::ranges::any_of(nodes_.outcomes(d), [&](const auto& outcome) {
                return !is_inside(outcome, number) || policy[local_[nodes_.of(outcome.target)]];
              });
          if (!goes_on) continue;
          policy[i] = d;
          grown = true;
          break;
        }
      }
    }
    std::vector<Decision> all;
    for (const auto& decision : policy) all.push_back(*decision);
    return all;
  }

  void evaluate(const std::vector<std::uint32_t>& component, std::uint32_t number,
                const std::vector<Decision>& policy) {
    std::vector<Equation> equations(component.size());
    for (std::size_t i = 0; i < component.size(); ++i) {
      std::map<std::uint32_t, Exact> factors;
      Exact constant = 0;
      for (const auto& outcome : nodes_.outcomes(policy[i])) {
        const Exact probability(outcome.ways, nodes_.among(policy[i]));
        constant += probability * weights_[outcome.cost];
        const std::uint32_t target = nodes_.of(outcome.target);
        if (is_inside(outcome, number)) {
          factors[local_[target]] += probability;
        } else {
          constant += probability * value_[target];
        }
      }
      equations[i] = {{factors.begin(), factors.end()}, {constant}};
    }
    auto values = solve(std::move(equations), limits_);
    for (std::size_t i = 0; i < component.size(); ++i) value_[component[i]] = std::move(values[i].front());
  }

  const Nodes& nodes_;
  const std::vector<std::uint16_t>& weights_;
  const bool greatest_;
  const Limits& limits_;
  std::vector<Exact> value_;          // by node
  std::vector<std::uint32_t> local_;  // by node: where it comes in its component
  Components components_;
};

}  // namespace

Expectation expected_cost(const DecisionProcess& process, const std::vector<std::uint16_t>& weights,
                          const MayEnd& may_end, const Limits& limits) {
  const auto costs = [&](Decision d) {
    return std::ranges::any_of(process.of(d),
                               [&](const auto& outcome) { return weights[outcome.cost] != 0; });
  };
  const EndComponents all = end_components(
      process, [](State, Decision) { return true; }, limits);
  const EndComponents free =
      all.count == 0 ? all
                     : end_components(
                           process, [&](State, Decision d) { return all.inside[d] && !costs(d); }, limits);
  bool unbounded = false;
  for (Decision d = 0; d < process.among.size(); ++d) unbounded |= all.inside[d] && costs(d);
  Nodes nodes(process, free, may_end);
  Expectation expected;
  if (!unbounded) expected.greatest = to_rational(Iteration(nodes, weights, true, limits).run());
  bool decides = all.count > 0;
  for (std::uint32_t node = 0; node < nodes.size(); ++node) decides |= nodes.options(node).size() > 1;
  if (!decides) {
    expected.least = expected.greatest;
  } else if (all.count == 0 || keep_what_ends(nodes, limits)) {
    expected.least = to_rational(Iteration(nodes, weights, false, limits).run());
  }
  return expected;
}

std::vector<Expectation> expected_costs(const StateGraph& graph, const Machine& machine) {
  const DecisionProcess process = decision_process(graph, machine);
  const Costs costs(*machine.scenario().model->program);
  std::vector<Expectation> all;
  for (std::size_t cost = 0; cost < costs.counted(); ++cost) {
    std::vector<std::uint16_t> weights;
    for (const auto& vector : machine.steps().costs()) weights.push_back(vector[cost]);
    const FairRegions quiet = fair_regions(graph, machine, [&](State state, const StateGraph::Edge& edge) {
      return weights[machine.steps().record(edge.record).cost] == 0 && !graph.rests(state);
    });
    all.push_back(expected_cost(
        process, weights, [&](State state) { return graph.rests(state) || quiet.contains(state); },
        graph.limits));
  }
  return all;
}

bool may_go_on_for_ever(const StateGraph& graph, const Machine& machine) {
  const DecisionProcess process = decision_process(graph, machine);
  return end_components(
             process, [](State, Decision) { return true; }, graph.limits)
             .count > 0;
}

}  // namespace conclave
