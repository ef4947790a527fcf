#include "trace/replay.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "engine/time/time.hpp"
#include "program/model.hpp"
#include "program/parameters.hpp"
#include "scenario/choose_topology.hpp"
#include "scenario/objection.hpp"
#include "trace/command_words.hpp"
#include "trace/evidence.hpp"
#include "trace/names.hpp"

namespace conclave {
namespace {

void read_parameters(const Trace& trace, Scenario& scenario) {
  const Program& program = *scenario.model->program;
  const auto known = parameters(program);
  scenario.parameters = program.standard_parameters();
  for (const auto& [name, value] : trace.parameters.parts) {
    const auto at = std::ranges::find(known, name, &Parameter::name);
    const auto which = static_cast<std::size_t>(at - known.begin());
    const std::string text = plain_text(value);
    if (at == known.end() || !set_parameter(program, scenario.parameters, which, text))
      throw TraceError("the trace sets the parameter `" + name + "` to " + text +
                       ", which the model does not have");
  }
  if (const TraceValue all = value_of(parameters_json(program, scenario.parameters));
      trace.parameters != all) {
    throw TraceError("the trace's parameters are " + json_text(trace.parameters) + ", and the model's are " +
                     json_text(all));
  }
}

void check_identifiers(const std::vector<int>& ids) {
  if (ids.empty() || ids.size() > static_cast<std::size_t>(max_processes))
    throw TraceError("the trace has " + std::to_string(ids.size()) + " identifiers");
  for (const int id : ids) {
    if (id >= 0 && id <= max_universe) continue;
    throw TraceError("the trace has the identifier " + std::to_string(id) + "; identifiers go from 0 to " +
                     std::to_string(max_universe));
  }
}

void read_topology_of(const Trace& trace, Scenario& scenario) {
  // Without the graph only such a name tells what the topology is; with a graph the name might tell another
  // one.
  const bool name_tells = is_topology_of_its_own(trace.topology);
  if (name_tells != trace.graph.empty()) {
    throw TraceError("the trace's topology is `" + trace.topology + "`, but there is " +
                     (name_tells ? "a `graph` beside it" : "no `graph` that says which"));
  }
  try {
    scenario.topology = trace.graph.empty() ? trace.topology : "graph6:" + trace.graph;
    scenario.topologies =
        choose_topology(*scenario.model, read_topology(scenario.topology), scenario.processes);
  } catch (const TopologyError& error) {
    throw TraceError(std::string("the trace's topology: ") + error.what());
  }
  scenario.topologies.front().name = trace.topology;
}

bool are_ascending_places(const std::vector<int>& places, int n) {
  return std::ranges::is_sorted(places) && std::ranges::adjacent_find(places) == places.end() &&
         std::ranges::all_of(places, [&](int place) { return place >= 0 && place < n; });
}

void check_places(const Trace& trace) {
  const auto n = static_cast<int>(trace.ids.size());
  if (!are_ascending_places(trace.down, n))
    throw TraceError("the trace's processes that are down have to be different places in ascending order");
  const int alive = n - static_cast<int>(trace.down.size());
  const auto expected = static_cast<std::size_t>(std::min(trace.faults.byzantine, alive));
  if (trace.byzantine.size() != expected || !are_ascending_places(trace.byzantine, n))
    throw TraceError("the trace's Byzantine processes have to be " + std::to_string(expected) +
                     " different places in ascending order");
}

std::string text_of_choices(const std::vector<unsigned>& choices, const std::vector<Taken>& taken) {
  std::string text;
  for (std::size_t k = 0; k < choices.size(); ++k) {
    const Taken how = k < taken.size() ? taken[k] : Taken::choose;
    text += (how == Taken::toss   ? ", tossing "
             : how == Taken::draw ? ", drawing "
                                  : ", choosing ") +
            std::to_string(choices[k]);
  }
  return text;
}

std::string describe_round(const TraceStep& round) {
  std::string text = "a round";
  for (const auto& event : round.events) {
    text += (&event == &round.events.front() ? " in which: " : ", ") + std::string(name_of(event.kind)) +
            " at process " + std::to_string(event.process);
    if (event.channel >= 0)
      text += " of " + json_text(event.message) + " to channel " + std::to_string(event.channel);
    text += text_of_choices(event.choices, event.taken);
  }
  return text;
}

std::string describe(const TraceStep& step) {
  if (step.is_round()) return describe_round(step);
  std::string text = std::string(name_of(step.kind)) + (step.own.empty() ? "" : " step `" + step.own + "`") +
                     " at process " + std::to_string(step.process);
  if (step.channel >= 0)
    text += " of " + json_text(step.message) + " from channel " + std::to_string(step.channel);
  return text + text_of_choices(step.choices, step.taken);
}

std::string json_text(const std::vector<std::vector<TraceValue>>& lists) {
  std::vector<TraceValue> all;
  for (const auto& list : lists) all.push_back(TraceValue::list(list));
  return json_text(TraceValue::list(all));
}

// The first value in which a state of the file differs from the model's.
void compare(const std::string& where, const TraceState& file, const TraceState& model) {
  const auto refuse = [&](const std::string& what, const std::string& in_trace, const std::string& in_model) {
    throw TraceError(where + what + " " + in_trace + " in the trace, but " + in_model);
  };
  for (std::size_t i = 0; i < model.processes.size(); ++i) {
    if (file.processes[i] == model.processes[i]) continue;
    refuse("process " + std::to_string(i) + " is", json_text(file.processes[i]),
           "the model has " + json_text(model.processes[i]));
  }
  if (file.channels != model.channels || file.late != model.late) {
    refuse("the channels hold", json_text(file.channels) + json_text(file.late),
           "in the model " + json_text(model.channels) + json_text(model.late));
  }
  if (file.faults_left != model.faults_left) {
    refuse("the faults left are", json_text(file.faults_left),
           "in the model " + json_text(model.faults_left));
  }
  if (file.copies != model.copies) {
    refuse("the private copies of the network are", json_text(TraceValue::list(file.copies)),
           "in the model " + json_text(TraceValue::list(model.copies)));
  }
}

// Might the trace mean this step? That is so if all but the values of messages agree. What it looks like
// needs to be found out only for such a step.
bool may_mean(const TraceStep& wanted, const Step& step) {
  return step.kind == wanted.kind && step.process == wanted.process && step.own == wanted.own &&
         step.channel == wanted.channel && step.choices == wanted.choices &&
         step.events.size() == wanted.events.size();
}

[[noreturn]] void refuse_step(const std::string& which, Walk& walk) {
  std::string text = which + ", is not enabled there;";
  const std::size_t enabled = walk.enabled().size();
  if (enabled == 0) throw TraceError(text + " nothing is");
  constexpr std::size_t most = 20;  // nobody reads more, and of rounds not all are looked for
  const bool are_all = enabled <= most && !walk.machine().scenario().lock_step();
  text += are_all ? " enabled:" : " enabled, among others:";
  for (std::size_t k = 0; k < std::min(enabled, most); ++k)
    text += (k == 0 ? " " : "; ") + describe(walk.show(k));
  throw TraceError(text);
}

// Takes the step of the file that leads to the state `after`, if the model can, and compares all that it
// does.
Step follow(Evidence& evidence, const std::string& number, const TraceState& after) {
  const TraceStep& wanted = *after.step;
  const std::string which = number + ", " + describe(wanted);
  Walk& walk = evidence.walk();
  for (std::size_t k = 0; k < walk.enabled().size(); ++k) {
    if (!may_mean(wanted, walk.enabled()[k].step)) continue;
    const TraceStep shown = walk.show(k);
    if (shown.message != wanted.message || shown.taken != wanted.taken || shown.events != wanted.events)
      continue;
    if (shown.from != wanted.from || shown.failures != wanted.failures ||
        shown.exception != wanted.exception || shown.reads != wanted.reads || shown.sends != wanted.sends) {
      throw TraceError(which + ": who sent the message, what it sends, or what fails is not as in the model");
    }
    Step taken = walk.enabled()[k].step;
    evidence.take(k);
    compare("after " + number + ": ", after, evidence.states().back());
    return taken;
  }
  refuse_step(which, walk);
}

Judgement judge(Evidence& evidence, const Scenario& scenario, const Trace& file) {
  const Model& model = *scenario.model;
  if (file.attained) {
    const auto& [name, extreme, value, until] = *file.attained;
    const Costs costs(*model.program);
    const auto cost = costs.find(name);
    if (!cost) {
      throw TraceError("the trace is about the " + std::string(name_of(extreme)) + " of `" + name +
                       "`, which is no cost of " + file.model);
    }
    if (*cost == costs.time() && !time_is_defined(evidence.walk().machine())) {
      throw TraceError(
          "the trace is about the time, which is not defined with faults, or where more than messages is "
          "shared");
    }
    return evidence.judge(*cost, extreme, value, file.loop);
  }
  const auto stated = std::ranges::find(model.properties, file.property, &Property::name);
  if (stated == model.properties.end())
    throw TraceError("the trace is about the property `" + file.property + "`, which " + file.model +
                     " does not state");
  return evidence.judge(stated->id, file.loop);
}

// To the rounds of the file, whose loop is gone round twice.
Walk::Guide guide_to(const Trace& file) {
  return [&file](std::size_t steps) -> Rounds::Wanted {
    std::size_t state = steps + 1;
    if (state >= file.states.size() && file.loop) state -= file.states.size() - 1 - *file.loop;
    if (state >= file.states.size()) return {};
    const std::vector<TraceEvent>& events = file.states[state].step->events;
    const Shape& shape = find_model(file.model)->program->message_shape();
    return {events.size(), [&events, &shape](std::size_t number, const RoundEvent& event) {
              const TraceEvent& wanted = events[number];
              return event.kind == wanted.kind && event.process == wanted.process &&
                     event.channel == wanted.channel && event.choices == wanted.choices &&
                     (event.channel < 0 || value_of(shape, event.message) == wanted.message);
            }};
  };
}

Evidence begin(const Scenario& scenario, const Instance& instance, const Trace& file) {
  try {
    return Evidence(scenario, instance, guide_to(file));
  } catch (const std::invalid_argument& error) {  // a model refuses parameters that it cannot work with
    throw TraceError(std::string("the trace's parameters: ") + error.what());
  }
}

}  // namespace

Instance instance_of(const Trace& file) {
  Instance instance;
  for (const int id : file.ids) instance.ids.push_back(given_id(id));
  instance.down = file.down;
  instance.byzantine = file.byzantine;
  return instance;
}

Scenario scenario_of(const Trace& trace) {
  Scenario scenario;
  scenario.model = find_model(trace.model);
  if (scenario.model == nullptr)
    throw TraceError("the trace is of the model `" + trace.model + "`, which there is not");
  if (trace.anonymous != scenario.model->anonymous)
    throw TraceError(trace.anonymous
                         ? "the trace is of an anonymous model, but `" + trace.model + "` is none"
                         : "the model `" + trace.model + "` is anonymous; the trace does not say so");
  check_identifiers(trace.ids);
  scenario.processes = static_cast<int>(trace.ids.size());
  read_topology_of(trace, scenario);
  read_parameters(trace, scenario);
  scenario.network = trace.network;
  scenario.faults = trace.faults;
  scenario.initiators = trace.initiators;
  if (!trace.down.empty()) scenario.down = {Down::Kind::listed, trace.down};
  scenario.fairness = trace.fairness;
  check_places(trace);
  scenario.identifiers.kind = Identifiers::Kind::listed;
  scenario.identifiers.listed = trace.ids;
  scenario.properties = scenario.model->all_properties();
  if (trace.attained && !trace.attained->until.empty()) {
    scenario.until = find_event(*scenario.model, trace.attained->until);
    if (!scenario.until)
      throw TraceError("the trace is about a cost until the event `" + trace.attained->until +
                       "`, which is none of " + trace.model);
  }
  if (const auto objection = objection_to(scenario))
    throw TraceError("the trace: " + sentence(*objection, scenario));
  return scenario;
}

void find_standings(Trace& trace, Limits& limits) {
  try {
    const Scenario scenario = scenario_of(trace);
    Evidence evidence = begin(scenario, instance_of(trace), trace);
    evidence.obey(limits);
    for (std::size_t step = 1; step < trace.states.size(); ++step) {
      limits.poll();
      follow(evidence, "step " + std::to_string(step), trace.states[step]);
    }
    for (std::size_t i = 0; i < trace.states.size(); ++i) {
      trace.states[i].standings = evidence.states()[i].standings;
      trace.states[i].broken = evidence.states()[i].broken;
      trace.states[i].rests = evidence.states()[i].rests;
      if (i > 0) trace.states[i].step->compared = evidence.states()[i].step->compared;
    }
    trace.asked = evidence.asked();
  } catch (const std::runtime_error&) {  // there is no such model, or another one, or it goes wrong
  } catch (const LimitReached&) {        // or there is no time to ask
  }
}

std::vector<Step> steps_of(const Trace& file, Limits& limits) {
  const Scenario scenario = scenario_of(file);
  Evidence evidence = begin(scenario, instance_of(file), file);
  evidence.obey(limits);
  compare("the initial state: ", file.states[0], evidence.states()[0]);
  std::vector<Step> steps;
  for (std::size_t step = 1; step < file.states.size(); ++step) {
    limits.poll();
    steps.push_back(follow(evidence, "step " + std::to_string(step), file.states[step]));
  }
  return steps;
}

Replay replay(const Trace& file, Limits& limits) {
  const Scenario scenario = scenario_of(file);
  Evidence evidence = begin(scenario, instance_of(file), file);
  evidence.obey(limits);
  if (evidence.walk().channel_names() != file.channels)
    throw TraceError("the channels of the trace are not the model's");
  compare("the initial state: ", file.states[0], evidence.states()[0]);
  const auto walk_from = [&](std::size_t first, const std::string& which_time) {
    for (std::size_t step = first; step < file.states.size(); ++step) {
      limits.poll();
      follow(evidence, "step " + std::to_string(step) + which_time, file.states[step]);
    }
  };
  walk_from(1, "");
  if (file.loop && *file.loop + 1 >= file.states.size())
    throw TraceError("the loop of the trace has no step");
  if (file.loop) {
    compare("the loop does not lead back to state " + std::to_string(*file.loop) + ": ",
            file.states[*file.loop], evidence.states().back());
  }
  const Judgement judgement = file.shows_nothing() ? Judgement{} : judge(evidence, scenario, file);
  Replay result{file, judgement.holds_water};
  result.trace.states = evidence.states();
  result.trace.why = judgement.holds_water ? judgement.why : std::vector<std::string>{};
  if (file.loop) walk_from(*file.loop + 1, ", the second time round");
  return result;
}

}  // namespace conclave
