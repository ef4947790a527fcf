#include <boost/describe/enum_from_string.hpp>

#include "program/parameters.hpp"
#include "trace/replay.hpp"

#include <algorithm>
#include <charconv>

#include "engine/time/time.hpp"
#include "scenario/choose_topology.hpp"
#include "trace/evidence.hpp"

namespace conclave {
namespace {

[[noreturn]] void refuse(const std::string& text) { throw TraceError(text); }

Initiators read_initiators(const std::string& text, int n) {
  if (text == "any") return {Initiators::Kind::any, {}};
  if (text == "all") return {Initiators::Kind::all, {}};
  if (text == "one") refuse("the trace's initiators are `one`; it has to say which place");
  Initiators listed{Initiators::Kind::listed, {}};
  const char* at = text.data();
  const char* end = at + text.size();
  while (at < end) {
    int place = -1;
    const auto [after, error] = std::from_chars(at, end, place);
    if (error != std::errc{} || place < 0 || place >= n || (after < end && *after != ',')) {
      refuse("the trace's initiators are `" + text + "`; they are any, all, or places from 0 to " +
             std::to_string(n - 1));
    }
    listed.places.push_back(place);
    at = after < end ? after + 1 : end;
  }
  std::ranges::sort(listed.places);
  return listed;
}

void read_parameters(const Trace& trace, Scenario& scenario) {
  const Program& program = *scenario.model->program;
  const auto known = parameters(program);
  scenario.parameters = program.standard_parameters();
  for (const auto& [name, value] : trace.parameters.items()) {
    const auto at = std::ranges::find(known, name, &Parameter::name);
    const std::string text = value.is_string() ? value.get<std::string>() : value.dump();
    const auto which = static_cast<std::size_t>(at - known.begin());
    if (at == known.end() || !set_parameter(program, scenario.parameters, which, text))
      refuse("the trace sets the parameter `" + name + "` to " + text + ", which the model does not have");
  }
  if (const Json all = parameters_json(program, scenario.parameters); trace.parameters != all) {
    refuse("the trace's parameters are " + trace.parameters.dump() + ", and the model's are " + all.dump());
  }
}

Scenario read_scenario(const Trace& trace) {
  Scenario scenario;
  scenario.model = find_model(trace.model);
  if (scenario.model == nullptr)
    refuse("the trace is of the model `" + trace.model + "`, which there is not");
  const int n = static_cast<int>(trace.ids.size());
  if (n < 1 || n > max_processes) refuse("the trace has " + std::to_string(n) + " identifiers");
  for (const int id : trace.ids) {
    if (id < 1 || id > max_universe) {
      refuse("the trace has the identifier " + std::to_string(id) + "; identifiers go from 1 to " +
             std::to_string(max_universe));
    }
  }
  scenario.processes = n;
  // Without the graph only such names tell what it is; with one they might tell another.
  const bool tells = is_topology_of_its_own(trace.topology);
  if (tells != trace.graph.empty()) {
    refuse("the trace's topology is `" + trace.topology + "`, but there is " +
           (tells ? "a `graph` beside it" : "no `graph` that says which"));
  }
  try {
    scenario.topology = trace.graph.empty() ? trace.topology : "graph6:" + trace.graph;
    scenario.topologies = choose_topology(*scenario.model, read_topology(scenario.topology), n);
  } catch (const TopologyError& error) {
    refuse(std::string("the trace's topology: ") + error.what());
  }
  scenario.topologies.front().name = trace.topology;
  read_parameters(trace, scenario);
  if (!boost::describe::enum_from_string(trace.network.c_str(), scenario.network)) {
    refuse("the trace's network is `" + trace.network + "`; there are fifo, bag, set and rounds");
  }
  scenario.faults = trace.faults;
  scenario.initiators = read_initiators(trace.initiators, n);
  if (const std::string objection = objection_to(scenario); !objection.empty())
    refuse("the trace: " + objection);
  const auto expected = static_cast<std::size_t>(std::min(scenario.faults.byzantine, n));
  if (trace.byzantine.size() != expected || !std::ranges::is_sorted(trace.byzantine) ||
      std::ranges::adjacent_find(trace.byzantine) != trace.byzantine.end() ||
      std::ranges::any_of(trace.byzantine, [&](int place) { return place < 0 || place >= n; }))
    refuse("the trace's Byzantine processes have to be " + std::to_string(expected) +
           " different places in ascending order");
  if (!boost::describe::enum_from_string(trace.fairness.c_str(), scenario.fairness)) {
    refuse("the trace's fairness is `" + trace.fairness + "`; there are weak, strong and none");
  }
  scenario.identifiers.kind = Identifiers::Kind::listed;
  scenario.identifiers.listed = trace.ids;
  scenario.properties = scenario.model->all_properties();
  return scenario;
}

std::string describe(const TraceStep& step) {
  if (step.is_round()) {
    std::string text = "a round";
    for (const auto& event : step.events) {
      text += (&event == &step.events.front() ? " in which: " : ", ") + event.kind + " at process " +
              std::to_string(event.process);
      if (event.channel >= 0)
        text += " of " + event.message.dump() + " to channel " + std::to_string(event.channel);
      for (const unsigned choice : event.choices) text += ", choosing " + std::to_string(choice);
    }
    return text;
  }
  std::string text = step.action + " at process " + std::to_string(step.process);
  if (step.channel >= 0)
    text += " of " + step.message.dump() + " from channel " + std::to_string(step.channel);
  for (const unsigned choice : step.choices) text += ", choosing " + std::to_string(choice);
  return text;
}

bool same(const TraceStep& a, const TraceStep& b) {
  return a.action == b.action && a.process == b.process && a.channel == b.channel && a.message == b.message &&
         a.choices == b.choices && a.events == b.events;
}

bool same(const std::vector<TraceMessage>& a, const std::vector<TraceMessage>& b) {
  return std::ranges::equal(a, b, [](const TraceMessage& x, const TraceMessage& y) {
    return x.from == y.from && x.to == y.to && x.channel == y.channel && x.to_identifier == y.to_identifier &&
           x.message == y.message && x.fate == y.fate;
  });
}

// The first value in which a state of the file differs from the model's.
void compare(const std::string& where, const TraceState& file, const TraceState& model) {
  for (std::size_t i = 0; i < model.processes.size(); ++i) {
    if (file.processes[i] == model.processes[i]) continue;
    refuse(where + "process " + std::to_string(i) + " is " + file.processes[i].dump() +
           " in the trace, but the model has " + model.processes[i].dump());
  }
  if (file.channels != model.channels || file.late != model.late) {
    refuse(where + "the channels hold " + Json(file.channels).dump() + Json(file.late).dump() +
           " in the trace, but in the model " + Json(model.channels).dump() + Json(model.late).dump());
  }
  if (file.faults_left != model.faults_left) {
    refuse(where + "the faults left are " + file.faults_left.dump() + " in the trace, but in the model " +
           model.faults_left.dump());
  }
  if (file.copies != model.copies) {
    refuse(where + "the private copies of the network are " + Json(file.copies).dump() +
           " in the trace, but in the model " + Json(model.copies).dump());
  }
}

// Takes the step of the file that leads to this state, if the model can, and compares all that it does.
void follow(Evidence& evidence, const TraceStep& wanted, const std::string& which, const TraceState& after) {
  const auto enabled = evidence.walk().enabled();
  const auto at =
      std::ranges::find_if(enabled, [&](const auto& choice) { return same(choice.shown, wanted); });
  if (at == enabled.end()) {
    std::string text = which + ", " + describe(wanted) + ", is not enabled there;";
    text += enabled.empty() ? " nothing is" : " enabled:";
    for (const auto& choice : enabled)
      text += (&choice == &enabled.front() ? " " : "; ") + describe(choice.shown);
    refuse(text);
  }
  if (at->shown.from != wanted.from || at->shown.failures != wanted.failures ||
      at->shown.exception != wanted.exception || at->shown.reads != wanted.reads ||
      at->shown.failed_at != wanted.failed_at || !same(at->shown.sends, wanted.sends)) {
    refuse(which + ", " + describe(wanted) +
           ": who sent the message, what it sends, or what fails is not as in the model");
  }
  evidence.take(enabled, static_cast<std::size_t>(at - enabled.begin()));
  compare("after " + which + ": ", after, evidence.states().back());
}

Judgement judge(Evidence& evidence, const Scenario& scenario, const Trace& file) {
  const Model& model = *scenario.model;
  if (file.attained) {
    const auto& [name, extreme, value] = *file.attained;
    const auto cost = Costs(*model.program).find(name);
    if (!cost || (extreme != "min" && extreme != "max"))
      refuse("the trace is about the " + extreme + " of `" + name + "`, which is no cost of " + file.model);
    if (*cost == Costs(*model.program).time() && !time_is_defined(evidence.walk().machine()))
      refuse(
          "the trace is about the time, which is not defined with faults, or where more than messages is "
          "shared");
    return evidence.judge(*cost, extreme == "min" ? Extreme::min : Extreme::max, value, file.loop);
  }
  const auto stated = std::ranges::find(model.properties, file.property, &Property::name);
  if (stated == model.properties.end())
    refuse("the trace is about the property `" + file.property + "`, which " + file.model +
           " does not state");
  return evidence.judge(stated->id, file.loop);
}

}  // namespace

namespace {

// A model refuses parameters that it cannot work with.
Evidence begin(const Scenario& scenario, const Instance& instance) {
  try {
    return Evidence(scenario, instance);
  } catch (const std::invalid_argument& error) {
    refuse(std::string("the trace's parameters: ") + error.what());
  }
}

}  // namespace

Replay replay(const Trace& file) {
  const Scenario scenario = read_scenario(file);
  Instance instance;
  for (const int id : file.ids) instance.ids.emplace_back(id);
  instance.byzantine = file.byzantine;
  Evidence evidence = begin(scenario, instance);
  if (evidence.walk().channel_names() != file.channels)
    refuse("the channels of the trace are not the model's");
  compare("the initial state: ", file.states[0], evidence.states()[0]);
  const auto walk = [&](std::size_t from, const std::string& again) {
    for (std::size_t step = from; step < file.states.size(); ++step) {
      follow(evidence, *file.states[step].step, "step " + std::to_string(step) + again, file.states[step]);
    }
  };
  walk(1, "");
  if (file.loop && *file.loop + 1 >= file.states.size()) refuse("the loop of the trace has no step");
  if (file.loop) {
    compare("the loop does not lead back to state " + std::to_string(*file.loop) + ": ",
            file.states[*file.loop], evidence.states().back());
  }
  const Judgement judgement = judge(evidence, scenario, file);
  Replay result{file, judgement.holds_water};
  result.trace.states = evidence.states();
  result.trace.why = judgement.holds_water ? judgement.why : std::vector<std::string>{};
  if (file.loop) walk(*file.loop + 1, ", the second time round");
  return result;
}

}  // namespace conclave
