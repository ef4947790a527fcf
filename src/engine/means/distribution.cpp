#include "engine/means/distribution.hpp"

#include <algorithm>
#include <deque>
#include <optional>

#include "engine/chance/cost_question.hpp"
#include "engine/means/optimum.hpp"

namespace conclave {
namespace {

// The probability that at most so much is still to come: a step that costs nothing goes on, and any other
// leads to a smaller number, for which the answer is known.
class BudgetStakes : public Stakes {
 public:
  BudgetStakes(const Nodes& nodes, const std::vector<std::uint16_t>& weights)
      : nodes_(nodes), weights_(weights), most_(*std::ranges::max_element(weights)) {}

  bool goes_on(const Nodes::Outcome& outcome) const override { return weights_[outcome.cost] == 0; }
  const Exact& gain(const Nodes::Outcome& outcome) const override {
    const std::size_t weight = weights_[outcome.cost];
    return weight == 0 || weight > less_.size() ? never_ : less_[weight - 1][nodes_.of(outcome.target)];
  }
  const Exact& at_end() const override { return always_; }

  // What was asked is answered, and the next number is asked.
  void next(const std::vector<Exact>& answer) {
    less_.push_front(answer);
    if (less_.size() > most_) less_.pop_back();
  }

 private:
  const Nodes& nodes_;
  const std::vector<std::uint16_t>& weights_;
  const std::size_t most_;
  std::deque<std::vector<Exact>> less_;  // by node: of the number that is smaller by one, by two, ...
  const Exact never_ = 0;
  const Exact always_ = 1;
};

// The least or the greatest probabilities, one by one.
class Budgets {
 public:
  Budgets(const Nodes& nodes, const std::vector<std::uint16_t>& weights, bool greatest, const Limits& limits)
      : first_(nodes.of(0)), stakes_(nodes, weights), best_(nodes, stakes_, greatest, limits) {}

  Rational next() {
    const std::vector<Exact>& values = best_.run();
    stakes_.next(values);
    return to_rational(values[first_]);
  }

 private:
  const std::uint32_t first_;
  BudgetStakes stakes_;
  Optimum best_;
};

}  // namespace

Distribution distribution(const DecisionProcess& process, const std::vector<std::uint16_t>& weights,
                          const MayEnd& may_end, const Distributed& asked, const Limits& limits) {
  const Nodes nodes(process, free_components(process, weights, limits), may_end);
  Budgets least(nodes, weights, false, limits);
  std::optional<Budgets> greatest;
  if (nodes.decides()) greatest.emplace(nodes, weights, true, limits);
  Distribution found;
  while (found.empty() || (found.back().least < asked.until && std::ssize(found) <= asked.up_to)) {
    Chances& chances = found.emplace_back();
    chances.least = least.next();
    chances.greatest = greatest ? greatest->next() : chances.least;
  }
  return found;
}

std::vector<Distribution> distributions(const StateGraph& graph, const Machine& machine,
                                        const Distributed& asked) {
  const DecisionProcess process = decision_process(graph, machine);
  std::vector<Distribution> all;
  for (const std::size_t cost : asked.costs) {
    const CostQuestion question(graph, machine, cost);
    all.push_back(distribution(process, question.weights, question.may_end, asked, graph.limits));
  }
  return all;
}

}  // namespace conclave
