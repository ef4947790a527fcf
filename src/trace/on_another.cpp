#include "trace/on_another.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "program/parameters.hpp"
#include "trace/replay.hpp"
#include "trace/walk.hpp"

namespace conclave {
namespace {

using Otherwise = OnAnother::Otherwise;

// The trace as one of the other model. Of its parameters, those stay that the other model has, too.
Trace as_of(const Model& other, Trace trace) {
  const TraceValue known = value_of(parameters_json(*other.program, other.program->standard_parameters()));
  TraceValue parameters = known;
  for (auto& [name, value] : parameters.parts) {
    if (const TraceValue* given = trace.parameters.field(name)) value = *given;
  }
  trace.parameters = std::move(parameters);
  trace.model = other.full_name();
  return trace;
}

bool looks_like(const TraceStep& wanted, const TraceStep& step) {
  if (step.kind != wanted.kind || step.process != wanted.process || step.own != wanted.own ||
      step.channel != wanted.channel || step.choices != wanted.choices)
    return false;
  const auto same = [](const TraceEvent& a, const TraceEvent& b) {
    return a.kind == b.kind && a.process == b.process && a.channel == b.channel && a.choices == b.choices;
  };
  return std::ranges::equal(step.events, wanted.events, same);
}

// Of the steps that look like it, the one with the same messages, or the only one. Nothing: there is none.
std::optional<std::pair<std::size_t, TraceStep>> recognise(Walk& walk, const TraceStep& wanted) {
  std::vector<std::pair<std::size_t, TraceStep>> alike;
  for (std::size_t k = 0; k < walk.enabled().size(); ++k) {
    TraceStep step = walk.show(k);
    if (looks_like(wanted, step)) alike.emplace_back(k, std::move(step));
  }
  const auto exactly = std::ranges::find_if(alike, [&](const auto& each) {
    return each.second.message == wanted.message && each.second.events == wanted.events;
  });
  if (exactly != alike.end()) return *exactly;
  if (alike.size() == 1) return alike.front();
  return {};
}

// Has a variable that both models have another value? Notes which.
bool differ(const TraceState& here, const TraceState& there, OnAnother& found) {
  for (std::size_t place = 0; place < here.processes.size(); ++place) {
    for (const auto& [name, value] : here.processes[place].parts) {
      const TraceValue* other = there.processes[place].field(name);
      if (other == nullptr || *other == value) continue;
      found.place = static_cast<int>(place);
      found.variable = name;
      found.there = *other;
      found.here = value;
      return true;
    }
  }
  return false;
}

std::optional<Otherwise> compare(const TraceStep& mine, const TraceStep& theirs) {
  if (mine.sends != theirs.sends || mine.reads != theirs.reads) return Otherwise::sends;
  if (mine.failures != theirs.failures || mine.exception != theirs.exception) return Otherwise::fails;
  return {};
}

}  // namespace

OnAnother follow_on(const Model& other, const Trace& file, Limits& limits) {
  const Trace asked = as_of(other, file);
  const Scenario scenario = scenario_of(asked);
  Instance instance;
  for (const int id : file.ids) instance.ids.push_back(given_id(id));
  instance.down = file.down;
  instance.byzantine = file.byzantine;
  Walk walk(scenario, instance, {});
  walk.machine().obey(&limits);

  OnAnother found;
  static_cast<TraceSubject&>(found.trace) = subject_of(scenario, instance);
  found.trace.initiators = file.initiators;
  found.trace.channels = walk.channel_names();
  found.trace.states.push_back(walk.state());
  if (found.trace.channels != file.channels)
    throw TraceError("the channels of the trace are not those of " + other.full_name());
  if (differ(found.trace.states.front(), file.states.front(), found)) {
    found.otherwise = Otherwise::begins;
    return found;
  }
  for (found.step = 1; found.step < file.states.size(); ++found.step) {
    limits.poll();
    const TraceState& theirs = file.states[found.step];
    auto mine = recognise(walk, *theirs.step);
    if (!mine) {
      found.otherwise = Otherwise::cannot;
      return found;
    }
    walk.take(mine->first);
    TraceState state = walk.state();
    found.otherwise = compare(mine->second, *theirs.step);
    if (!found.otherwise && differ(state, theirs, found)) found.otherwise = Otherwise::variables;
    state.step = std::move(mine->second);
    found.trace.states.push_back(std::move(state));
    if (found.otherwise) return found;
  }
  --found.step;
  return found;
}

}  // namespace conclave
