// Executions in a stored graph: the shortest, and among them a calm one, which switches seldom from process
// to process. The graph pass, liveness, costs and time take their executions from here. Among
// equals they take the first in the explorer's order, so that executions do not depend on threads.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "engine/analysis/state_graph.hpp"

namespace conclave {

// A search in a graph whose nodes are numbered 0 to nodes-1. A node is a configuration, perhaps with
// something more.
struct Search {
  using Node = std::uint64_t;
  struct Way {
    RecordIndex record;
    Node target;
  };
  using Ways = std::vector<Way>;

  Node nodes = 0;
  std::vector<Node> starts;
  std::function<void(Node, Ways&)> expand;  // appends the steps out of a node, in the explorer's order
  std::function<bool(Node)> is_end;
};

// A way through the graph that a search has found.
struct Route {
  std::size_t length = 0;
  std::vector<RecordIndex> records;  // empty if its length was enough
  Search::Node end = 0;
};

// Finds among the shortest ways from a start to an end one with the fewest switches from process to process,
// and among those the first in the explorer's order. Where they have `enough` steps or more, only their
// length is found. Returns nothing if no end can be reached.
std::optional<Route> calmest(const Machine&, const Search&, std::optional<std::size_t> enough = {});

// Where something was found: in a state, or in the step `last` out of it.
struct Finding {
  StateGraph::State state;
  std::optional<RecordIndex> last;
};
// The calmest of the shortest executions from the initial configuration to one of these findings.
Path path_to(const StateGraph&, const Machine&, const std::vector<Finding>&);

// An execution of which no more is known than its length, and that none is shorter.
Path of_length(std::size_t);

// Appends steps of the machine, by their records, to an execution.
void append(Path&, const Machine&, const std::vector<RecordIndex>&);

}  // namespace conclave
