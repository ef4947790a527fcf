// What a function reads without having written it comes from what was on the stack or the heap before. Here
// both are overwritten between two calls, so that it then reads something else.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

namespace conclave {

[[gnu::noinline]] inline void disturb_stack(unsigned char with) {
  unsigned char room[4096];
  std::memset(room, with, sizeof room);
  asm volatile("" : : "r"(room) : "memory");
}
// While one lives, small blocks that are asked for are others than before: what was next to be given is held,
// and the next one lies, where one is found, at an odd distance of 16 bytes.
class DisturbedHeap {
 public:
  // This costs more than most calls of a model, so each thread does it at first, and then now and then.
  DisturbedHeap() {
    static thread_local unsigned made = 0;
    if (++made > 256 && made % 16 != 0) return;
    held_.reserve(most_tries * 2 * sizes_.size());
    for (const std::size_t size : sizes_) hold_next(size);
  }

 private:
  using Block = std::unique_ptr<unsigned char[]>;
  static constexpr std::array<std::size_t, 5> sizes_{24, 40, 56, 88, 120};
  static constexpr std::size_t most_tries = 9;  // the allocator keeps up to 7 free blocks of a size at hand

  static std::size_t unit(const Block& block) { return reinterpret_cast<std::uintptr_t>(block.get()) / 16; }
  void hold_next(std::size_t size) {
    const std::size_t before = unit(held_.emplace_back(std::make_unique<unsigned char[]>(size)));
    for (std::size_t tries = 1; tries < most_tries; ++tries) {
      Block other = std::make_unique<unsigned char[]>(size);
      if ((unit(other) - before) % 2 != 0) return;  // it goes back, and is the next to be given
      held_.push_back(std::move(other));
      held_.push_back(std::make_unique<unsigned char[]>(sizes_[1]));
    }
    held_.pop_back();
    held_.pop_back();  // the last one of this size
  }

  std::vector<Block> held_;
};

}  // namespace conclave
