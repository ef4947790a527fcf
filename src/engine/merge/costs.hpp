// The folder merge: what comes of the instances of a scenario, added up. A sweep (pieces/sweep.hpp) hands in
// their results one by one, and appends sums to sums (sum.hpp). tally.hpp is what check() finds; means.hpp
// adds up means and probabilities; cases.hpp tells which instances claims tell apart.
//
// This file: the extremes of costs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
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
  // Of the cases that are closed.
  struct Totals {
    bool any = false;  // was there an instance?
    std::optional<std::int64_t> min;
    std::optional<std::int64_t> max;
    Instance at_min;  // the first instance that attains min; and the first that attains max
    Instance at_max;
    bool schedule_independent = true;
    // The sums of the least and of the most over the orders; missing if one of these is.
    std::optional<Rational> minima = Rational(0);
    std::optional<Rational> maxima = Rational(0);
    Rational orders = 0;
  };

  CostSum() = default;
  explicit CostSum(Totals totals) : totals_(std::move(totals)) {}

  // `is_new` says whether the instance is the first one of its case, as Last tells with starts.
  void add(const Extremes& of, const Instance& instance, bool is_new) {
    if (is_new) {
      close_case();
      case_ = of;
      orders_ = instance.orders;
    } else {
      if (of.min && (!case_.min || *of.min < *case_.min)) case_.min = of.min;
      if (case_.max && (!of.max || *of.max > *case_.max)) case_.max = of.max;
    }
    widen(of.min, instance, of.max, instance);
  }

  // Adds what was added up over instances of other cases, which come after these.
  void append(CostSum& later) {
    const Totals& more = later.totals();
    close_case();
    if (!more.any) return;
    widen(more.min, more.at_min, more.max, more.at_max);
    totals_.schedule_independent = totals_.schedule_independent && more.schedule_independent;
    sum(totals_.minima, more.minima, 1);
    sum(totals_.maxima, more.maxima, 1);
    totals_.orders += more.orders;
  }

  // No instance of the last case may follow.
  const Totals& totals() {
    close_case();
    return totals_;
  }

  CostResult finish() {
    close_case();
    CostResult result;
    result.min = totals_.min;
    result.max = totals_.max;
    result.schedule_independent = totals_.schedule_independent;
    result.at_min = totals_.at_min;
    result.at_max = totals_.at_max;
    if (totals_.minima) result.mean_of_minima = *totals_.minima / totals_.orders;
    if (totals_.maxima) result.mean_of_maxima = *totals_.maxima / totals_.orders;
    return result;
  }

 private:
  // An instance in which every execution goes on for ever counts for the least of all only if all instances
  // are like this.
  void widen(const std::optional<std::int64_t>& min, const Instance& at_min,
             const std::optional<std::int64_t>& max, const Instance& at_max) {
    if (!totals_.any || (min && (!totals_.min || *min < *totals_.min))) {
      totals_.min = min;
      totals_.at_min = at_min;
    }
    if (!totals_.any || (totals_.max && (!max || *max > *totals_.max))) {
      totals_.max = max;
      totals_.at_max = at_max;
    }
    totals_.any = true;
  }
  void close_case() {
    if (case_.min != case_.max) totals_.schedule_independent = false;
    sum(totals_.minima, case_.min, orders_);
    sum(totals_.maxima, case_.max, orders_);
    totals_.orders += orders_;
    case_ = {0, 0};
    orders_ = 0;
  }
  template <class Number>
  static void sum(std::optional<Rational>& all, const std::optional<Number>& of, const Rational& orders) {
    if (of && all) {
      *all += *of * orders;
    } else {
      all.reset();
    }
  }

  Extremes case_{0, 0};  // of the case that is being added up
  Rational orders_ = 0;  // how many orders that case stands for
  Totals totals_;
};

}  // namespace conclave
