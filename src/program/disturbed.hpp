// What a function reads without having written it comes from what was on the stack or the heap before. Here
// both are overwritten between two calls, so that it then reads something else.
#pragma once

#include <array>
#include <cstddef>
#include <cstring>
#include <memory>

namespace conclave {

[[gnu::noinline]] inline void disturb_stack(unsigned char with) {
  unsigned char room[4096];
  std::memset(room, with, sizeof room);
  asm volatile("" : : "r"(room) : "memory");
}
class DisturbedHeap {
 public:
  DisturbedHeap() {
    for (std::size_t size = 16, i = 0; i < held_.size(); size += size / 2, ++i)
      held_[i] = std::make_unique<unsigned char[]>(size);
    for (std::size_t i = 0; i < held_.size(); i += 2) held_[i].reset();
  }

 private:
  std::array<std::unique_ptr<unsigned char[]>, 6> held_;
};

}  // namespace conclave
