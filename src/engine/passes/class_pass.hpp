// The pass over an instance under one order of identifiers after the other, one of each class. Which steps a
// configuration has, and where they lead, is kept as a graph, with the answers about the order that it rests
// on; it holds under every order that answers alike (docs/semantics/order-classes.md). So an order is
// explored by walking, depth-first like FastPass, through a graph most of which those before it have built.
#pragma once

#include <algorithm>
#include <bit>
#include <boost/unordered/unordered_flat_map.hpp>
#include <limits>
#include <utility>
#include <vector>

#include "engine/passes/passes.hpp"
#include "engine/steps/statements.hpp"
#include "engine/steps/step_tables.hpp"
#include "engine/storage/cost_lanes.hpp"
#include "engine/storage/key_set.hpp"
#include "scenario/partial_order.hpp"

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
        steps_(machine, limits, nullptr),
        keys_(limits),
        nodes_(limits),
        roots_(limits),
        splits_(limits),
        code_(limits),
        frames_(limits),
        listed_(limits) {}

  void begin() override;
  bool run(const Answers& order, bool by_independence, std::uint64_t large) override;

 private:
  using Sums = std::array<Lanes, Blocks>;  // what may still come
  using Tables = StepTables<Words>;
  using Cells = PackedCells<Words>;
  using Index = std::uint32_t;

  // When to leave it to FastPass, which counts the same: to find out an expansion costs as much as to walk
  // there many times. Not soon, because the first orders find out more than all that follow; and the very
  // first finds out all that it walks over, which does not count.
  static constexpr std::uint64_t most_found = std::uint64_t{1} << 20;
  static constexpr std::uint64_t worthwhile = 4;  // for so many visits
  // An order with much that is new is better left to all threads, if it stands for one in so many, or more:
  // then there are few others with which to share it. One with very much in any case.
  static constexpr int others_wanted = 1024;
  static constexpr std::uint64_t very_much = 2 * most_found;
  // Room: of the memory, one part in so many for tables, and so many percent for all; then no more is kept.
  static constexpr std::size_t share_of_tables = 16;
  static constexpr int most_used = 75;
  static constexpr std::size_t most_code = std::size_t{1} << 31;  // links have a bit less than an Index

  // A configuration.
  struct Node {
    Sums sums;              // under the order by which it was last visited
    std::uint32_t visited;  // that order's number, as in closed_ and open_
    Index expansion;        // that was last in force
  };
  // The steps of a configuration under all orders that give certain answers: in code_, so many words, and
  // after them as many edges.
  enum Expansion : Index { answers_word, count_word, flags_word, first_edge };
  enum Flag : Index {
    gives_up = 1,  // it is not as simple as that
    rests = 2,     // an execution may end here
    elects = 4,    // somebody is elected here
  };
  enum Edge : Index { node_word, cost_word, edge_words };
  static constexpr Index nowhere = ~Index{1};
  // Where the expansions of a configuration part, a question about the order is asked; so there is at most
  // one to look at. A link leads to a split (odd) or to an expansion (even), twice the number.
  struct Split {
    std::uint8_t smaller;  // is its identifier the smaller one?
    std::uint8_t larger;
    std::array<Index, 2> then;  // no, yes
  };
  static bool is_split(Index link) { return link & 1; }
  struct Frame {
    Sums sums;
    Index node;
    Index at;  // in code_: the edge that is being looked at
    Index end;
  };

  void lay_out();
  void widen(const TooNarrow&);
  Index number(const Key<Words>&);
  bool walk();
  bool enter(Index node);
  Index find(Index node);
  void weigh() const;
  bool stands_for_many() const;
  Index expand(Index node);
  void list(const Key<Words>&);
  Index number(const Answers&);
  // Are these the answers of the order in force? If so, what is found rests on them.
  bool hold(Index given) { return held_[given] == closed_ || hold_first(given); }
  bool hold_first(Index given);
  void combine(Sums& into, const Sums& from, std::uint32_t cost) const;
  std::vector<StepLabel> labels() const {
    std::vector<StepLabel> labels;
    for (const auto step : listed_) labels.push_back(steps_.label(step));
    return labels;
  }

  Machine& machine_;
  Limits& limits_;
  const Costs costs_;
  Widths& widths_;
  Layout layout_;
  KeySet<Words> seen_;  // the tag: in nodes_
  Tables steps_;
  Array<Key<Words>> keys_;  // by node
  Array<Node> nodes_;
  Array<Index> roots_;  // by node: the first link
  Array<Split> splits_;
  Array<std::uint32_t> code_;
  Array<Frame> frames_;
  Array<std::uint32_t> listed_;
  StepCosts step_costs_{Blocks};
  boost::unordered_flat_map<Answers, Index> number_of_answers_;
  std::vector<Answers> given_;       // by number
  std::vector<std::uint32_t> held_;  // by number: the last order, as in closed_, that gives them
  std::uint64_t found_ = 0;          // expansions, under all orders but the first
  std::uint64_t found_now_ = 0;      // under the one in force
  std::uint64_t walked_ = 0;         // configurations, under those before but the first
  bool is_first_ = true;
  std::uint64_t large_ = 0;   // see Task
  Answers order_;             // in force
  std::uint32_t closed_ = 0;  // what is known is of this order
  std::uint32_t open_ = 0;    // on the stack
  bool elects_ = false;       // somewhere somebody is elected
  bool by_independence_ = false;
  const bool answers_alike_ = machine_.provisos().answers_alike;
};

