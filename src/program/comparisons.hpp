// The comparisons of identifiers that an algorithm makes. Identifiers are opaque, so that its behaviour can
// depend on their order only through these. The machine notes them, and puts another order in force to use
// what it found out under the first.
#pragma once

#include <algorithm>
#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "author/id.hpp"

namespace conclave {

// While one of these lives, its thread compares identifiers by rank instead of by value. A value then says
// only which identifier it is.
class OrderInForce {
 public:
  // ranks[v] is the rank of value v. A value beyond the list keeps itself as its rank. The list has to
  // outlive this.
  explicit OrderInForce(const std::vector<std::int32_t>& ranks) : outer_(current) { current = &ranks; }
  OrderInForce(const OrderInForce&) = delete;
  OrderInForce& operator=(const OrderInForce&) = delete;
  ~OrderInForce() { current = outer_; }

  // What is in force, and to put it back in force after a call that was left without its destructors.
  static const std::vector<std::int32_t>* get() { return current; }
  static void restore(const std::vector<std::int32_t>* ranks) { current = ranks; }

  static std::int32_t rank(std::int32_t value) {
    if (current == nullptr || value < 0 || value >= static_cast<std::int32_t>(current->size())) return value;
    return (*current)[static_cast<std::size_t>(value)];
  }
  static bool less(std::int32_t a, std::int32_t b) { return rank(a) < rank(b); }

 private:
  static inline constinit thread_local const std::vector<std::int32_t>* current = nullptr;
  const std::vector<std::int32_t>* outer_;
};

// While one of these lives, it notes the comparisons that its thread makes. If several live, only the
// youngest does.
class Comparisons {
 public:
  struct Fact {
    std::int32_t smaller;
    std::int32_t larger;
    friend bool operator==(const Fact&, const Fact&) = default;
  };
  struct Notes {
    // The answers, in the order in which they were first asked for.
    std::vector<Fact> facts;
    // An identifier was read as a number or made of one, so that behaviour depends on more than the order.
    bool numbers = false;
    // The same of places and of ports, so that behaviour depends on how these are numbered.
    bool place_numbers = false;
    bool port_numbers = false;
    // Ports or places were gone through, perhaps with an eye to which comes first.
    bool walked = false;
    // Identifiers were compared, if only for equality: by a function of a single state, or otherwise.
    bool looked_at_one = false;
    bool looked = false;

    bool uses_numbers() const { return numbers || place_numbers || port_numbers; }
    bool any() const { return uses_numbers() || walked || !facts.empty(); }
    // Do all facts hold under the order in force?
    bool hold() const {
      return std::ranges::all_of(
          facts, [](const Fact& fact) { return OrderInForce::less(fact.smaller, fact.larger); });
    }
  };

  // `with_facts`: the comparisons are noted themselves, and not only how names are used.
  explicit Comparisons(bool with_facts = true) : with_facts_(with_facts), outer_(current) { current = this; }
  Comparisons(const Comparisons&) = delete;
  Comparisons& operator=(const Comparisons&) = delete;
  ~Comparisons() { current = outer_; }

  Notes notes;

  static std::strong_ordering compare(std::int32_t a, std::int32_t b) {
    note_look();
    const auto result = OrderInForce::rank(a) <=> OrderInForce::rank(b);
    if (result != 0 && are_noted()) current->note(result < 0 ? Fact{a, b} : Fact{b, a});
    return result;
  }
  static void note_number(naming::Kind kind) {
    if (current == nullptr) return;
    Notes& notes = current->notes;
    (kind == naming::Kind::identifier ? notes.numbers
     : kind == naming::Kind::place    ? notes.place_numbers
                                      : notes.port_numbers) = true;
  }
  static void note_walk() {
    if (current != nullptr) current->notes.walked = true;
  }
  static void note_look() {
    if (current != nullptr) current->notes.looked = true;
  }
  static bool begin_looks_at_one() {
    return current != nullptr && std::exchange(current->notes.looked, false);
  }
  static void end_looks_at_one(bool before) {
    if (current == nullptr) return;
    current->notes.looked_at_one |= std::exchange(current->notes.looked, before);
  }
  // Does somebody note comparisons themselves?
  static bool are_noted() { return current != nullptr && current->with_facts_; }
  // Tells the next older one what this one has noted.
  void pass_on() const {
    if (outer_ == nullptr) return;
    Notes& outer = outer_->notes;
    outer.numbers |= notes.numbers;
    outer.place_numbers |= notes.place_numbers;
    outer.port_numbers |= notes.port_numbers;
    outer.walked |= notes.walked;
    outer.looked_at_one |= notes.looked_at_one;
    outer.looked |= notes.looked;
    if (outer.facts.empty()) {
      outer.facts = notes.facts;
      outer_->noted_ = noted_;
    } else {
      for (const Fact& fact : notes.facts) outer_->note(fact);
    }
  }

 private:
  void note(const Fact& fact) {
    if (notes.facts.capacity() == 0) notes.facts.reserve(noted_.size());
    constexpr auto small = static_cast<std::uint32_t>(std::tuple_size_v<decltype(noted_)>);
    const auto smaller = static_cast<std::uint32_t>(fact.smaller);
    const auto larger = static_cast<std::uint32_t>(fact.larger);
    if (smaller < small && larger < small) {
      const std::uint32_t bit = std::uint32_t{1} << larger;
      if ((std::exchange(noted_[smaller], noted_[smaller] | bit) & bit) == 0) notes.facts.push_back(fact);
    } else if (std::ranges::find(notes.facts, fact) == notes.facts.end()) {
      notes.facts.push_back(fact);
    }
  }

  static inline constinit thread_local Comparisons* current = nullptr;
  // Of the facts about small identifiers, by the smaller one: a bit for each larger one.
  std::array<std::uint32_t, 32> noted_{};
  const bool with_facts_;
  Comparisons* outer_;
};

}  // namespace conclave
