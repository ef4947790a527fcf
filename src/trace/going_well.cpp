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
  WaysToEnds(const StateSpace& space, PropertySet asked) : space_(space), asked_(asked) {
    const auto& edges = space.edges();
    first_.assign(space.nodes().size() + 1, 0);
    for (const auto& edge : edges) ++first_[edge.from + 1];
    for (std::size_t node = 0; node < space.nodes().size(); ++node) first_[node + 1] += first_[node];
    into_.resize(space.nodes().size());
    waiting_.push({0, 0, 0});
  }

  // The way to the next end; nothing if there is no other.
  std::optional<std::vector<Step>> next() {
    while (!waiting_.empty()) {
      const auto [interfered, length, node] = waiting_.top();
      waiting_.pop();
      if (into_[node].settled) continue;
      into_[node].settled = true;
      if (!(space_.nodes()[node].failed & asked_).empty()) continue;
      look_beyond(interfered, length, node);
      if (space_.nodes()[node].quiescent) return way(node);
    }
    return {};
  }

 private:
  using Number = StateSpace::Number;
  using Entry =
      std::tuple<int, std::size_t, Number>;  // interferences and steps on the way, and where it leads

  struct Into {
    bool settled = false;
    std::optional<Entry> best;
    std::size_t edge = 0;  // the last one of the best way
  };

  void look_beyond(int interfered, std::size_t length, Number node) {
    const Steps& steps = space_.machine().steps();
    for (std::size_t e = first_[node]; e < first_[node + 1]; ++e) {
      const auto& edge = space_.edges()[e];
      const auto& record = steps.record(edge.record);
      if (!(record.broken & asked_).empty() || into_[edge.to].settled) continue;
      const Entry entry{interfered + interferences(steps.step(edge.record)), length + 1, edge.to};
      Into& into = into_[edge.to];
      if (into.best && *into.best <= entry) continue;
      into.best = entry;
      into.edge = e;
      waiting_.push(entry);
    }
  }

  std::vector<Step> way(Number to) const {
    std::vector<Step> steps;
    for (Number at = to; at != 0; at = space_.edges()[into_[at].edge].from)
      steps.push_back(space_.machine().steps().step(space_.edges()[into_[at].edge].record));
    std::ranges::reverse(steps);
    return steps;
  }

  const StateSpace& space_;
  const PropertySet asked_;
  std::vector<std::size_t> first_;  // by configuration: its first edge; one more than there are
  std::vector<Into> into_;          // by configuration: how the best way comes into it
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

// Some properties judge a whole execution, and the space does not know how it came to an end. So each end is
// tried, up to so many.
constexpr int most_ends = 100;

GoingWell search(const Trace& violating, const Scenario& scenario, const std::vector<Step>& steps,
                 Limits& limits, std::uint64_t most) {
  const Instance instance = instance_of(violating);
  GoingWell found;
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
    WaysToEnds ways(space, scenario.properties);
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
      if (++tried == most_ends) return found;
    }
    if (space.left_out() > 0) return found;
    if (found.common == 0) {
      found.none = true;
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
