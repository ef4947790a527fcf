// What an exploration asked about the order of an instance's identifiers: its result is that of all orders
// which answer alike.
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

// Answers about the order of up to 16 identifiers, as a set: of a pair of places, which has the smaller one.
struct Answers {
  static constexpr int most_places = 16;
  std::array<std::uint64_t, 4> bits{};
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
    bits[static_cast<std::size_t>(smaller) / 4] |= std::uint64_t{1} << (smaller % 4 * most_places + larger);
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
    return bits[static_cast<std::size_t>(smaller) / 4] >> (smaller % 4 * most_places + larger) & 1U;
  }
  // One that `all` does not give; there must be one.
  std::pair<std::uint8_t, std::uint8_t> first_outside(const Answers& all) const {
    std::size_t i = 0;
    while ((bits[i] & ~all.bits[i]) == 0) ++i;
    const int bit = std::countr_zero(bits[i] & ~all.bits[i]);
    return {static_cast<std::uint8_t>(i * 4 + static_cast<std::size_t>(bit / most_places)),
            static_cast<std::uint8_t>(bit % most_places)};
  }
  // Places: of the smaller identifier, of the larger.
  std::vector<std::pair<int, int>> facts() const;
};

class Asked {
 public:
  using Fact = std::pair<int, int>;  // places: of the smaller identifier, of the larger

  // Forgets all. Notes nothing unless `ids` is 1..n in some order; `universe`: the largest there may be.
  void begin(const std::vector<Id>& ids, int universe);
  bool is_on() const { return !place_of_.empty(); }

  void note(const Comparisons::Notes& notes) {
    if (notes.any()) note_all(notes);
  }
  // Of two identifiers.
  void note(Id a, Id b) {
    if (a < b)
      note(a.code(), b.code());
    else
      note(b.code(), a.code());
  }

  // In the order in which they were first asked, without those that follow from others before them.
  const std::vector<Fact>& facts() const { return facts_; }
  // What was asked since the last call: all of it, also what followed.
  Answers take_answers() { return std::exchange(answers_, {}); }
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
