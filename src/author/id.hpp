// The names by which an algorithm tells processes and channels apart: identifiers, places and ports. A
// process is given names; it may compare them, keep them and send them. The checker treats processes alike
// that differ in their names only (docs/semantics/symmetry.md, order-classes.md), so a model that makes a
// name out of a number, or a number out of a name, is noted, and is then explored without the reductions that
// this contradicts.
#pragma once

#include <compare>
#include <concepts>
#include <cstdint>
#include <type_traits>

namespace conclave {

// How the checker learns what an algorithm does with names; program/comparisons.hpp says what becomes of it.
namespace naming {
enum class Kind : unsigned char { identifier, place, port };
std::strong_ordering compare(std::int32_t a, std::int32_t b);  // of identifiers, under the order in force
void note_number(Kind);  // a name came from a number, or was read as one
void note_walk();        // ports or places were gone through, one after the other
// Identifiers were compared, if only for equality.
void note_look();
// Between calls of these two, looks are noted apart, as those of a function of a single state. `before` is
// what the first call has returned.
bool begin_looks_at_one();
void end_looks_at_one(bool before);
}  // namespace naming

// What the three kinds of name have in common. A name that the checker gives is given; one that a model makes
// of a number is made, and this is noted when the name is compared, kept, sent or followed.
template <class Derived, naming::Kind K>
class Name {
 public:
  friend constexpr bool operator==(Derived a, Derived b) {
    a.note_use();
    b.note_use();
    if (K == naming::Kind::identifier && !std::is_constant_evaluated()) naming::note_look();
    return a.code_ == b.code_;
  }
  // The name as a number. A model that calls this calculates with names.
  constexpr std::int32_t value() const {
    if (!std::is_constant_evaluated()) naming::note_number(K);
    return code_;
  }
  template <std::same_as<bool> Condition>
  explicit constexpr operator Condition() const {
    static_assert(sizeof(Condition) == 0, "a name is no condition: is `=` to be `==`?");
    return false;
  }

 protected:
  constexpr Name(std::int32_t code, bool made) : code_(code), made_(made) {}
  constexpr void note_use() const {
    if (made_ && !std::is_constant_evaluated()) naming::note_number(K);
  }

  std::int32_t code_;
  bool made_;

  friend struct Sealed;
};

// An identifier is totally ordered and opaque: there is no arithmetic, so an algorithm over `Id` is
// comparison-based by its type. Identifiers are numbers from 1 on, and Id() is no process's identifier,
// and smaller than all. Only if the user has them begin at 0 (`--universe 0..K`), Id() is the smallest one.
class Id : public Name<Id, naming::Kind::identifier> {
 public:
  constexpr Id() : Name(0, false) {}
  explicit constexpr Id(std::int32_t value) : Name(value, value != 0) {}
  friend constexpr std::strong_ordering operator<=>(Id a, Id b) {
    a.note_use();
    b.note_use();
    if (!std::is_constant_evaluated()) return naming::compare(a.code_, b.code_);
    return a.code_ <=> b.code_;
  }
};

// A place in the topology, 0..n-1: an address. It has only equality, because a place says nothing about
// order. Place() is nowhere.
class Place : public Name<Place, naming::Kind::place> {
 public:
  constexpr Place() : Name(-1, false) {}
  explicit constexpr Place(std::int32_t value) : Name(value, value >= 0) {}
};

// A process's local name for a channel, 0..degree-1. Except on rings, ports are numbered in an arbitrary way,
// so an algorithm cannot prefer one by its number. Port() is no port.
class Port : public Name<Port, naming::Kind::port> {
 public:
  constexpr Port() : Name(-1, false) {}
  explicit constexpr Port(std::int32_t value) : Name(value, value >= 0) {}
};

// On a ring, messages go out at `next` and, if it is one-way, come in at `previous`.
inline constexpr Port next{0};
inline constexpr Port previous{1};

// What only the checker does: it gives names, and looks at the numbers behind them. A model must not use
// this; the checker also runs every handler under other names, and notices it.
struct Sealed {
  template <class N>
  static constexpr N give(std::int32_t code) {
    N name;
    name.code_ = code;
    return name;
  }
  template <class N>
  static constexpr std::int32_t code(N name) {
    return name.code_;
  }
  // The number of a name that a model hands over, so that a name which it has made is noted.
  template <class N>
  static constexpr std::int32_t taken(N name) {
    name.note_use();
    return name.code_;
  }
};

// Short forms for the checker.
inline constexpr Id given_id(std::int32_t code) { return Sealed::give<Id>(code); }
inline constexpr Place given_place(std::int32_t code) { return Sealed::give<Place>(code); }
inline constexpr Port given_port(std::int32_t code) { return Sealed::give<Port>(code); }
template <class N>
constexpr std::int32_t code_of(N name) {
  return Sealed::code(name);
}

}  // namespace conclave
