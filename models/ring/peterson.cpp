// Peterson's election on a one-way ring: an active process takes over the value of its active neighbour
// upstream if that is the largest of three, and otherwise relays for good. Source: G. L. Peterson, An O(n log
// n) unidirectional algorithm for the circular extrema problem, ACM TOPLAS 4(4), 1982, 758-762: the first
// algorithm there.
#include "author/model.hpp"

using namespace conclave;

struct Peterson {
  static constexpr About about{
      .name = "peterson",
      .summary = "active processes hear of two neighbours upstream; at most half survive a phase",
      .source = "Peterson 1982, first algorithm",
      .topology = "ring",
      .processes = {1, 7},
      .position = 32};
  // An active process waits for the first or for the second value of a phase.
  enum class Activity { asleep, first, second, relay };
  enum class Kind { value, elected };
  struct Message {
    Kind kind;
    Id id;
  };
  struct State {
    Activity activity = Activity::asleep;
    Id tid;   // its temporary identifier
    Id ntid;  // that of its active neighbour upstream
    int phase = 0;
    std::optional<Id> leader;
  };

  static State initial(Id id) { return {.tid = id}; }
  static bool asleep(const State& s) { return s.activity == Activity::asleep; }
  static std::optional<Id> leader(const State& s) { return s.leader; }
  static Properties<Peterson> properties();
  static Claims claims();

  static void start(auto& p) {
    p.state.activity = Activity::first;
    p.send(next, {Kind::value, p.state.tid});
  }

  static void receive(auto& p, Message m, Port) {
    State& s = p.state;
    if (asleep(s)) start(p);
    if (s.leader) return;
    if (m.kind == Kind::elected || m.id == p.id) {
      s.leader = m.id;
      p.send(next, {Kind::elected, m.id});
    } else if (s.activity == Activity::relay) {
      p.send(next, m);
    } else if (s.activity == Activity::first) {
      s.ntid = m.id;
      s.activity = Activity::second;
      p.send(next, {Kind::value, std::max(s.tid, s.ntid)});
    } else if (s.ntid >= std::max(s.tid, m.id)) {
      s.tid = s.ntid;
      ++s.phase;
      start(p);
    } else {
      s.activity = Activity::relay;
    }
  }
};

Properties<Peterson> Peterson::properties() {
  return {{Form::invariant, "someone-active", "until somebody is elected, not everyone relays",
           some([](const State& s) { return s.leader || s.activity != Activity::relay; })},
          {Form::invariant, "half-survive", "at most n/2^k processes survive k phases",
           [](const Global<Peterson>& ring) {
             return ring.every([&](const State& s) {
               const int as_far = ring.count([&](const State& other) { return other.phase >= s.phase; });
               return as_far <= ring.processes() >> std::min(s.phase, 30);
             });
           }}};
}

// At most ⌊log2 n⌋ + 1 = ⌈log2 (n+1)⌉ phases of 2n messages each, and n messages that tell everyone.
Claims Peterson::claims() {
  using namespace claimed;
  return {max("messages", "any").is_at_most(2 * n * ceiling_log2(n + 1) + n, "Peterson 1982: 2n a phase"),
          max("messages", "all").is_of_order(n * ceiling_log2(n) + n, "Peterson 1982: O(n log n)")};
}

const Registration<Peterson> registered;
