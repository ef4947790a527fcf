// The pass over an instance under many orders of identifiers, one after the other, one of each class. It
// keeps a graph: which steps a configuration has, where they lead, and on which answers about the order this
// rests. Whatever is kept holds under every order that gives the same answers
// (docs/semantics/order-classes.md). So an order is explored by walking depth-first, like FastPass, through a
// graph that the orders before it have mostly built. Explorer::explore_order() calls it.
//
// This file declares the class; class_pass_walk.hpp has its functions.
#pragma once

#include <array>
#include <boost/unordered/unordered_flat_map.hpp>
#include <cstdint>
#include <vector>

#include "engine/passes/passes.hpp"
#include "engine/steps/statements.hpp"
#include "engine/steps/step_tables.hpp"
#include "engine/storage/cost_lanes.hpp"
#include "engine/storage/sets/key_set.hpp"

namespace conclave {

template <std::size_t Words, std::size_t Blocks>
class ClassPass final : public ClassExploration {
 public:
  ClassPass(Machine& machine, Limits& limits, Widths& widths)
      : machine_(machine),
        limits_(limits),
        statements_(machine.scenario()),
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
  using Sums = std::array<Lanes, Blocks>;  // the costs that may still come
  using Tables = StepTables<Words>;
  using Cells = PackedCells;
  using Index = std::uint32_t;

  // These say when to leave orders to FastPass, which counts the same. To add an expansion costs as much as
  // to visit it many times, so it should be visited at least `worthwhile` times on average. This is not asked
  // before `most_found` expansions, because the first orders add more than all that follow. The very first
  // order adds all that it visits, so its expansions do not count.
  static constexpr std::uint64_t most_found = std::uint64_t{1} << 20;
  static constexpr std::uint64_t worthwhile = 4;
  // An order that adds many expansions is better left to FastPass if it stands for at least one in
  // `others_wanted` of all orders, because then few others could use what it adds. An order that adds
  // `very_much` is left to it in any case.
  static constexpr int others_wanted = 1024;
  static constexpr std::uint64_t very_much = 2 * most_found;
  static constexpr std::size_t few = std::size_t{1} << 12;  // nodes
  // How much memory the pass may use: one part in `share_of_tables` of it for the tables of steps, and
  // nothing is added when the whole run uses `most_used` percent.
  static constexpr std::size_t share_of_tables = 16;
  static constexpr int most_used = 75;
  static constexpr std::size_t most_code = std::size_t{1} << 31;  // links have one bit less than an Index

  // A configuration.
  struct Node {
    Sums sums;              // under the order in which it was last visited
    std::uint32_t visited;  // that order's number, as in finished_mark_ and on_stack_mark_
    Index expansion;        // the expansion that was last in force
  };
  // An expansion: the steps of a configuration under all orders that give certain answers. It lies in code_
  // as a few words, named here, and its edges after them.
  enum Expansion : Index { answers_word, count_word, flags_word, first_edge };
  enum Flag : Index {
    gives_up = 1,  // another pass has to look at orders that come here
    rests = 2,     // an execution may end here
    elects = 4,    // somebody is elected here
  };
  static constexpr unsigned first_reached = 3;  // the bits from here on say which statements are reached here
  enum Edge : Index { node_word, cost_word, edge_words };
  static constexpr Index nowhere = ~Index{1};
  // The expansions of a configuration are the leaves of a tree. Each of its inner nodes, a split, asks one
  // question about the order, so that at most one expansion has to be looked at. A link leads to a split or
  // to an expansion: it is twice the number, plus 1 for a split.
  struct Split {
    std::uint8_t smaller;  // the question: is the identifier at this place the smaller one?
    std::uint8_t larger;
    std::array<Index, 2> then;  // the links for the answers no and yes
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
  // Does the order in force give these answers? If so, the result rests on them.
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
  const Statements statements_;
  const Costs costs_;
  Widths& widths_;
  Layout layout_;
  KeySet<Words> seen_;  // the tag of a configuration is its number in nodes_
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
  std::vector<std::uint32_t> held_;  // by number: the finished_mark_ of the last order that gives them
  std::uint64_t found_ = 0;          // expansions added under all orders but the first
  std::uint64_t found_now_ = 0;      // expansions added under the order in force
  std::uint64_t walked_ = 0;  // configurations visited under the orders before, but not under the first
  bool is_first_ = true;
  std::uint64_t large_ = 0;          // as in Task
  Answers order_;                    // in force
  std::uint32_t finished_mark_ = 0;  // Node::visited of a node that is finished under the order in force
  std::uint32_t on_stack_mark_ = 0;  // on the stack
  std::uint32_t reached_ = 0;        // the statements that are reached in some configuration
  bool elects_ = false;              // somebody is elected in some configuration
  bool by_independence_ = false;
  const bool answers_alike_ = machine_.provisos().answers_alike;
};

}  // namespace conclave
