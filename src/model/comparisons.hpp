// Which identifiers an algorithm compares: all that its behaviour can depend on in their order, because they
// are opaque.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace conclave {

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
  };

  Comparisons() : outer_(current) { current = this; }
  Comparisons(const Comparisons&) = delete;
  Comparisons& operator=(const Comparisons&) = delete;
  ~Comparisons() { current = outer_; }

  Notes notes;

  static void note(std::int32_t a, std::int32_t b) {
    if (current == nullptr || a == b) return;
    const Fact fact = a < b ? Fact{a, b} : Fact{b, a};
    for (const Fact& known : current->notes.facts) {
      if (known == fact) return;
    }
    current->notes.facts.push_back(fact);
  }
  static void note_number() {
    if (current != nullptr) current->notes.numbers = true;
  }

 private:
  static inline constinit thread_local Comparisons* current = nullptr;
  Comparisons* outer_;
};

}  // namespace conclave
