// The graph of one instance, stored whole, and what follows from it. Everything is a fixpoint by sweeps.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <vector>

#include "oracle/naive_checker.hpp"

namespace conclave::naive {

struct NaiveEdge {
  std::size_t target;
  Transition step;  // without its target
  // The edges of its node, by number, that differ from it only in what is tossed; it is one of them.
  std::vector<std::size_t> alike = {};
};

struct NaiveGraph {
  using Node = std::size_t;
  using Nodes = std::vector<bool>;
  using Filter = std::function<bool(Node, const NaiveEdge&)>;

  Fairness fairness = Fairness::weak;
  // By node; 0 is where executions begin.
  std::vector<Configuration> configurations;
  std::vector<std::vector<NaiveEdge>> edges;
  std::vector<std::set<Action>> owed;  // enabled
  Nodes quiescent;                     // may be the end of an execution

  std::size_t size() const { return edges.size(); }
  void add_node();

  // Where one of these can be reached from.
  Nodes may_reach(Nodes) const;
  // From where an execution can take allowed steps for ever and be fair.
  Nodes fair_for_ever(const Filter& allowed) const;
  // Can one of those come through this node again and again?
  bool on_fair_loop(Node, const Nodes& fair_for_ever, const Filter& allowed) const;
  // Of one cost of all fair executions.
  std::optional<std::int64_t> least(std::size_t cost) const;
  std::optional<std::int64_t> most(std::size_t cost) const;

 private:
  Nodes fair_within(Nodes zone, const Filter& allowed, std::optional<Node> again_and_again) const;
  Nodes reachable(Node from) const;
};

// Throws TooMuch if there are more nodes than `cap`, or twenty times as many edges.
NaiveGraph explore(const Checker&, std::size_t cap);

// Calls `improve` for every node, last ones first because they tend to be nearer the end, until nothing
// changes.
template <class F>
void sweep(std::size_t nodes, F&& improve) {
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t node = nodes; node-- > 0;) changed |= improve(node);
  }
}

}  // namespace conclave::naive
