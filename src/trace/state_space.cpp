#include "trace/state_space.hpp"

#include <algorithm>
#include <boost/container_hash/hash.hpp>
#include <stdexcept>

#include "program/model.hpp"

namespace conclave {

std::size_t StateSpace::Hash::operator()(const std::vector<std::uint32_t>& cells) const {
  return boost::hash_range(cells.begin(), cells.end());
}

StateSpace::StateSpace(const Scenario& scenario, const Instance& instance, Limits& limits)
    : StateSpace(scenario, instance, {}, limits) {}

StateSpace::StateSpace(const Scenario& scenario, const Instance& instance, const std::vector<Step>& execution,
                       Limits& limits)
    : limits_(limits),
      walk_(scenario, instance, {}),
      expander_(walk_.machine()),
      successors_(&limits),
      charge_(&limits) {
  walk_.machine().obey(&limits);
  const auto statements = scenario.model->program->statements();
  for (std::size_t k = 0; k < statements.size(); ++k) {
    if (statements[k].form == Form::invariant) invariants_ |= std::uint32_t{1} << k;
  }
  Configuration here = walk_.configuration();
  for (const Step& step : execution) {
    if (const auto* taken = take(here, step)) here = Configuration(taken->configuration);
  }
  find(here, 1);
}

const Successors::Successor* StateSpace::take(const Configuration& from, const Step& step) {
  expander_.expand(from, successors_);
  const auto* taken = std::ranges::find_if(successors_, [&](const auto& successor) {
    return walk_.machine().steps().step(successor.record) == step;
  });
  if (taken != successors_.end()) return taken;
  if (step.kind != Step::Kind::round || !step.events.empty())  // a round may pass without a step
    throw std::logic_error("the machine does not follow its own execution");
  return nullptr;
}

// The number of a configuration, and whether it is new. There is none for a new one that is too many.
std::pair<StateSpace::Number, bool> StateSpace::find(const Configuration& configuration, std::uint64_t most) {
  if (const auto known = numbers_.find(configuration.cells); known != numbers_.end())
    return {known->second, false};
  const auto unused = static_cast<Number>(nodes_.size());
  if (unused >= most) return {unused, true};
  // A rough estimate of what the containers take besides.
  constexpr std::size_t containers = 96;
  charge_.add(static_cast<std::ptrdiff_t>(configuration.cells.size() * sizeof(std::uint32_t) + sizeof(Node) +
                                          containers));
  const auto [at, inserted] = numbers_.emplace(configuration.cells, unused);
  cells_.push_back(&at->first);
  nodes_.emplace_back();
  return {unused, inserted};
}

void StateSpace::mark(const Path& path) {
  Number here = 0;
  nodes_[here].marked = true;
  for (const Step& step : path.steps) {
    const Configuration from{*cells_[here]};
    if (const auto* taken = take(from, step)) {
      marked_.emplace_back(here, static_cast<std::uint32_t>(taken - successors_.begin()));
      here = find(taken->configuration, ~std::uint64_t{0}).first;
    }
    nodes_[here].marked = true;
  }
}

void StateSpace::explore(std::uint64_t most) {
  try {
    for (Number number = 0; number < nodes_.size(); ++number) {
      limits_.tick();
      limits_.poll();
      expand(number, most);
    }
  } catch (const LimitReached&) {
    stopped_ = true;
    walk_.machine().obey(nullptr);  // what is known can still be told
  }
}

void StateSpace::expand(Number number, std::uint64_t most) {
  const Configuration from{*cells_[number]};
  expander_.expand(from, successors_);
  const Machine& machine = walk_.machine();
  bool owed = false;
  std::uint32_t choice = 0;
  charge_.add(static_cast<std::ptrdiff_t>(successors_.size() * sizeof(Edge)));
  for (const auto& successor : successors_) {
    owed |= machine.steps().record(successor.record).owed;
    const Number to = find(successor.configuration, most).first;
    if (to < nodes_.size()) {
      const bool marked = std::ranges::find(marked_, std::pair(number, choice)) != marked_.end();
      edges_.push_back({number, to, choice, marked, successor.record});
    } else {
      ++nodes_[number].left_out;
    }
    ++choice;
  }
  Node& node = nodes_[number];
  node.expanded = true;
  node.failed = machine.judge().standing(from).failed;
  if (invariants_ != 0)
    node.failed = node.failed | PropertySet::own(invariants_ & ~machine.judge().predicates(from));
  node.quiescent = !owed && !machine.awaits_start(from, successors_);
  node.decided = node.quiescent && machine.judge().all_decided(from);
}

std::uint64_t StateSpace::left_out() const {
  std::uint64_t all = 0;
  for (const Node& node : nodes_) all += node.left_out;
  return all;
}

TraceState StateSpace::state(Number number) {
  if (looked_at_ != number) looked_at_.reset();
  walk_.go_to({*cells_[number]});
  return walk_.state();
}

void StateSpace::look_at(Number number) {
  if (looked_at_ == number) return;
  walk_.go_to({*cells_[number]});
  walk_.look_around();
  looked_at_ = number;
}

TraceStep StateSpace::step(Number from, std::uint32_t choice) {
  look_at(from);
  return walk_.show(choice);
}

std::size_t StateSpace::choices(Number number) {
  look_at(number);
  return walk_.enabled().size();
}

}  // namespace conclave
