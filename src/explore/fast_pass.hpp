// The fast pass over one instance: depth-first, nothing stored but configurations and what is still to come
// from each. In a graph without cycles (self-loops apart) it settles everything: safety, termination,
// can-terminate and the extreme costs. It gives up, and leaves the instance to the graph pass, at the first
// violation (which needs the shortest execution), cycle, or configuration in which an execution may fairly
// stay for ever.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "explore/result.hpp"
#include "explore/table.hpp"

namespace conclave {

template <class C>
class FastPass {
 public:
  FastPass(Machine& machine, Limits& limits)
      : machine_(machine),
        limits_(limits),
        table_(limits),
        to_come_(limits),
        marks_(limits),
        links_(limits),
        frames_(limits) {}

  // What it counted so far, also after an exception; `result.messages` is set when run() returned true.
  InstanceResult result;

  // True: every property holds and all is known. False: the graph pass has to look at this instance.
  // Throws LimitReached, CellOverflow, ModelError.
  bool run();

  void release() {
    table_.release();
    to_come_.release();
    marks_.release();
  }

 private:
  // Messages still to be sent from a configuration to the end of an execution: for all and for each kind the
  // most, and the negated least, so that both are a maximum.
  static constexpr std::size_t lanes = 8;
  static constexpr std::int16_t largest_sum = 15000;  // twice this still fits a lane
  using Lanes = std::array<std::int16_t, lanes>;
  // For the arithmetic, because g++ 12 makes sixteen moves of a plain loop over Lanes.
  using Vector [[gnu::vector_size(sizeof(Lanes))]] = std::int16_t;
  static constexpr Lanes nothing_known = [] {
    Lanes sums{};
    sums.fill(-32768);
    return sums;
  }();

  enum Mark : std::uint8_t { fresh = 0, open = 1, closed = 2, can_end = 4 };

  struct Link {  // a successor on the stack
    std::uint64_t hash;
    std::uint32_t target;
    Machine::RecordIndex record;
  };
  struct Frame {
    std::uint32_t state;
    std::uint32_t first_link;
    std::uint32_t at_link;
  };

  bool enter(std::uint32_t state, std::uint64_t hash);
  bool leave();
  bool may_stay(const C&, std::uint64_t hash) const;
  bool combine(std::uint32_t state, std::uint32_t target, const Machine::Record&);
  void raise(std::uint32_t state, const Lanes&);
  bool violated(PropertyId, std::optional<Machine::RecordIndex> last = {});
  const Lanes& lanes_of(std::uint16_t cost) {
    if (cost >= lanes_of_cost_.size()) [[unlikely]]
      extend_lanes();
    return lanes_of_cost_[cost];
  }
  void extend_lanes();

