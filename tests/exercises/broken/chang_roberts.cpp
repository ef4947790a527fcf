// Chang and Roberts without what makes it right: a process swallows nothing. Two leaders, and more messages.
#include "author/model.hpp"

using namespace conclave;

struct ChangRoberts {
  static constexpr About about{.name = "chang-roberts",
                               .summary = "swallows nothing",
                               .source = "broken on purpose",
                               .topology = "ring"};
  static constexpr Knowledge knows = Knowledge::processes;
  enum class Kind { election, leader };
  struct Message {
    Kind kind;
    Id id;
  };
  struct State {
    bool awake = false;
    std::optional<Id> leader;
  };

  static bool asleep(const State& s) { return !s.awake; }
  static std::optional<Id> leader(const State& s) { return s.leader; }

  static void start(Process<ChangRoberts>& p) {
    p.state.awake = true;
    p.send(next, {Kind::election, p.id});
  }
  static void receive(Process<ChangRoberts>& p, Message m, Port) {
    if (m.kind == Kind::leader) {
      p.state.leader = m.id;
      if (m.id != p.id) p.send(next, m);
      return;
    }
    if (!p.state.awake) start(p);
    if (m.id != p.id) p.send(next, m);
    if (m.id == p.id) p.send(next, {Kind::leader, p.id});
  }
};

const Registration<ChangRoberts> registered;
