#include "machine/asked.hpp"

#include <algorithm>

namespace conclave {

std::vector<std::pair<int, int>> Answers::facts() const {
  std::vector<std::pair<int, int>> facts;
  for (int smaller = 0; smaller < most_places; ++smaller) {
    for (int larger = 0; larger < most_places; ++larger) {
      if (holds(smaller, larger)) facts.emplace_back(smaller, larger);
    }
  }
  return facts;
}

void Asked::begin(const std::vector<Id>& ids, int universe) {
  universe_ = universe;
  known_ = PartialOrder(static_cast<int>(ids.size()));
  facts_.clear();
  answers_ = {};
  numbers_ = false;
  place_of_.clear();
  if (code_of(std::ranges::max(ids)) > static_cast<std::int32_t>(ids.size())) return;
  place_of_.assign(ids.size() + 1, -1);
  for (std::size_t place = 0; place < ids.size(); ++place)
    place_of_[static_cast<std::size_t>(code_of(ids[place]))] = static_cast<int>(place);
}

void Asked::note_all(const Comparisons::Notes& notes) {
  numbers_ |= notes.numbers;
  for (const auto& fact : notes.facts) note(fact.smaller, fact.larger);
}

// Id{}, which is no identifier, and whatever is beyond the universe compare alike with every identifier, so
// such comparisons say nothing about the order.
void Asked::note(std::int32_t smaller, std::int32_t larger) {
  if (smaller <= 0 || larger > universe_) return;
  if (larger >= static_cast<std::int32_t>(place_of_.size())) {
    numbers_ = true;  // the model has made up an identifier that nobody has
    return;
  }
  const int a = place_of_[static_cast<std::size_t>(smaller)];
  const int b = place_of_[static_cast<std::size_t>(larger)];
  if (place_of_.size() <= std::size_t{Answers::most_places} + 1) answers_.add(a, b);
  if (known_.knows(a, b)) return;
  known_.add(a, b);
  facts_.emplace_back(a, b);
}

}  // namespace conclave