template <std::size_t Words, std::size_t Blocks>
void ClassPass<Words, Blocks>::begin() {
  keys_.clear();
  nodes_.clear();
  roots_.clear();
  splits_.clear();
  code_.clear();
  number_of_answers_.clear();
  given_.clear();
  held_.clear();
  closed_ = 0;
  widths_.tag = std::max<std::uint8_t>(widths_.tag, 16);
  lay_out();
  seen_.clear(widths_.tag);
}

template <std::size_t Words, std::size_t Blocks>
void ClassPass<Words, Blocks>::lay_out() {
  if (!layout_.arrange(widths_, steps_.pairs(), Words)) throw KeyOverflow{};
  steps_.clear(layout_, false, limits_.memory() / share_of_tables + 1);
  steps_.begin_order(order_);
}

// Packs everything anew, in place.
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
  for (auto& key : keys_) key = convert(key);
}

template <std::size_t Words, std::size_t Blocks>
bool ClassPass<Words, Blocks>::run(const Answers& order, bool by_independence, std::uint64_t large) {
  result = {};
  large_ = std::max<std::uint64_t>(large, 1);
  order_ = order;
  by_independence_ = by_independence;
  answers = machine_.take_answers();  // who is to be elected, and who not
  elects_ = false;
  found_now_ = 0;
  steps_.begin_order(order);
  if (closed_ > std::numeric_limits<std::uint32_t>::max() - 3) begin();
  closed_ += 2;
  open_ = closed_ + 1;
  if (nodes_.empty()) number(Key<Words>{});
  const bool simple = walk();
  if (!std::exchange(is_first_, false)) walked_ += result.states;
  limits_.tick(result.states);
  if (!simple) return false;
  if (!elects_ && machine_.scenario().properties.contains(PropertyId::can_elect)) return false;
  const Sums& sums = nodes_[0].sums;
  for (std::size_t cost = 0; cost < costs_.counted(); ++cost) {
    result.costs.push_back({lanes::least(sums.data(), cost), lanes::most(sums.data(), cost)});
  }
  return true;
}

