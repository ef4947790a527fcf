// How a rank explores its part, and what it sends and is sent.
#pragma once

#include <algorithm>
#include <boost/unordered/unordered_flat_set.hpp>
#include <exception>
#include <random>

#include "engine/ranks/failures.hpp"
#include "engine/ranks/rank_pass.hpp"

namespace conclave {

template <std::size_t Words>
void RankPass<Words>::run(bool by_independence) {
  if (team_.leads()) team_.wait_for_others();
  std::exception_ptr failure;
  try {
    explore_all(by_independence);
  } catch (...) {
    failure = std::current_exception();
  }
  if (!failure) return;
  if (!team_.leads()) {
    team_.fail(why(failure));
    team_.give_up(counts());
    return;
  }
  for (const Json& theirs : team_.give_up(counts())) {
    result_.states += theirs.at("states").template get<std::uint64_t>();
    result_.transitions += theirs.at("transitions").template get<std::uint64_t>();
  }
  try {
    std::rethrow_exception(failure);
  } catch (const RankFailed& failed) {
    throw_again(failed.why);
  }
}

template <std::size_t Words>
void RankPass<Words>::explore_all(bool by_independence) {
  const std::uint32_t ranks = team_.size();
  out_.resize(ranks);
  in_.resize(ranks);
  knows_layout_.assign(ranks, 0);
  this->begin(by_independence);
  seen_.clear(tag_bits_);
  waiting_.clear();
  choose_spread();
  explore(Phase::find);
  explore(Phase::order);
  gather();
  team_.leave();
  seen_.release();
}

// The leader chooses. Nobody sends anything before all are here.
template <std::size_t Words>
void RankPass<Words>::choose_spread() {
  if (team_.leads()) {
    spread_ = best_spread(sample(), team_.size(), meanings_);
    Json known = Json::array();
    for (const auto& [group, rank] : spread_.known()) known.push_back({group, rank});
    team_.tell_all({{"components", spread_.components()}, {"known", std::move(known)}});
  } else {
    const Json told = team_.await(0);
    Spread::Ranks known;
    for (const Json& each : told.at("known"))
      known.emplace(each.at(0).get<std::uint64_t>(), each.at(1).get<std::uint32_t>());
    spread_ = Spread(told.at("components").get<Spread::Components>(), team_.size(), std::move(known));
  }
  team_.meet();
}

// Configurations on random walks through the instance, each once: most walks have the same ones near their
// ends.
template <std::size_t Words>
Sample RankPass<Words>::sample() {
  constexpr std::size_t wanted = 8192;
  constexpr std::size_t longest = 1024;
  constexpr std::size_t each = 16;
  constexpr std::size_t most_values = std::size_t{1} << 21;
  std::mt19937_64 random(1);
  Sample sample;
  boost::unordered_flat_set<Values> sampled;
  std::size_t values_taken = 0;
  const auto is_enough = [&] { return sample.all.size() >= wanted || values_taken >= most_values; };
  for (std::size_t walks = 0; walks < wanted && !is_enough(); ++walks) {
    Values values(machine_.values().component_count(), 0);
    for (std::size_t steps = 0; steps < longest; ++steps) {
      limits_.poll();
      Sample::Steps here{values, {}};
      with_room([&] {
        here.to.clear();
        this->visit_steps(pack(values),
                          [&](RecordIndex, const Key<Words>& child) { here.to.push_back(unpack(child)); });
      });
      if (here.to.empty()) break;
      values = here.to[random() % here.to.size()];
      if ((!sampled.empty() && random() % each != 0) || !sampled.insert(here.from).second) continue;
      values_taken += (here.to.size() + 1) * here.from.size();
      sample.all.push_back(std::move(here));
    }
  }
  if (sample.all.empty()) sample.all.push_back({Values(machine_.values().component_count(), 0), {}});
  return sample;
}

// Both phases begin as if a step led to the initial configuration, which is all zeros.
template <std::size_t Words>
void RankPass<Words>::explore(Phase phase) {
  constexpr int between_hearing = 256;
  this->begin(phase);
  const Key<Words> initial{};
  if (part_of(initial) == here_) with_room([&] { this->take(this->record(initial, this->first_number())); });
  Patience pause;
  while (!team_.is_over()) {
    limits_.poll();
    bool worked = team_.hear(waiting_.empty());
    while (take_data()) worked = true;
    for (int i = 0; i < between_hearing && !waiting_.empty() && !team_.is_full(); ++i) {
      with_room([&] { this->expand_one(); });
      worked = true;
    }
    if (waiting_.empty()) flush_all();
    if (worked)
      pause.something_came();
    else
      pause.wait();
  }
  team_.meet();
}

// Does something that does nothing where it throws TooNarrow.
template <std::size_t Words>
template <class Work>
void RankPass<Words>::with_room(const Work& work) {
  for (bool done = false; !done;) {
    try {
      work();
      done = true;
    } catch (const TooNarrow& found) {
      widen(found);
    }
  }
}

// Packs everything anew, because a value has no room.
template <std::size_t Words>
void RankPass<Words>::widen(const TooNarrow& found) {
  flush_all();
  const unsigned tag_bits = tag_bits_;
  const Layout before = Base::widen(found);
  const Repacking of_keys(before, this->layout_);
  const auto repack = [&](const Record& record) { return Base::repack(of_keys, tag_bits, record); };
  for (auto& key : waiting_) key = repack(key);
  seen_.convert(tag_bits_, repack);
  ++layout_number_;
}

template <std::size_t Words>
Key<Words> RankPass<Words>::pack(const Values& values) const {
  Key<Words> key{};
  for (std::size_t c = 0; c < values.size(); ++c) this->layout_.set(key, c, values[c]);
  return key;
}

template <std::size_t Words>
auto RankPass<Words>::unpack(const Key<Words>& key) const -> Values {
  Values values(this->layout_.size());
  for (std::size_t c = 0; c < values.size(); ++c) values[c] = this->layout_[c].get(key);
  return values;
}

template <std::size_t Words>
void RankPass<Words>::post(std::uint32_t rank, const Record& record, std::uint64_t meant_number) {
  out_[rank].add(record, meant_number);
  if (out_[rank].size() >= at_once) flush(rank);
}

template <std::size_t Words>
void RankPass<Words>::flush(std::uint32_t rank) {
  Outbox<Words>& out = out_[rank];
  if (out.size() == 0) return;
  const std::string notes =
      out.notes(this->layout_, tag_bits_, knows_layout_[rank] != layout_number_, meanings_);
  knows_layout_[rank] = layout_number_;
  if (!notes.empty()) team_.send(rank, notes);
  team_.send(rank, out.batch(this->sums_));
}

template <std::size_t Words>
void RankPass<Words>::flush_all() {
  for (std::uint32_t rank = 0; rank < out_.size(); ++rank) flush(rank);
}

template <std::size_t Words>
bool RankPass<Words>::take_data() {
  return read_data([&](const Inbox<Words>& in, const Record& record) {
    const std::uint64_t number = in.number(record);
    const std::uint64_t means = this->phase_ == Phase::order ? in.meant_number(number) : number;
    with_room([&] { this->take(this->record(translated(in, record), means)); });
  });
}

// Reads the next data that have arrived: calls each(Inbox of the sender, record). Returns false if there are
// none.
template <std::size_t Words>
template <class Each>
bool RankPass<Words>::read_data(const Each& each) {
  auto data = team_.take();
  if (!data) return false;
  Inbox<Words>& in = in_[data->from];
  Bytes bytes(std::move(data->bytes));
  if (bytes.get<Content>() == Content::notes) {
    in.note(bytes.rest(), meanings_);
    return true;
  }
  in.read_numbers(bytes, this->nearest_.blocks(), [&](const Lanes* lanes) {
    std::uint32_t number = 0;
    with_room([&] {
      this->leave_room(1);
      number = this->sums_.intern(lanes, {});
    });
    return number;
  });
  while (!bytes.at_end()) each(in, bytes.get<Record>());
  return true;
}

template <std::size_t Words>
auto RankPass<Words>::values(const Inbox<Words>& in, const Record& record) const -> Values {
  Values values(in.components());
  for (std::size_t c = 0; c < values.size(); ++c) values[c] = in.value(record, c);
  return values;
}

template <std::size_t Words>
auto RankPass<Words>::translated(const Inbox<Words>& in, const Record& record) const -> Record {
  Key<Words> key{};
  for (std::size_t c = 0; c < in.components(); ++c) this->layout_.set(key, c, in.value(record, c));
  return key;
}

}  // namespace conclave
