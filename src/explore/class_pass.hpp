// The pass over an instance under one order of identifiers after the other, one of each class: depth-first,
// like FastPass, but what it found out about a configuration is kept with the answers about the order that it
// rests on, and holds under every order that answers alike (docs/semantics.md, Order classes). So of each
// class only that is explored which none before it has told.
#pragma once

#include <algorithm>
#include <bit>
#include <vector>

#include "explore/key_set.hpp"
#include "explore/outcomes.hpp"
#include "explore/passes.hpp"
#include "explore/statements.hpp"
#include "explore/step_tables.hpp"

namespace conclave {

template <std::size_t Words, std::size_t Blocks>
class ClassPass final : public ClassExploration {
 public:
  ClassPass(Machine& machine, Limits& limits, Widths& widths)
      : machine_(machine),
        limits_(limits),
        costs_(*machine.scenario().model->program),
        widths_(widths),
        seen_(limits),
        steps_(machine, nullptr),
        configurations_(limits),
        splits_(limits),
        knowledge_(limits),
        frames_(limits),
        pending_(limits),
        listed_(limits) {}

  std::size_t known() const override { return knowledge_.size(); }
  void begin() override;
  bool run(const Answers& order, bool by_independence) override;

 private:
  using Lanes = Outcomes::Lanes;
  using Vector [[gnu::vector_size(sizeof(Lanes))]] = std::int16_t;
  using Tables = StepTables<Words>;
  using Cells = PackedCells<Words>;
  using Index = std::uint32_t;

  static constexpr std::int16_t largest_sum = 15000;  // twice this still fits a lane

  // What is known of a configuration under all orders that give certain answers.
  struct Known {
    std::array<Lanes, Blocks> sums;  // what may still come; as in Outcomes
    Answers answers;
    std::uint32_t used;  // the last order that it was used under
    bool open;           // on the stack
    bool elects;         // there, or in a configuration after it, somebody is elected
  };
  // What is known of one configuration: where orders part, a question about the order is asked; so there is
  // at most one answer to look at. A link leads to a split (odd) or to what is known (even), twice the
  // number.
  struct Configuration {
    Index last;  // that was used
    Index root;
  };
  struct Split {
    std::uint8_t smaller;  // is its identifier the smaller one?
    std::uint8_t larger;
    std::array<Index, 2> then;  // no, yes
  };
  static bool is_split(Index link) { return link & 1; }
  static Index leaf(Index known) { return known << 1; }
  struct Frame {
    Key<Words> key;
    std::uint64_t scrambled;
    Index known;
    Index first;  // in pending_
    Index at;     // the one that is being looked at
    bool expanded;
    bool changes_facts;  // what the processes say of themselves is to be looked at
  };
  struct Pending {
    Key<Words> key;
    std::uint64_t scrambled;
    StepLabel label;
  };
  // What visiting a configuration comes to.
  enum class Visit { known, entered, gave_up };

  void lay_out();
  void widen(const TooNarrow&);
  bool walk();
  Visit visit(const Pending&);
  Index enter(const Pending&);
  bool expand();
  bool stands(const Key<Words>&, Known&);
  bool rest(Frame&);
  void combine(Known& into, const Known& from, std::uint16_t cost) const;
  bool close(Known&) const;
  static void raise(Lanes& here, const Lanes& candidate) {
    const auto other = std::bit_cast<Vector>(candidate);
    const auto mine = std::bit_cast<Vector>(here);
    here = std::bit_cast<Lanes>(other > mine ? other : mine);
  }
  bool is_in_force(const Known& known) const { return known.answers.within(order_) || !answers_alike_; }
  std::int16_t most(const Known& known, std::size_t cost) const {
    return known.sums[cost / Outcomes::costs_in_block][2 * (cost % Outcomes::costs_in_block)];
  }
  std::vector<StepLabel> labels() const {
    std::vector<StepLabel> labels;
    for (const auto step : listed_) labels.push_back(steps_.label(step));
    return labels;
  }
  void extend_lanes();

