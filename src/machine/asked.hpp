// What an exploration has asked about the order of an instance's identifiers. Its result holds for all orders
// that answer alike. Handlers and Judge note what they compare; the sweep and the class pass read it
// (docs/semantics/order-classes.md).
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

#include "author/id.hpp"
#include "program/comparisons.hpp"
#include "scenario/partial_order.hpp"

namespace conclave {

// A set of answers about the order of up to 32 identifiers. An answer says of two places which one has the
// smaller identifier.
struct Answers {
  static constexpr int most_places = 32;
  static constexpr int in_word = 64 / most_places;  // so many places have all their larger ones in one word
  std::array<std::uint64_t, most_places / in_word> bits{};
  friend bool operator==(const Answers&, const Answers&) = default;
  friend std::size_t hash_value(const Answers& answers) {
    std::uint64_t hash = 0;
    for (const std::uint64_t word : answers.bits) {
      hash = (hash ^ word) * 0x9e3779b97f4a7c15ULL;
      hash ^= hash >> 32;
    }
    return hash;
  }

  void add(int smaller, int larger) {
    bits[static_cast<std::size_t>(smaller / in_word)] |= mask(smaller, larger);
  }
  void operator|=(const Answers& other) {
    for (std::size_t i = 0; i < bits.size(); ++i) bits[i] |= other.bits[i];
  }
  void operator&=(const Answers& other) {
    for (std::size_t i = 0; i < bits.size(); ++i) bits[i] &= other.bits[i];
  }
  bool within(const Answers& all) const {
    std::uint64_t outside = 0;
    for (std::size_t i = 0; i < bits.size(); ++i) outside |= bits[i] & ~all.bits[i];
    return outside == 0;
  }
  bool holds(int smaller, int larger) const {
    return (bits[static_cast<std::size_t>(smaller / in_word)] & mask(smaller, larger)) != 0;
  }
  // An answer that `all` does not give. There must be one.
  std::pair<std::uint8_t, std::uint8_t> first_outside(const Answers& all) const {
    std::size_t i = 0;
    while ((bits[i] & ~all.bits[i]) == 0) ++i;
    const int bit = std::countr_zero(bits[i] & ~all.bits[i]);
    return {static_cast<std::uint8_t>(i * in_word + static_cast<std::size_t>(bit / most_places)),
            static_cast<std::uint8_t>(bit % most_places)};
  }
  // The answers as pairs of places: that of the smaller identifier, then that of the larger.
  std::vector<std::pair<int, int>> facts() const;

 private:
  static std::uint64_t mask(int smaller, int larger) {
    return std::uint64_t{1} << (smaller % in_word * most_places + larger);
  }
};

class Asked {
 public:
  using Fact = std::pair<int, int>;  // the place of the smaller identifier, then that of the larger

  // Forgets everything. From now on comparisons are noted if `ids` are 1 to n in some order, otherwise not.
  // `universe` is the largest identifier that there may be.
  void begin(const std::vector<Id>& ids, int universe);
  bool is_on() const { return !place_of_.empty(); }

  void note(const Comparisons::Notes& notes) {
    if (is_on() && notes.any()) note_all(notes);
  }
  // Notes that two identifiers were compared.
  void note(Id a, Id b) {
    if (a < b)
      note(code_of(a), code_of(b));
    else
      note(code_of(b), code_of(a));
  }

  // Notes again what was noted since begin().
  void note_again(const Answers& answers) { answers_ |= answers; }

  // The facts in the order in which they were first asked, without those that follow from facts before them.
  const std::vector<Fact>& facts() const { return facts_; }
  // Those from which all others follow, in ascending order: the same in whichever sequence they were asked.
  std::vector<Fact> sorted_facts() const { return known_.neighbours(); }
  // Everything that was asked since the last call, also what followed from other facts.
  Answers take_answers() { return std::exchange(answers_, {}); }
  void note_numbers() { numbers_ = true; }
  // Does the result depend on more than comparisons of the instance's own identifiers?
  bool numbers() const { return numbers_; }

 private:
  void note_all(const Comparisons::Notes&);
  void note(std::int32_t smaller, std::int32_t larger);

  int universe_ = 0;
  std::vector<int> place_of_;  // by identifier
  PartialOrder known_;
  std::vector<Fact> facts_;
  Answers answers_;
  bool numbers_ = false;
};

}  // namespace conclave
