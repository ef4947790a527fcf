// expect: nothing
#include "whole.hpp"

using namespace conclave;

struct Other : Whole<Other> {
  static constexpr Elects elects = Elects::largest_initiator;
  struct History {
    bool led = false;
  };
  static void remember(History& h, const State&, const State& after) { h.led |= after.leader.has_value(); }
  static State recovered(const State& s) { return {.awake = s.awake, .leader = {}}; }
  static Properties<Other> properties() {
    return {{Form::invariant, "of-both", "a predicate over states and histories",
             every([](const State&, const History& h) { return !h.led || h.led; })},
            {Form::invariant, "of-two", "and over two histories",
             every_two([](const History& a, const History& b) { return !(a.led && b.led) || true; })},
            {Form::invariant, "of-one", "and by identifier",
             none([](Id id, const History& h) { return h.led && id == Id(); })}};
  }
};
const Registration<Other> registered;
