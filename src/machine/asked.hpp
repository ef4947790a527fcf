// What an exploration asked about the order of an instance's identifiers: its result is that of all orders
// which answer alike.
#pragma once

#include <utility>
#include <vector>

#include "model/id.hpp"
#include "scenario/partial_order.hpp"

namespace conclave {

class Asked {
 public:
  using Fact = std::pair<int, int>;  // places: of the smaller identifier, of the larger

  // Forgets all. Notes nothing unless `ids` is 1..n in some order; `universe`: the largest there may be.
  void begin(const std::vector<Id>& ids, int universe);
  bool is_on() const { return !place_of_.empty(); }

  void note(const Comparisons::Notes& notes) {
    if (!notes.facts.empty() || notes.numbers) note_all(notes);
  }
  void note(Id smaller, Id larger) { note(smaller.code(), larger.code()); }

  // In the order in which they were first asked, without those that follow from others before them.
  const std::vector<Fact>& facts() const { return facts_; }
  // Does the result depend on more than comparisons of the instance's own identifiers?
  bool numbers() const { return numbers_; }

 private:
  void note_all(const Comparisons::Notes&);
  void note(std::int32_t smaller, std::int32_t larger);

  int universe_ = 0;
  std::vector<int> place_of_;  // by identifier
  PartialOrder known_;
  std::vector<Fact> facts_;
  bool numbers_ = false;
};

}  // namespace conclave
