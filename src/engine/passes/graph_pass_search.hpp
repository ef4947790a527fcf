// How GraphPass finds the shortest executions that violate something: level by level, as far as it has to.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/passes/graph_pass_walk.hpp"

namespace conclave {

template <std::size_t Words>
void GraphPass<Words>::search(const Wanted& wanted) {
  alone_ = false;
  most_states_ = wanted.most_states;
  PropertySet of = wanted.of;
  PropertySet left = of;
  // An execution that violates one of these is known when its last configuration has been expanded.
  const PropertySet at_ends =
      just(PropertyId::termination) | just(PropertyId::can_terminate) | just(PropertyId::election);
  const std::size_t election_steps = wanted.steps[static_cast<std::size_t>(PropertyId::election)];
  bool stuck = false, knows_ends = true;
  std::vector<Finding> doomed;  // where no execution may end as termination wants it
  std::vector<std::uint32_t> values(machine_.values().component_count());
  const auto leads_on = [&](State state) {
    bool leads = !left.without(wanted.exact).empty();
    const bool asks_for_ends = left.contains(PropertyId::can_terminate);
    if (!wanted.look_ahead || (leads && !asks_for_ends)) return true;
    for (std::size_t c = 0; c < values.size(); ++c) values[c] = cells(state).get(c);
    const auto ahead = wanted.look_ahead(values);
    knows_ends &= ahead || !asks_for_ends;
    if (!ahead) return true;
    if (asks_for_ends && !ahead->may_end) doomed.push_back({state, {}});
    for (std::size_t p = 0; p < most_properties; ++p) {
      const auto steps = ahead->steps[p];
      leads |= left.contains(static_cast<PropertyId>(p)) && steps &&
               level_ - 1 + static_cast<std::size_t>(*steps) <= wanted.steps[p];
    }
    return leads;
  };
  bool too_deep = false;
  const auto goes_on = [&] {
    for (State state = first_of_level_; state < graph_.size(); ++state)
      stuck |= graph_.ends[state] == StateGraph::undecided;
    for (std::size_t p = 0; p < most_properties; ++p) {
      if (!found_.violations[p].at.empty()) left.remove(static_cast<PropertyId>(p));
    }
    if (stuck) left.remove(PropertyId::termination);
    if (level_ > election_steps) left.remove(PropertyId::election);
    if (!doomed.empty() && knows_ends) left.remove(PropertyId::can_terminate);
    // Of what is beyond its bound, no more than this is known.
    for (std::size_t p = 0; p < most_properties; ++p) {
      const auto id = static_cast<PropertyId>(p);
      const std::uint32_t known_to = at_ends.contains(id) ? level_ - 1 : level_;
      if (level_ == 0 || !wanted.at_most[p] || known_to < *wanted.at_most[p]) continue;
      if (id == PropertyId::can_terminate && !(wanted.look_ahead && knows_ends)) continue;
      if (left.contains(id)) of.remove(id);
      left.remove(id);
    }
    too_deep = !left.empty() && level_ > depth_;
    return !left.empty() && !too_deep;
  };
  explore_levels(leads_on, goes_on);
  record_findings(of);
  if (!doomed.empty() && knows_ends) {
    result_.violation(PropertyId::can_terminate) = path_to(graph_, machine_, doomed);
    of.remove(PropertyId::can_terminate);
  }
  if (keys_.size() > most_states_ || too_deep)
    of = of & (stuck ? just(PropertyId::termination) : PropertySet{});
  check_liveness(graph_, machine_, of, {}, result_);
  if (too_deep) throw LimitReached{StopReason::depth};
}

}  // namespace conclave
