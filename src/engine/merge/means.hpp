// Means and probabilities, added up over the instances of a scenario. check() does so.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "author/rational.hpp"
#include "engine/merge/sum.hpp"
#include "engine/run/result.hpp"
#include "scenario/instances.hpp"

namespace conclave {

// Which processes are Byzantine is the adversary's choice, so instances that differ in this alone are one
// case. They follow on each other.
inline bool is_one_case(const Instance& a, const Instance& b) {
  return a.topology == b.topology && a.ids == b.ids && a.starts_like(b);
}

class ExpectationSum {
 public:
  explicit ExpectationSum(std::size_t costs) : sums_(costs, {Bounds{0, 0}, Bounds{0, 0}}) {}

  std::size_t costs() const { return sums_.size(); }
  // Where nothing is tossed, a scheduler can bring about each extreme. Returns whether the instance is known
  // to the end.
  bool add(const Instance& instance, const InstanceResult& found) {
    whole_ = whole_ && found.stopped == StopReason::none &&
             (found.expected.size() == sums_.size() || found.costs.size() == sums_.size());
    if (!whole_) return false;
    tosses_ |= !found.expected.empty();
    std::vector<Expectation> here = found.expected;
    for (std::size_t cost = here.size(); cost < sums_.size(); ++cost)
      here.push_back({mean(found.costs[cost].min), mean(found.costs[cost].max)});
    if (!last_ || !is_one_case(*last_, instance)) {
      close_case();
      case_ = std::move(here);
    } else {
      for (std::size_t cost = 0; cost < sums_.size(); ++cost) widen(case_[cost], here[cost]);
    }
    last_ = instance;
    return true;
  }

  // Adds what was added up over instances of other cases, which come after these.
  void append(ExpectationSum& later) {
    close_case();
    later.close_case();
    for (std::size_t cost = 0; cost < sums_.size(); ++cost) {
      add(sums_[cost].least, later.sums_[cost].least, 1);
      add(sums_[cost].greatest, later.sums_[cost].greatest, 1);
    }
    orders_ += later.orders_;
    whole_ = whole_ && later.whole_;
    tosses_ |= later.tosses_;
  }

  // Was something tossed, and is all known?
  bool any() const { return whole_ && tosses_; }
  // The means over all orders, by cost.
  std::vector<Expectation> means() {
    close_case();
    std::vector<Expectation> means = sums_;
    for (Expectation& mean : means) {
      for (auto* const of : {&mean.least, &mean.greatest}) {
        if (!*of) continue;
        (*of)->lower /= orders_;
        (*of)->upper /= orders_;
      }
    }
    return means;
  }

