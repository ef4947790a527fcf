// Which identifiers an algorithm compares: all that its behaviour can depend on in their order, because they
// are opaque.
#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>
#include <vector>

namespace conclave {

// While one of these lives, identifiers of its thread are ordered by rank instead of by value, and their
// values say no more than who is who. So what was found out under one order can be used under another one.
class OrderInForce {
 public:
  // By value, from 0 on; what lies beyond is larger than all. Must outlive this.
  explicit OrderInForce(const std::vector<std::int32_t>& ranks) : outer_(current) { current = &ranks; }
  OrderInForce(const OrderInForce&) = delete;
  OrderInForce& operator=(const OrderInForce&) = delete;
  ~OrderInForce() { current = outer_; }

  static std::int32_t rank(std::int32_t value) {
    if (current == nullptr || value < 0 || value >= static_cast<std::int32_t>(current->size())) return value;
    return (*current)[static_cast<std::size_t>(value)];
  }
  static bool less(std::int32_t a, std::int32_t b) { return rank(a) < rank(b); }

 private:
  static inline constinit thread_local const std::vector<std::int32_t>* current = nullptr;
  const std::vector<std::int32_t>* outer_;
};

// While one of these lives, it notes the comparisons made in its thread; of two the younger.
class Comparisons {
 public:
  struct Fact {
    std::int32_t smaller;
    std::int32_t larger;
    friend bool operator==(const Fact&, const Fact&) = default;
  };
  struct Notes {
    std::vector<Fact> facts;  // in the order in which they were first asked
    bool numbers = false;     // an identifier was read as a number: then their order does not tell all

    bool any() const { return numbers || !facts.empty(); }
    // Under the order in force.
    bool hold() const {
      return std::ranges::all_of(
          facts, [](const Fact& fact) { return OrderInForce::less(fact.smaller, fact.larger); });
    }
  };

  Comparisons() : outer_(current) { current = this; }
  Comparisons(const Comparisons&) = delete;
  Comparisons& operator=(const Comparisons&) = delete;
  ~Comparisons() { current = outer_; }

  Notes notes;

  static std::strong_ordering compare(std::int32_t a, std::int32_t b) {
    const auto result = OrderInForce::rank(a) <=> OrderInForce::rank(b);
    if (current != nullptr && result != 0) current->note(result < 0 ? Fact{a, b} : Fact{b, a});
    return result;
  }
  static void note_number() {
    if (current != nullptr) current->notes.numbers = true;
  }

 private:
  void note(const Fact& fact) {
    if (std::ranges::find(notes.facts, fact) == notes.facts.end()) notes.facts.push_back(fact);
  }

  static inline constinit thread_local Comparisons* current = nullptr;
  Comparisons* outer_;
};

}  // namespace conclave
