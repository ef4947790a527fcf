#include "trace/exploration.hpp"

#include <algorithm>
#include <random>
#include <stdexcept>
#include <utility>

#include "engine/run/check.hpp"
#include "engine/run/explorer.hpp"
#include "program/model.hpp"

namespace conclave {

Exploration::Exploration(const Scenario& scenario, Instance instance, Limits& limits)
    : scenario_(scenario), instance_(std::move(instance)), limits_(limits) {
  begin();
  static_cast<TraceSubject&>(frame_) = subject_of(scenario_, instance_);
  frame_.conclave = CONCLAVE_VERSION;
  frame_.channels = evidence_->walk().channel_names();
}

// A walk remembers who sent what, so going back is walking anew.
void Exploration::begin() {
  evidence_ = std::make_unique<Evidence>(scenario_, instance_, Walk::Guide{});
  evidence_->obey(limits_);
}

std::vector<Step> Exploration::steps() const {
  const std::vector<Step>& all = branches_[branch_].steps;
  return {all.begin(), all.begin() + static_cast<std::ptrdiff_t>(at())};
}

std::int64_t Exploration::messages() const { return evidence_->cost(Costs::messages, Extreme::min); }

std::vector<Exploration::Broken> Exploration::broken() { return evidence_->broken(); }

std::size_t Exploration::find(const Step& step) const {
  const auto& enabled = evidence_->walk().enabled();
  const auto found = std::ranges::find(enabled, step, &Walk::Choice::step);
  if (found == enabled.end()) throw std::logic_error("the machine does not follow its own execution");
  return static_cast<std::size_t>(found - enabled.begin());
}

void Exploration::take_alone(std::size_t index) {
  limits_.poll();
  evidence_->take(index);
}

void Exploration::take(std::size_t index) {
  const Step step = evidence_->walk().enabled().at(index).step;
  Branch& here = branches_[branch_];
  const std::size_t before = at();
  take_alone(index);
  if (before == here.steps.size()) {
    here.steps.push_back(step);
  } else if (here.steps[before] != step) {
    Branch other{std::to_string(branches_.size() + 1),
                 {here.steps.begin(), here.steps.begin() + static_cast<std::ptrdiff_t>(before)}};
    other.steps.push_back(step);
    branches_.push_back(std::move(other));
    branch_ = branches_.size() - 1;
  }
}

void Exploration::go_to(std::size_t step) {
  if (step < at()) begin();
  while (at() < step) take_alone(find(branches_[branch_].steps.at(at())));
}

void Exploration::follow(const std::vector<Step>& steps) {
  for (const Step& step : steps) take(find(step));
}

void Exploration::run_at_random(std::uint64_t seed, std::size_t most) {
  // The distributions of the standard library differ from one to the next, and seeds must not.
  std::mt19937_64 random(seed);
  for (std::size_t taken = 0; taken < most && !rests() && choices() > 0; ++taken) take(random() % choices());
}

void Exploration::switch_to(std::size_t branch) {
  branches_.at(branch);
  branch_ = branch;
  begin();
  go_to(length());
}

const Ahead& Exploration::ahead(std::uint64_t most) {
  std::vector<Step> here = steps();
  if (!ahead_ || ahead_of_ != here || ahead_most_ != most) {
    ahead_.reset();  // its memory first
    ahead_ = std::make_unique<Ahead>(scenario_, instance_, here, limits_, most);
    ahead_of_ = std::move(here);
    ahead_most_ = most;
  }
  return *ahead_;
}

Violations Exploration::violations() const {
  Explorer explorer(scenario_, limits_);
  InstanceResult result = explorer.explore(instance_);
  if (result.stopped != StopReason::none) throw LimitReached{result.stopped};
  return std::move(result.violations);
}

Trace Exploration::trace() const { return make_trace(scenario_, {instance_, {steps(), {}, false}}); }

Trace Exploration::trace(PropertyId id, const Path& path) const {
  return make_trace(scenario_, id, {instance_, path}, &limits_);
}

}  // namespace conclave
