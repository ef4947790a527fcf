// The fast pass over one instance: depth-first, nothing stored but configurations and what is still to come
// from each. In a graph without cycles (self-loops apart) it settles everything but time: safety, liveness,
// reachability and the extreme counts. It gives up, and leaves the instance to the graph pass, at the first
// violation (which needs the shortest execution), cycle, or configuration in which an execution may fairly
// stay for ever.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "explore/result.hpp"
#include "explore/statements.hpp"
#include "explore/table.hpp"

namespace conclave {

template <class C>
class FastPass {
 public:
  FastPass(Machine& machine, Limits& limits)
      : machine_(machine),
        limits_(limits),
        statements_(machine.scenario()),
        costs_(*machine.scenario().model->program),
        blocks_((costs_.counted() + costs_in_block - 1) / costs_in_block),
        table_(limits),
        to_come_(limits),
        marks_(limits),
        own_(limits),
        links_(limits),
        frames_(limits) {}

  // What it counted so far, also after an exception; `result.costs` is set when run() returned true.
  InstanceResult result;

  // True: no execution violates a property, and all is known. False: the graph pass has to look at this
  // instance; or, if a decision was taken back where independence reduces, this one without that.
  // Throws LimitReached, CellOverflow, ModelError.
  bool run(bool by_independence);
  bool met_revocation() const { return revoked_; }

  void release() {
    table_.release();
    to_come_.release();
    marks_.release();
    own_.release();
  }

 private:
  // What an execution still costs from a configuration to its end: of each cost the most, and the negated
  // least, so that both are a maximum. As many blocks of lanes a configuration as the costs need.
  static constexpr std::size_t lanes = 8;
  static constexpr std::size_t costs_in_block = lanes / 2;
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
  bool keeps_rounds(const C&) const;
  void add(const C&);
  bool combine(std::uint32_t state, std::uint32_t target, const Machine::Record&);
  static void raise(Lanes& here, const Lanes& candidate);
  static std::size_t lane_of(std::size_t cost) { return 2 * (cost % costs_in_block); }
  std::int16_t most(std::uint32_t state, std::size_t cost) const {
    return to_come_[blocks_ * state + cost / costs_in_block][lane_of(cost)];
  }
  bool violated(PropertyId, std::optional<Machine::RecordIndex> last = {});
  bool violated(PropertySet, std::optional<Machine::RecordIndex> last);
  bool loses(std::uint32_t state, std::uint32_t target, Machine::RecordIndex);
  void find_unreached();
  const Lanes* lanes_of(std::uint16_t cost) {
    if (blocks_ * cost >= lanes_of_cost_.size()) [[unlikely]]
      extend_lanes();
    return lanes_of_cost_.data() + blocks_ * cost;
  }
  void extend_lanes();

  // Of a model's own properties: what holds in a configuration, and which of its leads-to an execution from
  // there may leave without an answer.
  struct Own {
    std::uint32_t holds;
    std::uint32_t avoids;
  };

