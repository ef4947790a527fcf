// expect: nothing
#include "whole.hpp"

using namespace conclave;

// A process that is awake from the beginning has no start; guards may ask for Self, and a variant inherits.
struct Plain : Whole<Plain> {
  static bool is_idle(const State& s) { return !s.leader; }
  static OwnSteps<Plain> own_steps() {
    return {{Duty::owed, "goes on", is_idle, [](Process<Plain>& p) { p.send(next, {p.id}); }},
            {Duty::optional, "gives up",
             [](const State& s, const Self<Plain>& self) { return s.leader == self.id; },
             [](auto& p) { p.state.leader = {}; }}};
  }
};
struct Variant : Plain {
  static void start(Process<Variant>& p) { p.state.awake = true; }
  static void receive(Process<Variant>& p, WholeMessage, Port) { p.state.leader = p.id; }
};
const Registration<Plain> registered;
const Registration<Variant> variant;
