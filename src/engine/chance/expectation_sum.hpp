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

  // Where nothing is tossed, a scheduler can bring about each extreme. Returns whether the instance is known
  // to the end.
  bool add(const Instance& instance, const InstanceResult& found) {
    whole_ = whole_ && found.stopped == StopReason::none &&
             (found.expected.size() == sums_.size() || found.costs.size() == sums_.size());
    if (!whole_) return false;
    tosses_ |= !found.expected.empty();
    for (std::size_t cost = 0; cost < sums_.size(); ++cost) {
      const Expectation of = found.expected.empty()
                                 ? Expectation{mean(found.costs[cost].min), mean(found.costs[cost].max)}
                                 : found.expected[cost];
      add(sums_[cost].least, of.least, instance.orders);
      add(sums_[cost].greatest, of.greatest, instance.orders);
    }
    orders_ += instance.orders;
    return true;
  }

  // Was something tossed, and is all known?
  bool any() const { return whole_ && tosses_; }
  // The mean over all orders.
  Expectation mean_of(std::size_t cost) const {
    Expectation mean = sums_[cost];
    if (mean.least) *mean.least /= orders_;
    if (mean.greatest) *mean.greatest /= orders_;
    return mean;
  }

 private:
  static std::optional<Rational> mean(const std::optional<std::int64_t>& extreme) {
    return extreme ? std::optional(Rational(*extreme)) : std::nullopt;
  }
  static void add(std::optional<Rational>& sum, const std::optional<Rational>& of, const Rational& orders) {
    if (sum && of) {
      *sum += *of * orders;
    } else {
      sum.reset();
    }
  }

  std::vector<Expectation> sums_;
  Rational orders_ = 0;
  bool whole_ = true;
  bool tosses_ = false;
};

}  // namespace conclave