  Machine& machine_;
  Limits& limits_;
  const Statements statements_;
  const Costs costs_;
  const std::size_t blocks_;
  Table<C> table_;
  Array<Lanes> to_come_;  // blocks_ a configuration
  Array<std::uint8_t> marks_;
  Array<Own> own_;  // if there are any statements
  Array<Link> links_;
  Array<Frame> frames_;
  Successors<C> successors_;
  std::vector<Lanes> lanes_of_cost_;
  std::vector<bool> loops_cost_;  // by cost: a self-loop has some, so the most is unbounded
  bool elected_ = false;
  bool by_independence_ = false;
  bool revoked_ = false;
  std::uint32_t reached_ = 0;
};

template <class C>
bool FastPass<C>::run(bool by_independence) {
  by_independence_ = by_independence;
  revoked_ = false;
  result = {};
  table_.clear();
  to_come_.clear();
  marks_.clear();
  own_.clear();
  links_.clear();
  frames_.clear();
  loops_cost_.assign(costs_.counted(), false);
  reached_ = 0;

  const C initial{};
  table_.find_or_insert(initial, Machine::initial_hash, [&](const C& c) { return machine_.hash(c); });
  add(initial);
  const auto standing = machine_.standing(initial);
  elected_ = standing.elected;
  if (!standing.failed.empty()) return false;
  if (statements_.any() && statements_.broken(own_[0].holds) != 0) return false;
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
  for (std::size_t cost = 0; cost < costs_.counted(); ++cost) {
    Extremes extremes{-to_come_[cost / costs_in_block][lane_of(cost) + 1], most(0, cost)};
    if (loops_cost_[cost]) extremes.max.reset();
    result.costs.push_back(extremes);
  }
  find_unreached();
  return true;
}

// A configuration that was just found.
template <class C>
void FastPass<C>::add(const C& configuration) {
  ++result.states;
  for (std::size_t block = 0; block < blocks_; ++block) to_come_.push_back(nothing_known);
  marks_.push_back(fresh);
  if (!statements_.any()) return;
  own_.push_back({machine_.predicates(configuration), 0});
  reached_ |= statements_.reached(own_.back().holds);
}

template <class C>
bool FastPass<C>::enter(std::uint32_t state, std::uint64_t hash) {
  limits_.tick();
  const C configuration = table_[state];
  if (by_independence_) {
    machine_.expand_by_independence(configuration, hash, successors_);
  } else {
    machine_.expand(configuration, hash, successors_);
  }
  if (statements_.speaks_of_rounds() && !keeps_rounds(configuration)) return false;
  if (table_.outgrows_caches()) {
    for (const auto& child : successors_) table_.prefetch_slot(child.hash);
    for (const auto& child : successors_) table_.prefetch_configuration(child.hash);
  }
  frames_.push_back(
      {state, static_cast<std::uint32_t>(links_.size()), static_cast<std::uint32_t>(links_.size())});
  marks_[state] = open;
  result.transitions += successors_.size();

  bool owed = false;
  bool stays = false;
  for (const auto& child : successors_) {
    const Machine::Record& record = machine_.record(child.record);
    if (!record.broken.empty()) return violated(record.broken, child.record);
    if (by_independence_ && record.revokes && machine_.scenario().reduction.provisos.decisions_stay) {
      revoked_ = true;
      return false;
    }
    owed |= record.owed;
    if (child.hash == hash && child.configuration == configuration) {
      if (!record.owed) return false;  // an execution may come back to where only optional steps are left
      stays = true;
      for (std::size_t cost = 0; cost < loops_cost_.size(); ++cost) {
        if (machine_.costs()[record.cost][cost] > 0) loops_cost_[cost] = true;
      }
      continue;
    }
    const auto [target, inserted] =
        table_.find_or_insert(child.configuration, child.hash, [&](const C& c) { return machine_.hash(c); });
    if (!inserted) {
      if (statements_.any() && loses(state, target, child.record)) return false;
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
    add(child.configuration);
    if (record.changes_facts) {
      const auto standing = machine_.standing(child.configuration);
      elected_ |= standing.elected;
      if (!standing.failed.empty()) return violated(standing.failed, child.record);
    }
    if (statements_.any()) {
      const std::uint32_t broken = statements_.broken(own_[target].holds);
      if (broken != 0) return violated(PropertySet::own(broken), child.record);
      if (loses(state, target, child.record)) return false;
    }
  }

  if (owed) {
    const bool unfair = machine_.scenario().fairness == Fairness::none;
    if (stays && (unfair || may_stay(configuration, hash))) return false;
  } else if (!machine_.awaits_start(configuration, successors_)) {
    ++result.quiescent;
    for (std::size_t block = 0; block < blocks_; ++block)
      raise(to_come_[blocks_ * state + block], {});  // an execution may end here
    if (statements_.any()) own_[state].avoids = statements_.unanswered(own_[state].holds);
    if (machine_.all_decided(configuration)) {
      marks_[state] |= can_end;
    } else if (machine_.scenario().properties.contains(PropertyId::termination)) {
      return violated(PropertyId::termination);
    }
  }
  return true;
}

// Does what is claimed of rounds hold of this one, and, at rest, of all that follow? How many have passed is
// known only as long as there is one execution: otherwise the graph pass has to tell.
template <class C>
bool FastPass<C>::keeps_rounds(const C& configuration) const {
  const auto is_optional = [&](const auto& step) { return !machine_.record(step.record).owed; };
  if (successors_.size() > 1 || std::ranges::any_of(successors_, is_optional)) return false;
  const int round = static_cast<int>(frames_.size());
  const int last = successors_.empty() ? machine_.rounds_claimed() : round;
  for (int r = round; r <= last; ++r) {
    if (statements_.broken_in_round(machine_.predicates(configuration, r)) != 0) return false;
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
  if (statements_.any()) {
    const std::uint32_t unanswered = statements_.asks(own_[frame.state].holds) & own_[frame.state].avoids;
    if (unanswered != 0) return violated(PropertySet::own(unanswered), {});
  }
  marks_[frame.state] = static_cast<std::uint8_t>((marks_[frame.state] & can_end) | closed);
  links_.resize_down(frame.first_link);
  frames_.pop_back();
  return true;
}

// A successor is settled: what is to come from it, after this step, is to come from here.
template <class C>
bool FastPass<C>::combine(std::uint32_t state, std::uint32_t target, const Machine::Record& record) {
  marks_[state] |= static_cast<std::uint8_t>(marks_[target] & can_end);
  if (statements_.any())
    own_[state].avoids |= own_[target].avoids & statements_.unanswered(own_[state].holds);
  const Lanes* const cost = lanes_of(record.cost);
  for (std::size_t block = 0; block < blocks_; ++block) {
    raise(to_come_[blocks_ * state + block],
          std::bit_cast<Lanes>(std::bit_cast<Vector>(to_come_[blocks_ * target + block]) +
                               std::bit_cast<Vector>(cost[block])));
  }
  return most(state, Costs::messages) < largest_sum && most(state, costs_.deliveries()) < largest_sum &&
         (!costs_.counts_time() || most(state, costs_.time()) < largest_sum);
}

template <class C>
void FastPass<C>::raise(Lanes& here, const Lanes& candidate) {
  const auto other = std::bit_cast<Vector>(candidate);
  const auto mine = std::bit_cast<Vector>(here);
  here = std::bit_cast<Lanes>(other > mine ? other : mine);
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
bool FastPass<C>::violated(PropertySet failed, std::optional<Machine::RecordIndex> last) {
  for (const Property& p : machine_.scenario().model->properties) {
    if (failed.contains(p.id)) return violated(p.id, last);
  }
  return false;
}

// Does this step end what should be stable?
template <class C>
bool FastPass<C>::loses(std::uint32_t state, std::uint32_t target, Machine::RecordIndex record) {
  const std::uint32_t lost = statements_.lost(own_[state].holds, own_[target].holds);
  if (lost != 0) violated(PropertySet::own(lost), record);
  return lost != 0;
}

// Reachability has no execution to show: none gets there.
template <class C>
void FastPass<C>::find_unreached() {
  if (!elected_ && machine_.scenario().properties.contains(PropertyId::can_elect))
    result.violation(PropertyId::can_elect).emplace();
  const PropertySet missed = PropertySet::own(statements_.reachable() & ~reached_);
  for (const Property& p : machine_.scenario().model->properties) {
    if (missed.contains(p.id)) result.violation(p.id).emplace();
  }
}

template <class C>
void FastPass<C>::extend_lanes() {
  while (lanes_of_cost_.size() < blocks_ * machine_.costs().size()) {
    const auto& counts = machine_.costs()[lanes_of_cost_.size() / blocks_];
    for (std::size_t block = 0; block < blocks_; ++block) {
      Lanes sums{};
      for (std::size_t lane = 0; lane < lanes; lane += 2) {
        const std::size_t cost = block * costs_in_block + lane / 2;
        if (cost >= counts.size()) break;
        sums[lane] = static_cast<std::int16_t>(std::min<int>(counts[cost], largest_sum));
        sums[lane + 1] = static_cast<std::int16_t>(-sums[lane]);
      }
      lanes_of_cost_.push_back(sums);
    }
  }
}

}  // namespace conclave
