// The folder merge: what comes of the instances of a scenario, added up. check() (run/check.cpp) hands in
// their results one by one. means.hpp adds up means and probabilities; cases.hpp tells which instances claims
// tell apart.
//
// This file: the extremes of costs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "author/rational.hpp"
#include "engine/run/check.hpp"
#include "engine/run/result.hpp"
#include "scenario/instances.hpp"

namespace conclave {

// Recognises instances that belong to the same case as the one before. Such instances follow on each other.
class Last {
 public:
  // `with_start` says whether another start makes another case.
  bool is_new(const Instance& instance, bool with_start) {
    if (last_ && last_->topology == instance.topology && last_->ids == instance.ids &&
        (!with_start || last_->starts_like(instance)))
      return false;
    last_ = instance;
    return true;
  }

 private:
  std::optional<Instance> last_;
};

// Adds up one cost over all instances. A case is an order of identifiers, with those that are down and its
// initiators. Which processes are Byzantine is a choice that the adversary makes within a case.
class CostSum {
 public:
  void add(const Extremes& of, const Instance& instance) {
    if (last_.is_new(instance, true)) {
      close_case();
      case_ = of;
      orders_ = instance.orders;
    } else {
      if (of.min && (!case_.min || *of.min < *case_.min)) case_.min = of.min;
      if (case_.max && (!of.max || *of.max > *case_.max)) case_.max = of.max;
    }
    // An instance in which every execution goes on for ever counts for the least of all only if all instances
    // are like this.
    if (first_ || (of.min && (!result_.min || *of.min < *result_.min))) {
      result_.min = of.min;
      result_.at_min = instance;
    }
    if (first_ || (result_.max && (!of.max || *of.max > *result_.max))) {
      result_.max = of.max;
      result_.at_max = instance;
    }
    first_ = false;
  }

  // How many orders there are, after finish().
  const Rational& orders() const { return all_orders_; }

  CostResult finish() {
    close_case();
    CostResult result = result_;
    if (minima_) result.mean_of_minima = *minima_ / all_orders_;
    if (maxima_) result.mean_of_maxima = *maxima_ / all_orders_;
    return result;
  }

 private:
  void close_case() {
    if (case_.min != case_.max) result_.schedule_independent = false;
    sum(minima_, case_.min, orders_);
    sum(maxima_, case_.max, orders_);
    all_orders_ += orders_;
    case_ = {0, 0};
    orders_ = 0;
  }
  static void sum(std::optional<Rational>& all, const std::optional<std::int64_t>& of,
                  const Rational& orders) {
    if (of && all) {
      *all += *of * orders;
    } else {
      all.reset();
    }
  }

  bool first_ = true;
  Last last_;
  Extremes case_{0, 0};  // of the case that is being added up
  Rational orders_ = 0;  // how many orders that case stands for
  Rational all_orders_ = 0;
  CostResult result_;
  std::optional<Rational> minima_ = Rational(0);
  std::optional<Rational> maxima_ = Rational(0);
};

}  // namespace conclave
