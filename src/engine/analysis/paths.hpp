// Executions in a stored graph: the shortest, and of those a calm one.
#pragma once

#include "engine/analysis/state_graph.hpp"

namespace conclave {

// Searches a graph whose nodes are numbered 0..nodes-1: configurations, perhaps with something more.
struct Search {
  using Node = std::uint64_t;
  using Visit = std::function<void(RecordIndex, Node target)>;

  Node nodes = 0;
  std::vector<Node> starts;
  std::function<void(Node, const Visit&)> expand;  // in the explorer's order
  std::function<bool(Node)> is_end;
};

struct Route {
  std::vector<RecordIndex> records;
  Search::Node end = 0;
};

// Of the shortest ways from a start to an end one with the fewest switches from process to process; among
// those the first in the explorer's order. Nothing if there is none.
std::optional<Route> calmest(const Machine&, const Search&);

// The same from the initial configuration to one of these, each a state and a step out of it (none: the
// state itself).
struct Finding {
  StateGraph::State state;
  std::optional<RecordIndex> last;
};
Path path_to(const StateGraph&, const Machine&, const std::vector<Finding>&);

void append(Path&, const Machine&, const std::vector<RecordIndex>&);

}  // namespace conclave
