// The pass that divides an instance into parts of which one is in memory. Each other part is two files: its
// configurations with their tags, and what has arrived since it was in memory last. A part that outgrows its
// room is divided in two.
#pragma once

#include <algorithm>
#include <boost/unordered/unordered_flat_map.hpp>
#include <memory>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "engine/analysis/paths.hpp"
#include "engine/parts/part_search_walk.hpp"
#include "engine/parts/spill.hpp"

namespace conclave {

template <std::size_t Words>
class DiskPass final : public PartsExploration, private PartSearch<Words> {
  using Base = PartSearch<Words>;
  using Base::division_;
  using Base::here_;
  using Base::limits_;
  using Base::machine_;
  using Base::result_;
  using Base::seen_;
  using Base::tag_bits_;
  using Base::waiting_;
  using typename Base::Cells;
  using typename Base::Crossings;
  using typename Base::Findings;
  using typename Base::Phase;
  using typename Base::Record;

 public:
  DiskPass(Machine& machine, Limits& limits, Widths& widths, const Disk& disk)
      : Base(machine, limits, widths), disk_(disk), taken_(limits), read_(limits) {
    most_ = disk.most_configurations(Words);
  }

  const InstanceResult& result() const override { return result_; }
  void run(bool by_independence) override;

 private:
  // So many records are taken from a file at once.
  static constexpr std::size_t at_once = std::size_t{1} << 12;
  static constexpr std::size_t most_parts = 400;  // each of them has two files open

  struct Part {
    Spill seen;
    Spill arrived;
    explicit Part(const std::string& folder) : seen(folder), arrived(folder) {}
  };

  static void add(Spill& to, const Record& record) { to.add(std::as_bytes(std::span(record))); }
  void send(Division::Part part, const Record& record) override { add(parts_[part]->arrived, record); }

  void explore(Phase);
  bool load_next();
  void work();
  void store();
  void divide();
  Division::Question best_question();
  void widen(const TooNarrow&);
  void convert(Spill&, const Layout& before, unsigned tag_bits);
  template <class Each>
  void for_each(Spill&, const Each&);
  void find_paths();
  Path path_to(const Findings&, bool without_leader);

