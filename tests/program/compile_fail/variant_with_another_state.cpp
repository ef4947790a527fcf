// expect: `properties` is inherited, and speaks of a model with another State or Message, or that knows more;
// state `static Properties<Model> properties()` for this one
#include "whole.hpp"

using namespace conclave;

struct Plain : Whole<Plain> {
  static Properties<Plain> properties() {
    return {{Form::invariant, "any", "any", every([](const WholeState& s) { return s.awake; })}};
  }
};
struct Variant : Plain {
  struct State {
    bool awake = false;
    std::optional<Id> leader;
    int more = 0;
  };
  static bool asleep(const State& s) { return !s.awake; }
  static std::optional<Id> leader(const State& s) { return s.leader; }
  static void start(Process<Variant>& p) { p.state.awake = true; }
  static void receive(Process<Variant>& p, WholeMessage m, Port) { p.state.leader = m.id; }
};
const Registration<Variant> registered;
