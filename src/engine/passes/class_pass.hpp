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
    std::uint32_t visited;  // that order's number, as in finished_mark_ and on_stack_mark_
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
  bool hold(Index given) { return held_[given] == finished_mark_ || hold_first(given); }
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
  std::vector<std::uint32_t> held_;  // by number: the last order, as in finished_mark_, that gives them
  std::uint64_t found_ = 0;          // expansions, under all orders but the first
  std::uint64_t found_now_ = 0;      // under the one in force
  std::uint64_t walked_ = 0;         // configurations, under those before but the first
  bool is_first_ = true;
  std::uint64_t large_ = 0;          // see Task
  Answers order_;                    // in force
  std::uint32_t finished_mark_ = 0;  // what is known is of this order
  std::uint32_t on_stack_mark_ = 0;  // on the stack
  bool elects_ = false;              // somewhere somebody is elected
  bool by_independence_ = false;
  const bool answers_alike_ = machine_.provisos().answers_alike;
};

}  // namespace conclave
