// The graph pass over one instance: it searches breadth-first and stores all edges, in a StateGraph. Then the
// analyses (analysis/, time/) find verdicts, shortest executions, costs and time on that graph. The explorer
// calls it where the fast pass cannot decide, where time or a witness is wanted, and to find the shortest
// execution that violates a property; then the search ends where these executions do.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "engine/analysis/decisions.hpp"
#include "engine/analysis/paths.hpp"
#include "engine/means/distribution.hpp"
#include "engine/means/expected.hpp"
#include "engine/passes/passes.hpp"
#include "engine/run/task.hpp"
#include "engine/steps/statements.hpp"
#include "engine/storage/table.hpp"
#include "engine/time/time.hpp"
#include "machine/expander.hpp"
#include "machine/independence.hpp"

namespace conclave {

template <class C>
class GraphPass {
 public:
  GraphPass(Machine& machine, Limits& limits)
      : machine_(machine),
        limits_(limits),
        statements_(machine.scenario()),
        expander_(machine, Rounds::List::distinct),
        table_(limits),
        hashes_(limits),
        next_hashes_(limits),
        successors_(&limits),
        graph_(limits),
        decisions_(machine) {}

  InstanceResult result;  // what was counted and found so far, also after an exception

  // Throws LimitReached, CellOverflow, ModelError.
  void run(const Task& task) {
    result = {};
    most_states_ = task.time && !task.verdicts ? task.time_up_to : std::numeric_limits<std::uint64_t>::max();
    // On bag and set, others add to what a process may do. And an event may come in between.
    alone_ = (task.expected || task.distributed) && !task.verdicts &&
             machine_.scenario().network == Network::fifo && !machine_.scenario().until &&
             independence_applies(machine_.scenario(), machine_.provisos());
    try {
      explore();
      // Nobody may be left out for ever. Where an execution may go on for ever, this is not known.
      if (alone_ && may_go_on_for_ever(graph_, machine_)) {
        alone_ = false;
        explore();
      }
    } catch (const LimitReached&) {
      end_early();
      throw;
    }
    if (table_.size() > most_states_) return;
    record_findings(machine_.scenario().properties);
    hashes_.release();
    next_hashes_.release();
    table_.release_slots();
    const Costs costs(*machine_.scenario().model->program);
    const bool wants_time = task.time && !costs.counts_time() && time_is_defined(machine_);
    if (task.verdicts && statements_.speaks_of_rounds()) {
      check_rounds(
          graph_, machine_,
          [this](StateGraph::State state, int round) {
            return statements_.broken_in_round(machine_.judge().predicates(table_[state], round));
          },
          result);
    }
    if (!wants_time && !task.witness) table_.release();
    // The analyses take their memory from the library's containers, so it is charged here, by a rough
    // estimate.
    constexpr std::ptrdiff_t bytes_per_edge = 24;
    constexpr std::ptrdiff_t bytes_per_state = 96;
    const auto needed = static_cast<std::ptrdiff_t>(graph_.edges.size()) * bytes_per_edge +
                        static_cast<std::ptrdiff_t>(graph_.size()) * bytes_per_state;
    const Charge charge(limits_, needed);
    if (task.verdicts) {
      find_unreached();
      check_liveness(graph_, machine_, machine_.scenario().properties, result);
      measure_costs(graph_, machine_, result);
      if (machine_.scenario().until) result.misses_event |= goes_on_for_ever(graph_, machine_);
    }
    graph_.waiting_in = [this](StateGraph::State state, std::vector<StateGraph::Waiting>& waiting) {
      waiting_in(state, waiting);
    };
    if (wants_time) result.time = measure_time(graph_, machine_);
    if (task.expected && (machine_.steps().tosses() || !task.verdicts))
      result.expected = expected_costs(graph_, machine_, task.means);
    if (task.distributed) result.distributions = distributions(graph_, machine_, *task.distributed);
    if (!task.witness) return;
    const auto& [cost, extreme] = *task.witness;
    result.witness = cost >= costs.counted() ? time_witness(graph_, machine_, extreme)
                                             : count_witness(graph_, machine_, cost, extreme);
  }

