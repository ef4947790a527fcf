// expect: a name is no condition: is `=` to be `==`?
#include "author/model.hpp"

using namespace conclave;

struct Assigns {
  static constexpr About about{.name = "assigns", .summary = "a slip", .source = "test", .topology = "ring"};
  struct Message {
    Id id;
  };
  struct State {
    bool awake = false;
    bool leader = false;
  };
  static bool asleep(const State& s) { return !s.awake; }
  static bool is_leader(const State& s) { return s.leader; }
  static void start(Process<Assigns>& p) {
    p.state.awake = true;
    p.send(next, {p.id});
  }
  static void receive(Process<Assigns>& p, Message m, Port) {
    if (m.id = p.id) p.state.leader = true;
  }
};

const Registration<Assigns> registered;
