// One step of an execution as everybody outside the machine sees it: what happens, to whom, with which
// message. It stands apart from the machine, so that who only reads executions does not depend on how they
// are made.
#pragma once

#include <string>
#include <vector>

#include "author/process.hpp"

namespace conclave {

// What the adversary does in one round, and how the processes' choices are answered.
struct RoundEvent {
  enum class Kind {
    start,     // a sleeper starts, though it need not
    crash,     // a process stops in this round; what it sends goes out, unless it is withheld
    withhold,  // a message of a crashing process does not go out
    recover,   // a crashed process begins anew
    forge,     // a Byzantine process sends a message
    lose,      // a message is lost
    delay,     // a message arrives a round late
    choose,    // the choices that a process took
  };
  Kind kind{};
  int process = 0;   // where the event is about a message: its sender
  int channel = -1;  // of a message
  Encoded message;
  std::vector<unsigned> choices;

  friend bool operator==(const RoundEvent&, const RoundEvent&) = default;
};

// What one step is, in the terms of the model. This is enough to recognise the step in another run.
struct Step {
  // From `lose` to `forge`, these are steps of the adversary. A message that is missed arrives while its
  // receiver is down. A round is a step of all processes.
  enum class Kind { start, own, deliver, miss, lose, duplicate, crash, recover, forge, round };
  Kind kind = Kind::start;
  int process = 0;      // who takes the step; of lose and duplicate, to whom the message was on its way
  int channel = -1;     // of deliver, miss, lose, duplicate and forge
  std::string own;      // of an own step: its name
  bool notice = false;  // what is delivered is no message, but the notice that a neighbour has crashed
  Encoded message;      // of deliver, miss, lose, duplicate and forge
  std::vector<unsigned> choices;
  std::vector<RoundEvent> events;  // of a round

  friend bool operator==(const Step&, const Step&) = default;
};

}  // namespace conclave
