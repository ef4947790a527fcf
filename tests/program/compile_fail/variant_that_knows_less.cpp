// expect: `properties` is inherited, and speaks of a model with another State or Message, or that knows more;
// state `static Properties<Model> properties()` for this one
#include "whole.hpp"

using namespace conclave;

struct Plain {
  static constexpr About about = Whole<Plain>::about;
  using Message = WholeMessage;
  struct State {
    bool awake = false;
    bool leader = false;
  };
  static bool asleep(const State& s) { return !s.awake; }
  static bool is_leader(const State& s) { return s.leader; }
  static void start(auto& p) { p.state.awake = true; }
  static void receive(auto& p, WholeMessage, Port) { p.state.leader = true; }
  static Properties<Plain> properties() {
    return {
        {Form::invariant, "any", "any", every([](Id id, const State& s) { return s.awake || id == Id(); })}};
  }
};
struct Anonymous : Plain {
  static constexpr bool anonymous = true;
};
const Registration<Anonymous> registered;