template <std::size_t Words, std::size_t Blocks>
bool ClassPass<Words, Blocks>::walk() {
  frames_.clear();
  if (!enter(0)) return false;
  while (true) {
    Frame& frame = frames_.back();
    for (; frame.at != frame.end; frame.at += edge_words) {
      const Node& node = nodes_[code_[frame.at + node_word]];
      if (node.visited != closed_) break;
      combine(frame.sums, node.sums, code_[frame.at + cost_word]);
    }
    if (frame.at != frame.end) {
      if (!enter(code_[frame.at + node_word])) return false;
      continue;
    }
    const Lanes* const sums = frame.sums.data();
    if (lanes::most(sums, Costs::messages) >= lanes::largest_sum ||
        lanes::most(sums, costs_.deliveries()) >= lanes::largest_sum)
      return false;
    Node& node = nodes_[frame.node];
    node.sums = frame.sums;
    node.visited = closed_;
    frames_.pop_back();
    if (frames_.empty()) return true;
  }
}

// A configuration goes onto the stack. False: it is not as simple as that.
template <std::size_t Words, std::size_t Blocks>
[[gnu::always_inline]] inline bool ClassPass<Words, Blocks>::enter(Index index) {
  if (nodes_[index].visited == open_) return false;
  Index expansion = nodes_[index].expansion;
  if (expansion == nowhere || !hold(code_[expansion + answers_word])) [[unlikely]]
    expansion = find(index);
  nodes_[index].visited = open_;
  const Index count = code_[expansion + count_word];
  const Index flags = code_[expansion + flags_word];
  ++result.states;
  result.transitions += count;
  if (flags != 0) {
    if (flags & gives_up) return false;
    elects_ |= (flags & elects) != 0;
    result.quiescent += (flags & rests) != 0;
  }
  frames_.resize(frames_.size() + 1);
  Frame& frame = frames_.back();  // filled in place: a copy would wait for its parts
  frame.sums.fill(flags & rests ? Lanes{} : lanes::nothing_known);
  frame.node = index;
  frame.at = expansion + first_edge;
  frame.end = expansion + first_edge + count * Index{edge_words};
  return true;
}

// The expansion of a configuration under the order in force.
template <std::size_t Words, std::size_t Blocks>
[[gnu::noinline]] typename ClassPass<Words, Blocks>::Index ClassPass<Words, Blocks>::find(Index node) {
  const auto follow = [&](Index* link) {
    while (is_split(*link)) {
      Split& split = splits_[*link >> 1];
      link = &split.then[order_.holds(split.smaller, split.larger) ? 1 : 0];
    }
    return link;
  };
  const Index link = *follow(&roots_[node]);
  if (link != nowhere && hold(code_[(link >> 1) + answers_word])) return nodes_[node].expansion = link >> 1;
  limits_.poll();
  if (!is_first_) ++found_;
  ++found_now_;
  weigh();
  const Index made = expand(node);
  hold(code_[made + answers_word]);
  if (link == nowhere) {
    roots_[node] = made << 1;
  } else {
    const auto [smaller, larger] = given_[code_[(link >> 1) + answers_word]].first_outside(order_);
    *follow(&roots_[node]) = static_cast<Index>(splits_.size()) << 1 | 1;
    splits_.push_back({smaller, larger, {made << 1, link}});
  }
  return nodes_[node].expansion = made;
}

// Is it worth while to find out more?
template <std::size_t Words, std::size_t Blocks>
void ClassPass<Words, Blocks>::weigh() const {
  if (limits_.is_used_beyond(most_used) || code_.size() >= most_code) throw NoRoom{};
  if (found_ > most_found && found_ * worthwhile > walked_ + result.states) throw LittleShared{};
  if (found_now_ % (8 * large_) == 0 && found_now_ * 2 > result.states &&
      (found_now_ >= very_much || stands_for_many()))
    throw LittleShared{};
}

// Do so many orders answer alike, as far as this one has been asked?
template <std::size_t Words, std::size_t Blocks>
bool ClassPass<Words, Blocks>::stands_for_many() const {
  const auto places = static_cast<int>(machine_.ids().size());
  PartialOrder asked(places);
  Answers given = answers;
  given &= order_;
  for (const auto& [smaller, larger] : given.facts()) asked.add(smaller, larger);
  return asked.count() * others_wanted >= PartialOrder(places).count();
}

