// Hirschberg and Sinclair in lock step, after the formal version in the Birmingham lecture 5: on a two-way
// ring tokens go out over distances 1, 2, 4, ... and come back, and the process whose own token gets all the
// way round is the leader.
//
// The transition is the printed one: its cases come in order, and later ones overwrite earlier ones. The
// property `no-clash` says that this never happens. The lecture's phases have no end. Here `phase` stops at
// ⌈log2 n⌉, where a token goes all the way round anyhow, so that the alphabet is finite; only faults let a
// process win that phase (`few-phases`). For this alone a process knows n.
#include "author/model.hpp"
#include "author/places.hpp"

using namespace conclave;

struct HirschbergSinclairRounds {
  static constexpr About about{
      .name = "hirschberg-sinclair-rounds",
      .summary = "tokens both ways over doubling distances; whose own comes round is leader",
      .source = "birmingham, HS algorithm formally",
      .topology = "ring",
      .processes = {1, 7},
      .two_way = true,
      .position = 120};
  static constexpr Knowledge knows = Knowledge::processes;
  static constexpr bool asserts = true;
  enum class Direction { out, in };
  enum class Status { unknown, leader };
  struct Message {
    Id uid;
    Direction direction;
    int hops;  // how many an outbound token has still to go
  };
  struct State {
    Id u;
    std::optional<Message> send_plus;   // to i+1
    std::optional<Message> send_minus;  // to i-1
    Status status = Status::unknown;
    int phase = 0;
  };
  using Ring = Global<HirschbergSinclairRounds>;

  static State initial(Id id) {
    const Message token{id, Direction::out, 1};
    return {.u = id, .send_plus = token, .send_minus = token};
  }
  static bool is_leader(const State& s) { return s.status == Status::leader; }

  static std::vector<Message> alphabet(const std::vector<Id>& ids) {
    std::vector<Message> all;
    for (const Id id : ids) {
      all.push_back({id, Direction::in, 1});
      for (int hops = 1; hops <= 1 << last_phase(static_cast<int>(ids.size())); ++hops)
        all.push_back({id, Direction::out, hops});
    }
    return all;
  }

  static std::optional<Message> message(const Self<HirschbergSinclairRounds>&, const State& s, Port port) {
    return port == next ? s.send_plus : s.send_minus;
  }

  static void transition(Process<HirschbergSinclairRounds>& p, const Incoming<Message>& incoming) {
    State& s = p.state;
    const auto& behind = incoming[previous];  // from i-1
    const auto& ahead = incoming[next];       // from i+1
    s.send_plus.reset();
    s.send_minus.reset();

    const auto write = [&](std::optional<Message>& buffer, Message m) {
      p.require(!buffer, "no-clash");
      buffer = m;
    };
    const auto outbound = [&](const std::optional<Message>& m, auto& onward, auto& back) {
      if (!m || m->direction != Direction::out) return;
      if (m->uid > s.u && m->hops > 1)
        write(onward, {m->uid, Direction::out, m->hops - 1});
      else if (m->uid > s.u)
        write(back, {m->uid, Direction::in, 1});
      else if (m->uid == s.u)
        s.status = Status::leader;
    };
    const auto inbound = [&](const std::optional<Message>& m, auto& onward) {
      if (m && m->direction == Direction::in && m->uid != s.u) write(onward, *m);
    };
    const auto is_back = [&](const std::optional<Message>& m) {
      return m && m->direction == Direction::in && m->uid == s.u;
    };
    outbound(behind, s.send_plus, s.send_minus);
    outbound(ahead, s.send_minus, s.send_plus);
    inbound(behind, s.send_plus);
    inbound(ahead, s.send_minus);
    if (is_back(behind) && is_back(ahead)) {
      p.require(s.phase < last_phase(p.processes()), "few-phases");
      s.phase = std::min(s.phase + 1, last_phase(p.processes()));
      write(s.send_plus, {s.u, Direction::out, 1 << s.phase});
      write(s.send_minus, {s.u, Direction::out, 1 << s.phase});
    }
  }

  // A token belongs to the phase of the process whose token it is, which waits for both of this phase.
  static std::optional<int> phase(const Ring& ring, const Message& m) {
    std::optional<int> phase;
    for (const Place place : ring.alive()) {
      if (ring.id(place) == m.uid) phase = std::max(phase.value_or(0), ring.state(place).phase);
    }
    return phase;
  }

  // A process that has won phase l is in a phase beyond l.
  static Properties<HirschbergSinclairRounds> properties() {
    return {
        {Form::every_step, "no-clash", "no buffer is written twice in a round"},
        after_rounds<HirschbergSinclairRounds>(
            "phase-invariant",
            "after 2(2^(l+1)-1) rounds, those and only those have won phase l, of 2^l < n, who have the "
            "largest identifier within distance 2^l",
            phases_are_won_in_time,
            [](const Ring& ring) { return rounds_of_phases(last_phase(ring.processes())); }),
        {Form::invariant, "phase-winners",
         "who has won phase l has the largest identifier within distance 2^l", winners_are_largest},
        {Form::invariant, "few-winners", "at most n/(2^(l-1)+1) processes initiate phase l", winners_are_few},
        {Form::every_step, "few-phases", "no process wins phase ⌈log2 n⌉: 1+⌈log2 n⌉ phases in all"}};
  }

  static Claims claims() {
    using namespace claimed;
    return {max("messages", "all").is_at_most(8 * n * (1 + ceiling_log2(n)), "birmingham, complexity of HS"),
            max("time", "all")
                .is_at_most(n + 2 * power_of_two(ceiling_log2(n)),
                            "birmingham, complexity of HS: the last phase, and all before"),
            max("time", "all").is_of_order(n, "birmingham, complexity of HS")};
  }

 private:
  // The first phase in which tokens go all the way round the ring.
  static int last_phase(int n) { return ceiling_log2(n); }

  // How many rounds all phases before this one take together.
  static int rounds_of_phases(int phase) { return 2 * ((1 << phase) - 1); }

  static bool phases_are_won_in_time(const Ring& ring) {
    for (int phase = 0; phase < last_phase(ring.processes()); ++phase) {
      if (ring.rounds() < rounds_of_phases(phase + 1)) break;
      for (const Place i : ring.alive()) {
        if ((ring.state(i).phase > phase) != is_largest_within(ring, i, 1 << phase)) return false;
      }
    }
    return true;
  }

  static bool winners_are_largest(const Ring& ring) {
    return std::ranges::all_of(ring.alive(), [&](Place i) {
      const int phase = ring.state(i).phase;
      return phase == 0 || is_largest_within(ring, i, 1 << (phase - 1));
    });
  }

  static bool winners_are_few(const Ring& ring) {
    for (int phase = 1; phase <= last_phase(ring.processes()); ++phase) {
      const int as_far = ring.count([&](const State& s) { return s.phase >= phase; });
      if (as_far > ring.processes() / ((1 << (phase - 1)) + 1)) return false;
    }
    return true;
  }
};

const Registration<HirschbergSinclairRounds> registered;