  // Finds the shortest executions that are wanted, and leaves out states that are too far from a violation.
  void find(const Wanted& wanted) {
    result = {};
    most_states_ = wanted.most_states;
    PropertySet left = wanted.of;
    const std::size_t election_steps = wanted.steps[static_cast<std::size_t>(PropertyId::election)];
    bool stuck = false, knows_ends = true;
    std::vector<Finding> doomed;  // where no execution may end as termination wants it
    std::vector<std::uint32_t> values(machine_.values().component_count());
    const auto leads_on = [&](std::uint32_t state) {
      if (!wanted.look_ahead) return true;
      for (std::size_t c = 0; c < values.size(); ++c) values[c] = table_[state].get(c);
      const auto ahead = wanted.look_ahead(values);
      knows_ends &= ahead.has_value();
      if (!ahead) return true;
      if (!ahead->may_end) doomed.push_back({state, {}});
      bool leads = !left.without(wanted.exact).empty();
      for (std::size_t p = 0; p < most_properties; ++p) {
        const auto steps = ahead->steps[p];
        leads |= left.contains(static_cast<PropertyId>(p)) && steps &&
                 level_ - 1 + static_cast<std::size_t>(*steps) <= wanted.steps[p];
      }
      return leads;
    };
    const auto goes_on = [&] {
      for (StateGraph::State state = first_of_level_; state < graph_.size(); ++state)
        stuck |= graph_.ends[state] == StateGraph::undecided;
      for (std::size_t p = 0; p < found_.size(); ++p) {
        if (!found_[p].at.empty()) left.remove(static_cast<PropertyId>(p));
      }
      if (stuck) left.remove(PropertyId::termination);
      if (level_ > election_steps) left.remove(PropertyId::election);
      if (!doomed.empty() && knows_ends) left.remove(PropertyId::can_terminate);
      return !left.empty();
    };
    explore(leads_on, goes_on);
    PropertySet of = wanted.of;
    record_findings(of);
    if (!doomed.empty() && knows_ends) {
      result.violation(PropertyId::can_terminate) = path_to(graph_, machine_, doomed);
      of.remove(PropertyId::can_terminate);
    }
    if (table_.size() > most_states_) of = of & (stuck ? just(PropertyId::termination) : PropertySet{});
    check_liveness(graph_, machine_, of, result);
  }

 private:
  void explore() {
    explore([](std::uint32_t) { return true; }, [] { return true; });
  }

  // Asks `leads_on` for each state whether it is to be expanded, and `goes_on` before each level of the
  // search whether the search goes on.
  template <class LeadsOn, class GoesOn>
  void explore(const LeadsOn& leads_on, const GoesOn& goes_on) {
    graph_.forget();
    result.transitions = result.quiescent = 0;
    hashes_.clear();
    next_hashes_.clear();
    level_ = 0;
    expander_.clear();
    table_.clear();
    table_.find_or_insert(C{}, Expander::initial_hash);
    next_hashes_.push_back(Expander::initial_hash);
    look_at(C{}, 0, 0, true);
    std::uint32_t next_level = 0;
    for (std::uint32_t state = 0; state < table_.size() && table_.size() <= most_states_; ++state) {
      if (state == next_level) {
        if (!goes_on()) break;
        ++level_;
        first_of_level_ = state;
        next_level = table_.size();
        swap(hashes_, next_hashes_);
        next_hashes_.resize_down(0);
      }
      limits_.tick();
      if (leads_on(state)) {
        expand(state);
      } else {
        graph_.first_edge.push_back(graph_.edges.size());
        graph_.ends.push_back(StateGraph::goes_on);
      }
      result.states = table_.size();
    }
    graph_.first_edge.push_back(graph_.edges.size());
  }

  void expand(std::uint32_t state) {
    const C configuration = table_[state];
    bool owed = false;
    graph_.first_edge.push_back(graph_.edges.size());
    const auto& until = machine_.scenario().until;
    if (until && machine_.judge().has_come(*until, configuration)) {
      graph_.ends.push_back(StateGraph::decided);
      return;
    }
    const std::uint64_t transitions =
        expander_.expand(configuration, hashes_[state - first_of_level_], successors_);
    for (const auto& successor : successors_) table_.prefetch(successor.hash);
    for (const auto& successor : successors_) table_.prefetch_found(successor.hash);
    graph_.edges.make_room(successors_.size());
    const int alone = alone_ ? process_alone(configuration) : -1;
    for (const auto& [child, hash, r] : successors_) {
      limits_.poll();
      if (alone >= 0 && machine_.steps().record(r).process != alone) continue;
      const StepRecord& record = machine_.steps().record(r);
      owed |= record.owed;
      // On a set, many steps lead nowhere.
      const auto [target, inserted] = child == configuration ? typename Table<C>::Entry{state, false}
                                                             : table_.find_or_insert(child, hash);
      graph_.edges.add({target, r});
      if (machine_.steps().shares().are_counted())
        graph_.shares.push_back(machine_.rounds() != nullptr ? machine_.rounds()->share(r)
                                                             : machine_.async()->share(r, child));
      const Finding here{state, r};
      found(record.broken, here);
      if (inserted) {
        next_hashes_.push_back(hash);
        look_at(child, target, state, record.changes_facts);
      }
      if (!statements_.any()) continue;
      found(PropertySet::own(statements_.lost(graph_.predicates[state], graph_.predicates[target])), here);
    }
    StateGraph::End end = StateGraph::goes_on;
    if (!owed && !machine_.awaits_start(configuration, successors_))
      end = machine_.judge().all_decided(configuration) ? StateGraph::decided : StateGraph::undecided;
    graph_.ends.push_back(end);
    if (end != StateGraph::goes_on) ++result.quiescent;
    result.misses_event |= until && end != StateGraph::goes_on;
    result.transitions += alone < 0 ? transitions : graph_.edges.size() - graph_.first_edge[state];
  }

