// expect: nothing
#include "whole.hpp"

using namespace conclave;

// A variant has the properties and claims of the plain model, if its State and Message are the same.
struct Plain {
  static constexpr About about = Whole<Plain>::about;
  using Message = WholeMessage;
  using State = WholeState;
  static bool asleep(const State& s) { return !s.awake; }
  static std::optional<Id> leader(const State& s) { return s.leader; }
  static void start(auto& p) { p.state.awake = true; }
  static void receive(auto& p, WholeMessage m, Port) { p.state.leader = m.id; }
  static Properties<Plain> properties() {
    return {{Form::invariant, "any", "any", every([](const State& s) { return s.awake; })}};
  }
  static Claims claims() { return {claimed::max("messages", "any").is(0, "nobody sends")}; }
};
struct Variant : Plain {
  static constexpr About about = Plain::about.variant({.name = "whole:variant", .summary = "another"});
};
const Registration<Plain, Variant> registered;
