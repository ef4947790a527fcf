// An execution as data: the report shows it, a file holds it, and replay follows it. What people and files
// see is made from this alone, because a file may be of a model that this program does not have.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "author/about.hpp"
#include "engine/run/result.hpp"
#include "machine/step.hpp"
#include "program/json.hpp"
#include "program/property.hpp"
#include "scenario/instances.hpp"
#include "scenario/scenario.hpp"
#include "trace/value.hpp"

namespace conclave {

struct Counterexample;  // engine/run/check.hpp

// A message that a step sends, with the places at both ends. `to` is -1 where the message goes to whoever has
// the identifier `to_identifier`. `from` and `fate` are told in lock step only, where a step is a step of
// many.
struct TraceMessage {
  enum class Fate {
    arrives,
    lost,
    late,
    vanishes,  // its receiver is gone
    forged,    // a Byzantine process sent it
  };
  int from = -1;
  int to = -1;
  int channel = -1;
  int to_identifier = 0;
  TraceValue message;
  Fate fate = Fate::arrives;

  friend bool operator==(const TraceMessage&, const TraceMessage&) = default;
};

// How a choice of a process is answered: the adversary chooses, or it is a matter of chance (Process::toss,
// draw).
enum class Taken { choose, toss, draw };

// What the adversary does in a round, or which choices a process takes in it.
struct TraceEvent {
  RoundEvent::Kind kind{};
  int process = 0;
  int channel = -1;  // the channel of `message`; -1: the event is not about a message
  TraceValue message;
  std::vector<unsigned> choices;
  std::vector<Taken> taken;  // by choice

  friend bool operator==(const TraceEvent&, const TraceEvent&) = default;
};

// In a round, a message that a process takes out of its mailbox.
struct TraceRead {
  int process = 0;
  TraceValue message;

  friend bool operator==(const TraceRead&, const TraceRead&) = default;
};

// An assertion of the source that fails at a process.
struct TraceFailure {
  int process = 0;
  std::string assertion;

  friend bool operator==(const TraceFailure&, const TraceFailure&) = default;
};

// A process finds out which of two identifiers is smaller.
struct TraceComparison {
  int process = 0;
  int smaller = 0;
  int larger = 0;
};

// The step that led to a state. A round has no process of its own; what happens in it is in `events`, `sends`
// and `reads`.
struct TraceStep {
  Step::Kind kind{};
  int process = 0;  // who takes the step; where a message is lost or doubled, to whom it was on its way
  std::string own;  // of an own step: its name
  // The message that the step is about, if it is about one: that is received, lost, doubled or forged.
  int channel = -1;
  int from = -1;  // who sent that message; -1: the network does not tell
  TraceValue message;
  std::vector<unsigned> choices;
  std::vector<Taken> taken;  // by choice
  std::vector<TraceMessage> sends;
  std::vector<TraceFailure> failures;
  std::optional<std::string> exception;  // the exception that the printed program throws here
  std::vector<TraceEvent> events;
  std::vector<TraceRead> reads;
  std::vector<TraceComparison> compared;  // in the order in which it is asked first. A file does not tell it.

  bool is_round() const { return kind == Step::Kind::round; }
};

// What a local state says of its process, in the words of the properties. A file does not tell it.
struct Standing {
  bool asleep = false;
  bool leader = false;
  bool decided = false;
  bool halted = false;

  friend bool operator==(const Standing&, const Standing&) = default;
};

// A property that an execution has broken when it comes to a configuration. A file does not tell it.
struct BrokenProperty {
  std::string property;
  std::vector<std::string> why;  // with which values, and since when
};

// A configuration. An optional value that is absent is the text "none". The only variable of a process that
// crashed is `crashed`; a message that says so is the text "crash notice".
struct TraceState {
  std::optional<TraceStep> step;                  // the initial state has none
  std::vector<TraceValue> processes;              // variables, by place
  std::vector<std::vector<TraceValue>> channels;  // messages by channel; in lock step, by mailbox
  std::vector<std::vector<TraceValue>> late;      // in lock step: messages that reach a mailbox a round late
  std::vector<TraceValue> copies;  // private copies of the network, by place; empty if the model takes none
  TraceValue faults_left;          // what the adversary may still do; nothing where there are no faults
  // What the model says of it; nothing until it is asked (trace/replay.hpp).
  std::vector<Standing> standings;  // by place
  std::vector<BrokenProperty> broken;
  bool rests = false;  // no step is owed, so that an execution may end here
};

// What an execution is of: the model, the instance, and what may happen in it.
struct TraceSubject {
  std::string model;       // full name
  std::vector<int> ids;    // by place
  bool anonymous = false;  // The model never looks at identifiers, so nobody is shown them.
  std::string topology;
  std::string graph;      // the topology in graph6 or digraph6; empty where the topology's name tells it
  TraceValue parameters;  // a record
  Faults faults;
  Network network{};
  Initiators initiators;
  Fairness fairness{};
  std::vector<int> down;       // the places of those that have crashed before anything happens
  std::vector<int> byzantine;  // places
};

// An extreme cost that an execution attains.
struct Attained {
  std::string cost;  // as Costs names it
  Extreme extreme{};
  std::optional<std::int64_t> value;  // nothing: without bound
  std::string until;                  // the event up to which it is counted; empty: of the whole execution

  // As in "messages", or "messages until leader".
  std::string title() const { return cost + (until.empty() ? "" : " until " + until); }
};

struct Trace : TraceSubject {
  std::string conclave;  // the version that wrote it
  // The trace is evidence of one of two: that a property fails, or that a cost is attained; then `property`
  // is empty. One that somebody has walked by hand (`explore`) is evidence of neither.
  std::string property;
  std::optional<Attained> attained;
  bool shortest = true;
  bool from_file = false;        // so that how it compares with other executions is only what the file says
  std::vector<std::string> why;  // what the execution shows, with which values and since when
  std::vector<std::string> channels;  // names, as in "0->1"
  // The properties that the execution was asked for, as far as it can show that they are violated. A file
  // does not tell them.
  struct Asked {
    std::string property;
    bool as_a_whole = false;  // only an execution that ends, or goes on for ever, violates it
  };
  std::vector<Asked> asked;
  std::vector<TraceState> states;
  std::optional<std::size_t> loop;  // the last state equals this one, and the part between repeats for ever

  std::size_t steps() const { return states.size() - 1; }
  bool shows_nothing() const { return property.empty() && !attained; }
};

// A file is no trace, or the model does not follow it. The text says what is wrong, where, and what would be
// right.
struct TraceError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

TraceSubject subject_of(const Scenario&, const Instance&);

// The execution of a counterexample, or of one that attains an extreme cost (numbered as Costs does), with
// the reasons why it is one. `check` and `measure` make traces of what the engine found. A limit that is
// reached keeps reasons short.
Trace make_trace(const Scenario&, PropertyId, const Counterexample&, Limits* = nullptr);
Trace make_trace(const Scenario&, std::size_t cost, Extreme, std::optional<std::int64_t> value,
                 const Counterexample&);
// An execution that is evidence of nothing.
Trace make_trace(const Scenario&, const Counterexample&);

// A trace as a file has it: the Informal Trace Format (Apalache, ADR 015), with what is ours in `#meta`. A
// trace that loops ends in a state that equals states[loop]. from_itf throws TraceError.
inline constexpr int trace_format = 4;  // the version of what is in `#meta`
Json to_itf(const Trace&);
Trace from_itf(const std::string& text);

}  // namespace conclave
