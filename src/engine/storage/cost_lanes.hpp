// Sums of costs as lanes of a vector, so that all costs are added and compared at once. A cost is a count of
// messages, deliveries or rounds (Costs in run/result.hpp); a lane is 16 bits wide. The fast pass and the
// class pass add them up for every transition.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <tuple>
#include <vector>

namespace conclave {

// One block. Of each cost it has two lanes: the most, and the negated least, so that both are found as a
// maximum. There are as many blocks as the costs need.
using Lanes = std::array<std::int16_t, 8>;

namespace lanes {

inline constexpr std::size_t in_block = std::tuple_size_v<Lanes>;
inline constexpr std::size_t costs_in_block = in_block / 2;
inline constexpr std::int16_t largest_sum = 15000;  // twice this still fits a lane
inline constexpr Lanes nothing_known = [] {
  Lanes sums{};
  sums.fill(-16384);  // less than every real sum, and still so after a step was added
  return sums;
}();

// `more` is the number of lanes besides those of costs (nearest.hpp).
constexpr std::size_t blocks_for(std::size_t costs, std::size_t more = 0) {
  return (2 * costs + more + in_block - 1) / in_block;
}

// The type for the arithmetic. With a plain loop over Lanes, g++ 12 makes sixteen moves.
using Vector [[gnu::vector_size(sizeof(Lanes))]] = std::int16_t;
[[gnu::always_inline]] inline Lanes sum(const Lanes& a, const Lanes& b) {
  return std::bit_cast<Lanes>(std::bit_cast<Vector>(a) + std::bit_cast<Vector>(b));
}
[[gnu::always_inline]] inline void raise(Lanes& here, const Lanes& candidate) {
  const auto other = std::bit_cast<Vector>(candidate);
  const auto mine = std::bit_cast<Vector>(here);
  here = std::bit_cast<Lanes>(other > mine ? other : mine);
}

// Both read one cost from the sums of a configuration, which consist of all its blocks.
inline std::int16_t most(const Lanes* sums, std::size_t cost) {
  return sums[cost / costs_in_block][2 * (cost % costs_in_block)];
}
inline int least(const Lanes* sums, std::size_t cost) {
  return -sums[cost / costs_in_block][2 * (cost % costs_in_block) + 1];
}

}  // namespace lanes

// What each step costs, by the number that the machine gave to its costs (Steps::costs()).
class StepCosts {
 public:
  explicit StepCosts(std::size_t blocks) : StepCosts(std::vector<Lanes>(blocks)) {}
  // `each` is what every step adds to lanes besides those of costs, by block.
  explicit StepCosts(const std::vector<Lanes>& each) : blocks_(each.size()), each_(each) {}

  // The costs with a number. The caller passes the number of blocks again, as with Continuations::sums().
  const Lanes* of(std::size_t blocks, std::size_t number) const { return lanes_.data() + blocks * number; }
  std::size_t size() const { return size_; }
  void extend(std::span<const std::vector<std::uint16_t>> costs) {
    for (; size_ < costs.size(); ++size_) {
      const auto& counts = costs[size_];
      const std::size_t first = lanes_.size();
      lanes_.insert(lanes_.end(), each_.begin(), each_.end());
      for (std::size_t cost = 0; cost < counts.size(); ++cost) {
        const auto count = static_cast<std::int16_t>(std::min<int>(counts[cost], lanes::largest_sum));
        Lanes& block = lanes_[first + cost / lanes::costs_in_block];
        block[2 * (cost % lanes::costs_in_block)] = count;
        block[2 * (cost % lanes::costs_in_block) + 1] = static_cast<std::int16_t>(-count);
      }
    }
  }

 private:
  std::size_t blocks_;
  std::vector<Lanes> each_;
  std::vector<Lanes> lanes_;
  std::size_t size_ = 0;  // kept because it is asked for every configuration, and a division would be slow
};

}  // namespace conclave
