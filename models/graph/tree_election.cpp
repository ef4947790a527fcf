// Election with the tree algorithm: everyone is woken, then tokens with the smallest identifier so far come
// in from the leaves, and where two meet they turn round. Source: G. Tel, Introduction to Distributed
// Algorithms, 2nd edition, 2000, Section 7.1.2 (Elections and Waves); the variables have his names.
#include "author/model.hpp"

using namespace conclave;

struct TreeElection {
  static constexpr About about{
      .name = "tree-election",
      .summary = "everyone is woken; the smallest identifier comes in from the leaves and goes out again",
      .source = "Tel 7.1.2, election with the tree algorithm",
      .topology = "tree",
      .processes = {1, 5},
      .position = 95};
  static constexpr Elects elects = Elects::smallest;
  enum class Phase { asleep, waking, gathering, waiting, decided };
  enum class Kind { wakeup, tok };
  struct Message {
    Kind kind;
    Id r;  // of a token
  };
  struct State {
    Phase phase = Phase::asleep;
    int wr = 0;              // how many neighbours are known to be awake
    std::vector<Port> open;  // where no token has come from: Tel's rec is false
    Id v;                    // the smallest identifier so far
  };

  static State initial(const Self<TreeElection>& self) {
    State s{.v = self.id};
    for (const Port q : self.all_ports()) s.open.push_back(q);
    return s;
  }
  static bool asleep(const State& s) { return s.phase == Phase::asleep; }
  static bool accepts(const State& s, const Message& m) {
    return m.kind == Kind::wakeup || s.phase == Phase::gathering || s.phase == Phase::waiting;
  }
  static std::optional<Id> leader(const State& s) {
    return s.phase == Phase::decided ? std::optional(s.v) : std::nullopt;
  }
  static Properties<TreeElection> properties();
  static Claims claims();

  static void start(auto& p) {
    p.state.phase = Phase::waking;
    p.send_all({Kind::wakeup, Id()});
    if (p.ports() == 0) p.state.phase = Phase::decided;
  }

  static void receive(auto& p, Message m, Port q) {
    State& s = p.state;
    if (asleep(s)) start(p);
    if (m.kind == Kind::wakeup) {
      if (++s.wr == p.ports()) s.phase = Phase::gathering;
    } else {
      std::erase(s.open, q);
      s.v = std::min(s.v, m.r);
    }
    if (s.phase == Phase::gathering && s.open.size() == 1) {
      s.phase = Phase::waiting;
      p.send(s.open.front(), {Kind::tok, s.v});
    } else if (s.open.empty()) {
      s.phase = Phase::decided;
      p.send_others(q, {Kind::tok, s.v});
    }
  }
};

Properties<TreeElection> TreeElection::properties() {
  return {{Form::invariant, "neighbours-awake", "who gathers tokens has no neighbour that sleeps",
           [](const Global<TreeElection>& g) {
             return std::ranges::all_of(g.alive(), [&](Place i) {
               const bool gathers = g.state(i, [](const State& s) { return s.phase >= Phase::gathering; });
               return !gathers || std::ranges::none_of(g.neighbours(i), [&](Place j) {
                 return !g.crashed(j) && g.state(j, [](const State& s) { return asleep(s); });
               });
             });
           }},
          {Form::invariant, "everyone-took-part", "when somebody has decided, everyone has sent a token",
           [](const Global<TreeElection>& g) {
             return g.every_two(
                 [](Phase phase, Phase other) { return phase < Phase::decided || other >= Phase::waiting; },
                 [](const State& s) { return s.phase; });
           }}};
}

// Two messages of each kind go over each of the n-1 edges, one in each direction.
Claims TreeElection::claims() {
  using namespace claimed;
  return {max("messages", "any").is(4 * n - 4, "Tel 7.1.2: O(N), both ways over each edge, twice"),
          min("messages", "any").is(4 * n - 4, "Tel 7.1.2: O(N), both ways over each edge, twice"),
          max("tok", "any").is(2 * n - 2, "Tel 7.1.2: the tree algorithm, and its way back"),
          max("wakeup", "any").is(2 * n - 2, "Tel 7.1.2: the wake-up phase"),
          max("time", "any").is_of_order(diam + 1, "Tel 7.1.2: O(D)")};
}

const Registration<TreeElection> registered;
