// What a function reads without having written it comes from what was on the stack or the heap before. Here
// both are overwritten between two calls, so that it then reads something else.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <random>
#include <utility>
#include <vector>

namespace conclave {

[[gnu::noinline]] inline void disturb_stack(unsigned char with) {
  unsigned char room[4096];
  std::memset(room, with, sizeof room);
  asm volatile("" : : "r"(room) : "memory");
}
// While one lives, small blocks that are asked for are others than before: the next few of a size lie, where
// such are found, at even and at odd multiples of 16 bytes, in an order that is another each time. So what
// goes by an address goes another way sooner or later, however many blocks are taken before the one that it
// looks at.
class DisturbedHeap {
 public:
  // This costs more than most calls of a model, so each thread does it at first, and then now and then.
  DisturbedHeap() {
    static thread_local unsigned made = 0;
    if (++made > 256 && made % 16 != 0) return;
    held_.reserve(sizes_.size() * 2 * most_tries);
    for (const std::size_t size : sizes_) shuffle_next(size);
  }

 private:
  using Block = std::unique_ptr<unsigned char[]>;
  static constexpr std::array<std::size_t, 5> sizes_{24, 40, 56, 88, 120};
  static constexpr std::size_t of_each = 3;  // the allocator gives up to 7 blocks back, the last one first
  static constexpr std::size_t most_tries = 24;  // of so many blocks, some are likely to be new ones

  static bool is_odd(const Block& block) {
    return reinterpret_cast<std::uintptr_t>(block.get()) / 16 % 2 != 0;
  }
  void shuffle_next(std::size_t size) {
    static thread_local std::minstd_rand random;
    std::array<Block, 2 * of_each> given;
    std::array<std::size_t, 2> found{};
    for (std::size_t tries = 0; tries < most_tries && found != std::array{of_each, of_each}; ++tries) {
      auto block = std::make_unique<unsigned char[]>(size);
      const std::size_t kind = is_odd(block) ? 1 : 0;
      Block& wanted = found[kind] < of_each ? given[kind * of_each + found[kind]++] : held_.emplace_back();
      wanted = std::move(block);
      // Blocks that are cut off one after the other would all be even or all odd without it.
      held_.push_back(std::make_unique<unsigned char[]>(sizes_[1]));
    }
    std::ranges::shuffle(given, random);
  }

  std::vector<Block> held_;
};

}  // namespace conclave
