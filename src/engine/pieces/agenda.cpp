#include "engine/pieces/agenda.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace conclave {

Agenda::Agenda(OrderClasses& classes) : classes_(classes), next_number_(classes.topologies()) {}

// The first topology is begun when something is asked for, and the others when nothing else waits.
bool Agenda::begin_topology() {
  Numbered all{next_topology_, {}};
  if (ends_ || !classes_.next_topology(all.region)) return false;
  ++next_topology_;
  wait(entries_.end(), std::move(all));
  return true;
}

void Agenda::wait(Place behind, Numbered region) {
  const Place at = entries_.emplace(behind);
  by_number_[region.number] = at;
  at->region = std::move(region);
  ++waiting_;
}

Agenda::Place Agenda::first_waiting() {
  return std::ranges::find(entries_, Entry::State::waiting, &Entry::state);
}

std::optional<Agenda::Piece> Agenda::take_first(std::size_t most) {
  while (waiting_ < most && begin_topology()) {
  }
  const Place from = first_waiting();
  if (from == entries_.end()) return {};
  Place to = from;
  for (std::size_t taken = 0; taken < most && to != entries_.end() && to->state == Entry::State::waiting;
       ++taken)
    ++to;
  return take(from, to);
}

std::optional<Agenda::Piece> Agenda::take_last(std::size_t most) {
  while (waiting_ < most && begin_topology()) {
  }
  const auto is_waiting = [](const Entry& entry) { return entry.state == Entry::State::waiting; };
  const Place to = std::find_if(entries_.rbegin(), entries_.rend(), is_waiting).base();
  if (to == entries_.begin()) return {};
  Place from = to;
  for (std::size_t taken = 0; taken < most && from != entries_.begin() && is_waiting(*std::prev(from));
       ++taken)
    --from;
  return take(from, to);
}

std::optional<Agenda::Piece> Agenda::take_oldest() {
  while (begin_topology()) {
  }
  if (by_number_.empty()) return {};
  const Place oldest = by_number_.begin()->second;
  return take(oldest, std::next(oldest));
}

std::optional<Agenda::Piece> Agenda::take(const std::vector<std::uint64_t>& numbers) {
  const auto of_all = [&](std::uint64_t number) { return number < classes_.topologies(); };
  for (const std::uint64_t number : numbers) {
    while (of_all(number) && next_topology_ <= number && begin_topology()) {
    }
  }
  std::optional<Place> from;
  Place to;
  for (const std::uint64_t number : numbers) {
    const auto at = by_number_.find(number);
    if (at == by_number_.end() || (from && at->second != to)) return {};
    if (!from) from = at->second;
    to = std::next(at->second);
  }
  if (!from) return {};
  return take(*from, to);
}

Agenda::Piece Agenda::take(Place from, Place to) {
  Piece piece;
  for (Place at = from; at != to; ++at) {
    by_number_.erase(at->region.number);
    piece.regions.push_back(std::move(at->region));
  }
  waiting_ -= piece.regions.size();
  ++busy_;
  entries_.erase(std::next(from), to);
  piece.place = from;
  from->state = Entry::State::busy;
  return piece;
}

void Agenda::number(std::vector<Numbered>& regions) {
  for (Numbered& region : regions) {
    if (region.number == 0) region.number = next_number_;
    if (region.number >> bits == next_number_ >> bits) number_from(region.number + 1);
  }
}

void Agenda::put(Piece&& piece) {
  const Place place = piece.place;
  if (place->dropped) {
    entries_.erase(place);
    return;
  }
  --busy_;
  place->state = Entry::State::done;
  place->sum = std::move(piece.sum);
  place->error = piece.error;
  const Place behind = std::next(place);
  if (piece.ends) {
    if (behind == entries_.end() && piece.left.empty() && piece.whole) begin_topology();
    place->ends = ends_ = true;
    place->is_last = piece.whole && piece.left.empty() && std::next(place) == entries_.end();
    drop_after(place);
  } else {
    number(piece.left);
    for (Numbered& region : piece.left) wait(behind, std::move(region));
  }
  join_with_next(place);
  if (place != entries_.begin()) join_with_next(std::prev(place));
}

void Agenda::drop_after(Place place) {
  for (Place at = std::next(place); at != entries_.end();) {
    if (at->state == Entry::State::busy) {
      if (!at->dropped) --busy_;
      std::atomic_ref((at++)->dropped).store(true);
      continue;
    }
    if (at->state == Entry::State::waiting) {
      by_number_.erase(at->region.number);
      --waiting_;
    }
    at = entries_.erase(at);
  }
}

// Of two neighbours that are done, the later one is appended to the earlier one.
void Agenda::join_with_next(Place place) {
  const Place later = std::next(place);
  if (later == entries_.end() || place->ends) return;
  if (place->state != Entry::State::done || later->state != Entry::State::done) return;
  if (!place->sum) {
    place->sum = std::move(later->sum);
  } else if (later->sum) {
    place->sum->append(*later->sum);
  }
  place->ends = later->ends;
  place->is_last = later->is_last;
  place->error = later->error;
  entries_.erase(later);
}

void Agenda::deal(std::size_t shares, std::size_t mine) {
  while (begin_topology()) {
  }
  std::size_t turn = 0;
  for (Entry& entry : entries_) {
    if (entry.state != Entry::State::waiting) continue;
    if (turn++ % shares == mine) continue;
    entry.state = Entry::State::elsewhere;
    by_number_.erase(entry.region.number);
    --waiting_;
  }
}

bool Agenda::add_up(Sum& total) {
  bool whole = true;
  for (Entry& entry : entries_) {
    whole = whole && entry.state == Entry::State::done;
    if (entry.sum) total.append(*entry.sum);
    if (entry.error) std::rethrow_exception(entry.error);
    if (entry.ends) return whole && entry.is_last;
  }
  return whole && !begin_topology();
}

}  // namespace conclave
