// An execution as data: what the report shows, what a file holds, what replay follows.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "explore/check.hpp"

namespace conclave {

// A message on its way, with the places at both ends; -1: whoever has the identifier `to_identifier`.
struct TraceMessage {
  int to = -1;
  int to_identifier = 0;
  Json message;
};

// The step that led to a state.
struct TraceStep {
  std::string action;  // "start", "resume" or "receive"
  int process = 0;
  int channel = -1;  // receive: which channel
  int from = -1;     // receive: who sent it; -1 where the network does not tell
  Json message;      // receive
  std::vector<unsigned> choices;
  std::vector<TraceMessage> sends;
  std::vector<std::string> failures;  // assertions of the source that fail here
};

// All values as JSON; an absent optional is the string "none".
struct TraceState {
  std::optional<TraceStep> step;            // none: the initial state
  std::vector<Json> processes;              // variables by place
  std::vector<std::vector<Json>> channels;  // messages by channel
  std::vector<Json> copies;  // private copies of the network by place; empty if the model takes none
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
  std::string network;
  std::string initiators;  // any, all, or places
  std::string fairness;
  std::string property;  // that fails; empty if `attained` says what the execution shows
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

// Informal Trace Format (Apalache, ADR 015). A trace that loops ends in a state equal to states[loop].
Json to_itf(const Trace&);
Trace from_itf(const std::string& text);  // throws TraceError

}  // namespace conclave