  const Disk& disk_;
  std::uint64_t most_ = 0;  // so many configurations may be in memory
  std::vector<std::unique_ptr<Part>> parts_;
  bool loaded_ = false;  // part here_ is in memory
  Array<Record> taken_;  // of what arrived at part here_
  Array<Record> read_;   // by for_each()
  bool reduced_ = false;
};

template <std::size_t Words>
void DiskPass<Words>::run(bool by_independence) {
  reduced_ = by_independence;
  parts_.clear();
  parts_.push_back(std::make_unique<Part>(disk_.folder));
  loaded_ = false;
  taken_.clear();
  waiting_.clear();
  this->begin(by_independence);
  explore(Phase::find);
  explore(Phase::order);
  if (this->expanded_ != result_.states) throw Whole{"executions may go on for ever"};
  this->sum_up();
  if (loaded_) store();
  seen_.release();
  find_paths();
}

// Both phases begin as if a step led to the initial configuration, which is all zeros.
template <std::size_t Words>
void DiskPass<Words>::explore(Phase phase) {
  this->begin(phase);
  const Key<Words> initial{};
  add(parts_[this->part_of(initial)]->arrived, this->record(initial, this->first_number()));
  while (load_next()) {
    for (bool done = false; !done;) {
      try {
        work();
        done = true;
      } catch (const TooNarrow& found) {
        widen(found);
      }
    }
  }
}

// Loads the part that comes next. Returns false if nothing has arrived anywhere. What steps lead to is on the
// right in the division, or in the same group; within a group, the part comes first where most has arrived.
template <std::size_t Words>
bool DiskPass<Words>::load_next() {
  const auto arrived = [&](Division::Part part) { return parts_[part]->arrived.size(); };
  Division::Part fullest = 0;
  for (const auto& group : division_.groups()) {
    fullest = *std::ranges::max_element(group, {}, arrived);
    if (arrived(fullest) > 0) break;
  }
  if (arrived(fullest) == 0) return false;
  if (loaded_ && here_ != fullest) store();
  if (loaded_) return true;
  here_ = fullest;
  seen_.clear(tag_bits_, parts_[fullest]->seen.size() / sizeof(Record));
  for_each(parts_[fullest]->seen, [&](const Record& record) {
    const auto slot = seen_.scramble(this->key(record));
    seen_.insert(seen_.find(slot).slot, slot, this->number(record));
  });
  loaded_ = true;
  return true;
}

// Takes what has arrived at the part in memory, and what follows on it there; or divides the part.
template <std::size_t Words>
void DiskPass<Words>::work() {
  while (true) {
    if (seen_.size() >= most_ && this->phase_ == Phase::find) return divide();
    if (!waiting_.empty()) {
      this->expand_one();
      continue;
    }
    if (taken_.empty()) {
      taken_.resize(at_once);
      const std::size_t bytes =
          parts_[here_]->arrived.take(std::as_writable_bytes(std::span(taken_.data(), at_once)));
      taken_.resize_down(bytes / sizeof(Record));
      if (taken_.empty()) return;
    }
    const Record& record = taken_.back();
    const Division::Part part = this->part_of(this->key(record));
    if (part == here_)
      this->take(record);
    else
      send(part, record);  // It arrived before this part was divided.
    taken_.pop_back();
  }
}

template <std::size_t Words>
void DiskPass<Words>::store() {
  Spill& file = parts_[here_]->seen;
  file.clear();
  seen_.each([&](const Key<Words>& key, std::uint64_t tag) { add(file, this->record(key, tag)); });
  loaded_ = false;
}

template <std::size_t Words>
void DiskPass<Words>::divide() {
  if (parts_.size() == most_parts)
    throw Whole{"it would have more than " + std::to_string(most_parts) + " parts"};
  division_.divide(here_, best_question());
  parts_.push_back(std::make_unique<Part>(disk_.folder));
  parts_[here_]->seen.clear();
  seen_.each([&](const Key<Words>& key, std::uint64_t tag) {
    add(parts_[this->part_of(key)]->seen, this->record(key, tag));
  });
  for (const auto& key : waiting_) send(this->part_of(key), this->record(key, Base::waits));
  for (const auto& record : taken_) send(this->part_of(this->key(record)), record);
  waiting_.clear();
  taken_.clear();
  loaded_ = false;
}

// Looks for a question by which to divide the part in memory, by a sample of it: one whose answer steps
// change one way only; or else, of those that divide it about evenly, the one whose answer the fewest steps
// change.
template <std::size_t Words>
Division::Question DiskPass<Words>::best_question() {
  constexpr std::size_t wanted = 4096;
  std::vector<Key<Words>> sample;
  std::uint64_t number = 0;
  const std::uint64_t each = std::max<std::uint64_t>(seen_.size() / wanted, 1);
  seen_.each([&](const Key<Words>& key, std::uint64_t) {
    if (number++ % each == 0) sample.push_back(key);
  });
  std::vector<Division::Question> questions;
  std::vector<std::size_t> evenness;  // by question: how many of the sample are on the smaller side
  for (const auto& question : this->questions()) {
    const auto yes = static_cast<std::size_t>(std::ranges::count_if(sample, [&](const Key<Words>& key) {
      return question.ask(Cells{key, this->layout_});
    }));
    const std::size_t smaller = std::min(yes, sample.size() - yes);
    if (smaller == 0) continue;
    questions.push_back(question);
    evenness.push_back(smaller);
  }
  if (evenness.empty()) throw Whole{"its configurations differ in too little"};
  const std::size_t most = *std::ranges::max_element(evenness);
  std::vector<Crossings> crossings(questions.size());
  for (const auto& key : sample) this->count_crossings(key, questions, crossings);
  // Less is better.
  const auto rank = [&](std::size_t q) {
    const auto [to_yes, to_no] = crossings[q];
    const bool one_way = (to_yes == 0 || to_no == 0) && evenness[q] >= std::min(most, sample.size() / 64);
    const bool is_even = evenness[q] >= std::min(most, sample.size() / 3);
    return std::tuple(!one_way, !one_way && !is_even, one_way ? 0 : to_yes + to_no, most - evenness[q]);
  };
  std::size_t best = 0;
  for (std::size_t q = 1; q < questions.size(); ++q) {
    if (rank(q) < rank(best)) best = q;
  }
  Division::Question question = questions[best];
  const auto [to_yes, to_no] = crossings[best];
  if (to_yes == 0) question.yes = ~question.yes;
  question.goes_one_way = to_yes == 0 || to_no == 0;
  return question;
}

// Packs everything anew, because a value has no room.
template <std::size_t Words>
void DiskPass<Words>::widen(const TooNarrow& found) {
  const unsigned tag_bits = tag_bits_;
  const Layout before = Base::widen(found);
  const auto repack = [&](const Record& record) { return this->repack(before, tag_bits, record); };
  for (auto& key : waiting_) key = repack(key);
  for (auto& record : taken_) record = repack(record);
  seen_.convert(tag_bits_, repack);
  for (auto& part : parts_) {
    convert(part->seen, before, tag_bits);
    convert(part->arrived, before, tag_bits);
  }
}

template <std::size_t Words>
void DiskPass<Words>::convert(Spill& file, const Layout& before, unsigned tag_bits) {
  Spill converted(disk_.folder);
  for_each(file, [&](const Record& record) { add(converted, this->repack(before, tag_bits, record)); });
  file = std::move(converted);
}

template <std::size_t Words>
template <class Each>
void DiskPass<Words>::for_each(Spill& file, const Each& each) {
  read_.resize(at_once);
  for (std::uint64_t at = 0; at < file.size();) {
    limits_.poll();
    const std::size_t bytes = file.read(at, std::as_writable_bytes(std::span(read_.data(), at_once)));
    for (std::size_t i = 0; i < bytes / sizeof(Record); ++i) each(read_[i]);
    at += bytes;
  }
}

// For each property that is violated, an execution that shows it. Where steps that stand for others were left
// out, it may be that only a longer one is left.
template <std::size_t Words>
void DiskPass<Words>::find_paths() {
  for (std::size_t p = 0; p < most_properties; ++p) {
    const Findings& findings = this->findings_[p];
    if (findings.at.empty()) continue;
    const auto id = static_cast<PropertyId>(p);
    Path path = path_to(findings, id == PropertyId::election);
    const bool keeps_length = id == PropertyId::termination || id == PropertyId::election;
    path.shortest = id != PropertyId::can_terminate && (keeps_length || !reduced_);
    path.best_known = true;
    result_.violations[p] = std::move(path);
  }
}

// Goes back from the findings, step by step, to configurations that are nearer and nearer to the beginning.
// Those that are kept form a graph, in which node 0 is where the execution is to come.
template <std::size_t Words>
Path DiskPass<Words>::path_to(const Findings& findings, bool without_leader) {
  constexpr std::size_t most_in_level = 4096;
  using Level = boost::unordered_flat_map<Key<Words>, std::uint32_t>;  // nodes
  std::vector<std::vector<std::pair<RecordIndex, std::uint32_t>>> edges(1);
  const auto node_in = [&](Level& level, const Key<Words>& key) {
    const auto [at, is_new] = level.try_emplace(key, static_cast<std::uint32_t>(edges.size()));
    if (is_new) edges.emplace_back();
    return at->second;
  };
  Level level;
  Level before;  // one step nearer to the beginning
  for (const auto& [key, last] : findings.at) {
    if (last)
      edges[node_in(before, key)].emplace_back(*last, 0);
    else
      level.emplace(key, 0);
  }
  for (std::size_t left = findings.steps; left > 0; --left) {
    for (auto& part : parts_) {
      for_each(part->seen, [&](const Record& record) {
        const Key<Words> key = this->key(record);
        if (this->distance(this->number(record), without_leader) != left - 1) return;
        if (level.empty() || before.size() >= most_in_level || (without_leader && this->leads(key))) return;
        this->visit_steps(key, [&](RecordIndex step, const Key<Words>& child) {
          const auto found = level.find(child);
          if (found != level.end()) edges[node_in(before, key)].emplace_back(step, found->second);
        });
      });
    }
    level = std::exchange(before, {});
  }
  Search search;
  search.nodes = edges.size();
  search.starts = {level.at(Key<Words>{})};
  search.expand = [&](Search::Node node, const Search::Visit& visit) {
    for (const auto& [step, target] : edges[node]) visit(step, target);
  };
  search.is_end = [](Search::Node node) { return node == 0; };
  Path path;
  append(path, machine_, calmest(machine_, search)->records);
  return path;
}

}  // namespace conclave
