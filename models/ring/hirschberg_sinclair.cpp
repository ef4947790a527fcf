// Hirschberg and Sinclair's election on a two-way ring: a process sends tokens both ways over distances 1, 2,
// 4, ..., and goes on as long as both come home. Source: garg, 13.2.2 and Problem 13.4; for the tokens also
// birmingham, `HS algorithm`, which has them in lock step.
#include "author/model.hpp"
#include "author/places.hpp"

using namespace conclave;

// The handlers, the lecture's claims, and what all variants state. The model M says which sleepers start when
// a token wakes them, and how a leader is elected.
template <class M>
struct Tokens {
  enum class Kind { out, in };
  struct Message {
    Kind kind;
    Id id;
    int hops;  // how many an outbound token has still to go
  };
  struct State {
    bool awake = false;
    int phase = 0;
    int returned = 0;  // how many of the two tokens of this phase
    bool leader = false;
  };

  // How far a token goes in a phase. No ring is as long as 2^20. On `set`, tokens come home again and again,
  // so that there is no last phase.
  static int reach(int phase) { return 1 << std::min(phase, 20); }
  static Port onward(Port from) { return from == next ? previous : next; }

  static void send_tokens(auto& p) { p.send_all({M::Kind::out, p.id, reach(p.state.phase)}); }

  static bool asleep(const auto& s) { return !s.awake; }

  static void start(auto& p) {
    p.state.awake = true;
    send_tokens(p);
  }

  static void receive(auto& p, auto m, Port from) {
    if (!p.state.awake) {
      p.state.awake = true;
      if (M::woken_starts(p.id, m.id)) send_tokens(p);
    }
    if (m.kind == M::Kind::out) {
      if (m.id > p.id && m.hops > 1)
        p.send(onward(from), {M::Kind::out, m.id, m.hops - 1});
      else if (m.id > p.id)
        p.send(from, {M::Kind::in, m.id, 0});
      else if (m.id == p.id)
        M::elect(p);
    } else if (m.kind == M::Kind::in) {
      if (m.id != p.id)
        p.send(onward(from), m);
      else if (++p.state.returned == 2) {
        p.state.returned = 0;
        ++p.state.phase;
        send_tokens(p);
      }
    } else {
      M::hear(p, m);
    }
  }

  static constexpr auto progress = [](const auto& s) { return s.phase; };
  // A token belongs to the phase of the process whose token it is, which waits for both of this phase.
  static std::optional<int> phase(const auto& ring, const auto& m) {
    std::optional<int> phase;
    if (m.kind != M::Kind::out && m.kind != M::Kind::in) return phase;
    for (const Place place : ring.alive()) {
      if (ring.id(place) == m.id) phase = std::max(phase.value_or(0), ring.state(place, progress));
    }
    return phase;
  }

  // A process that has won phase r is in phase r + 1.
  static Properties<M> properties() {
    using Ring = Global<M>;
    return {{Form::invariant, "phase-winners",
             "who has won phase r has the largest identifier within distance 2^r",
             [](const Ring& ring) {
               return std::ranges::all_of(ring.alive(), [&](Place i) {
                 const int phase = ring.state(i, progress);
                 return phase == 0 || is_largest_within(ring, i, reach(phase - 1));
               });
             }},
            {Form::invariant, "few-winners", "at most n/(2^(r-1)+1) processes get to phase r",
             [](const Ring& ring) {
               return ring.every(
                   [&](int phase) {
                     const int as_far = ring.count([&](int other) { return other >= phase; }, progress);
                     return phase == 0 || as_far <= ring.processes() / (reach(phase - 1) + 1);
                   },
                   progress);
             }},
            {Form::invariant, "few-phases", "no process gets beyond phase ⌈log2 n⌉: 1+⌈log2 n⌉ phases in all",
             [](const Ring& ring) {
               return ring.every([&](int phase) { return phase <= ceiling_log2(ring.processes()); },
                                 progress);
             }}};
  }

  static Claims claims() {
    using namespace claimed;
    const Formula bound = 8 * n * (1 + ceiling_log2(n));
    return {max("messages", "any").is_at_most(bound, "birmingham, complexity of HS"),
            max("messages", "all").is_at_most(bound, "birmingham, complexity of HS")};
  }

  static bool woken_starts(Id, Id) { return true; }
  static void elect(auto& p) { p.state.leader = true; }
  static void hear(auto&, const auto&) {}
};

struct HirschbergSinclair : Tokens<HirschbergSinclair> {
  static constexpr About about{
      .name = "hirschberg-sinclair",
      .summary = "tokens both ways over doubling distances; whose own comes round is leader",
      .source = "garg 13.2.2, Problem 13.4; birmingham, HS",
      .topology = "ring",
      .processes = {1, 5},
      .two_way = true,
      .position = 40};
  static bool is_leader(const State& s) { return s.leader; }
};

struct HirschbergSinclairRelay : Tokens<HirschbergSinclairRelay> {
  static constexpr About about = HirschbergSinclair::about.variant(
      "hirschberg-sinclair:relay", "a sleeper that hears a larger identifier relays it and never starts");
  static bool is_leader(const State& s) { return s.leader; }
  static bool woken_starts(Id own, Id heard) { return heard < own; }
};

// In this variant the leader tells everyone, clockwise.
struct HirschbergSinclairAnnounce : Tokens<HirschbergSinclairAnnounce> {
  static constexpr About about = HirschbergSinclair::about.variant(
      "hirschberg-sinclair:announce", "and the leader tells everyone, clockwise");
  enum class Kind { out, in, leader };
  struct Message {
    Kind kind;
    Id id;
    int hops;
  };
  struct State {
    bool awake = false;
    int phase = 0;
    int returned = 0;
    std::optional<Id> leader;
  };

  static std::optional<Id> leader(const State& s) { return s.leader; }
  static void elect(auto& p) {
    if (p.state.leader) return;
    p.state.leader = p.id;
    p.send(next, {Kind::leader, p.id, 0});
  }
  static void hear(auto& p, const Message& m) {
    if (m.id == p.id) return;
    p.state.leader = m.id;
    p.send(next, m);
  }
  // Besides the tokens, one message goes to everyone.
  static Claims claims() { return {}; }
};

const Registration<HirschbergSinclair, HirschbergSinclairRelay, HirschbergSinclairAnnounce> registered;