 private:
  static std::optional<Bounds> mean(const std::optional<std::int64_t>& extreme) {
    return extreme ? std::optional(Bounds{*extreme, *extreme}) : std::nullopt;
  }
  static void widen(Expectation& all, const Expectation& other) {
    if (other.least)
      all.least = all.least ? Bounds{std::min(all.least->lower, other.least->lower),
                                     std::min(all.least->upper, other.least->upper)}
                            : *other.least;
    if (all.greatest && other.greatest) {
      all.greatest = {std::max(all.greatest->lower, other.greatest->lower),
                      std::max(all.greatest->upper, other.greatest->upper)};
    } else {
      all.greatest.reset();
    }
  }
  static void add(std::optional<Bounds>& sum, const std::optional<Bounds>& of, const Rational& orders) {
    if (sum && of) {
      sum->lower += of->lower * orders;
      sum->upper += of->upper * orders;
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

// The distributions over all orders, each of which is equally likely, and over what is tossed.
class DistributionSum final : public Sum {
 public:
  explicit DistributionSum(const Distributed& asked)
      : asked_(asked), sums_(asked.costs.size()), case_(asked.costs.size()) {}

  std::unique_ptr<Sum> none() const override { return std::make_unique<DistributionSum>(asked_); }

  // Where nothing is tossed, a scheduler can bring about each extreme. Returns whether the instance is known
  // to the end.
  bool add(const Instance& instance, InstanceResult& found) override {
    whole_ = whole_ && found.stopped == StopReason::none;
    if (!whole_) return false;
    if (!last_ || !is_one_case(*last_, instance)) close_case();
    for (std::size_t k = 0; k < case_.size(); ++k) {
      Distribution here =
          found.distributions.empty() ? of_extremes(found.costs.at(asked_.costs[k])) : found.distributions[k];
      if (last_) match(case_[k], 1, here, 1);
      for (std::size_t at = 0; last_ && at < here.size(); ++at) {
        here[at].least = std::min(here[at].least, case_[k][at].least);
        here[at].greatest = std::max(here[at].greatest, case_[k][at].greatest);
      }
      case_[k] = std::move(here);
    }
    last_ = instance;
    return true;
  }

  void append(Sum& sum) override {
    auto& later = dynamic_cast<DistributionSum&>(sum);
    close_case();
    later.close_case();
    for (std::size_t k = 0; k < sums_.size(); ++k) {
      if (later.sums_[k].empty()) continue;
      if (sums_[k].empty()) sums_[k].assign(later.sums_[k].size(), {0, 0});
      match(sums_[k], orders_, later.sums_[k], later.orders_);
      for (std::size_t at = 0; at < sums_[k].size(); ++at) {
        sums_[k][at].least += later.sums_[k][at].least;
        sums_[k][at].greatest += later.sums_[k][at].greatest;
      }
    }
    orders_ += later.orders_;
    whole_ = whole_ && later.whole_;
  }

  bool whole() const { return whole_; }
  // By cost, as far as was asked for, or as every instance is known.
  std::vector<Distribution> all() {
    close_case();
    std::vector<Distribution> all = sums_;
    for (Distribution& of : all) {
      for (Chances& chances : of) {
        chances.least /= orders_;
        chances.greatest /= orders_;
      }
      const auto enough =
          std::ranges::find_if(of, [&](const Chances& chances) { return chances.least >= asked_.until; });
      if (enough != of.end()) of.erase(enough + 1, of.end());
    }
    return all;
  }
  // Do all distributions reach as far as was asked for?
  bool far_enough(const std::vector<Distribution>& all) const {
    return std::ranges::all_of(all, [&](const Distribution& of) {
      return of.back().least >= asked_.until || std::ssize(of) > asked_.up_to;
    });
  }

 private:
  Distribution of_extremes(const Extremes& cost) const {
    Distribution steps;
    for (std::int64_t k = 0; k <= asked_.up_to && (steps.empty() || steps.back().least < 1); ++k)
      steps.push_back({cost.max && *cost.max <= k, cost.min && *cost.min <= k});
    return steps;
  }
  // Makes two of the same length. One that ends at a certainty goes on with it; of another one, nothing is
  // known behind its end.
  static void match(Distribution& a, const Rational& certain_in_a, Distribution& b,
                    const Rational& certain_in_b) {
    const bool a_is_shorter = a.size() < b.size();
    Distribution& shorter = a_is_shorter ? a : b;
    Distribution& longer = a_is_shorter ? b : a;
    const Rational& certain = a_is_shorter ? certain_in_a : certain_in_b;
    if (shorter.size() == longer.size()) return;
    if (shorter.back().least == certain) {
      shorter.resize(longer.size(), {certain, certain});
    } else {
      longer.resize(shorter.size());
    }
  }
  void close_case() {
    if (!last_) return;
    for (std::size_t k = 0; k < case_.size(); ++k) {
      Distribution& here = case_[k];
      if (sums_[k].empty()) sums_[k].assign(here.size(), {0, 0});
      match(sums_[k], orders_, here, 1);
      for (std::size_t at = 0; at < here.size(); ++at) {
        sums_[k][at].least += here[at].least * last_->orders;
        sums_[k][at].greatest += here[at].greatest * last_->orders;
      }
    }
    orders_ += last_->orders;
    last_.reset();
  }

  const Distributed& asked_;
  std::vector<Distribution> sums_;  // by cost; each probability times the orders
  std::vector<Distribution> case_;
  std::optional<Instance> last_;  // of the case that is open
  Rational orders_ = 0;
  bool whole_ = true;
};

}  // namespace conclave
