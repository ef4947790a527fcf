// The values by which an algorithm tells processes and channels apart: identifiers, places and ports.
#pragma once

#include <compare>
#include <cstdint>
#include <type_traits>

namespace conclave {

// How the checker learns what an algorithm does with identifiers; program/comparisons.hpp says what becomes
// of it.
namespace identifiers {
std::strong_ordering compare(std::int32_t a, std::int32_t b);  // under the order in force
void note_number();                                            // an identifier was read as a number
}  // namespace identifiers

// An identifier is totally ordered and opaque: an algorithm may compare it, send it and keep it, nothing
// else. There is no arithmetic, so an algorithm over `Id` is comparison-based by its type. Values
// are 1..universe.
class Id {
 public:
  Id() = default;
  explicit constexpr Id(std::int32_t value) : value_(value) {}
  friend constexpr bool operator==(Id, Id) = default;
  friend constexpr std::strong_ordering operator<=>(Id a, Id b) {
    if (!std::is_constant_evaluated()) return identifiers::compare(a.value_, b.value_);
    return a.value_ <=> b.value_;
  }
  // The identifier as a number, to calculate with. A model that calls this is no longer comparison-based.
  constexpr std::int32_t value() const {
    if (!std::is_constant_evaluated()) identifiers::note_number();
    return value_;
  }
  // The same for the checker itself, which packs and prints identifiers. A model must not call it.
  constexpr std::int32_t code() const { return value_; }

 private:
  std::int32_t value_ = 0;
};

// A place in the topology, 0..n-1: an address. It has only equality, because a place says nothing about
// order.
class Place {
 public:
  Place() = default;
  explicit constexpr Place(std::int32_t value) : value_(value) {}
  friend constexpr bool operator==(Place, Place) = default;
  constexpr std::int32_t value() const { return value_; }

 private:
  std::int32_t value_ = 0;
};

// A process's local name for a channel, 0..degree-1. On a one-way ring messages go out at `next` and come in
// at `previous`.
enum class Port : std::int32_t {};
inline constexpr Port next{0};
inline constexpr Port previous{1};

}  // namespace conclave