template <std::size_t Words, std::size_t Blocks>
bool ClassPass<Words, Blocks>::hold_first(Index given) {
  if (answers_alike_ && !given_[given].within(order_)) return false;
  held_[given] = closed_;
  answers |= given_[given];
  return true;
}

template <std::size_t Words, std::size_t Blocks>
typename ClassPass<Words, Blocks>::Index ClassPass<Words, Blocks>::expand(Index node) {
  const std::size_t made = code_.size();
  while (true) {
    try {
      const Key<Words> key = keys_[node];
      list(key);
      return static_cast<Index>(made);
    } catch (const TooNarrow& found) {
      code_.resize_down(made);
      widen(found);
    }
  }
}

template <std::size_t Words, std::size_t Blocks>
void ClassPass<Words, Blocks>::list(const Key<Words>& key) {
  const Cells cells{key, layout_};
  const Scenario& scenario = machine_.scenario();
  steps_.take_answers();
  machine_.take_answers();
  const auto standing = machine_.judge().standing(cells);
  bool simple = standing.failed.empty();

  listed_.resize_down(0);
  std::uint16_t flags = 0;
  if (by_independence_) flags = steps_.list_persistent(key, listed_);
  if (listed_.empty()) flags = steps_.list(key, listed_);
  simple &= !(flags & Tables::broken);
  if (by_independence_ && machine_.provisos().decisions_stay) simple &= !(flags & Tables::revokes);
  const bool ends = !(flags & Tables::owed) && !machine_.awaits_start(cells, labels());
  if (ends && scenario.properties.contains(PropertyId::termination))
    simple &= machine_.judge().all_decided(cells);
  step_costs_.extend(machine_.steps().costs());
  const std::size_t made = code_.size();
  for (std::size_t word = 0; word < first_edge; ++word) code_.push_back(0);
  for (const auto listed : listed_) {
    const Key<Words> child = steps_.take(key, listed);
    simple &= child != key;
    code_.push_back(number(child));
    code_.push_back(steps_.label(listed).cost);
  }
  Answers asked = steps_.take_answers();
  asked |= machine_.take_answers();
  code_[made + answers_word] = number(asked);
  code_[made + count_word] = static_cast<Index>(listed_.size());
  code_[made + flags_word] =
      (simple ? 0U : gives_up) | (ends ? rests : 0U) | (standing.elected ? elects : 0U);
}

template <std::size_t Words, std::size_t Blocks>
typename ClassPass<Words, Blocks>::Index ClassPass<Words, Blocks>::number(const Answers& asked) {
  const auto [at, is_new] = number_of_answers_.emplace(asked, static_cast<Index>(given_.size()));
  if (is_new) {
    given_.push_back(asked);
    held_.push_back(0);
  }
  return at->second;
}

template <std::size_t Words, std::size_t Blocks>
typename ClassPass<Words, Blocks>::Index ClassPass<Words, Blocks>::number(const Key<Words>& key) {
  const auto scrambled = seen_.scramble(key);
  const auto at = seen_.find(scrambled);
  if (seen_.holds(at)) return static_cast<Index>(at.tag);
  const auto number = static_cast<Index>(nodes_.size());
  if (number >= seen_.tag_limit()) throw TooNarrow{layout_.size(), number};
  nodes_.push_back({{}, 0, nowhere});
  roots_.push_back(nowhere);
  keys_.push_back(key);
  seen_.insert(at.slot, scrambled, number);
  return number;
}

// After a step that costs something, there is to come what is to come from where it leads.
template <std::size_t Words, std::size_t Blocks>
void ClassPass<Words, Blocks>::combine(Sums& into, const Sums& from, std::uint32_t cost) const {
  const Lanes* const step = step_costs_.of(Blocks, cost);
  for (std::size_t block = 0; block < Blocks; ++block)
    lanes::raise(into[block], lanes::sum(from[block], step[block]));
}

}  // namespace conclave
