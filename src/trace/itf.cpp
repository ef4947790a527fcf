#include <algorithm>

#include "trace/trace.hpp"

namespace conclave {
namespace {

constexpr int format_version = 3;
constexpr const char* wrong_kind = "a part of the trace is missing or of the wrong kind: ";

// ITF writes integers as strings, because JSON readers differ in how large a number they keep.
Json wrap(const Json& value) {
  if (value.is_number_integer()) return Json{{"#bigint", value.dump()}};
  if (!value.is_structured()) return value;
  Json wrapped = value;
  for (auto& part : wrapped) part = wrap(part);
  return wrapped;
}

Json unwrap(const Json& value) {
  if (value.is_object() && value.size() == 1 && value.contains("#bigint")) {
    const auto digits = value.at("#bigint").get<std::string>();
    std::size_t used = 0;
    const long long number = std::stoll(digits, &used);
    if (used != digits.size()) throw std::invalid_argument(digits);
    return number;
  }
  if (!value.is_structured()) return value;
  Json plain = value;
  for (auto& part : plain) part = unwrap(part);
  return plain;
}

// Deeper than any model's values, and far from where recursion over them would run out of stack.
constexpr int deepest = 32;

// Refuses while it is read what nothing later should have to bear: endless nesting, and characters that would
// steer the terminal.
bool bearable(int depth, Json::parse_event_t event, Json& part) {
  if (depth > deepest) throw TraceError("values are nested more than " + std::to_string(deepest) + " deep");
  if (event != Json::parse_event_t::value && event != Json::parse_event_t::key) return true;
  if (part.is_string() && std::ranges::any_of(part.get_ref<const std::string&>(),
                                              [](unsigned char c) { return c < ' ' || c == 127; })) {
    throw TraceError("a text in it has a control character: " + part.dump());
  }
  return true;
}

Json round_to_json(const TraceStep& step) {
  Json json{{"action", step.action}, {"events", Json::array()}, {"sends", Json::array()}};
  for (const auto& event : step.events) {
    Json told{{"event", event.kind}, {"process", event.process}};
    if (event.channel >= 0) {
      told["channel"] = event.channel;
      told["message"] = event.message;
    }
    if (!event.choices.empty()) told["choices"] = event.choices;
    json["events"].push_back(std::move(told));
  }
  for (const auto& sent : step.sends) {
    json["sends"].push_back({{"from", sent.from},
                             {"to", sent.to},
                             {"channel", sent.channel},
                             {"message", sent.message},
                             {"fate", sent.fate}});
  }
  if (!step.reads.empty()) json["reads"] = Json::array();
  for (const auto& read : step.reads)
    json["reads"].push_back({{"process", read.process}, {"message", read.message}});
  if (!step.failures.empty()) {
    json["failed_assertions"] = step.failures;
    json["failed_at"] = step.failed_at;
  }
  if (step.exception) json["exception"] = *step.exception;
  return json;
}

TraceStep round_from_json(const Json& json) {
  TraceStep step;
  step.action = json.at("action").get<std::string>();
  for (const auto& told : json.at("events")) {
    step.events.push_back({told.at("event").get<std::string>(), told.at("process").get<int>(),
                           told.value("channel", -1), told.value("message", Json()),
                           told.value("choices", std::vector<unsigned>{})});
  }
  for (const auto& sent : json.at("sends")) {
    TraceMessage message;
    message.from = sent.at("from").get<int>();
    message.to = sent.at("to").get<int>();
    message.channel = sent.at("channel").get<int>();
    message.message = sent.at("message");
    message.fate = sent.at("fate").get<std::string>();
    step.sends.push_back(std::move(message));
  }
  for (const auto& read : json.value("reads", Json::array()))
    step.reads.push_back({read.at("process").get<int>(), read.at("message")});
  step.failures = json.value("failed_assertions", std::vector<std::string>{});
  step.failed_at = json.value("failed_at", std::vector<int>{});
  if (json.contains("exception")) step.exception = json.at("exception").get<std::string>();
  if (step.failed_at.size() != step.failures.size())
    throw TraceError("comes from a round with " + std::to_string(step.failures.size()) +
                     " failed assertions, but says of " + std::to_string(step.failed_at.size()) + " where");
  return step;
}

Json step_to_json(const TraceStep& step) {
  if (step.is_round()) return round_to_json(step);
  Json json{{"action", step.action}, {"process", step.process}};
  if (step.channel >= 0) {
    json["channel"] = step.channel;
    json["from"] = step.from;
    json["message"] = step.message;
  }
  if (!step.choices.empty()) json["choices"] = step.choices;
  json["sends"] = Json::array();
  for (const auto& sent : step.sends) {
    Json to{{"to", sent.to}, {"channel", sent.channel}, {"message", sent.message}};
    if (sent.to_identifier != 0) to["to_identifier"] = sent.to_identifier;
    json["sends"].push_back(std::move(to));
  }
  if (!step.failures.empty()) json["failed_assertions"] = step.failures;
  if (step.exception) json["exception"] = *step.exception;
  return json;
}

TraceStep step_from_json(const Json& json) {
  if (json.at("action") == "round") return round_from_json(json);
  TraceStep step;
  step.action = json.at("action").get<std::string>();
  step.process = json.at("process").get<int>();
  step.channel = json.value("channel", -1);
  step.from = json.value("from", -1);
  if (json.contains("message")) step.message = json.at("message");
  step.choices = json.value("choices", std::vector<unsigned>{});
  for (const auto& sent : json.at("sends")) {
    TraceMessage message;
    message.to = sent.at("to").get<int>();
    message.channel = sent.at("channel").get<int>();
    message.to_identifier = sent.value("to_identifier", 0);
    message.message = sent.at("message");
    step.sends.push_back(std::move(message));
  }
  step.failures = json.value("failed_assertions", std::vector<std::string>{});
  if (json.contains("exception")) step.exception = json.at("exception").get<std::string>();
  return step;
}

// The next state of the trace. Errors go on after "state 3 ".
TraceState state_from_json(const Json& json, const Trace& trace) {
  const bool first = trace.states.empty();
  const std::size_t n = trace.ids.size();
  TraceState state;
  if (json.at("#meta").contains("step")) state.step = step_from_json(json.at("#meta").at("step"));
  if (state.step.has_value() == first) {
    throw TraceError(first ? "has a step, but is the first" : "has no step that leads to it");
  }
  for (const auto& event : state.step ? state.step->events : std::vector<TraceEvent>{}) {
    if (event.process < 0 || event.process >= std::ssize(trace.ids))
      throw TraceError("comes from a round with process " + std::to_string(event.process) +
                       ", but places go from 0 to " + std::to_string(n - 1));
  }
  if (state.step && (state.step->process < 0 || state.step->process >= std::ssize(trace.ids))) {
    throw TraceError("comes from a step of process " + std::to_string(state.step->process) +
                     ", but places go from 0 to " + std::to_string(n - 1));
  }
  for (const auto& process : json.at("processes")) {
    state.processes.push_back(unwrap(process));
    if (!state.processes.back().is_object()) {
      throw TraceError("has a process whose variables are not an object");
    }
  }
  if (state.processes.size() != n) {
    throw TraceError("has " + std::to_string(state.processes.size()) + " processes, but there are " +
                     std::to_string(n) + " identifiers");
  }
  const auto read_messages = [&](const char* var, std::vector<std::vector<Json>>& all) {
    for (const auto& list : json.at(var)) {
      auto& messages = all.emplace_back();
      for (const auto& message : list) messages.push_back(unwrap(message));
    }
  };
  if (json.contains("channels")) read_messages("channels", state.channels);
  if (json.contains("mailboxes")) read_messages("mailboxes", state.channels);
  if (json.contains("late")) read_messages("late", state.late);
  if (json.contains("copies")) {
    for (const auto& copy : json.at("copies")) state.copies.push_back(unwrap(copy));
  }
  if (json.contains("faults_left")) state.faults_left = unwrap(json.at("faults_left"));
  const std::size_t copies = first ? state.copies.size() : trace.states.front().copies.size();
  if (state.copies.size() != copies || (copies != 0 && copies != n)) {
    throw TraceError("has " + std::to_string(state.copies.size()) +
                     " private copies of the network; there is one for each process, or none in any state");
  }
  return state;
}

Trace read(const Json& file) {
  if (!file.is_object() || !file.contains("#meta") || !file.at("#meta").contains("conclave")) {
    throw TraceError("this is JSON, but not a trace that conclave wrote (no `#meta` with `conclave`)");
  }
  const Json& meta = file.at("#meta");
  Trace trace;
  trace.conclave = meta.at("conclave").get<std::string>();
  if (trace.conclave != CONCLAVE_VERSION || meta.at("trace_format") != format_version) {
    throw TraceError("the trace was written by conclave " + trace.conclave + " in trace format " +
                     meta.at("trace_format").dump() + "; this is " CONCLAVE_VERSION ", which reads format " +
                     std::to_string(format_version) + " of its own version only: make it anew with --trace");
  }
  trace.model = meta.at("model").get<std::string>();
  trace.ids = meta.at("ids").get<std::vector<int>>();
  trace.topology = meta.at("topology").get<std::string>();
  trace.graph = meta.value("graph", "");
  trace.parameters = meta.at("parameters");
  if (!trace.parameters.is_object()) throw TraceError("`parameters` is not an object");
  const Json& faults = meta.at("faults");
  trace.faults.byzantine = faults.at("byzantine").get<int>();
  for (const auto& [name, most] : budgets) trace.faults.*most = faults.at(std::string(name)).get<int>();
  trace.byzantine = meta.value("byzantine", std::vector<int>{});
  trace.network = meta.at("network").get<std::string>();
  trace.initiators = meta.at("initiators").get<std::string>();
  trace.fairness = meta.at("fairness").get<std::string>();
  if (meta.contains("attained")) {
    const Json& attained = meta.at("attained");
    trace.attained = {attained.at("cost").get<std::string>(), attained.at("extreme").get<std::string>(), {}};
    const Json& value = attained.at("value");
    if (value != "unbounded" && !value.is_number_integer())
      throw TraceError(wrong_kind + std::string("`value` is a whole number or \"unbounded\""));
    if (value != "unbounded") trace.attained->value = value.get<std::int64_t>();
  } else {
    trace.property = meta.at("property").get<std::string>();
  }
  trace.shortest = meta.at("shortest").get<bool>();
  trace.why = meta.at("why").get<std::vector<std::string>>();
  trace.channels = meta.at("channels").get<std::vector<std::string>>();
  if (file.contains("loop")) trace.loop = file.at("loop").get<std::size_t>();
  for (const auto& json : file.at("states")) {
    const std::string which = "state " + std::to_string(trace.states.size());
    try {
      trace.states.push_back(state_from_json(json, trace));
    } catch (const TraceError& error) {
      throw TraceError(which + " " + error.what());
    } catch (const Json::exception& error) {
      throw TraceError(which + ": " + wrong_kind + error.what());
    }
  }
  if (trace.states.empty()) throw TraceError("the trace has no states");
  if (trace.loop && *trace.loop >= trace.states.size()) throw TraceError("`loop` is beyond the last state");
  return trace;
}

}  // namespace

Json to_itf(const Trace& trace) {
  Json faults{{"byzantine", trace.faults.byzantine}};
  for (const auto& [name, most] : budgets) faults[std::string(name)] = trace.faults.*most;
  Json meta{{"format", "ITF"},
            {"format-description", "https://apalache-mc.org/docs/adr/015adr-trace.html"},
            {"conclave", trace.conclave},
            {"trace_format", format_version},
            {"model", trace.model},
            {"ids", trace.ids},
            {"topology", trace.topology},
            {"parameters", trace.parameters},
            {"faults", faults},
            {"network", trace.network},
            {"initiators", trace.initiators},
            {"fairness", trace.fairness},
            {"shortest", trace.shortest},
            {"why", trace.why},
            {"channels", trace.channels},
            {"again", again(trace)}};
  if (!trace.graph.empty()) meta["graph"] = trace.graph;
  if (!trace.byzantine.empty()) meta["byzantine"] = trace.byzantine;
  if (trace.attained) {
    const auto& [cost, extreme, value] = *trace.attained;
    meta["attained"] = {
        {"cost", cost}, {"extreme", extreme}, {"value", value ? Json(*value) : Json("unbounded")}};
  } else {
    meta["property"] = trace.property;
  }
  const bool copies = !trace.states.front().copies.empty();
  // In lock step messages wait in mailboxes, if the model has any.
  const TraceState& initial = trace.states.front();
  const bool rounds = trace.network == "rounds";
  Json vars{"processes"};
  if (!rounds) vars.push_back("channels");
  if (rounds && !initial.channels.empty()) vars.push_back("mailboxes");
  if (!initial.late.empty()) vars.push_back("late");
  if (copies) vars.push_back("copies");
  if (trace.faults.any()) vars.push_back("faults_left");
  Json states = Json::array();
  for (std::size_t index = 0; index < trace.states.size(); ++index) {
    const TraceState& state = trace.states[index];
    Json json{{"#meta", {{"index", index}}}};
    if (state.step) json["#meta"]["step"] = step_to_json(*state.step);
    json["processes"] = wrap(state.processes);
    if (!rounds) json["channels"] = wrap(state.channels);
    if (rounds && !initial.channels.empty()) json["mailboxes"] = wrap(state.channels);
    if (!initial.late.empty()) json["late"] = wrap(state.late);
    if (copies) json["copies"] = wrap(state.copies);
    if (trace.faults.any()) json["faults_left"] = wrap(state.faults_left);
    states.push_back(std::move(json));
  }
  Json file{{"#meta", meta}, {"vars", vars}};
  if (trace.loop) file["loop"] = *trace.loop;
  file["states"] = std::move(states);
  return file;
}

Trace from_itf(const std::string& text) {
  if (std::ranges::all_of(text, [](unsigned char c) { return std::isspace(c) != 0; })) {
    throw TraceError("the file is empty; a trace is written by `conclave check ... --trace FILE`");
  }
  Json file;
  try {
    file = Json::parse(text, bearable);
  } catch (const Json::parse_error& error) {
    throw TraceError("not JSON, or cut off: byte " + std::to_string(error.byte) + " of " +
                     std::to_string(text.size()) + " is not what JSON allows there");
  }
  try {
    return read(file);
  } catch (const Json::exception& error) {
    throw TraceError(wrong_kind + std::string(error.what()));
  } catch (const std::logic_error& error) {  // a number that is none
    throw TraceError(std::string("a number in the trace is none: ") + error.what());
  }
}

}  // namespace conclave
