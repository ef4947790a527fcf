// The echo algorithm with extinction, on any connected graph: every initiator starts a wave, a wave dies
// where a smaller identifier's has been, and the one that comes home has won. Source: G. Tel, Introduction to
// Distributed Algorithms, 2nd edition, 2000, Section 7.3.1 (Extinction and a Fast Algorithm); the variables
// have his names.
#include "author/model.hpp"

using namespace conclave;

struct EchoExtinction {
  static constexpr About about{
      .name = "echo-extinction",
      .summary = "each initiator's wave dies where a smaller one's has been; the smallest comes home",
      .source = "Tel 7.3.1, echo algorithm with extinction",
      .topology = "connected",
      .processes = {1, 3},
      .position = 85};
  static constexpr Elects elects = Elects::anyone;  // the smallest of the initiators, see smallest-initiator
  enum class Kind { tok, ldr };
  struct Message {
    Kind kind;
    Id r;
  };
  struct State {
    bool initiator = false;
    std::optional<Id> caw;       // the currently active wave
    int rec = 0;                 // how many tokens of this wave have come in
    std::optional<Port> father;  // where the first one came from
    int lrec = 0;                // how many neighbours have said who leads
    std::optional<Id> win;
  };

  static bool asleep(const State& s) { return !s.caw; }
  static std::optional<Id> leader(const State& s) { return s.win; }
  static Properties<EchoExtinction> properties();
  static Claims claims();

  static void start(auto& p) {
    p.state.initiator = true;
    p.state.caw = p.id;
    p.send_all({Kind::tok, p.id});
    if (p.ports() == 0) p.state.win = p.id;
  }

  static void receive(auto& p, Message m, Port q) {
    State& s = p.state;
    if (m.kind == Kind::ldr) {
      if (s.lrec == 0 && m.r != p.id) p.send_all(m);
      ++s.lrec;
      s.win = m.r;
      return;
    }
    if (!s.caw || m.r < *s.caw) {
      s.caw = m.r;
      s.rec = 0;
      s.father = q;
      p.send_others(q, m);
    }
    if (m.r != *s.caw) return;  // The wave of a larger identifier dies here.
    if (++s.rec < p.ports()) return;
    if (s.caw == p.id)
      p.send_all({Kind::ldr, p.id});
    else
      p.send(*s.father, {Kind::tok, m.r});
  }
};

Properties<EchoExtinction> EchoExtinction::properties() {
  return {{Form::invariant, "smallest-initiator",
           "nobody that has started is smaller than who is believed to lead",
           [](const Global<EchoExtinction>& g) {
             return g.every(
                 [&](std::optional<Id> win) {
                   return !win ||
                          g.every(
                              [&](std::optional<Id> initiator) { return !initiator || *initiator >= *win; },
                              [](Id id, const State& s) {
                                return s.initiator ? std::optional(id) : std::nullopt;
                              });
                 },
                 [](const State& s) { return s.win; });
           }},
          {Form::invariant, "waves-shrink", "nobody takes part in a wave larger than its own",
           every([](Id id, const State& s) { return !s.initiator || *s.caw <= id; })},
          {Form::invariant, "everyone-took-part", "when somebody leads, everyone has taken part in its wave",
           [](const Global<EchoExtinction>& g) {
             return g.every(
                 [&](std::optional<Id> win) {
                   return !win || g.every([&](std::optional<Id> caw) { return caw == win; },
                                          [](const State& s) { return s.caw; });
                 },
                 [](const State& s) { return s.win; });
           }}};
}

// A wave is one token a channel, at most, and so is the flood that tells everyone.
Claims EchoExtinction::claims() {
  using namespace claimed;
  return {max("messages", "any").is_at_most((n + 1) * links, "Tel 7.3.1: O(N|E|)"),
          max("messages", "all").is_at_most((n + 1) * links, "Tel 7.3.1: O(N|E|)"),
          max("messages", "one").is(2 * links, "Tel 7.3.1: one wave, and the flood")};
}

const Registration<EchoExtinction> registered;
