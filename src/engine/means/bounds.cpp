#include "engine/means/bounds.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

#include "engine/analysis/fairness.hpp"

namespace conclave {
namespace {

// The next number to the safe side, of a number that is not negative and was rounded to the nearest. What
// was exactly 0 stays so.
double next_up(double x) { return std::bit_cast<double>(std::bit_cast<std::uint64_t>(x) + 1); }
double next_down(double x) { return x == 0 ? 0 : std::bit_cast<double>(std::bit_cast<std::uint64_t>(x) - 1); }
constexpr std::uint64_t most_whole = std::uint64_t{1} << 53;  // so far each whole number is a double

// The bounds come as near to each other as this, relative to their size, if rounding lets them.
constexpr double precision = 1e-9;

class IntervalIteration {
 public:
  IntervalIteration(const Nodes& nodes, const std::vector<std::uint16_t>& weights, bool greatest,
                    const Limits& limits)
      : nodes_(nodes),
        weights_(weights),
        greatest_(greatest),
        limits_(limits),
        components_(nodes.components([](const auto&) { return true; }, limits)),
        lower_(nodes.size(), 0),
        upper_(nodes.size(), 0) {}

  Bounds run() {
    std::vector<std::vector<std::uint32_t>> members(components_.count);
    // Steps lead to higher numbers more often than back, so these come first.
    for (std::uint32_t node = nodes_.size(); node-- > 0;) members[components_.of[node]].push_back(node);
    for (const auto& component : members) {
      limits_.poll();
      settle(component);
    }
    const std::uint32_t first = nodes_.of(0);
    return {rational(lower_[first]), rational(upper_[first])};
  }

 private:
  enum class Side { lower, upper };

  static Rational rational(double x) {
    int exponent = 0;
    const auto digits = static_cast<std::int64_t>(std::ldexp(std::frexp(x, &exponent), 53));
    Rational value = digits;
    for (exponent -= 53; exponent > 0; --exponent) value *= 2;
    for (; exponent < 0; ++exponent) value /= 2;
    return value;
  }

  template <Side side>
  static double safe(double x) {
    return side == Side::lower ? next_down(x) : next_up(x);
  }
  // Of a sum, a product or a quotient of two numbers, of which `nothing` says that it is exactly 0.
  template <Side side>
  static double safe(double x, bool nothing) {
    return nothing ? 0 : safe<side>(x);
  }
  template <Side side>
  static double whole(std::uint64_t number) {
    const auto x = static_cast<double>(number);
    return number <= most_whole ? x : safe<side>(x);
  }

  template <Side side>
  double worth(Nodes::Decision d, const std::vector<double>& value) const {
    constexpr Side other = side == Side::lower ? Side::upper : Side::lower;
    double sum = 0;
    for (const auto& outcome : nodes_.outcomes(d)) {
      const std::uint16_t weight = weights_[outcome.cost];
      const double later = value[nodes_.of(outcome.target)];
      double term = weight == 0 ? later : safe<side>(weight + later, false);
      if (outcome.ways != 1) term = safe<side>(term * whole<side>(outcome.ways), term == 0);
      sum = sum == 0 ? term : safe<side>(sum + term, false);
    }
    const std::uint64_t among = nodes_.among(d);
    return among == 1 ? sum : safe<side>(sum / whole<other>(among), sum == 0);
  }

  template <Side side>
  double best(std::uint32_t node, const std::vector<double>& value) const {
    const auto& options = nodes_.options(node);
    double found = 0;
    for (std::size_t i = 0; i < options.size(); ++i) {
      const double other = worth<side>(options[i], value);
      if (i == 0 || (greatest_ ? other > found : other < found)) found = other;
    }
    return found;
  }

  bool turns(const std::vector<std::uint32_t>& component) const {
    return std::ranges::any_of(component, [&](std::uint32_t node) {
      return std::ranges::any_of(nodes_.options(node), [&](Nodes::Decision d) {
        return std::ranges::any_of(nodes_.outcomes(d), [&](const auto& outcome) {
          return components_.of[nodes_.of(outcome.target)] == components_.of[node];
        });
      });
    });
  }

  // One round of iteration from below, in place. Returns the largest rise, relative to the value.
  double raise(const std::vector<std::uint32_t>& component) {
    double most = 0;
    for (const std::uint32_t node : component) {
      const double before = lower_[node];
      lower_[node] = std::max(before, best<Side::lower>(node, lower_));
      most = std::max(most, (lower_[node] - before) / std::max(1.0, lower_[node]));
    }
    return most;
  }

  // Finds upper values u of the component with u >= T(u), where T is one step of iteration: where each step
  // costs `more` than it does, the values grow by less than `more` at last, and from then on they are such.
  void verify_upper(const std::vector<std::uint32_t>& component) {
    double largest = 1;
    for (const std::uint32_t node : component) {
      upper_[node] = lower_[node];
      largest = std::max(largest, lower_[node]);
    }
    // If this is less than what rounding adds, the values grow for ever.
    constexpr int most_rounds = 1000;
    for (double more = precision * largest;; more *= 2) {
      for (int round = 0; round < most_rounds; ++round) {
        limits_.poll();
        double most = 0;
        for (const std::uint32_t node : component) {
          const double before = upper_[node];
          upper_[node] = std::max(before, next_up(best<Side::upper>(node, upper_) + more));
          most = std::max(most, upper_[node] - before);
        }
        if (most < more && is_upper(component)) return;
      }
    }
  }
  bool is_upper(const std::vector<std::uint32_t>& component) const {
    return std::ranges::all_of(
        component, [&](std::uint32_t node) { return best<Side::upper>(node, upper_) <= upper_[node]; });
  }

  // The components to which this one leads are settled.
  void settle(const std::vector<std::uint32_t>& component) {
    if (!turns(component)) {
      lower_[component.front()] = best<Side::lower>(component.front(), lower_);
      upper_[component.front()] = best<Side::upper>(component.front(), upper_);
      return;
    }
    while (raise(component) > precision) limits_.poll();
    verify_upper(component);
    for (bool near = false, moved = true; !near && moved;) {
      limits_.poll();
      moved = raise(component) > 0;
      near = true;
      for (const std::uint32_t node : component) {
        const double before = upper_[node];
        upper_[node] = std::min(before, best<Side::upper>(node, upper_));
        moved |= upper_[node] < before;
        near &= upper_[node] - lower_[node] <= precision * std::max(1.0, lower_[node]);
      }
    }
  }

  const Nodes& nodes_;
  const std::vector<std::uint16_t>& weights_;
  const bool greatest_;
  const Limits& limits_;
  const Components components_;
  std::vector<double> lower_;  // by node
  std::vector<double> upper_;
};

}  // namespace

Bounds cost_bounds(const Nodes& nodes, const std::vector<std::uint16_t>& weights, bool greatest,
                   const Limits& limits) {
  return IntervalIteration(nodes, weights, greatest, limits).run();
}

}  // namespace conclave