  Machine& machine_;
  Limits& limits_;
  const Costs costs_;
  Widths& widths_;
  Layout layout_;
  KeySet<Words> seen_;  // the tag: in configurations_
  Tables steps_;
  Array<Configuration> configurations_;
  Array<Split> splits_;
  Array<Known> knowledge_;
  Array<Frame> frames_;
  Array<Pending> pending_;
  Array<std::uint32_t> listed_;
  std::vector<std::array<Lanes, Blocks>> lanes_of_cost_;
  Answers order_;             // in force
  Answers base_;              // who is to be elected, and who not
  std::uint32_t number_ = 0;  // of the order in force
  bool unfinished_ = false;
  Index visited_ = 0;  // what is known of the configuration last visited
  bool by_independence_ = false;
  const bool answers_alike_ = machine_.scenario().reduction.provisos.answers_alike;
};

template <std::size_t Words, std::size_t Blocks>
void ClassPass<Words, Blocks>::begin() {
  unfinished_ = false;
  frames_.clear();
  pending_.clear();
  configurations_.clear();
  splits_.clear();
  knowledge_.clear();
  number_ = 0;
  widths_.tag = std::max<std::uint8_t>(widths_.tag, 12);
  lay_out();
  seen_.clear(widths_.tag);
}

template <std::size_t Words, std::size_t Blocks>
void ClassPass<Words, Blocks>::lay_out() {
  if (!layout_.arrange(widths_, steps_.pairs(), Words)) throw KeyOverflow{};
  steps_.clear(layout_, true);
  steps_.begin_order(order_);
}

// Packs everything anew, in place. The configuration at the top of the stack is expanded again if it was that
// which failed.
template <std::size_t Words, std::size_t Blocks>
void ClassPass<Words, Blocks>::widen(const TooNarrow& found) {
  const Layout before = layout_;
  widths_.widen(found);
  lay_out();
  const auto convert = [&](const Key<Words>& key) {
    Key<Words> packed{};
    for (std::size_t c = 0; c < before.size(); ++c) layout_.set(packed, c, before[c].get(key));
    return packed;
  };
  seen_.convert(widths_.tag, convert);
  if (!frames_.empty() && !frames_.back().expanded) pending_.resize_down(frames_.back().first);
  for (Frame& frame : frames_) {
    frame.key = convert(frame.key);
    frame.scrambled = seen_.scramble(frame.key);
  }
  for (Pending& step : pending_) {
    step.key = convert(step.key);
    step.scrambled = seen_.scramble(step.key);
  }
}

template <std::size_t Words, std::size_t Blocks>
bool ClassPass<Words, Blocks>::run(const Answers& order, bool by_independence) {
  result = {};
  answers = {};
  order_ = order;
  by_independence_ = by_independence;
  base_ = machine_.take_answers();
  if (unfinished_) begin();  // what is known of an order that was given up is not all
  unfinished_ = true;
  ++number_;
  steps_.begin_order(order);
  frames_.clear();
  pending_.clear();
  Pending initial{};
  initial.label.flags = Tables::changes_facts;
  Visit visited{};
  bool settled = false;
  for (bool begun = false;;) {
    try {
      if (!begun) {
        initial.scrambled = seen_.scramble(initial.key);
        visited = visit(initial);
        begun = true;
      }
      settled = visited == Visit::known || (visited == Visit::entered && walk());
      break;
    } catch (const TooNarrow& found) {
      widen(found);
    }
  }
  if (!settled) return false;
  const auto at = seen_.find(initial.key, seen_.scramble(initial.key));
  const Known& all = knowledge_[configurations_[at.tag].last];
  if (!all.elects && machine_.scenario().properties.contains(PropertyId::can_elect)) return false;
  unfinished_ = false;
  answers = all.answers;
  for (std::size_t cost = 0; cost < costs_.counted(); ++cost) {
    const std::size_t lane = 2 * (cost % Outcomes::costs_in_block);
    result.costs.push_back({-all.sums[cost / Outcomes::costs_in_block][lane + 1], most(all, cost)});
  }
  return true;
}

template <std::size_t Words, std::size_t Blocks>
bool ClassPass<Words, Blocks>::walk() {
  if (!frames_.back().expanded && !expand()) return false;
  while (true) {
    Frame& frame = frames_.back();
    if (frame.at < pending_.size()) {
      const Pending step = pending_[frame.at];
      const Visit visited = visit(step);
      if (visited == Visit::gave_up) return false;
      if (visited == Visit::entered) {
        if (!expand()) return false;
        continue;
      }
      combine(knowledge_[frame.known], knowledge_[visited_], step.label.cost);
      ++frame.at;
      continue;
    }
    Known& known = knowledge_[frame.known];
    if (!close(known)) return false;
    if (frames_.size() == 1) return true;
    pending_.resize_down(frame.first);
    frames_.pop_back();
    Frame& before = frames_.back();
    combine(knowledge_[before.known], known, pending_[before.at].label.cost);
    ++before.at;
  }
}

template <std::size_t Words, std::size_t Blocks>
typename ClassPass<Words, Blocks>::Visit ClassPass<Words, Blocks>::visit(const Pending& step) {
  const auto at = seen_.find(step.key, step.scrambled);
  if (!seen_.holds(at)) {
    const std::size_t number = configurations_.size();
    if (number >= seen_.tag_limit()) throw TooNarrow{layout_.size(), static_cast<Index>(number)};
    const Index known = enter(step);
    configurations_.push_back({known, leaf(known)});
    seen_.insert(at.slot, step.key, step.scrambled, number);
    return Visit::entered;
  }
  Configuration& configuration = configurations_[at.tag];
  visited_ = configuration.last;
  if (knowledge_[visited_].used == number_) return knowledge_[visited_].open ? Visit::gave_up : Visit::known;
  if (!is_in_force(knowledge_[visited_])) {
    Index* link = &configuration.root;
    while (is_split(*link)) {
      Split& split = splits_[*link >> 1];
      link = &split.then[order_.holds(split.smaller, split.larger) ? 1 : 0];
    }
    visited_ = *link >> 1;
    const Known& of_leaf = knowledge_[visited_];
    if (!is_in_force(of_leaf)) {
      const auto [smaller, larger] = of_leaf.answers.first_outside(order_);
      const auto split = static_cast<Index>(splits_.size());
      const Index known = configuration.last = enter(step);
      Split made{smaller, larger, {leaf(known), *link}};
      *link = split << 1 | 1;
      splits_.push_back(made);
      return Visit::entered;
    }
    configuration.last = visited_;
  }
  knowledge_[visited_].used = number_;
  return Visit::known;
}

// A configuration that is to be explored goes onto the stack.
template <std::size_t Words, std::size_t Blocks>
std::uint32_t ClassPass<Words, Blocks>::enter(const Pending& found) {
  const auto known = static_cast<Index>(knowledge_.size());
  ++result.states;
  Known nothing{};
  nothing.sums.fill(Outcomes::nothing_known);
  nothing.answers = base_;
  nothing.used = number_;
  nothing.open = true;
  knowledge_.push_back(nothing);
  const auto first = static_cast<Index>(pending_.size());
  frames_.push_back({found.key, found.scrambled, known, first, first, false,
                     machine_.scenario().faults.any() || (found.label.flags & Tables::changes_facts)});
  return known;
}

// Lists the steps of the configuration at the top of the stack. False: it is not as simple as that.
template <std::size_t Words, std::size_t Blocks>
bool ClassPass<Words, Blocks>::expand() {
  limits_.tick();
  Frame& frame = frames_.back();
  Known& known = knowledge_[frame.known];
  if (frame.changes_facts && !stands(frame.key, known)) return false;
  listed_.resize_down(0);
  std::uint16_t flags = 0;
  if (by_independence_) flags = steps_.list_persistent(frame.key, listed_);
  if (listed_.empty()) flags = steps_.list(frame.key, listed_);
  if (flags & Tables::broken) return false;
  if (by_independence_ && (flags & Tables::revokes) && machine_.scenario().reduction.provisos.decisions_stay)
    return false;
  extend_lanes();
  for (const auto listed : listed_) {
    const Key<Words> child = steps_.take(frame.key, listed);
    if ((flags & Tables::stays) && child == frame.key) return false;
    pending_.push_back({child, seen_.scramble(child), steps_.label(listed)});
  }
  known.answers |= steps_.take_answers();
  known.answers |= machine_.take_answers();
  result.transitions += listed_.size();
  frame.expanded = true;
  return (flags & Tables::owed) || rest(frame);
}

template <std::size_t Words, std::size_t Blocks>
bool ClassPass<Words, Blocks>::stands(const Key<Words>& key, Known& known) {
  const auto standing = machine_.standing(Cells{key, layout_});
  known.answers |= machine_.take_answers();
  known.elects |= standing.elected;
  return standing.failed.empty();
}

// No step is owed: an execution may end here, unless somebody is awaited.
template <std::size_t Words, std::size_t Blocks>
bool ClassPass<Words, Blocks>::rest(Frame& frame) {
  const Cells cells{frame.key, layout_};
  Known& known = knowledge_[frame.known];
  if (machine_.awaits_start(cells, labels())) return true;
  ++result.quiescent;
  for (Lanes& sums : known.sums) raise(sums, {});
  const bool decided = machine_.all_decided(cells);
  known.answers |= machine_.take_answers();
  return decided || !machine_.scenario().properties.contains(PropertyId::termination);
}

template <std::size_t Words, std::size_t Blocks>
bool ClassPass<Words, Blocks>::close(Known& known) const {
  known.open = false;
  return most(known, Costs::messages) < largest_sum && most(known, costs_.deliveries()) < largest_sum;
}

// After a step that costs something, there is to come what is to come from where it leads.
template <std::size_t Words, std::size_t Blocks>
void ClassPass<Words, Blocks>::combine(Known& into, const Known& from, std::uint16_t cost) const {
  const auto& step = lanes_of_cost_[cost];
  for (std::size_t block = 0; block < Blocks; ++block) {
    raise(into.sums[block],
          std::bit_cast<Lanes>(std::bit_cast<Vector>(from.sums[block]) + std::bit_cast<Vector>(step[block])));
  }
  into.answers |= from.answers;
  into.elects |= from.elects;
}

template <std::size_t Words, std::size_t Blocks>
void ClassPass<Words, Blocks>::extend_lanes() {
  while (lanes_of_cost_.size() < machine_.costs().size()) {
    const auto& counts = machine_.costs()[lanes_of_cost_.size()];
    auto& of_cost = lanes_of_cost_.emplace_back();
    for (std::size_t cost = 0; cost < counts.size(); ++cost) {
      const auto lane = static_cast<std::int16_t>(std::min<int>(counts[cost], largest_sum));
      Lanes& sums = of_cost[cost / Outcomes::costs_in_block];
      sums[2 * (cost % Outcomes::costs_in_block)] = lane;
      sums[2 * (cost % Outcomes::costs_in_block) + 1] = static_cast<std::int16_t>(-lane);
    }
  }
}

}  // namespace conclave
