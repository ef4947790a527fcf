// How GraphPass explores an instance, and what it asks the analyses. graph_pass_search.hpp has how it finds
// shortest executions.
#pragma once

#include <algorithm>
#include <limits>
#include <new>
#include <utility>

#include "engine/means/distribution.hpp"
#include "engine/means/expected.hpp"
#include "engine/passes/graph_pass.hpp"
#include "engine/steps/step_tables_lookup.hpp"
#include "engine/time/time.hpp"
#include "machine/independence.hpp"

namespace conclave {

template <std::size_t Words>
template <class Work>
InstanceResult GraphPass<Words>::within_limits(const Work& work) {
  result_ = {};
  try {
    work();
  } catch (const LimitReached& limit) {
    result_.stopped = limit.reason;
  } catch (const std::bad_alloc&) {
    result_.stopped = limits_.out_of_memory();
  }
  if (graph_.discovered > few) release();
  return std::move(result_);
}

template <std::size_t Words>
void GraphPass<Words>::run(const Task& task, const Lengths& enough) {
  most_states_ = task.time && !task.verdicts ? task.time_up_to : std::numeric_limits<std::uint64_t>::max();
  // On bag and set, others add to what a process may do. And an event may come in between.
  alone_ = (task.expected || task.distributed) && !task.verdicts &&
           machine_.scenario().network == Network::fifo && !machine_.scenario().until &&
           independence_applies(machine_.scenario(), machine_.provisos());
  try {
    explore_all();
    // Nobody may be left out for ever. Where an execution may go on for ever, this is not known.
    if (alone_ && may_go_on_for_ever(graph_, machine_)) {
      alone_ = false;
      explore_all();
    }
  } catch (const LimitReached&) {
    end_early();
    throw;
  }
  if (keys_.size() > most_states_) return;
  record_findings(machine_.scenario().properties, enough);
  seen_.release();
  const Costs costs(*machine_.scenario().model->program);
  const bool wants_time = task.time && !costs.counts_time() && time_is_defined(machine_);
  if (task.verdicts && statements_.speaks_of_rounds()) {
    check_rounds(
        graph_, machine_,
        [this](State state, int round) {
          return statements_.broken_in_round(machine_.judge().predicates(cells(state), round));
        },
        result_);
  }
  if (!wants_time && !task.witness) keys_.clear();
  // The analyses take their memory from the library's containers, so it is charged here, by a rough
  // estimate. Those of time and chance list edges in their own way.
  const std::ptrdiff_t bytes_per_edge = wants_time || task.expected || task.distributed ? 24 : 0;
  constexpr std::ptrdiff_t bytes_per_state = 160;
  const auto needed = static_cast<std::ptrdiff_t>(graph_.edges.size()) * bytes_per_edge +
                      static_cast<std::ptrdiff_t>(graph_.size()) * bytes_per_state;
  const Charge charge(limits_, needed);
  if (task.verdicts) {
    find_unreached();
    check_liveness(graph_, machine_, machine_.scenario().properties, enough, result_);
    measure_costs(graph_, machine_, result_);
    if (machine_.scenario().until) result_.misses_event |= goes_on_for_ever(graph_, machine_);
  }
  graph_.waiting_in = [this](State state, std::vector<StateGraph::Waiting>& waiting) {
    waiting_in(state, waiting);
  };
  if (wants_time) result_.time = measure_time(graph_, machine_);
  if (task.expected && (machine_.steps().tosses() || !task.verdicts))
    result_.expected = expected_costs(graph_, machine_, task.means);
  if (task.distributed) result_.distributions = distributions(graph_, machine_, *task.distributed);
  if (!task.witness) return;
  const auto& [cost, extreme] = *task.witness;
  result_.witness = cost >= costs.counted() ? time_witness(graph_, machine_, extreme)
                                            : count_witness(graph_, machine_, cost, extreme);
}

template <std::size_t Words>
void GraphPass<Words>::begin() {
  graph_.forget();
  found_ = {};
  decisions_.emplace(machine_);
  result_.transitions = result_.quiescent = 0;
  level_ = first_of_level_ = 0;
  keys_.clear();
  widths_.tag = std::max(widths_.tag, fewest_tag_bits);
  // Another pass may have met values of this instance before.
  for (std::size_t c = 0; c < widths_.component.size(); ++c) {
    const std::size_t count = std::max<std::size_t>(machine_.values().value_count(c), 1);
    const auto last = static_cast<std::uint32_t>(count - 1);
    if (!widths_.have_room({c, last})) widths_.widen({c, last});
  }
  lay_out();
  seen_.clear(widths_.tag);
}

// Gives back what a large instance took.
template <std::size_t Words>
void GraphPass<Words>::release() {
  seen_.release();
  keys_.release();
  graph_.forget();
  decisions_.reset();
}

template <std::size_t Words>
void GraphPass<Words>::lay_out() {
  steps_.arrange(layout_, widths_);
  steps_.clear(layout_, false);
  // Breadth-first, those with the same local states are not next to each other.
  standings_.clear(machine_, layout_, keys_.size() < few / 2 ? 256 : 8192);
}

// Packs everything anew, because a value has no room.
template <std::size_t Words>
void GraphPass<Words>::widen(const TooNarrow& narrow) {
  const Layout before = layout_;
  widths_.widen(narrow);
  if (keys_.size() > few) steps_.widen_others(widths_, keys_.size());
  lay_out();
  const Repacking repack(before, layout_);
  seen_.convert(widths_.tag, repack);
  for (std::size_t state = 0; state < keys_.size(); ++state) {
    keys_.poll(state);
    keys_[state] = repack(keys_[state]);
  }
}

template <std::size_t Words>
template <class LeadsOn, class GoesOn>
void GraphPass<Words>::explore_levels(const LeadsOn& leads_on, const GoesOn& goes_on) {
  begin();
  number(Key<Words>{});  // the initial configuration is all zeros, and scrambling maps zeros to zeros
  look_at(0, 0, true);
  result_.states = keys_.size();
  State next_level = 0;
  graph_.levels.push_back(next_level);
  for (State state = 0; state < keys_.size() && keys_.size() <= most_states_; ++state) {
    if (state == next_level) {
      if (!goes_on()) break;
      ++level_;
      first_of_level_ = state;
      next_level = static_cast<State>(keys_.size());
      graph_.levels.push_back(next_level);
    }
    limits_.tick();
    if (leads_on(state)) {
      expand(state);
    } else {
      graph_.first_edge.push_back(graph_.edges.size());
      graph_.ends.push_back(StateGraph::goes_on);
    }
    result_.states = keys_.size();
  }
  graph_.first_edge.push_back(graph_.edges.size());
}

template <std::size_t Words>
void GraphPass<Words>::expand(State state) {
  graph_.first_edge.push_back(graph_.edges.size());
  const auto& until = machine_.scenario().until;
  if (until && machine_.judge().has_come(*until, cells(state))) {
    graph_.ends.push_back(StateGraph::decided);
    return;
  }
  const std::uint64_t transitions = list(state);
  const Key<Words> scrambled = seen_.scramble(keys_[state]);
  graph_.edges.make_room(successors_.size());
  const auto alone = alone_ ? process_alone(cells(state)) : std::nullopt;
  bool owed = false;
  for (const auto& [child, label] : successors_) {
    limits_.poll();
    if (alone && machine_.steps().record(label.record).process != *alone) continue;
    owed |= (label.flags & StepTables<Words>::owed) != 0;
    // On a set, many steps lead nowhere.
    const State target = child == scrambled ? state : number(child);
    graph_.edges.add({target, label.record});
    if (machine_.steps().shares().are_counted())
      graph_.shares.push_back(machine_.rounds() != nullptr
                                  ? machine_.rounds()->share(label.record)
                                  : machine_.async()->share(label.record, cells(target)));
    const Finding here{state, label.record};
    if (label.flags & StepTables<Words>::broken) found(machine_.steps().record(label.record).broken, here);
    if (target == graph_.discovered)
      look_at(target, state, (label.flags & StepTables<Words>::changes_facts) != 0);
    if (!statements_.any()) continue;
    found(PropertySet::own(statements_.lost(graph_.predicates[state], graph_.predicates[target])), here);
  }
  StateGraph::End end = StateGraph::goes_on;
  if (!owed && !machine_.awaits_start(cells(state), labels()))
    end = machine_.judge().all_decided(cells(state)) ? StateGraph::decided : StateGraph::undecided;
  graph_.ends.push_back(end);
  if (end != StateGraph::goes_on) ++result_.quiescent;
  result_.misses_event |= until && end != StateGraph::goes_on;
  result_.transitions += alone ? graph_.edges.size() - graph_.first_edge[state] : transitions;
}

template <std::size_t Words>
std::uint64_t GraphPass<Words>::list(State state) {
  while (true) {
    try {
      const std::uint64_t transitions = list(keys_[state]);
      const std::uint64_t perhaps = keys_.size() + successors_.size();
      constexpr std::uint64_t most = std::numeric_limits<State>::max();
      if (perhaps >= most) throw LimitReached{StopReason::memory};
      // Where numbers get longer, there is room for many more.
      if (perhaps >= seen_.tag_limit())
        throw TooNarrow{layout_.size(), static_cast<State>(std::min(4 * perhaps, most))};
      return transitions;
    } catch (const TooNarrow& narrow) {
      widen(narrow);
    }
  }
}

template <std::size_t Words>
std::uint64_t GraphPass<Words>::list(const Key<Words>& key) {
  successors_.resize_down(0);
  if (machine_.rounds() != nullptr)
    return append_rounds(machine_, layout_, seen_, key, round_values_, successors_);
  listed_.resize_down(0);
  steps_.list(key, listed_);
  append_listed(steps_, listed_, seen_, key, successors_);
  return successors_.size();
}

template <std::size_t Words>
StateGraph::State GraphPass<Words>::number(const Key<Words>& scrambled) {
  const auto at = seen_.find(scrambled);
  if (seen_.holds(at)) return static_cast<State>(at.tag);
  const auto number = static_cast<State>(keys_.size());
  keys_.push_back(seen_.unscramble(scrambled));
  seen_.insert(at.slot, scrambled, number);
  return number;
}

// A process whose steps here are outcomes of one decision, to which nothing adds that others do before it.
// It may as well go first (docs/semantics/chance.md).
template <std::size_t Words>
std::optional<std::uint32_t> GraphPass<Words>::process_alone(const Cells& configuration) {
  if (machine_.values().may_fault(configuration)) return {};
  decided_.assign(machine_.values().processes(), 0);
  constexpr std::uint32_t several = ~std::uint32_t{0};
  for (const Successor& successor : successors_) {
    const StepRecord& record = machine_.steps().record(successor.label.record);
    std::uint32_t& of = decided_[record.process];
    const std::uint32_t decision = record.owed ? decisions_->of(successor.label.record) : several;
    of = of == 0 || of == decision ? decision : several;
  }
  for (std::uint32_t process = 0; process < decided_.size(); ++process) {
    const std::uint32_t decision = decided_[process];
    if (decision != 0 && decision != several &&
        machine_.async()->is_settled(static_cast<int>(process), configuration))
      return process;
  }
  return {};
}

// Looks at what holds in a configuration that was just found, one step after the state `before`.
template <std::size_t Words>
void GraphPass<Words>::look_at(State state, State before, bool facts_changed) {
  const Finding here{state, {}};
  graph_.discovered = state + 1;
  if (!facts_changed && !sees_network_) {  // what is broken was found before
    graph_.standings.push_back(graph_.standings[before]);
    if (statements_.any()) graph_.predicates.push_back(graph_.predicates[before]);
    return;
  }
  const Judge& judge = machine_.judge();
  const Cells at = cells(state);
  const bool quiet = sees_network_ && machine_.values().quiet(at);
  const auto& known = standings_.at(keys_[state], quiet, [&]() -> typename Standings<Words>::Standing {
    const auto standing = judge.standing(at);
    found_.elected |= standing.elected;
    const bool asked = statements_.any() && !sees_messages_;
    return {standing.failed, asked ? judge.predicates(at) : 0, standing.has_leader, standing.deserted};
  });
  graph_.standings.push_back(static_cast<std::uint8_t>((known.leads ? StateGraph::led : 0) |
                                                       (known.deserted ? StateGraph::deserted : 0)));
  found(known.failed, here);
  if (!statements_.any()) return;
  const std::uint32_t holds = sees_messages_ ? judge.predicates(at) : known.holds;
  graph_.predicates.push_back(holds);
  found_.reached |= statements_.reached(holds);
  found(PropertySet::own(statements_.broken(holds)), here);
}

template <std::size_t Words>
void GraphPass<Words>::found(PropertySet failed, const Finding& here) {
  if (failed.empty()) return;
  for (const Property& p : machine_.scenario().model->properties) {
    if (failed.contains(p.id)) found(p.id, here);
  }
}

template <std::size_t Words>
void GraphPass<Words>::found(PropertyId id, const Finding& here) {
  FirstFindings& all = found_.violations[static_cast<std::size_t>(id)];
  if (all.at.empty()) all.level = level_;
  if (all.level == level_) all.at.push_back(here);
}

// A limit was reached. What was found stays found, and the executions to it are taken from the part of the
// graph that is known.
template <std::size_t Words>
void GraphPass<Words>::end_early() {
  try {
    if (graph_.first_edge.size() > graph_.size()) graph_.ends.push_back(StateGraph::goes_on);
    if (graph_.first_edge.size() == graph_.size()) graph_.first_edge.push_back(graph_.edges.size());
    record_findings(machine_.scenario().properties);
  } catch (const LimitReached&) {  // then the evidence of the fast pass has to do
  }
}

template <std::size_t Words>
void GraphPass<Words>::waiting_in(State state, std::vector<StateGraph::Waiting>& waiting) const {
  waiting.clear();
  for (std::uint32_t c = 0; c < machine_.values().channels().size(); ++c) {
    const auto content = cells(state).get(machine_.values().channel_component(static_cast<int>(c)));
    for (const auto message : machine_.values().contents(c).at(content)) waiting.emplace_back(c, message);
  }
}

template <std::size_t Words>
void GraphPass<Words>::record_findings(PropertySet of, const Lengths& enough) {
  for (std::size_t p = 0; p < most_properties; ++p) {
    const auto& [level, at] = found_.violations[p];
    if (!of.contains(static_cast<PropertyId>(p)) || at.empty()) continue;
    result_.violations[p] =
        enough[p] && level >= *enough[p] ? of_length(level) : path_to(graph_, machine_, at);
  }
}

// A property of reachability that is violated has no execution to show, because no execution gets there.
template <std::size_t Words>
void GraphPass<Words>::find_unreached() {
  const Scenario& scenario = machine_.scenario();
  if (!found_.elected && scenario.properties.contains(PropertyId::can_elect))
    result_.violation(PropertyId::can_elect).emplace();
  const PropertySet missed = PropertySet::own(statements_.reachable() & ~found_.reached);
  for (const Property& p : scenario.model->properties) {
    if (missed.contains(p.id)) result_.violation(p.id).emplace();
  }
}

}  // namespace conclave
