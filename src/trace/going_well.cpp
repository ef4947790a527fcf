#include "trace/going_well.hpp"

#include <algorithm>
#include <queue>
#include <stdexcept>
#include <tuple>
#include <utility>
#include <vector>

#include "engine/run/check.hpp"
#include "program/model.hpp"
#include "trace/replay.hpp"
#include "trace/state_space.hpp"

namespace conclave {
namespace {

// How often the adversary interferes in a step.
int interferences(const Step& step) {
  if (step.kind != Step::Kind::round) return step.kind >= Step::Kind::lose ? 1 : 0;
  return static_cast<int>(std::ranges::count_if(step.events, [](const RoundEvent& event) {
    return event.kind != RoundEvent::Kind::start && event.kind != RoundEvent::Kind::choose;
  }));
}

bool is_of_whole_executions(const Trace& trace, const std::string& property) {
  const auto asked = std::ranges::find(trace.asked, property, &Trace::Asked::property);
  return asked != trace.asked.end() && asked->as_a_whole;
}

// What an execution as a whole breaks, it breaks only if it ends here.
bool breaks_something(const Trace& trace, std::size_t state) {
  const bool is_end = state == trace.steps() && !trace.loop;
  return std::ranges::any_of(trace.states[state].broken, [&](const BrokenProperty& broken) {
    return is_end || !is_of_whole_executions(trace, broken.property);
  });
}

bool breaks_nothing(const Trace& trace) {
  for (std::size_t state = 0; state < trace.states.size(); ++state) {
    if (breaks_something(trace, state)) return false;
  }
  return true;
}

// In lock step, rounds pass after the end, too, and the model may claim something of these.
bool goes_well(const Trace& trace, const Scenario& scenario, const Counterexample& execution, int claimed) {
  if (!trace.states.back().rests || !breaks_nothing(trace)) return false;
  Counterexample later = execution;
  const auto all = static_cast<std::size_t>(std::max(claimed, 0));
  if (later.path.steps.size() >= all) return true;
  Step round;
  round.kind = Step::Kind::round;
  later.path.steps.resize(all, round);
  return breaks_nothing(make_trace(scenario, later));
}

// The ends that can be reached from the first configuration of a space without breaking anything, nearest
// first.
class WaysToEnds {
 public:
  WaysToEnds(StateSpace& space, PropertySet asked, bool elected) : space_(space), asked_(asked) {
    const auto& edges = space.edges();
    first_.assign(space.nodes().size() + 1, 0);
    for (const auto& edge : edges) ++first_[edge.from + 1];
    for (std::size_t node = 0; node < space.nodes().size(); ++node) first_[node + 1] += first_[node];
    has_leader_.resize(space.nodes().size());
    for (Number node = 0; asked.contains(PropertyId::election) && node < has_leader_.size(); ++node)
      has_leader_[node] = std::ranges::any_of(space.state(node).standings, &Standing::leader);
    into_.resize(2 * space.nodes().size());
    waiting_.push({0, 0, place_of(0, elected)});
  }

  // The way to the next end; nothing if there is no other.
  std::optional<std::vector<Step>> next() {
    while (!waiting_.empty()) {
      const auto [interfered, length, place] = waiting_.top();
      waiting_.pop();
      if (into_[place].settled) continue;
      into_[place].settled = true;
      const StateSpace::Node& node = space_.nodes()[place / 2];
      if (!(node.failed & asked_).empty()) continue;
      look_beyond(interfered, length, place);
      if (node.quiescent && (node.decided || !asked_.contains(PropertyId::termination))) return way(place);
    }
    return {};
  }

 private:
  using Number = StateSpace::Number;
  // A configuration, and whether there was a leader on the way to it, which `election` asks.
  using Place = std::size_t;
  using Entry =
      std::tuple<int, std::size_t, Place>;  // interferences and steps on the way, and where it leads

  struct Into {
    bool settled = false;
    std::optional<Entry> best;
    std::size_t edge = 0;  // the last one of the best way
    Place before = 0;      // where it comes from
  };

  Place place_of(Number node, bool elected) const { return 2 * Place{node} + (elected || has_leader_[node]); }

