// How far it is from a configuration to the nearest violation of a property, as lanes beside those of costs
// (cost_lanes.hpp). The fast pass adds them up like costs, so that it counts instances that violate a
// property as fast as others, and knows how many steps the shortest execution has that shows it.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "engine/storage/cost_lanes.hpp"
#include "program/property.hpp"

namespace conclave {

// It has a lane for each of some properties, with the negated number of steps. And one lane tells whether an
// execution may come to an end as termination wants it, if that is asked.
class Nearest {
 public:
  // `costs` is the number of costs that are counted step by step.
  Nearest(std::size_t costs, PropertySet of, bool ends)
      : of_(of),
        ends_(ends),
        first_(2 * costs),
        end_lane_(first_ + lanes_besides(of, false)),
        rest_(blocks(), Lanes{}),
        step_(blocks(), Lanes{}) {
    std::size_t lane = first_;
    for (std::size_t p = 0; p < most_properties; ++p) {
      if (of.contains(static_cast<PropertyId>(p))) lane_of_[p] = static_cast<std::uint8_t>(lane++);
    }
    for (lane = first_; lane < end_lane_; ++lane) at(step_.data(), lane) = -1;
    for (lane = first_; lane < end_lane_ + (ends ? 1 : 0); ++lane) at(rest_.data(), lane) = unknown;
  }

  static std::size_t lanes_besides(PropertySet of, bool ends) {
    return static_cast<std::size_t>(std::popcount(of.bits())) + (ends ? 1 : 0);
  }
  std::size_t blocks() const { return lanes::blocks_for(costs(), lanes_besides(of_, ends_)); }
  PropertySet of() const { return of_; }
  bool asks_for_ends() const { return ends_; }
  // What a configuration starts from at which an execution may end.
  const Lanes* rest() const { return rest_.data(); }
  // What each step adds, besides its costs.
  const std::vector<Lanes>& step() const { return step_; }

  // These read and write the lanes of one configuration, which consist of all its blocks.

  // In so many steps these properties are violated. Each of them has a lane.
  void found(Lanes* sums, PropertySet failed, int steps) const {
    for (unsigned bits = failed.bits(); bits != 0; bits &= bits - 1) {
      std::int16_t& lane = at(sums, lane_of(static_cast<PropertyId>(std::countr_zero(bits))));
      lane = std::max(lane, static_cast<std::int16_t>(-steps));
    }
  }
  void forget(Lanes* sums, PropertyId id) const { at(sums, lane_of(id)) = unknown; }
  // Nothing if no violation can be reached.
  std::optional<int> steps(const Lanes* sums, PropertyId id) const {
    const std::int16_t lane = at(sums, lane_of(id));
    return lane == unknown ? std::nullopt : std::optional(-lane);
  }
  // May a number of steps soon be more than a lane can hold?
  bool is_far(const Lanes* sums) const {
    for (std::size_t lane = first_; lane < end_lane(); ++lane) {
      if (at(sums, lane) != unknown && at(sums, lane) <= -lanes::largest_sum) return true;
    }
    return false;
  }
  void set_end(Lanes* sums) const { at(sums, end_lane()) = 0; }
  bool may_end(const Lanes* sums) const { return at(sums, end_lane()) != unknown; }

 private:
  static constexpr std::int16_t unknown = lanes::nothing_known.front();

  std::size_t costs() const { return first_ / 2; }
  std::size_t lane_of(PropertyId id) const { return lane_of_[static_cast<std::size_t>(id)]; }
  std::size_t end_lane() const { return end_lane_; }
  static std::int16_t& at(Lanes* sums, std::size_t lane) {
    return sums[lane / lanes::in_block][lane % lanes::in_block];
  }
  static std::int16_t at(const Lanes* sums, std::size_t lane) {
    return sums[lane / lanes::in_block][lane % lanes::in_block];
  }

  PropertySet of_;
  bool ends_;
  std::size_t first_;  // lane; those before it are of costs
  std::size_t end_lane_;
  std::array<std::uint8_t, most_properties> lane_of_{};
  std::vector<Lanes> rest_;
  std::vector<Lanes> step_;
};

}  // namespace conclave