  Machine& machine_;
  Limits& limits_;
  Table<C> table_;
  Array<Lanes> to_come_;
  Array<std::uint8_t> marks_;
  Array<Link> links_;
  Array<Frame> frames_;
  Successors<C> successors_;
  std::vector<Lanes> lanes_of_cost_;
  std::vector<bool> loops_send_;  // by lane pair: a self-loop sends, so the most is unbounded
};

template <class C>
bool FastPass<C>::run() {
  result = {};
  const std::size_t metrics = machine_.scenario().model->program->message_kinds().size() + 1;
  if (2 * metrics > lanes) return false;
  table_.clear();
  to_come_.clear();
  marks_.clear();
  links_.clear();
  frames_.clear();
  loops_send_.assign(metrics, false);

  const C initial{};
  table_.find_or_insert(initial, Machine::initial_hash, [&](const C& c) { return machine_.hash(c); });
  to_come_.push_back(nothing_known);
  marks_.push_back(fresh);
  result.states = 1;
  const PropertySet failed = machine_.violations(initial);
  if (!failed.empty()) return false;
  if (!enter(0, Machine::initial_hash)) return false;
  while (!frames_.empty()) {
    Frame& frame = frames_.back();
    if (frame.at_link == links_.size()) {
      if (!leave()) return false;
      continue;
    }
    const Link link = links_[frame.at_link];
    const std::uint8_t mark = marks_[link.target];
    if (mark & closed) {
      ++frame.at_link;
      if (!combine(frame.state, link.target, machine_.record(link.record))) return false;
    } else if (!enter(link.target, link.hash)) {
      return false;
    }
  }
  for (std::size_t m = 0; m < metrics; ++m) {
    Extremes extremes{-to_come_[0][2 * m + 1], to_come_[0][2 * m]};
    if (loops_send_[m]) extremes.max.reset();
    result.messages.push_back(extremes);
  }
  return true;
}

template <class C>
bool FastPass<C>::enter(std::uint32_t state, std::uint64_t hash) {
  limits_.tick();
  const C configuration = table_[state];
  machine_.expand(configuration, hash, successors_);
  if (table_.outgrows_caches()) {
    for (const auto& child : successors_) table_.prefetch_slot(child.hash);
    for (const auto& child : successors_) table_.prefetch_configuration(child.hash);
  }
  frames_.push_back(
      {state, static_cast<std::uint32_t>(links_.size()), static_cast<std::uint32_t>(links_.size())});
  marks_[state] = open;
  result.transitions += successors_.size();

  const PropertySet wanted = machine_.scenario().properties;
  bool owed = false;
  bool stays = false;
  for (const auto& child : successors_) {
    const Machine::Record& record = machine_.record(child.record);
    if (record.revokes && wanted.contains(PropertyId::irrevocable))
      return violated(PropertyId::irrevocable, child.record);
    if (record.fails && wanted.contains(PropertyId::assertions))
      return violated(PropertyId::assertions, child.record);
    owed |= record.owed;
    if (child.hash == hash && child.configuration == configuration) {
      if (!record.owed) return false;  // an execution may come back to where only optional steps are left
      stays = true;
      for (std::size_t m = 0; m < loops_send_.size(); ++m) {
        if (lanes_of(record.cost)[2 * m] > 0) loops_send_[m] = true;
      }
      continue;
    }
    const auto [target, inserted] =
        table_.find_or_insert(child.configuration, child.hash, [&](const C& c) { return machine_.hash(c); });
    if (!inserted) {
      const std::uint8_t mark = marks_[target];
      if (mark & open) return false;  // a cycle
      if (mark & closed) {
        if (!combine(state, target, record)) return false;
      } else {
        links_.push_back({child.hash, target, child.record});
      }
      continue;
    }
    links_.push_back({child.hash, target, child.record});
    ++result.states;
    to_come_.push_back(nothing_known);
    marks_.push_back(fresh);
    if (record.changes_facts) {
      const PropertySet failed = machine_.violations(child.configuration);
      for (const Property& p : all_properties) {
        if (failed.contains(p.id)) return violated(p.id, child.record);
      }
    }
  }

  const bool someone_must_start = state == 0 && !machine_.scenario().start_is_owed() && !successors_.empty();
  if (owed) {
    if (stays && may_stay(configuration, hash)) return false;
  } else if (!someone_must_start) {
    ++result.quiescent;
    raise(state, {});  // an execution may end here
    if (machine_.all_decided(configuration)) {
      marks_[state] |= can_end;
    } else if (wanted.contains(PropertyId::termination)) {
      return violated(PropertyId::termination);
    }
  }
  return true;
}

// May an execution fairly stay here for ever? Yes, if every owed action has an outcome that changes nothing.
template <class C>
bool FastPass<C>::may_stay(const C& configuration, std::uint64_t hash) const {
  return std::ranges::all_of(successors_, [&](const auto& step) {
    return !machine_.record(step.record).owed || std::ranges::any_of(successors_, [&](const auto& other) {
      return other.hash == hash && machine_.action(other.record) == machine_.action(step.record) &&
             other.configuration == configuration;
    });
  });
}

template <class C>
bool FastPass<C>::leave() {
  const Frame frame = frames_.back();
  if (!(marks_[frame.state] & can_end) && machine_.scenario().properties.contains(PropertyId::can_terminate))
    return false;
  marks_[frame.state] = static_cast<std::uint8_t>((marks_[frame.state] & can_end) | closed);
  links_.resize_down(frame.first_link);
  frames_.pop_back();
  return true;
}

// A successor is settled: what is to come from it, after this step, is to come from here.
template <class C>
bool FastPass<C>::combine(std::uint32_t state, std::uint32_t target, const Machine::Record& record) {
  marks_[state] |= static_cast<std::uint8_t>(marks_[target] & can_end);
  raise(state, std::bit_cast<Lanes>(std::bit_cast<Vector>(to_come_[target]) +
                                    std::bit_cast<Vector>(lanes_of(record.cost))));
  return to_come_[state][0] < largest_sum;
}

template <class C>
void FastPass<C>::raise(std::uint32_t state, const Lanes& sums) {
  const auto candidate = std::bit_cast<Vector>(sums);
  const auto here = std::bit_cast<Vector>(to_come_[state]);
  to_come_[state] = std::bit_cast<Lanes>(candidate > here ? candidate : here);
}

// Keeps the execution on the stack as evidence, in case that the graph pass cannot finish.
template <class C>
bool FastPass<C>::violated(PropertyId id, std::optional<Machine::RecordIndex> last) {
  Path path;
  path.shortest = false;
  for (std::size_t f = 0; f + 1 < frames_.size(); ++f) {
    path.steps.push_back(machine_.step(links_[frames_[f].at_link].record));
  }
  if (last) path.steps.push_back(machine_.step(*last));
  result.violations[static_cast<std::size_t>(id)] = std::move(path);
  return false;
}

template <class C>
void FastPass<C>::extend_lanes() {
  while (lanes_of_cost_.size() < machine_.costs().size()) {
    const auto& by_kind = machine_.costs()[lanes_of_cost_.size()];
    Lanes sums{};
    for (std::size_t kind = 0; kind < by_kind.size(); ++kind) {
      const int sent = std::min<int>(by_kind[kind], largest_sum);
      sums[0] = static_cast<std::int16_t>(std::min<int>(sums[0] + sent, largest_sum));
      sums[2 * kind + 2] = static_cast<std::int16_t>(sent);
    }
    for (std::size_t lane = 0; lane < lanes; lane += 2)
      sums[lane + 1] = static_cast<std::int16_t>(-sums[lane]);
    lanes_of_cost_.push_back(sums);
  }
}

}  // namespace conclave
