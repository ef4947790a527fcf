// A count that may become larger than any number of 64 bits: it stays at the greatest one.
#pragma once

#include <cstdint>
#include <limits>

namespace conclave {

class Saturating {
 public:
  static constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();  // so many, or more

  constexpr Saturating(std::uint64_t value = 0) : value_(value) {}
  constexpr operator std::uint64_t() const { return value_; }

  constexpr Saturating& operator+=(std::uint64_t more) {
    if (__builtin_add_overflow(value_, more, &value_)) value_ = most;
    return *this;
  }
  constexpr Saturating& operator*=(std::uint64_t times) {
    if (__builtin_mul_overflow(value_, times, &value_)) value_ = most;
    return *this;
  }

 private:
  std::uint64_t value_;
};

}  // namespace conclave
