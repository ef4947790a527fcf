// Examples for both kinds of independence, and how they show what a condition is for.
#pragma once

#include <doctest/doctest.h>

#include "author/model.hpp"
#include "reductions/examples.hpp"

namespace conclave::testing {

// With all conditions nothing differs; without this one something does.
inline void shows_what_for(bool Provisos::*proviso, const Scenario& scenario) {
  CHECK(difference_with(scenario, only_independence) == "");
  Provisos broken;
  broken.*proviso = false;
  CHECK(difference_with(scenario, only_independence, broken) != "");
}

// Who starts takes two steps of its own, between which it is in front; it never listens.
struct Turns {
  static constexpr About about = example(Initiative::all);
  struct Message {
    bool there;
  };
  enum class Phase { asleep, ready, in_front, done };
  struct State {
    Phase phase = Phase::asleep;
  };
  static bool asleep(const State& s) { return s.phase == Phase::asleep; }
  static bool running(const State& s) { return s.phase == Phase::ready || s.phase == Phase::in_front; }
  static OwnSteps<Turns> own_steps() { return {{Duty::owed, "goes on", running, goes_on}}; }
  static bool receptive(const State&) { return false; }
  static bool decided(const State& s) { return s.phase == Phase::done; }
  static void start(auto& p) {
    p.state.phase = Phase::ready;
    p.send(next, {true});
  }
  static void goes_on(auto& p) {
    p.state.phase = p.state.phase == Phase::ready ? Phase::in_front : Phase::done;
  }
  static void receive(auto&, Message, Port) {}
};
BOOST_DESCRIBE_ENUM(Turns::Phase, asleep, ready, in_front, done)
BOOST_DESCRIBE_STRUCT(Turns::Message, (), (there))
BOOST_DESCRIBE_STRUCT(Turns::State, (), (phase))

// Who is in front leads, and then takes that back.
struct LeadersInTurn : Turns {
  static bool is_leader(const State& s) { return s.phase == Phase::in_front; }
};
// Nobody leads, but it is stated of configurations that there is one in front at most.
struct OneAtATime : Turns {
  static std::vector<Stated<OneAtATime>> properties() {
    return {{Form::invariant, "one-at-a-time", "", [](const Global<OneAtATime>& g) {
               int in_front = 0;
               for (int i = 0; i < g.processes(); ++i)
                 in_front += g.state(i).phase == Phase::in_front ? 1 : 0;
               return in_front < 2;
             }}};
  }
};

// Who starts owes one more step, and another message; who sleeps does not listen.
struct Sleepers {
  static constexpr About about = example(Initiative::any);
  struct Message {
    bool there;
  };
  struct State {
    int sent = 0;
  };
  static bool asleep(const State& s) { return s.sent == 0; }
  static bool running(const State& s) { return s.sent == 1; }
  static OwnSteps<Sleepers> own_steps() { return {{Duty::owed, "goes on", running, goes_on}}; }
  static bool receptive(const State& s) { return s.sent > 0; }
  static bool decided(const State&) { return true; }
  static void start(auto& p) { goes_on(p); }
  static void goes_on(auto& p) {
    ++p.state.sent;
    p.send(next, {true});
  }
  static void receive(auto&, Message, Port) {}
};
BOOST_DESCRIBE_STRUCT(Sleepers::Message, (), (there))
BOOST_DESCRIBE_STRUCT(Sleepers::State, (), (sent))

}  // namespace conclave::testing