  void look_beyond(int interfered, std::size_t length, Place place) {
    const Steps& steps = space_.machine().steps();
    for (std::size_t e = first_[place / 2]; e < first_[place / 2 + 1]; ++e) {
      const auto& edge = space_.edges()[e];
      const auto& record = steps.record(edge.record);
      const Place to = place_of(edge.to, place % 2 == 1);
      if (!(record.broken & asked_).empty() || into_[to].settled) continue;
      const Entry entry{interfered + interferences(steps.step(edge.record)), length + 1, to};
      Into& into = into_[to];
      if (into.best && *into.best <= entry) continue;
      into.best = entry;
      into.edge = e;
      into.before = place;
      waiting_.push(entry);
    }
  }

  std::vector<Step> way(Place to) const {
    std::vector<Step> steps;
    for (Place at = to; into_[at].best; at = into_[at].before)
      steps.push_back(space_.machine().steps().step(space_.edges()[into_[at].edge].record));
    std::ranges::reverse(steps);
    return steps;
  }

  StateSpace& space_;
  const PropertySet asked_;
  std::vector<std::size_t> first_;  // by configuration: its first edge; one more than there are
  std::vector<bool> has_leader_;    // by configuration, where it is asked
  std::vector<Into> into_;          // by place: how the best way comes into it
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> waiting_;
};

Scenario what_was_asked(const Trace& trace) {
  Scenario scenario = scenario_of(trace);
  scenario.properties = {};
  for (const Property& property : scenario.model->properties) {
    if (std::ranges::find(trace.asked, property.name, &Trace::Asked::property) != trace.asked.end())
      scenario.properties.add(property.id);
  }
  // No execution alone breaks this, but one can keep it.
  if (trace.property == scenario.model->property(PropertyId::can_terminate).name)
    scenario.properties.add(PropertyId::termination);
  return scenario;
}

// What the model itself claims may judge the way to an end, of which only one is tried.
bool judges_ways(const Scenario& scenario) {
  const auto& statements = scenario.model->program->statements();
  for (std::size_t k = 0; k < statements.size(); ++k) {
    const bool judges = statements[k].form == Form::leads_to || statements[k].form == Form::after_rounds;
    if (judges && !(scenario.properties & PropertySet::own(1U << k)).empty()) return true;
  }
  return false;
}

constexpr int most_ends = 100;

bool has_leader(const TraceState& state) { return std::ranges::any_of(state.standings, &Standing::leader); }

GoingWell search(const Trace& violating, const Scenario& scenario, const std::vector<Step>& steps,
                 Limits& limits, std::uint64_t most) {
  const Instance instance = instance_of(violating);
  GoingWell found;
  bool rejected = false;
  found.common = steps.size();
  for (std::size_t state = 0; state < violating.states.size(); ++state) {
    if (!breaks_something(violating, state)) continue;
    if (state == 0) return {{}, 0, true};
    found.common = state - 1;
    break;
  }
  while (true) {
    const std::vector<Step> common(steps.begin(), steps.begin() + static_cast<std::ptrdiff_t>(found.common));
    StateSpace space(scenario, instance, common, limits);
    space.explore(most);
    limits.poll();
    const auto end = violating.states.begin() + static_cast<std::ptrdiff_t>(found.common) + 1;
    WaysToEnds ways(space, scenario.properties, std::any_of(violating.states.begin(), end, has_leader));
    int tried = 0;
    for (auto way = ways.next(); way; way = ways.next()) {
      way->insert(way->begin(), common.begin(), common.end());
      const Counterexample execution{instance, {std::move(*way), {}, false}};
      Trace trace = make_trace(scenario, execution);
      limits.poll();
      if (goes_well(trace, scenario, execution, space.machine().judge().rounds_claimed())) {
        found.trace = std::move(trace);
        return found;
      }
      rejected = true;
      if (++tried == most_ends) return found;
    }
    if (space.left_out() > 0) return found;
    if (found.common == 0) {
      found.none = !rejected || !judges_ways(scenario);
      return found;
    }
    --found.common;
  }
}

}  // namespace

std::optional<GoingWell> find_going_well(const Trace& violating, Limits& limits, std::uint64_t most) {
  if (violating.shows_nothing() || violating.attained) return {};
  try {
    const Scenario scenario = what_was_asked(violating);
    if (scenario.properties.empty()) return {};
    return search(violating, scenario, steps_of(violating, limits), limits, most);
  } catch (const std::runtime_error&) {  // there is no such model, or another one, or it goes wrong
  } catch (const LimitReached&) {        // or there is no time
  }
  return {};
}

}  // namespace conclave
