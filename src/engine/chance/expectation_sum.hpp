// Means over what is tossed, added up over the instances of a scenario. check() does so.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "author/rational.hpp"
#include "engine/run/result.hpp"
#include "scenario/instances.hpp"

namespace conclave {

class ExpectationSum {
 public:
  explicit ExpectationSum(std::size_t costs) : sums_(costs, {Rational(0), Rational(0)}) {}

  std::size_t costs() const { return sums_.size(); }
  // Where nothing is tossed, a scheduler can bring about each extreme. Which processes are Byzantine is the
  // adversary's choice, so instances that differ in this alone are one case; they follow on each other.
  // Returns whether the instance is known to the end.
  bool add(const Instance& instance, const InstanceResult& found) {
    whole_ = whole_ && found.stopped == StopReason::none &&
             (found.expected.size() == sums_.size() || found.costs.size() == sums_.size());
    if (!whole_) return false;
    tosses_ |= !found.expected.empty();
    std::vector<Expectation> here = found.expected;
    for (std::size_t cost = here.size(); cost < sums_.size(); ++cost)
      here.push_back({mean(found.costs[cost].min), mean(found.costs[cost].max)});
    const bool same = last_ && last_->topology == instance.topology && last_->ids == instance.ids &&
                      last_->starts_like(instance);
    if (!same) {
      close_case();
      case_ = std::move(here);
    } else {
      for (std::size_t cost = 0; cost < sums_.size(); ++cost) widen(case_[cost], here[cost]);
    }
    last_ = instance;
    return true;
  }

  // Was something tossed, and is all known?
  bool any() const { return whole_ && tosses_; }
  // The means over all orders, by cost.
  std::vector<Expectation> means() {
    close_case();
    std::vector<Expectation> means = sums_;
    for (Expectation& mean : means) {
      if (mean.least) *mean.least /= orders_;
      if (mean.greatest) *mean.greatest /= orders_;
    }
    return means;
  }

 private:
  static std::optional<Rational> mean(const std::optional<std::int64_t>& extreme) {
    return extreme ? std::optional(Rational(*extreme)) : std::nullopt;
  }
  static void widen(Expectation& all, const Expectation& other) {
    if (other.least && (!all.least || *other.least < *all.least)) all.least = other.least;
    if (all.greatest && (!other.greatest || *other.greatest > *all.greatest)) all.greatest = other.greatest;
  }
  static void add(std::optional<Rational>& sum, const std::optional<Rational>& of, const Rational& orders) {
    if (sum && of) {
      *sum += *of * orders;
    } else {
      sum.reset();
    }
  }
  void close_case() {
    if (!last_) return;
    for (std::size_t cost = 0; cost < sums_.size(); ++cost) {
      add(sums_[cost].least, case_[cost].least, last_->orders);
      add(sums_[cost].greatest, case_[cost].greatest, last_->orders);
    }
    orders_ += last_->orders;
    last_.reset();
  }

  std::vector<Expectation> sums_;
  std::vector<Expectation> case_;
  std::optional<Instance> last_;  // of the case that is open
  Rational orders_ = 0;
  bool whole_ = true;
  bool tosses_ = false;
};

}  // namespace conclave
