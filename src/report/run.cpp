#include "report/run.hpp"

#include <algorithm>

namespace conclave {

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

CheckResult Run::total() const {
  using boost::multiprecision::cpp_rational;
  CheckResult total;
  total.verdict = verdict();
  total.stopped = stopped;
  for (const auto& result : results) {
    total.states += result.states;
    total.transitions += result.transitions;
    total.quiescent += result.quiescent;
    total.instances += result.instances;
    if (result.messages.empty()) continue;
    if (total.messages.empty()) {
      total.messages = result.messages;
    } else {
      for (std::size_t metric = 0; metric < total.messages.size(); ++metric) {
        auto& sum = total.messages[metric];
        const auto& of = result.messages[metric];
        if (of.min && (!sum.min || *of.min < *sum.min)) sum.min = of.min;
        sum.max = sum.max && of.max ? std::optional(std::max(*sum.max, *of.max)) : std::nullopt;
        if (sum.mean_of_maxima && of.mean_of_maxima) {
          const cpp_rational all = *sum.mean_of_maxima * cpp_rational(total.orders) +
                                   *of.mean_of_maxima * cpp_rational(result.orders);
          sum.mean_of_maxima = all / cpp_rational(total.orders + result.orders);
        } else {
          sum.mean_of_maxima.reset();
        }
      }
    }
    total.orders += result.orders;
  }
  total.seconds = seconds;
  return total;
}

}  // namespace conclave
