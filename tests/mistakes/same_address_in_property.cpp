// $ conclave check everyone -n 2
// 2: the model went wrong: property one-leader: asked again about the same configuration, it says something
// else. It must depend on nothing but the configuration: no static or global variable, no address of a local
// state
#include "mistakes/mistake.hpp"

namespace conclave::mistakes {

// Processes that are alike are told apart by where their local states are.
struct SameAddressInProperty {
  static constexpr bool anonymous = true;
  static constexpr Elects elects = Elects::anyone;
  static constexpr About about = testing::meeting::about.variant("everyone", "everyone leads");
  struct Message {
    bool word = false;
  };
  struct State {
    bool leader = false;
  };
  static bool asleep(const State& s) { return !s.leader; }
  static bool is_leader(const State& s) { return s.leader; }
  static void start(Process<SameAddressInProperty>& p) { p.state.leader = true; }
  static void receive(Process<SameAddressInProperty>&, Message, Port) {}
  static Properties<SameAddressInProperty> properties() {
    return {{Form::invariant, "one-leader", "no two processes lead", [](const auto& g) {
               return g.every([&](const State& a) {
                 return g.every([&](const State& b) { return &a == &b || !a.leader || !b.leader; });
               });
             }}};
  }
};

const Mistake<SameAddressInProperty> same_address_in_property;

}  // namespace conclave::mistakes
