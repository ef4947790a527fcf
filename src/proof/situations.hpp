// In which situations a handler may be: all orders of the identifiers that it sees. This is a part of
// HandlerTable, and its two sources include it.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "proof/handler_table.hpp"

namespace conclave::proof {

// More identifiers than these have too many orders.
inline constexpr std::size_t most_names = 7;

// Calls visit(ranks) for every order of so many identifiers, some of which may be the same one. Ranks are
// 0, 1, ... without gaps.
template <class Visit>
void every_order(std::size_t count, const Visit& visit) {
  std::vector<int> ranks;
  const auto go = [&](const auto& self, int classes) -> void {
    if (ranks.size() == count) return visit(ranks);
    for (int rank = 0; rank < classes; ++rank) {  // the same as one before it
      ranks.push_back(rank);
      self(self, classes);
      ranks.pop_back();
    }
    for (int rank = 0; rank <= classes; ++rank) {  // between two of them, or beyond all
      for (int& other : ranks) other += static_cast<int>(other >= rank);
      ranks.push_back(rank);
      self(self, classes + 1);
      ranks.pop_back();
      for (int& other : ranks) other -= static_cast<int>(other > rank);
    }
  };
  go(go, 0);
}

inline std::int32_t code_of_rank(int rank) { return 3 + 2 * rank; }

struct HandlerTable::Situation {
  std::vector<int> ranks;  // by slot; -1 where nothing is seen
  Surroundings around;
  Parts before;  // the local state
  Encoded state;
  std::vector<Encoded> messages;

  Candidates holding(std::int32_t code) const {
    Candidates slots = 0;
    for (std::size_t slot = 0; slot < ranks.size(); ++slot) {
      if (ranks[slot] >= 0 && code_of_rank(ranks[slot]) == code) slots |= slot_bit(slot);
    }
    return slots;
  }
};

template <class F>
void HandlerTable::every_situation(const Event& event, const Parts& control, const F& visit) const {
  const std::vector<Slot> all = slots(event);
  std::vector<std::size_t> seen;
  std::optional<std::size_t> largest;
  for (std::size_t slot = 0; slot < all.size(); ++slot) {
    if (!all[slot].is_seen) continue;
    if (all[slot].of == Slot::Of::variable && control[all[slot].variable] == 0) continue;
    if (all[slot].of == Slot::Of::largest) largest = seen.size();
    seen.push_back(slot);
  }
  if (seen.size() > most_names)
    throw NotProvable("a handler sees " + std::to_string(seen.size()) + " identifiers at once: at most " +
                      std::to_string(most_names) + " can be told apart in every way");
  every_order(seen.size(), [&](const std::vector<int>& ranks) {
    if (largest && std::ranges::any_of(ranks, [&](int rank) { return rank > ranks[*largest]; })) return;
    Situation situation;
    situation.ranks.assign(all.size(), -1);
    for (std::size_t at = 0; at < seen.size(); ++at) situation.ranks[seen[at]] = ranks[at];
    Surroundings& around = situation.around;
    around.ports = two_way_ ? 2 : 1;
    around.in_ports = 2;
    around.parameters = parameters_;
    situation.before = control;
    std::vector<Parts> messages;
    for (const std::size_t kind : event.inputs) messages.push_back(kinds_[kind].parts);
    for (const std::size_t slot : seen) {
      const std::int32_t code = code_of_rank(situation.ranks[slot]);
      switch (all[slot].of) {
        case Slot::Of::self:
          around.id = given_id(code);
          break;
        case Slot::Of::next:
        case Slot::Of::previous:
          around.neighbours.push_back(given_id(code));
          break;
        case Slot::Of::largest:
          around.largest = given_id(code);
          break;
        case Slot::Of::variable:
          situation.before[all[slot].variable] = code;
          break;
        case Slot::Of::message:
          messages[all[slot].input][all[slot].variable] = code;
      }
    }
    situation.state = state_.words(situation.before);
    for (const Parts& parts : messages) situation.messages.push_back(message_.words(parts));
    visit(situation);
  });
}

}  // namespace conclave::proof
