// What an algorithm may know of a process: its identifier, its ports and, where the source uses it, its
// place.
#pragma once

#include <compare>
#include <cstdint>
#include <type_traits>

#include "program/comparisons.hpp"

namespace conclave {

// An identifier, totally ordered and opaque: compare it, send it, keep it, nothing else. There is no
// arithmetic, so that an algorithm over `Id` is comparison-based by its type. Values are 1..universe. Which
// comparisons are made is noted where somebody wants to know (program/comparisons.hpp).
class Id {
 public:
  Id() = default;
  explicit constexpr Id(std::int32_t value) : value_(value) {}
  friend constexpr bool operator==(Id, Id) = default;
  friend constexpr std::strong_ordering operator<=>(Id a, Id b) {
    if (!std::is_constant_evaluated()) return Comparisons::compare(a.value_, b.value_);
    return a.value_ <=> b.value_;
  }
  // As a number, to calculate with: a model that calls it is no longer comparison-based.
  constexpr std::int32_t value() const {
    if (!std::is_constant_evaluated()) Comparisons::note_number();
    return value_;
  }
  // The same for the checker itself: packing, printing.
  constexpr std::int32_t code() const { return value_; }

 private:
  std::int32_t value_ = 0;
};

// A place in the topology, 0..n-1: an address. Only equality, because a place says nothing about order.
class Place {
 public:
  Place() = default;
  explicit constexpr Place(std::int32_t value) : value_(value) {}
  friend constexpr bool operator==(Place, Place) = default;
  constexpr std::int32_t value() const { return value_; }

 private:
  std::int32_t value_ = 0;
};

// A process's local name for a channel: 0..degree-1. On a one-way ring messages go out at `next` and come in
// at `previous`.
enum class Port : std::int32_t {};
inline constexpr Port next{0};
inline constexpr Port previous{1};

}  // namespace conclave
