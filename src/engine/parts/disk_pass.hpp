// The pass that divides an instance into parts of which one is in memory. Each other part is two files: its
// configurations with their tags, and what has arrived since it was in memory last. A part that outgrows its
// room is divided in two.
#pragma once

#include <algorithm>
#include <memory>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "engine/parts/division.hpp"
#include "engine/parts/part_search_walk.hpp"
#include "engine/parts/spill.hpp"
#include "engine/parts/way_back.hpp"

namespace conclave {

template <std::size_t Words>
class DiskPass final : public PartsExploration, private PartSearch<Words> {
  using Base = PartSearch<Words>;
  using Base::here_;
  using Base::limits_;
  using Base::machine_;
  using Base::result_;
  using Base::seen_;
  using Base::tag_bits_;
  using Base::waiting_;
  using typename Base::Cells;
  using typename Base::Findings;
  using typename Base::Phase;
  using typename Base::Record;

 public:
  DiskPass(Machine& machine, Limits& limits, Widths& widths, const Room& room)
      : Base(machine, limits, widths), room_(room), taken_(limits), read_(limits) {
    most_ = room.most_configurations(Words);
  }

  const InstanceResult& result() const override { return result_; }
  void run(bool by_independence) override;

 private:
  // So many records are taken from a file at once.
  static constexpr std::size_t at_once = std::size_t{1} << 12;
  static constexpr std::size_t most_parts = 400;  // each of them has two files open

  struct Files {
    Spill seen;
    Spill arrived;
    explicit Files(const std::string& folder) : seen(folder), arrived(folder) {}
  };
  // How often does a step of some configurations change the answer to a question?
  struct Crossings {
    std::uint64_t to_yes = 0;
    std::uint64_t to_no = 0;
  };

  static void add(Spill& to, const Record& record) { to.add(std::as_bytes(std::span(record))); }
  Division::Part part_of(const Key<Words>& key) override {
    return division_.part_of(Cells{key, this->layout_});
  }
  void send(Division::Part part, const Record& record) override { add(parts_[part]->arrived, record); }

  void explore(Phase);
  bool load_next();
  void work();
  void store();
  void divide();
  std::vector<Division::Question> questions() const;
  void count_crossings(const Key<Words>&, const std::vector<Division::Question>&, std::vector<Crossings>&);
  Division::Question best_question();
  void widen(const TooNarrow&);
  template <class Repack>
  void convert(Spill&, const Repack&);
  template <class Each>
  void for_each(Spill&, const Each&);
  void find_paths();
  Path path_to(const Findings&, bool without_leader);

  const Room& room_;
  std::uint64_t most_ = 0;  // so many configurations may be in memory
  Division division_;
  std::vector<std::unique_ptr<Files>> parts_;
  bool loaded_ = false;  // part here_ is in memory
  Array<Record> taken_;  // of what arrived at part here_
  Array<Record> read_;   // by for_each()
};

template <std::size_t Words>
void DiskPass<Words>::run(bool by_independence) {
  division_ = {};
  parts_.clear();
  parts_.push_back(std::make_unique<Files>(room_.folder));
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
  parts_.push_back(std::make_unique<Files>(room_.folder));
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

// Questions by which a part may be divided. As values are numbered as they are met, later ones are often
// those to which processes come later.
template <std::size_t Words>
std::vector<Division::Question> DiskPass<Words>::questions() const {
  constexpr std::uint32_t few = 16;  // values
  std::vector<Division::Question> questions;
  for (std::uint32_t c = 0; c < machine_.values().component_count(); ++c) {
    const std::size_t values = machine_.values().value_count(c);
    for (std::uint32_t least = 1; least < few && least < values; ++least)
      questions.push_back({c, ~std::uint64_t{0} << least, false});
    for (std::uint64_t yes : {0xaaaaaaaaaaaaaaaaULL, 0xccccccccccccccccULL, 0xf0f0f0f0f0f0f0f0ULL,
                              0xff00ff00ff00ff00ULL, 0xffff0000ffff0000ULL, 0xffffffff00000000ULL})
      questions.push_back({c, yes, false});
  }
  return questions;
}

template <std::size_t Words>
void DiskPass<Words>::count_crossings(const Key<Words>& key, const std::vector<Division::Question>& questions,
                                      std::vector<Crossings>& crossings) {
  const Cells cells{key, this->layout_};
  this->visit_steps(key, [&](RecordIndex, const Key<Words>& child) {
    for (std::size_t q = 0; q < questions.size(); ++q) {
      const bool before = questions[q].ask(cells);
      const bool after = questions[q].ask(Cells{child, this->layout_});
      crossings[q].to_yes += !before && after ? 1 : 0;
      crossings[q].to_no += before && !after ? 1 : 0;
    }
  });
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
  const Repacking of_keys(before, this->layout_);
  const auto repack = [&](const Record& record) { return Base::repack(of_keys, tag_bits, record); };
  for (auto& key : waiting_) key = repack(key);
  for (auto& record : taken_) record = repack(record);
  seen_.convert(tag_bits_, repack);
  for (auto& part : parts_) {
    convert(part->seen, repack);
    convert(part->arrived, repack);
  }
}

template <std::size_t Words>
template <class Repack>
void DiskPass<Words>::convert(Spill& file, const Repack& repack) {
  Spill converted(room_.folder);
  for_each(file, [&](const Record& record) { add(converted, repack(record)); });
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

// For each property that is violated, an execution that shows it.
template <std::size_t Words>
void DiskPass<Words>::find_paths() {
  for (std::size_t p = 0; p < most_properties; ++p) {
    const Findings& findings = this->findings_[p];
    if (findings.at.empty()) continue;
    const auto id = static_cast<PropertyId>(p);
    result_.violations[p] = this->as_found(id, path_to(findings, id == PropertyId::election));
  }
}

template <std::size_t Words>
Path DiskPass<Words>::path_to(const Findings& findings, bool without_leader) {
  WayBack<Key<Words>> way(findings.steps);
  for (const auto& [key, last] : findings.at) way.begin_at(key, last);
  while (way.left() > 0) {
    for (auto& part : parts_) {
      for_each(part->seen, [&](const Record& record) {
        const Key<Words> key = this->key(record);
        if (way.is_full() || !this->comes_before(key, this->number(record), way.left(), without_leader))
          return;
        this->visit_steps(key,
                          [&](RecordIndex step, const Key<Words>& child) { way.add_step(key, step, child); });
      });
    }
    way.go_on();
  }
  return way.path(machine_, Key<Words>{});
}

}  // namespace conclave
