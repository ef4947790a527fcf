// Reads traces from files, which may be of another program, or changed by hand: nothing in them is taken for
// granted.
#include <algorithm>
#include <charconv>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "trace/itf_fields.hpp"
#include "trace/itf_parse.hpp"
#include "trace/names.hpp"
#include "trace/trace.hpp"

namespace conclave {
namespace {

constexpr const char* wrong_kind = "a part of the trace is missing or of the wrong kind";

using Kind = FieldKind;

template <class N>
std::optional<Json> whole_number(const std::string& digits) {
  N number{};
  const char* const end = digits.data() + digits.size();
  const auto [rest, error] = std::from_chars(digits.data(), end, number);
  return error == std::errc{} && rest == end ? std::optional<Json>(number) : std::nullopt;
}

Json unwrap(const Json& value) {
  if (value.is_object() && value.size() == 1 && value.contains("#bigint")) {
    const auto digits = value.at("#bigint").get<std::string>();
    if (auto number = whole_number<std::int64_t>(digits)) return *number;
    if (auto number = whole_number<std::uint64_t>(digits)) return *number;
    throw std::invalid_argument(digits);
  }
  if (!value.is_structured()) return value;
  Json plain = value;
  for (auto& part : plain) part = unwrap(part);
  return plain;
}

// The enumerator that a text in the file names; `what` says which part of the trace it is.
template <class E>
E read_name(const Json& json, const std::string& what) {
  const auto name = json.get<std::string>();
  if (const auto value = called<E>(name)) return *value;
  throw TraceError(what + " `" + name + "`; there are " + all_names<E>());
}

std::vector<unsigned> read_choices(const Json& json) {
  return json.value("choices", std::vector<unsigned>{});
}

// Where nothing is said of it, the adversary answers all.
std::vector<Taken> read_taken(const Json& json) {
  std::vector<Taken> taken(read_choices(json).size(), Taken::choose);
  if (!json.contains("taken")) return taken;
  const Json& list = json.at("taken");
  if (list.size() != taken.size())
    throw TraceError("says in `taken` of other choices than those in `choices`");
  for (std::size_t k = 0; k < taken.size(); ++k)
    taken[k] = read_name<Taken>(list[k], "has a choice that is `taken`");
  return taken;
}

TraceEvent read_event(const Json& json) {
  check_fields(json, "an event of the round",
               {{"event", Kind::text},
                {"process", Kind::whole},
                {"channel", Kind::whole, false},
                {"message", Kind::any, false},
                {"choices", Kind::wholes, false},
                {"taken", Kind::list, false}});
  return {read_name<RoundEvent::Kind>(json.at("event"), "comes from a round with the event"),
          json.at("process").get<int>(),
          json.value("channel", -1),
          value_of(json.value("message", Json())),
          read_choices(json),
          read_taken(json)};
}

TraceMessage read_sent(const Json& json, bool in_round) {
  std::vector<Field> fields{{"to", Kind::whole}, {"channel", Kind::whole}, {"message", Kind::any}};
  if (in_round) {
    fields.insert(fields.end(), {{"from", Kind::whole}, {"fate", Kind::text}});
  } else {
    fields.push_back({"to_identifier", Kind::whole, false});
  }
  check_fields(json, "a message that is sent", fields);
  TraceMessage sent;
  if (in_round) sent.from = json.at("from").get<int>();
  sent.to = json.at("to").get<int>();
  sent.channel = json.at("channel").get<int>();
  sent.message = value_of(json.at("message"));
  if (in_round) {
    sent.fate =
        read_name<TraceMessage::Fate>(json.at("fate"), "comes from a round with a message of the fate");
  } else {
    sent.to_identifier = json.value("to_identifier", 0);
  }
  return sent;
}

// The assertions that fail in a step, and where: in a round a list of as many places says so.
std::vector<TraceFailure> read_failures(const Json& json, const TraceStep& step) {
  std::vector<TraceFailure> failures;
  const auto texts = json.value("failed_assertions", std::vector<std::string>{});
  const auto places = step.is_round() ? json.value("failed_at", std::vector<int>{})
                                      : std::vector<int>(texts.size(), step.process);
  if (places.size() != texts.size())
    throw TraceError("comes from a round with " + std::to_string(texts.size()) +
                     " failed assertions, but says of " + std::to_string(places.size()) + " where");
  for (std::size_t k = 0; k < texts.size(); ++k) failures.push_back({places[k], texts[k]});
  return failures;
}

TraceStep read_step(const Json& json) {
  const bool in_round = json.contains("action") && json.at("action") == name_of(Step::Kind::round);
  std::vector<Field> fields{{"action", Kind::text},
                            {"sends", Kind::list},
                            {"failed_assertions", Kind::texts, false},
                            {"exception", Kind::text, false}};
  if (in_round) {
    fields.insert(fields.end(),
                  {{"events", Kind::list}, {"reads", Kind::list, false}, {"failed_at", Kind::wholes, false}});
  } else {
    fields.insert(fields.end(), {{"process", Kind::whole},
                                 {"own", Kind::text, false},
                                 {"channel", Kind::whole, false},
                                 {"from", Kind::whole, false},
                                 {"message", Kind::any, false},
                                 {"choices", Kind::wholes, false},
                                 {"taken", Kind::list, false}});
  }
  check_fields(json, in_round ? "the round" : "the step", fields);
  TraceStep step;
  step.kind = read_name<Step::Kind>(json.at("action"), "comes from the step");
  if (step.is_round()) {
    for (const auto& event : json.at("events")) step.events.push_back(read_event(event));
    for (const auto& read : json.value("reads", Json::array())) {
      check_fields(read, "a message that is read", {{"process", Kind::whole}, {"message", Kind::any}});
      step.reads.push_back({read.at("process").get<int>(), value_of(read.at("message"))});
    }
  } else {
    step.process = json.at("process").get<int>();
    step.own = json.value("own", std::string());
    if ((step.kind == Step::Kind::own) == step.own.empty())
      throw TraceError(
          "comes from a step that has a name in `own`, but is no own step, or the other way round");
    step.channel = json.value("channel", -1);
    step.from = json.value("from", -1);
    step.message = value_of(json.value("message", Json()));
    step.choices = read_choices(json);
    step.taken = read_taken(json);
  }
  for (const auto& sent : json.at("sends")) step.sends.push_back(read_sent(sent, step.is_round()));
  step.failures = read_failures(json, step);
  if (json.contains("exception")) step.exception = json.at("exception").get<std::string>();
  return step;
}

void check_places(const TraceStep& step, std::size_t n) {
  const auto check = [&](int process, const char* what) {
    if (process < 0 || static_cast<std::size_t>(process) >= n)
      throw TraceError(std::string("comes from a ") + what + " " + std::to_string(process) +
                       ", but places go from 0 to " + std::to_string(n - 1));
  };
  for (const auto& event : step.events) check(event.process, "round with process");
  check(step.process, "step of process");
}

std::vector<std::vector<TraceValue>> read_messages(const Json& lists) {
  std::vector<std::vector<TraceValue>> all;
  for (const auto& list : lists) {
    if (!list.is_array()) throw TraceError("has contents of a channel that are no list");
    auto& messages = all.emplace_back();
    for (const auto& message : list) messages.push_back(value_of(unwrap(message)));
  }
  return all;
}

// The next state of the trace. What an error says goes on after "state 3 ".
TraceState read_state(const Json& json, const Trace& trace) {
  const bool first = trace.states.empty();
  const std::size_t n = trace.ids.size();
  check_fields(json, "it",
               {{"#meta", Kind::object},
                {"processes", Kind::list},
                {"channels", Kind::list, false},
                {"mailboxes", Kind::list, false},
                {"late", Kind::list, false},
                {"copies", Kind::list, false},
                {"faults_left", Kind::object, false}});
  check_fields(json.at("#meta"), "its `#meta`", {{"index", Kind::whole}, {"step", Kind::object, false}});
  if (json.at("#meta").at("index") != trace.states.size())
    throw TraceError("has the index " + json.at("#meta").at("index").dump());
  TraceState state;
  if (json.at("#meta").contains("step")) state.step = read_step(json.at("#meta").at("step"));
  if (state.step.has_value() == first)
    throw TraceError(first ? "has a step, but is the first" : "has no step that leads to it");
  if (state.step) check_places(*state.step, n);
  for (const auto& process : json.at("processes")) {
    state.processes.push_back(value_of(unwrap(process)));
    if (state.processes.back().kind != TraceValue::Kind::record)
      throw TraceError("has a process whose variables are not an object");
  }
  if (state.processes.size() != n) {
    throw TraceError("has " + std::to_string(state.processes.size()) + " processes, but there are " +
                     std::to_string(n) + " identifiers");
  }
  if (json.contains("channels")) state.channels = read_messages(json.at("channels"));
  if (json.contains("mailboxes")) state.channels = read_messages(json.at("mailboxes"));
  if (json.contains("late")) state.late = read_messages(json.at("late"));
  if (json.contains("copies")) {
    for (const auto& copy : json.at("copies")) state.copies.push_back(value_of(unwrap(copy)));
  }
  if (json.contains("faults_left")) state.faults_left = value_of(unwrap(json.at("faults_left")));
  const std::size_t copies = first ? state.copies.size() : trace.states.front().copies.size();
  if (state.copies.size() != copies || (copies != 0 && copies != n)) {
    throw TraceError("has " + std::to_string(state.copies.size()) +
                     " private copies of the network; there is one for each process, or none in any state");
  }
  return state;
}

Initiators read_initiators(const std::string& text, std::size_t n) {
  if (text == "any") return {Initiators::Kind::any, {}};
  if (text == "all") return {Initiators::Kind::all, {}};
  if (text == "one" || text.starts_with("count:"))
    throw TraceError("the trace's initiators are `" + text + "`; it has to say which places");
  Initiators listed{Initiators::Kind::listed, {}};
  const char* at = text.data();
  const char* const end = at + text.size();
  while (at < end) {
    std::size_t place = n;
    const auto [after, error] = std::from_chars(at, end, place);
    if (error != std::errc{} || place >= n || (after < end && *after != ',')) {
      throw TraceError("the trace's initiators are `" + text + "`; they are any, all, or places from 0 to " +
                       std::to_string(static_cast<int>(n) - 1));
    }
    listed.places.push_back(static_cast<int>(place));
    at = after < end ? after + 1 : end;
  }
  std::ranges::sort(listed.places);
  return listed;
}

void read_subject(const Json& meta, TraceSubject& subject) {
  subject.model = meta.at("model").get<std::string>();
  subject.ids = meta.at("ids").get<std::vector<int>>();
  subject.anonymous = meta.value("anonymous", false);
  subject.topology = meta.at("topology").get<std::string>();
  subject.graph = meta.value("graph", "");
  subject.parameters = value_of(meta.at("parameters"));
  if (subject.parameters.kind != TraceValue::Kind::record) throw TraceError("`parameters` is not an object");
  const Json& faults = meta.at("faults");
  std::vector<Field> fields{{"byzantine", Kind::whole}};
  for (const auto& [name, most] : budgets) fields.push_back({name, Kind::whole});
  check_fields(faults, "`faults`", fields);
  subject.faults.byzantine = faults.at("byzantine").get<int>();
  for (const auto& [name, most] : budgets) subject.faults.*most = faults.at(std::string(name)).get<int>();
  subject.down = meta.value("down", std::vector<int>{});
  subject.byzantine = meta.value("byzantine", std::vector<int>{});
  subject.network = read_name<Network>(meta.at("network"), "the trace's network is");
  subject.initiators = read_initiators(meta.at("initiators").get<std::string>(), subject.ids.size());
  subject.fairness = read_name<Fairness>(meta.at("fairness"), "the trace's fairness is");
}

Attained read_attained(const Json& json) {
  check_fields(
      json, "`attained`",
      {{"cost", Kind::text}, {"extreme", Kind::text}, {"value", Kind::any}, {"until", Kind::text, false}});
  Attained attained;
  attained.until = json.value("until", "");
  attained.cost = json.at("cost").get<std::string>();
  attained.extreme = read_name<Extreme>(json.at("extreme"), "the trace is about the extreme");
  const Json& value = json.at("value");
  if (value == "unbounded") return attained;
  if (!value.is_number_integer())
    throw TraceError("`value` of `attained` is " + value.dump() +
                     ", but has to be a whole number or \"unbounded\"");
  attained.value = value.get<std::int64_t>();
  return attained;
}

void check_version(const Json& meta) {
  const auto version = meta.at("conclave").get<std::string>();
  if (version == CONCLAVE_VERSION && meta.at("trace_format") == trace_format) return;
  throw TraceError("the trace was written by conclave " + version + " in trace format " +
                   meta.at("trace_format").dump() + "; this is " CONCLAVE_VERSION ", which reads format " +
                   std::to_string(trace_format) + " of its own version only: make it anew with --trace");
}

Trace read_trace(const Json& file) {
  if (!file.is_object() || !file.contains("#meta") || !file.at("#meta").contains("conclave")) {
    throw TraceError("this is JSON, but not a trace that conclave wrote (no `#meta` with `conclave`)");
  }
  const Json& meta = file.at("#meta");
  if (!meta.at("conclave").is_string() || !meta.contains("trace_format"))
    throw TraceError("this is JSON, but not a trace that conclave wrote (`#meta` says no version)");
  check_version(meta);
  check_fields(
      file, "the trace",
      {{"#meta", Kind::object}, {"vars", Kind::texts}, {"states", Kind::list}, {"loop", Kind::whole, false}});
  check_fields(meta, "`#meta`",
               {{"format", Kind::text},
                {"format-description", Kind::text},
                {"conclave", Kind::text},
                {"trace_format", Kind::whole},
                {"model", Kind::text},
                {"ids", Kind::wholes},
                {"topology", Kind::text},
                {"parameters", Kind::object},
                {"faults", Kind::object},
                {"network", Kind::text},
                {"initiators", Kind::text},
                {"fairness", Kind::text},
                {"shortest", Kind::flag},
                {"why", Kind::texts},
                {"channels", Kind::texts},
                {"again", Kind::text},
                {"anonymous", Kind::flag, false},
                {"graph", Kind::text, false},
                {"down", Kind::wholes, false},
                {"byzantine", Kind::wholes, false},
                {"attained", Kind::object, false},
                {"property", Kind::text, false}});
  if (meta.contains("attained") && meta.contains("property"))
    throw TraceError("`#meta` has both `property` and `attained`; a trace is evidence of one of them");
  Trace trace;
  trace.conclave = CONCLAVE_VERSION;
  trace.from_file = true;
  read_subject(meta, trace);
  if (meta.contains("attained")) {
    trace.attained = read_attained(meta.at("attained"));
  } else {
    trace.property = meta.value("property", "");
  }
  trace.shortest = meta.at("shortest").get<bool>();
  trace.why = meta.at("why").get<std::vector<std::string>>();
  trace.channels = meta.at("channels").get<std::vector<std::string>>();
  if (file.contains("loop")) {
    if (file.at("loop") < 0) throw TraceError("`loop` of the trace is below 0");
    trace.loop = file.at("loop").get<std::size_t>();
  }
  for (const auto& json : file.at("states")) {
    const std::string which = "state " + std::to_string(trace.states.size());
    try {
      trace.states.push_back(read_state(json, trace));
    } catch (const TraceError& error) {
      throw TraceError(which + " " + error.what());
    } catch (const Json::exception&) {
      throw TraceError(which + ": " + wrong_kind);
    } catch (const std::logic_error&) {
      throw TraceError(which + " has a `#bigint` that is no whole number of 64 bits");
    }
  }
  if (trace.states.empty()) throw TraceError("the trace has no states");
  if (trace.loop && *trace.loop >= trace.states.size()) throw TraceError("`loop` is beyond the last state");
  return trace;
}

}  // namespace

Trace from_itf(const std::string& text) {
  const Json file = parse_itf(text);
  try {
    return read_trace(file);
  } catch (const Json::exception&) {
    throw TraceError(wrong_kind);
  } catch (const std::logic_error&) {
    throw TraceError("a number in the trace is none");
  }
}

}  // namespace conclave
