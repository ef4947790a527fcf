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
  if (region.is_large) {
    at->state = Entry::State::large;
    at->region = std::move(region);
    return;
  }
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
  begin_all();
  if (by_number_.empty()) return {};
  const Place oldest = by_number_.begin()->second;
  return take(oldest, std::next(oldest));
}

std::optional<Agenda::Piece> Agenda::take_large() {
  const Place large = std::ranges::find(entries_, Entry::State::large, &Entry::state);
  if (large == entries_.end()) return {};
  ++waiting_;  // as if it had waited
  return take(large, std::next(large));
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

void Agenda::number(std::vector<Stretch>& stretches) {
  for (Stretch& stretch : stretches) {
    if (stretch.sum) continue;
    std::uint64_t& number = stretch.region.number;
    if (number == 0) number = next_number_;
    if (number >> bits == next_number_ >> bits) number_from(number + 1);
  }
}

void Agenda::put(Piece&& piece) {
  const Place place = piece.place;
  if (place->dropped) {
    entries_.erase(place);
    return;
  }
  --busy_;
  number(piece.told);
  Place behind = std::next(place);
  for (Stretch& stretch : piece.told) {
    if (!stretch.sum) {
      wait(behind, std::move(stretch.region));
      continue;
    }
    const Place at = entries_.emplace(behind);
    at->state = Entry::State::done;
    at->sum = std::move(stretch.sum);
    if (!stretch.ends) continue;
    const bool all = stretch.whole && &stretch == &piece.told.back();
    if (all && behind == entries_.end()) begin_topology();
    at->is_last = all && std::next(at) == entries_.end();
    at->ends = ends_ = true;
    at->error = piece.error;
    drop_after(at);
    behind = entries_.end();
    break;
  }
  Place at = entries_.erase(place);
  if (at != entries_.begin()) --at;
  for (bool more = at != entries_.end(); more;) {
    more = std::next(at) != behind && std::next(at) != entries_.end();
    if (!join_with_next(at)) ++at;
  }
}

std::vector<Stretch> Agenda::give_all() {
  std::vector<Stretch> all;
  for (Entry& entry : entries_) {
    Stretch& stretch = all.emplace_back();
    if (entry.state == Entry::State::done) {
      stretch.sum = std::move(entry.sum);
      stretch.ends = entry.ends;
      stretch.whole = entry.is_last;
    } else {
      stretch.region = std::move(entry.region);
    }
  }
  entries_.clear();
  by_number_.clear();
  waiting_ = 0;
  ends_ = false;
  return all;
}

void Agenda::take_all(std::vector<Stretch> all) {
  OrderClasses::Region begun;
  while (classes_.next_topology(begun)) {
  }
  next_topology_ = classes_.topologies();
  const Place whole = entries_.emplace(entries_.end());
  whole->state = Entry::State::busy;
  ++busy_;
  Piece piece;
  piece.place = whole;
  piece.told = std::move(all);
  put(std::move(piece));
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
bool Agenda::join_with_next(Place place) {
  const Place later = std::next(place);
  if (later == entries_.end() || place->ends) return false;
  if (place->state != Entry::State::done || later->state != Entry::State::done) return false;
  place->sum->append(*later->sum);
  place->ends = later->ends;
  place->is_last = later->is_last;
  place->error = later->error;
  entries_.erase(later);
  return true;
}

void Agenda::begin_all() {
  while (begin_topology()) {
  }
}

void Agenda::deal(std::size_t shares, std::size_t mine) {
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