  // A process whose steps here are outcomes of one decision, to which nothing adds that others do before it.
  // It may as well go first (docs/semantics/chance.md). -1: there is none.
  int process_alone(const C& configuration) {
    const auto processes = static_cast<int>(machine_.values().processes());
    if (machine_.values().may_fault(configuration)) return -1;
    decided_.assign(static_cast<std::size_t>(processes), 0);
    constexpr std::uint32_t several = ~std::uint32_t{0};
    for (const auto& successor : successors_) {
      const StepRecord& record = machine_.steps().record(successor.record);
      std::uint32_t& of = decided_[record.process];
      const std::uint32_t decision = record.owed ? decisions_.of(successor.record) : several;
      of = of == 0 || of == decision ? decision : several;
    }
    for (int process = 0; process < processes; ++process) {
      const std::uint32_t decision = decided_[static_cast<std::size_t>(process)];
      if (decision != 0 && decision != several && machine_.async()->is_settled(process, configuration))
        return process;
    }
    return -1;
  }

  // Looks at what holds in a configuration that was just found, one step after the state `before`.
  void look_at(const C& configuration, std::uint32_t state, std::uint32_t before, bool facts_changed) {
    const Finding here{state, {}};
    graph_.discovered = state + 1;
    if (facts_changed) {
      const auto standing = machine_.judge().standing(configuration);
      elected_ |= standing.elected;
      graph_.standings.push_back(static_cast<std::uint8_t>((standing.has_leader ? StateGraph::led : 0) |
                                                           (standing.deserted ? StateGraph::deserted : 0)));
      found(standing.failed, here);
    } else {
      graph_.standings.push_back(graph_.standings[before]);
    }
    if (!statements_.any()) return;
    graph_.predicates.push_back(machine_.judge().predicates(configuration));
    reached_ |= statements_.reached(graph_.predicates.back());
    found(PropertySet::own(statements_.broken(graph_.predicates.back())), here);
  }

  void found(PropertySet failed, const Finding& here) {
    if (failed.empty()) return;
    for (const Property& p : machine_.scenario().model->properties) {
      if (failed.contains(p.id)) found(p.id, here);
    }
  }

  // The search is breadth-first, so the first findings are at the end of the shortest executions. All
  // findings of that length are kept.
  void found(PropertyId id, const Finding& here) {
    FirstFindings& all = found_[static_cast<std::size_t>(id)];
    if (all.at.empty()) all.level = level_;
    if (all.level == level_) all.at.push_back(here);
  }

  // A limit was reached. What was found stays found, and the executions to it are taken from the part of the
  // graph that is known.
  void end_early() {
    try {
      if (graph_.first_edge.size() > graph_.size()) graph_.ends.push_back(StateGraph::goes_on);
      if (graph_.first_edge.size() == graph_.size()) graph_.first_edge.push_back(graph_.edges.size());
      record_findings(machine_.scenario().properties);
    } catch (const LimitReached&) {  // then the evidence of the fast pass has to do
    }
  }

  void waiting_in(StateGraph::State state, std::vector<StateGraph::Waiting>& waiting) const {
    waiting.clear();
    for (std::uint32_t c = 0; c < machine_.values().channels().size(); ++c) {
      const int channel = static_cast<int>(c);
      const auto content = table_[state].get(machine_.values().channel_component(channel));
      for (const auto message : machine_.values().contents(static_cast<std::size_t>(channel)).at(content))
        waiting.emplace_back(c, message);
    }
  }

  void record_findings(PropertySet of) {
    for (std::size_t p = 0; p < found_.size(); ++p) {
      if (of.contains(static_cast<PropertyId>(p)) && !found_[p].at.empty())
        result.violations[p] = path_to(graph_, machine_, found_[p].at);
    }
  }

  // A property of reachability that is violated has no execution to show, because no execution gets there.
  void find_unreached() {
    const Scenario& scenario = machine_.scenario();
    if (!elected_ && scenario.properties.contains(PropertyId::can_elect))
      result.violation(PropertyId::can_elect).emplace();
    const PropertySet missed = PropertySet::own(statements_.reachable() & ~reached_);
    for (const Property& p : scenario.model->properties) {
      if (missed.contains(p.id)) result.violation(p.id).emplace();
    }
  }

  struct FirstFindings {
    std::uint32_t level = 0;
    std::vector<Finding> at;
  };

  Machine& machine_;
  Limits& limits_;
  const Statements statements_;
  Expander expander_;
  Table<C> table_;
  Array<std::uint64_t> hashes_;       // of the states of this level
  Array<std::uint64_t> next_hashes_;  // of those of the next one
  Successors<C> successors_;
  StateGraph graph_;
  std::array<FirstFindings, most_properties> found_;
  Decisions decisions_;
  bool alone_ = false;                  // one process goes first where it may
  std::vector<std::uint32_t> decided_;  // by process: the decision that its steps have in common
  std::uint64_t most_states_ = 0;
  std::uint32_t level_ = 0;           // how many steps lead to what is being found
  std::uint32_t first_of_level_ = 0;  // the first state that is one step before that
  bool elected_ = false;
  std::uint32_t reached_ = 0;
};

}  // namespace conclave
