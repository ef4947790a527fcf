// The graph pass over one instance: it searches breadth-first and stores all edges, in a StateGraph. Then the
// analyses (analysis/, time/) find verdicts, shortest executions, costs and time on that graph. The explorer
// calls it where the fast pass cannot decide, where time or a witness is wanted, and to find the shortest
// execution that violates a property; then the search ends where these executions do.
//
// This file declares the class; graph_pass_walk.hpp has how all of an instance is explored, and
// graph_pass_search.hpp how shortest executions are found.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "engine/analysis/decisions.hpp"
#include "engine/analysis/paths.hpp"
#include "engine/passes/passes.hpp"
#include "engine/steps/standings.hpp"
#include "engine/steps/statements.hpp"
#include "engine/steps/step_tables.hpp"
#include "engine/steps/successors.hpp"
#include "engine/storage/sets/key_set.hpp"

namespace conclave {

template <std::size_t Words>
class GraphPass final : public GraphExploration {
 public:
  GraphPass(Machine& machine, Limits& limits, Widths& widths)
      : machine_(machine),
        limits_(limits),
        statements_(machine.scenario()),
        sees_network_(statements_.any() && machine.judge().sees_network()),
        sees_messages_(statements_.any() && machine.judge().sees_messages()),
        depth_(limits.depth(machine.scenario().lock_step())),
        widths_(widths),
        seen_(limits),
        keys_(limits),
        steps_(machine, limits, nullptr),
        listed_(limits),
        successors_(limits),
        graph_(limits) {}

  InstanceResult explore(const Task& task, const Lengths& enough) override {
    return within_limits([&] { run(task, enough); });
  }
  InstanceResult find(const Wanted& wanted) override {
    return within_limits([&] { search(wanted); });
  }

 private:
  using Cells = PackedCells;
  using State = StateGraph::State;
  using Successor = conclave::Successor<Words>;

  // So many states are few: the memory that they take is kept for the next instance.
  static constexpr std::size_t few = std::size_t{1} << 12;
  static constexpr std::uint8_t fewest_tag_bits = 12;

  template <class Work>
  InstanceResult within_limits(const Work&);
  void run(const Task&, const Lengths& enough);
  // Finds the shortest executions that are wanted, and leaves out states that are too far from a violation.
  void search(const Wanted&);
  void begin();
  void release();
  void lay_out();
  void widen(const TooNarrow&);
  void explore_all() {
    const auto goes_on = [this] {
      if (level_ > depth_) throw LimitReached{StopReason::depth};
      return true;
    };
    explore_levels([](State) { return true; }, goes_on);
  }
  // Asks `leads_on` for each state whether it is to be expanded, and `goes_on` before each level of the
  // search whether the search goes on.
  template <class LeadsOn, class GoesOn>
  void explore_levels(const LeadsOn&, const GoesOn&);
  void expand(State);
  // Lists all steps of a state in successors_. Returns for how many transitions they stand.
  std::uint64_t list(State);
  std::uint64_t list(const Key<Words>&);
  // The state with this key, which is numbered if it is new.
  State number(const Key<Words>& scrambled);
  std::optional<std::uint32_t> process_alone(const Cells&);
  void look_at(State, State before, bool facts_changed);
  void found(PropertySet failed, const Finding& here);
  void found(PropertyId, const Finding& here);
  void end_early();
  void waiting_in(State, std::vector<StateGraph::Waiting>&) const;
  void record_findings(PropertySet of, const Lengths& enough = {});
  void find_unreached();
  std::vector<StepLabel> labels() const {
    std::vector<StepLabel> labels;
    for (const Successor& successor : successors_) labels.push_back(successor.label);
    return labels;
  }
  Cells cells(State state) const { return {keys_[state], layout_}; }

  // The search is breadth-first, so the first findings are at the end of the shortest executions. All
  // findings of that length are kept.
  struct FirstFindings {
    std::uint32_t level = 0;
    std::vector<Finding> at;
  };
  struct Found {
    std::array<FirstFindings, most_properties> violations;
    bool elected = false;
    std::uint32_t reached = 0;  // statements
  };

  Machine& machine_;
  Limits& limits_;
  const Statements statements_;
  const bool sees_network_;   // Do the model's own statements look at the network,
  const bool sees_messages_;  // and perhaps at the messages themselves?
  Standings<Words> standings_;
  const std::size_t depth_;  // so many steps an execution may have
  Widths& widths_;
  Layout layout_;
  KeySet<Words> seen_;      // the tag of a configuration is its number in the graph
  Array<Key<Words>> keys_;  // by state
  StepTables<Words> steps_;
  Array<std::uint32_t> listed_;
  Array<Successor> successors_;
  std::vector<std::uint32_t> round_values_;
  StateGraph graph_;
  Found found_;
  InstanceResult result_;  // what was counted and found so far, also after an exception
  std::optional<Decisions> decisions_;
  bool alone_ = false;                  // one process goes first where it may
  std::vector<std::uint32_t> decided_;  // by process: the decision that its steps have in common
  std::uint64_t most_states_ = 0;
  std::uint32_t level_ = 0;   // how many steps lead to what is being found
  State first_of_level_ = 0;  // the first state that is one step before that
};

}  // namespace conclave
