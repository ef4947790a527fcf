// The state graph of one instance, or a part of it, without any reduction of steps: each configuration is a
// node, each step an edge. The command `graph` draws it. The engine has such a graph, too
// (engine/analysis/state_graph.hpp), but in numbers only and without the configurations.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/run/result.hpp"
#include "program/limits.hpp"
#include "trace/walk.hpp"

namespace conclave {

class StateSpace {
 public:
  using Number = std::uint32_t;  // of a configuration, in the order in which they are met

  // Knows the initial configuration, number 0. The scenario must outlive it.
  StateSpace(const Scenario&, const Instance&, Limits&);
  // The same for what lies behind an execution: its last configuration is number 0.
  StateSpace(const Scenario&, const Instance&, const std::vector<Step>& execution, Limits&);

  // Marks an execution. What it meets is known from then on. Comes before explore().
  void mark(const Path&);
  // Looks at the steps of every known configuration, breadth-first, and of those that they lead to, as long
  // as no more than `most` are known. A limit that is reached ends it early.
  void explore(std::uint64_t most);

  struct Edge {
    Number from = 0;
    Number to = 0;
    std::uint32_t choice = 0;  // which of Walk::enabled()
    bool marked = false;
    RecordIndex record = 0;  // of machine().steps()
  };
  struct Node {
    bool expanded = false;
    bool quiescent = false;
    bool decided = false;  // quiescent, and final
    bool marked = false;
    std::uint32_t left_out = 0;  // so many steps lead to configurations that are not known
    PropertySet failed;          // of the standard ones, as the judge has them, and the model's invariants
  };
  const std::vector<Node>& nodes() const { return nodes_; }
  const std::vector<Edge>& edges() const { return edges_; }  // by source
  std::uint64_t left_out() const;                            // steps, of all nodes
  bool stopped() const { return stopped_; }                  // by a limit
  const Machine& machine() const { return walk_.machine(); }

  TraceState state(Number);
  TraceStep step(const Edge& edge) { return step(edge.from, edge.choice); }
  TraceStep step(Number from, std::uint32_t choice);
  // How many of Walk::enabled() there are: in lock step, the round in which nothing happens but time that
  // passes comes last, and is no edge.
  std::size_t choices(Number);
  std::vector<std::string> channels() const { return walk_.channel_names(); }

 private:
  struct Hash {
    std::size_t operator()(const std::vector<std::uint32_t>& cells) const;
  };

  // The successor to which a step leads; null: it is a round in which nothing happens.
  const Successors::Successor* take(const Configuration& from, const Step&);
  void expand(Number, std::uint64_t most);
  void look_at(Number);
  std::pair<Number, bool> find(const Configuration&, std::uint64_t most);

  Limits& limits_;
  Walk walk_;
  Expander expander_;
  Successors successors_;
  std::uint32_t invariants_ = 0;     // which of the model's statements are
  std::optional<Number> looked_at_;  // where the walk knows what may happen
  std::unordered_map<std::vector<std::uint32_t>, Number, Hash> numbers_;
  std::vector<const std::vector<std::uint32_t>*> cells_;  // by number
  std::vector<Node> nodes_;
  std::vector<Edge> edges_;
  std::vector<std::pair<Number, std::uint32_t>> marked_;  // steps, as source and choice
  Charge charge_;
  bool stopped_ = false;
};

}  // namespace conclave
