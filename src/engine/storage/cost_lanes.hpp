// Sums of costs as lanes of a vector, so that all are added and compared at once.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

namespace conclave {

// Of each cost the most, and the negated least, so that both are a maximum. As many blocks as the costs need.
using Lanes = std::array<std::int16_t, 8>;

namespace lanes {

inline constexpr std::size_t costs_in_block = 4;
inline constexpr std::int16_t largest_sum = 15000;  // twice this still fits a lane
inline constexpr Lanes nothing_known = [] {
  Lanes sums{};
  sums.fill(-16384);  // less than all there is, also after a step
  return sums;
}();

constexpr std::size_t blocks_for(std::size_t costs) { return (costs + costs_in_block - 1) / costs_in_block; }

// For the arithmetic, because g++ 12 makes sixteen moves of a plain loop over Lanes.
using Vector [[gnu::vector_size(sizeof(Lanes))]] = std::int16_t;
[[gnu::always_inline]] inline Lanes sum(const Lanes& a, const Lanes& b) {
  return std::bit_cast<Lanes>(std::bit_cast<Vector>(a) + std::bit_cast<Vector>(b));
}
[[gnu::always_inline]] inline void raise(Lanes& here, const Lanes& candidate) {
  const auto other = std::bit_cast<Vector>(candidate);
  const auto mine = std::bit_cast<Vector>(here);
  here = std::bit_cast<Lanes>(other > mine ? other : mine);
}

// Of all blocks.
inline std::int16_t most(const Lanes* sums, std::size_t cost) {
  return sums[cost / costs_in_block][2 * (cost % costs_in_block)];
}
inline int least(const Lanes* sums, std::size_t cost) {
  return -sums[cost / costs_in_block][2 * (cost % costs_in_block) + 1];
}

}  // namespace lanes

// What a step costs, by the number that the machine gives it.
class StepCosts {
 public:
  explicit StepCosts(std::size_t blocks) : blocks_(blocks) {}

  // To be given the number of blocks again, by who knows it while compiling.
  const Lanes* of(std::size_t blocks, std::size_t number) const { return lanes_.data() + blocks * number; }
  std::size_t size() const { return size_; }
  void extend(std::span<const std::vector<std::uint16_t>> costs) {
    for (; size_ < costs.size(); ++size_) {
      const auto& counts = costs[size_];
      const std::size_t first = lanes_.size();
      lanes_.resize(first + blocks_);
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
  std::vector<Lanes> lanes_;
  std::size_t size_ = 0;  // asked for every configuration, so without a division
};

}  // namespace conclave
