// An election on a one-way ring, after Chang and Roberts: identifiers go round, smaller ones are swallowed,
// and whoever meets its own is the leader.
#include "author/model.hpp"

using namespace conclave;

struct NewRing {
  // What it is called, one line about it, where it is from, and the network that it is made for.
  static constexpr About about{.name = "new-ring",
                               .summary = "an identifier goes on past smaller ones; the largest comes home",
                               .source = "Chang and Roberts 1979",
                               .topology = "ring"};

  // What a message carries. Costs are told for each kind.
  enum class Kind { election, leader };
  struct Message {
    Kind kind;
    Id id;
  };

  // The variables of a process, with the values that they have in the beginning.
  struct State {
    bool awake = false;
    std::optional<Id> leader;
  };

  // What Conclave has to know of a state: may the process still start on its own, and whom does it follow?
  static bool asleep(const State& s) { return !s.awake; }
  static std::optional<Id> leader(const State& s) { return s.leader; }

  // The algorithm: what a process does when it starts, and when a message comes in. An identifier can be
  // compared, kept and sent.
  static void start(auto& p) {
    p.state.awake = true;
    p.send(next, {Kind::election, p.id});
  }

  static void receive(auto& p, Message m, Port) {
    if (m.kind == Kind::leader) {
      p.state.leader = m.id;
      if (m.id != p.id) p.send(next, m);
      return;
    }
    if (!p.state.awake) start(p);
    if (m.id > p.id) p.send(next, m);
    if (m.id == p.id) p.send(next, {Kind::leader, p.id});
  }

  // What has to hold besides the standard properties, each with a name and a sentence.
  static Properties<NewRing> properties() {
    return {{Form::invariant, "follows-up", "nobody follows a leader with a smaller identifier than its own",
             every([](Id id, const State& s) { return !s.leader || *s.leader >= id; })}};
  }

  // What it is said to cost, which `conclave measure` compares with what it does cost.
  static Claims claims() {
    using namespace claimed;
    return {max("election", "any")
                .is(n * (n + 1) / 2, "the identifier with j-1 smaller ones goes at most j hops")};
  }
};

const Registration<NewRing> registered;
