// An execution as data: what the report shows, what a file holds, what replay follows.
#pragma once

#include <array>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "engine/run/check.hpp"
#include "program/json.hpp"

namespace conclave {

// A message on its way, with the places at both ends; -1: whoever has the identifier `to_identifier`.
struct TraceMessage {
  int from = -1;  // in lock step, where a step is of many
  int to = -1;
  int channel = -1;
  int to_identifier = 0;
  Json message;
  std::string fate;  // in lock step: "arrives", "lost", "late", "vanishes" (its receiver is gone) or "forged"
};

// In lock step: what the adversary does in a round, and which choices a process takes.
struct TraceEvent {
  std::string kind;  // one of round_event_names
  int process = 0;
  int channel = -1;  // of a message
  Json message;
  std::vector<unsigned> choices;

  friend bool operator==(const TraceEvent&, const TraceEvent&) = default;
};
inline constexpr std::array round_event_names{"start", "crash", "withhold", "recover",
                                              "forge", "lose",  "delay",    "choose"};

// In lock step: a message that a process takes out of its mailbox.
struct TraceRead {
  int process = 0;
  Json message;

  friend bool operator==(const TraceRead&, const TraceRead&) = default;
};

// The step that led to a state.
struct TraceStep {
  // "start", "resume", "receive" or "round"; of the adversary: "lose", "duplicate", "crash" or "forge"
  std::string action;
  int process = 0;   // lose, duplicate: to whom the message was on its way
  int channel = -1;  // receive, lose, duplicate: which channel
  int from = -1;     // receive, lose, duplicate: who sent it; -1 where the network does not tell
  Json message;      // receive, lose, duplicate
  std::vector<unsigned> choices;
  std::vector<TraceMessage> sends;
  std::vector<std::string> failures;     // assertions of the source that fail here
  std::optional<std::string> exception;  // that the printed program throws here
  // Of a round, in which `process` says nothing:
  std::vector<TraceEvent> events;
  std::vector<TraceRead> reads;
  std::vector<int> failed_at;  // by failure, at which process

  bool is_round() const { return action == "round"; }
};

// All values as JSON; an absent optional is the string "none". The only variable of a process that crashed is
// `crashed`; a message that says so is the string "crash notice".
struct TraceState {
  std::optional<TraceStep> step;            // none: the initial state
  std::vector<Json> processes;              // variables by place
  std::vector<std::vector<Json>> channels;  // messages by channel; in lock step, by mailbox
  std::vector<std::vector<Json>> late;      // in lock step: messages that reach a mailbox a round late
  std::vector<Json> copies;  // private copies of the network by place; empty if the model takes none
  Json faults_left;          // what the adversary may still do; null without faults
};

// What a trace is evidence of, if no property fails: an execution that attains an extreme cost.
struct Attained {
  std::string cost;                   // as Costs names it
  std::string extreme;                // "min" or "max"
  std::optional<std::int64_t> value;  // nothing: without bound
};

struct Trace {
  std::string conclave;  // version that wrote it
  std::string model;     // full name
  std::vector<int> ids;  // by place
  std::string topology;
  std::string graph;  // the topology in graph6 or digraph6, where its name does not tell
  Json parameters = Json::object();
  Faults faults;
  std::string network;
  std::string initiators;  // any, all, or places
  std::string fairness;
  std::vector<int> byzantine;  // places
  std::string property;        // that fails; empty if `attained` says what the execution shows
  std::optional<Attained> attained;
  bool shortest = true;
  std::vector<std::string> why;       // what is shown, with which values, since when
  std::vector<std::string> channels;  // names, as in "0->1"
  std::vector<TraceState> states;
  std::optional<std::size_t> loop;  // the state that the last one equals: what follows it repeats for ever

  std::size_t steps() const { return states.size() - 1; }
};

// A trace file that is none, or that the model does not follow. The text says what, where and what would be
// right.
struct TraceError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

Trace make_trace(const Scenario&, PropertyId, const Counterexample&);
// Of an execution that attains an extreme cost.
Trace make_trace(const Scenario&, std::size_t cost, Extreme, std::optional<std::int64_t> value,
                 const Counterexample&);

// The command line that shows the execution again.
std::string again(const Trace&);
// Its options that say in which surroundings an instance runs: topology, faults and parameters, where they
// are not the model's own.
std::string surroundings(const Scenario&, const Instance&);

// Informal Trace Format (Apalache, ADR 015). A trace that loops ends in a state equal to states[loop].
Json to_itf(const Trace&);
Trace from_itf(const std::string& text);  // throws TraceError

}  // namespace conclave
