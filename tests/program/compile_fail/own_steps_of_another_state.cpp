// expect: a variant with another State, Message or Parameters has `own_steps` of its own
#include "whole.hpp"

using namespace conclave;

struct Plain : Whole<Plain> {
  static OwnSteps<Plain> own_steps() {
    return {{Duty::owed, "goes on", asleep, [](Process<Plain>& p) { p.state.awake = true; }}};
  }
};
struct Variant : Plain {
  struct State {
    bool awake = false;
    bool tired = false;
    std::optional<Id> leader;
  };
  static bool asleep(const State& s) { return !s.awake; }
  static std::optional<Id> leader(const State& s) { return s.leader; }
  static void start(Process<Variant>& p) { p.state.awake = true; }
  static void receive(Process<Variant>& p, Message m, Port) { p.state.leader = m.id; }
};
const Registration<Variant> registered;
