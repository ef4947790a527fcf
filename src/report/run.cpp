#include "report/run.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <optional>

#include "program/model.hpp"
#include "report/words.hpp"

namespace conclave {

bool Run::complete() const {
  return results.size() == scenarios.size() && std::ranges::all_of(results, &CheckResult::complete);
}

int Run::stopped_at() const {
  const bool not_begun = stopped == StopReason::error && results.back().stopped == StopReason::none;
  return scenarios[results.size() - (not_begun ? 0 : 1)].processes;
}

std::string Run::words(StopReason reason) const {
  std::string where = stopped_inside.empty() ? "" : " in " + stopped_inside;
  if (!undivided.empty() && reason == StopReason::memory)
    where += " (an instance cannot be divided: " + undivided + ")";
  if (reason == StopReason::disk) where += " (" + undivided + ")";
  return conclave::words(reason, limits) + (reason == StopReason::error ? "" : where);
}

std::string Run::what_grew() const {
  const auto number = [](std::int64_t value) {
    return value < 0 ? "-" + grouped(Rational(value) * -1) : grouped(Rational(value));
  };
  std::vector<std::string> all;
  for (const Growth& each : growth)
    all.push_back(fmt::format("{} ({} to {})", each.what, number(each.least), number(each.most)));
  return fmt::format("what grew until then: {}; if it grows for ever, no limit is enough",
                     fmt::join(all, ", "));
}

const PropertyResult* Run::counterexample(PropertyId id, std::size_t* which) const {
  for (std::size_t i = 0; i < results.size(); ++i) {
    for (const auto& property : results[i].properties) {
      if (property.id != id || !property.counterexample) continue;
      if (which != nullptr) *which = i;
      return &property;
    }
  }
  return nullptr;
}

Verdict Run::verdict(PropertyId id) const {
  Verdict verdict = results.size() == scenarios.size() ? Verdict::holds : Verdict::inconclusive;
  for (const auto& result : results) {
    for (const auto& property : result.properties) {
      if (property.id == id) verdict = worse(verdict, property.verdict);
    }
  }
  return verdict;
}

Verdict Run::verdict() const {
  Verdict verdict = complete() ? Verdict::holds : Verdict::inconclusive;
  for (const auto& result : results) verdict = worse(verdict, result.verdict);
  return verdict;
}

namespace {

std::optional<Rational> weighted(const std::optional<Rational>& a, const Rational& a_orders,
                                 const std::optional<Rational>& b, const Rational& b_orders) {
  if (!a || !b) return {};
  return (*a * a_orders + *b * b_orders) / (a_orders + b_orders);
}

// The cost over the orders of both results.
CostResult together(const CostResult& a, const Rational& a_orders, const CostResult& b,
                    const Rational& b_orders) {
  CostResult sum = a;
  if (b.min && (!a.min || *b.min < *a.min)) sum.min = b.min;
  sum.max = a.max && b.max ? std::optional(std::max(*a.max, *b.max)) : std::nullopt;
  sum.mean_of_maxima = weighted(a.mean_of_maxima, a_orders, b.mean_of_maxima, b_orders);
  sum.mean_of_minima = weighted(a.mean_of_minima, a_orders, b.mean_of_minima, b_orders);
  sum.schedule_independent = a.schedule_independent && b.schedule_independent;
  return sum;
}

}  // namespace

CheckResult Run::total() const {
  CheckResult total;
  total.verdict = verdict();
  total.stopped = stopped;
  for (const auto& result : results) {
    total.states += result.states;
    total.transitions += result.transitions;
    total.quiescent += result.quiescent;
    total.instances += result.instances;
    total.recalled |= result.recalled;
    total.identifier_orders += result.identifier_orders;
    total.coverage |= result.coverage;
    total.reduction |= result.reduction;
    total.refused = result.refused;
    if (result.costs.empty()) continue;
    if (total.costs.empty()) {
      total.costs = result.costs;
      total.time = result.time;
    } else {
      for (std::size_t cost = 0; cost < total.costs.size(); ++cost) {
        total.costs[cost] = together(total.costs[cost], total.orders, result.costs[cost], result.orders);
      }
      total.time = total.time && result.time
                       ? std::optional(together(*total.time, total.orders, *result.time, result.orders))
                       : std::nullopt;
    }
    total.orders += result.orders;
  }
  for (const Refusal& refusal : total.refused) {
    Reduction& used = total.reduction;
    (refusal.of == Refusal::Of::order      ? used.order
     : refusal.of == Refusal::Of::symmetry ? used.symmetry
     : refusal.of == Refusal::Of::draws    ? used.draws
                                           : used.independence) = false;
  }
  total.seconds = seconds;
  return total;
}

Rational Run::identifier_orders() const {
  Rational sum = 0;
  for (const auto& result : results) sum += result.identifier_orders;
  return sum;
}

Rational Run::violating_orders(PropertyId id) const {
  Rational sum = 0;
  for (const auto& result : results) {
    for (const auto& property : result.properties) {
      if (property.id == id) sum += property.violating_orders;
    }
  }
  return sum;
}

std::vector<std::string> Run::warnings() const {
  if (!complete()) return {};
  const Program& program = *scenarios.front().model->program;
  const Coverage coverage = total().coverage;
  std::vector<std::string> warnings;
  if (!coverage.started && (program.lock_step() || scenarios.front().model->sleeps))
    warnings.emplace_back("no process ever started");
  for (std::size_t step = 0; step < program.own_steps().size(); ++step) {
    if (!coverage.own_steps[step])
      warnings.push_back("no process ever took the step `" + program.own_steps()[step].name + "`");
  }
  if (std::ranges::none_of(coverage.sent, std::identity{})) {
    warnings.emplace_back("no message was ever sent");
    return warnings;
  }
  const auto kinds = program.message_kinds();
  for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
    const std::string which = kinds.size() == 1 ? "no message" : "no message of kind `" + kinds[kind] + "`";
    if (!coverage.sent[kind]) {
      warnings.push_back(which + " was ever sent");
    } else if (!coverage.received[kind]) {
      warnings.push_back(which + " was ever received");
    }
  }
  return warnings;
}

}  // namespace conclave
