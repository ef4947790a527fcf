// The graph pass over one instance: breadth-first, with parents and edges. The shortest executions come from
// here.
#pragma once

#include "explore/state_graph.hpp"
#include "explore/table.hpp"

namespace conclave {

template <class C>
class GraphPass {
 public:
  GraphPass(Machine& machine, Limits& limits)
      : machine_(machine), limits_(limits), table_(limits), hashes_(limits), graph_(limits) {}

  InstanceResult result;  // counts and findings so far, also after an exception

  // Throws LimitReached, CellOverflow, ModelError.
  void run() {
    result = {};
    const auto rehash = [&](const C& c) { return machine_.hash(c); };
    table_.clear();
    table_.find_or_insert(C{}, Machine::initial_hash, rehash);
    hashes_.push_back(Machine::initial_hash);
    graph_.parents.push_back({});
    look_at(C{}, {0, {}});
    for (std::uint32_t state = 0; state < table_.size(); ++state) {
      limits_.tick();
      expand(state, rehash);
      result.states = table_.size();
      result.transitions = graph_.edges.size();
    }
    graph_.first_edge.push_back(graph_.edges.size());
    if (graph_.return_to_initial) settle_return();
    table_.release();
    hashes_.release();
    // The analyses take their memory from the library's containers; it counts all the same.
    constexpr std::ptrdiff_t bytes_per_edge = 24;
    constexpr std::ptrdiff_t bytes_per_state = 96;
    const auto needed = static_cast<std::ptrdiff_t>(graph_.edges.size()) * bytes_per_edge +
                        static_cast<std::ptrdiff_t>(graph_.size()) * bytes_per_state;
    const Charge charge(limits_, needed);
    check_liveness(graph_, machine_, result);
    measure_costs(graph_, machine_, result);
  }

 private:
  template <class Rehash>
  void expand(std::uint32_t state, Rehash&& rehash) {
    const C configuration = table_[state];
    const PropertySet wanted = machine_.scenario().properties;
    bool owed = false;
    bool moves = false;
    graph_.first_edge.push_back(graph_.edges.size());
    machine_.expand(configuration, hashes_[state], successors_);
    for (const auto& [child, hash, r] : successors_) {
      const Machine::Record& record = machine_.record(r);
      moves = true;
      owed |= record.owed;
      const auto [target, inserted] = table_.find_or_insert(child, hash, rehash);
      graph_.edges.push_back({target, r});
      const StateGraph::Finding here{state, r};
      if (target == 0 && !graph_.return_to_initial) graph_.return_to_initial = here;
      if (record.revokes && wanted.contains(PropertyId::irrevocable)) found(PropertyId::irrevocable, here);
      if (record.fails && wanted.contains(PropertyId::assertions)) found(PropertyId::assertions, here);
      if (!inserted) continue;
      hashes_.push_back(hash);
      graph_.parents.push_back({state, r});
      if (record.changes_facts) look_at(child, here);
    }
    StateGraph::End end = StateGraph::goes_on;
    if (!owed) end = machine_.all_decided(configuration) ? StateGraph::decided : StateGraph::undecided;
    if (state == 0 && !owed && moves && !machine_.scenario().start_is_owed()) {
      graph_.someone_must_start = true;
      initial_end_ = end;
      end = StateGraph::goes_on;
    }
    graph_.ends.push_back(end);
    if (end != StateGraph::goes_on) ++result.quiescent;
  }

  void settle_return() {
    if (!graph_.someone_must_start) return;
    graph_.ends[0] = initial_end_;
    ++result.quiescent;
  }

  void look_at(const C& configuration, const StateGraph::Finding& here) {
    const PropertySet failed = machine_.violations(configuration);
    for (const Property& p : all_properties) {
      if (failed.contains(p.id)) found(p.id, here);
    }
  }

  void found(PropertyId id, const StateGraph::Finding& here) {
    auto& violation = result.violations[static_cast<std::size_t>(id)];
    if (violation) return;  // breadth-first: the first is the shortest
    violation.emplace();
    for (const auto r : graph_.path_to(here.state)) violation->steps.push_back(machine_.step(r));
    if (here.last) violation->steps.push_back(machine_.step(*here.last));
  }

  Machine& machine_;
  Limits& limits_;
  Table<C> table_;
  Array<std::uint64_t> hashes_;
  Successors<C> successors_;
  StateGraph graph_;
  StateGraph::End initial_end_ = StateGraph::goes_on;
};

}  // namespace conclave
