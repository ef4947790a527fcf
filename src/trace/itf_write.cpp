// Writes traces as files.
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "trace/again.hpp"
#include "trace/names.hpp"
#include "trace/trace.hpp"

namespace conclave {
namespace {

// The format writes integers as strings, because readers of JSON differ in how large a number they keep.
Json wrap(const Json& value) {
  if (value.is_number_integer()) return Json{{"#bigint", value.dump()}};
  if (!value.is_structured()) return value;
  Json wrapped = value;
  for (auto& part : wrapped) part = wrap(part);
  return wrapped;
}

Json json_of(const std::vector<TraceValue>& values) {
  Json list = Json::array();
  for (const TraceValue& value : values) list.push_back(to_json(value));
  return list;
}

Json json_of(const std::vector<std::vector<TraceValue>>& lists) {
  Json all = Json::array();
  for (const auto& list : lists) all.push_back(json_of(list));
  return all;
}

// Of a step or an event: its choices, and how they are answered if not all by the adversary.
template <class Chooser>
void add_choices(const Chooser& chooser, Json& json) {
  if (!chooser.choices.empty()) json["choices"] = chooser.choices;
  if (std::ranges::all_of(chooser.taken, [](Taken each) { return each == Taken::choose; })) return;
  for (const Taken each : chooser.taken) json["taken"].push_back(name_of(each));
}

Json to_json(const TraceEvent& event) {
  Json json{{"event", name_of(event.kind)}, {"process", event.process}};
  if (event.channel >= 0) {
    json["channel"] = event.channel;
    json["message"] = to_json(event.message);
  }
  add_choices(event, json);
  return json;
}

// A message that is sent is told with its sender and its fate in a round only, and with the identifier to
// which it is addressed only in other steps.
Json to_json(const TraceMessage& sent, bool in_round) {
  Json json = Json::object();
  if (in_round) json["from"] = sent.from;
  json["to"] = sent.to;
  json["channel"] = sent.channel;
  json["message"] = to_json(sent.message);
  if (in_round) {
    json["fate"] = name_of(sent.fate);
  } else if (sent.to_identifier != 0) {
    json["to_identifier"] = sent.to_identifier;
  }
  return json;
}

Json to_json(const TraceStep& step) {
  Json json{{"action", name_of(step.kind)}};
  if (step.is_round()) {
    json["events"] = Json::array();
    for (const auto& event : step.events) json["events"].push_back(to_json(event));
  } else {
    json["process"] = step.process;
  }
  if (!step.own.empty()) json["own"] = step.own;
  if (step.channel >= 0) {
    json["channel"] = step.channel;
    json["from"] = step.from;
    json["message"] = to_json(step.message);
  }
  add_choices(step, json);
  json["sends"] = Json::array();
  for (const auto& sent : step.sends) json["sends"].push_back(to_json(sent, step.is_round()));
  for (const auto& read : step.reads)
    json["reads"].push_back({{"process", read.process}, {"message", to_json(read.message)}});
  for (const auto& failure : step.failures) json["failed_assertions"].push_back(failure.assertion);
  for (const auto& failure : step.failures) {
    if (step.is_round()) json["failed_at"].push_back(failure.process);
  }
  if (step.exception) json["exception"] = *step.exception;
  return json;
}

Json faults_of(const TraceSubject& subject) {
  Json faults{{"byzantine", subject.faults.byzantine}};
  for (const auto& [name, most] : budgets) faults[std::string(name)] = subject.faults.*most;
  return faults;
}

Json attained_of(const Attained& attained) {
  Json json;
  json["cost"] = attained.cost;
  json["extreme"] = name_of(attained.extreme);
  json["value"] = attained.value ? Json(*attained.value) : Json("unbounded");
  if (!attained.until.empty()) json["until"] = attained.until;
  return json;
}

Json meta_of(const Trace& trace) {
  Json meta;
  meta["format"] = "ITF";
  meta["format-description"] = "https://apalache-mc.org/docs/adr/015adr-trace.html";
  meta["conclave"] = trace.conclave;
  meta["trace_format"] = trace_format;
  meta["model"] = trace.model;
  meta["ids"] = trace.ids;
  meta["topology"] = trace.topology;
  meta["parameters"] = to_json(trace.parameters);
  meta["faults"] = faults_of(trace);
  meta["network"] = name_of(trace.network);
  meta["initiators"] = describe(trace.initiators);
  meta["fairness"] = name_of(trace.fairness);
  meta["shortest"] = trace.shortest;
  meta["why"] = trace.why;
  meta["channels"] = trace.channels;
  meta["again"] = again(trace);
  if (trace.anonymous) meta["anonymous"] = true;
  if (!trace.graph.empty()) meta["graph"] = trace.graph;
  if (!trace.down.empty()) meta["down"] = trace.down;
  if (!trace.byzantine.empty()) meta["byzantine"] = trace.byzantine;
  if (trace.attained) {
    meta["attained"] = attained_of(*trace.attained);
  } else if (!trace.property.empty()) {
    meta["property"] = trace.property;
  }
  return meta;
}

// The variables of a state in the order in which a file has them. Every state has those of the initial one.
Json variables_of(const TraceState& state, const Trace& trace) {
  const TraceState& initial = trace.states.front();
  Json variables{{"processes", json_of(state.processes)}};
  if (trace.network != Network::rounds) {
    variables["channels"] = json_of(state.channels);
  } else if (!initial.channels.empty()) {
    variables["mailboxes"] = json_of(state.channels);
  }
  if (!initial.late.empty()) variables["late"] = json_of(state.late);
  if (!initial.copies.empty()) variables["copies"] = json_of(state.copies);
  if (trace.faults.any()) variables["faults_left"] = to_json(state.faults_left);
  return variables;
}

}  // namespace

Json to_itf(const Trace& trace) {
  Json file{{"#meta", meta_of(trace)}, {"vars", Json::array()}};
  const Json initial = variables_of(trace.states.front(), trace);
  for (const auto& variable : initial.items()) file["vars"].push_back(variable.key());
  if (trace.loop) file["loop"] = *trace.loop;
  file["states"] = Json::array();
  for (std::size_t index = 0; index < trace.states.size(); ++index) {
    const TraceState& state = trace.states[index];
    Json json{{"#meta", {{"index", index}}}};
    if (state.step) json["#meta"]["step"] = to_json(*state.step);
    json.update(wrap(variables_of(state, trace)));
    file["states"].push_back(std::move(json));
  }
  return file;
}

}  // namespace conclave
