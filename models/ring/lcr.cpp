// Le Lann, Chang and Roberts in lock step, after the Birmingham lecture 5: the identifiers go round a one-way
// ring. A process passes on larger ones and discards smaller ones, and whoever meets its own is the leader.
//
// The plain algorithm elects and falls silent, but only the leader knows that it is over. In `:halting` it
// tells the others: a message `finished` goes round once, and whoever has passed it on halts.
//
// On a two-way ring (`:two-way`) each identifier goes both ways at once. Its own is not home any sooner, but
// an identifier that comes in from both sides has passed everyone, so that everyone knows the leader without
// being told.
#include "author/model.hpp"
#include "author/places.hpp"

using namespace conclave;

// The lecture's proof. The model M says which identifier a process is about to send (`sends`), and how
// many rounds it takes.
template <class M>
struct ProofOfLcr {
  using Ring = Global<M>;

  static Claims claims() {
    using namespace claimed;
    return {max("time", "all").is(M::rounds(), "birmingham, complexity and halting of LCR"),
            max("messages", "all").is_of_order(squared(n), "birmingham, complexity and halting of LCR")};
  }

  static Properties<M> properties() {
    return {after_rounds<M>(
                "assertion-1", "after n rounds, status of i_max is leader",
                [](const Ring& ring) { return ring.rounds() < ring.processes() || largest_leads(ring); },
                [](const Ring& ring) { return ring.processes(); }),
            after_rounds<M>("assertion-2",
                            "after r < n rounds, send of the process r after i_max is the largest identifier",
                            largest_is_r_further, [](const Ring& ring) { return ring.processes() - 1; }),
            {Form::invariant, "safety-invariant",
             "no identifier v is in a send from i_max up to the process before v's own",
             no_way_past_the_largest}};
  }

 private:
  static bool largest_leads(const Ring& ring) {
    return std::ranges::all_of(places_of_largest(ring),
                               [&](Place i) { return !ring.crashed(i) && M::is_leader(ring.state(i)); });
  }

  static bool largest_is_r_further(const Ring& ring) {
    return std::ranges::all_of(places_of_largest(ring), [&](Place largest) {
      const Place at = ring.ahead(largest, ring.rounds());
      return !ring.crashed(at) && M::sends(ring.state(at)) == ring.id(largest);
    });
  }

  static bool no_way_past_the_largest(const Ring& ring) {
    for (const Place largest : places_of_largest(ring)) {
      for (const Place j : ring.places()) {
        const auto v = ring.crashed(j) ? std::nullopt : M::sends(ring.state(j));
        if (!v) continue;
        for (Place i = ring.ahead(j, 1); i != largest; i = ring.ahead(i, 1)) {
          if (ring.id(i) == *v) return false;
        }
      }
    }
    return true;
  }
};

struct Lcr : ProofOfLcr<Lcr> {
  static constexpr About about{
      .name = "lcr",
      .summary = "identifiers go round, larger ones are passed on, smaller ones discarded",
      .source = "birmingham, LCR algorithm",
      .topology = "ring",
      .processes = {1, 7},
      .position = 110};
  enum class Status { unknown, leader };
  struct Message {
    Id uid;
  };
  struct State {
    Id u;
    std::optional<Id> send;
    Status status = Status::unknown;
  };

  static Formula rounds() { return claimed::n; }
  static State initial(Id id) { return {.u = id, .send = id}; }
  static bool is_leader(const State& s) { return s.status == Status::leader; }
  static std::optional<Id> sends(const State& s) { return s.send; }

  static std::optional<Message> message(const Self<Lcr>&, const State& s, Port) {
    if (!s.send) return {};
    return Message{*s.send};
  }

  static void transition(Process<Lcr>& p, const Incoming<Message>& incoming) {
    p.state.send.reset();
    if (!incoming[previous]) return;
    const Id v = incoming[previous]->uid;
    if (v > p.state.u) p.state.send = v;
    if (v == p.state.u) p.state.status = Status::leader;
  }
};

struct LcrHalting : ProofOfLcr<LcrHalting> {
  static constexpr About about =
      Lcr::about.variant("lcr:halting", "and the leader sends `finished` round: everyone decides and halts");
  enum class Status { unknown, leader, non_leader };
  enum class Kind { uid, finished };
  struct Message {
    Kind kind;
    std::optional<Id> uid;  // of kind uid
  };
  struct State {
    Id u;
    std::optional<Message> send;
    Status status = Status::unknown;
    bool halted = false;
  };

  static Formula rounds() { return 2 * claimed::n; }
  static State initial(Id id) { return {.u = id, .send = Message{Kind::uid, id}}; }
  static bool is_leader(const State& s) { return s.status == Status::leader; }
  static bool decided(const State& s) { return s.status != Status::unknown; }
  static bool halted(const State& s) { return s.halted; }
  static std::optional<Id> sends(const State& s) { return s.send ? s.send->uid : std::nullopt; }

  static std::vector<Message> alphabet(const std::vector<Id>& ids) {
    std::vector<Message> all{{Kind::finished, {}}};
    for (const Id id : ids) all.push_back({Kind::uid, id});
    return all;
  }

  static std::optional<Message> message(const Self<LcrHalting>&, const State& s, Port) { return s.send; }

  static void transition(Process<LcrHalting>& p, const Incoming<Message>& incoming) {
    State& s = p.state;
    const auto& m = incoming[previous];
    s.send.reset();
    if (s.status == Status::non_leader) {  // In this round it has passed `finished` on.
      s.halted = true;
    } else if (!m) {
      return;
    } else if (s.status == Status::leader) {
      s.halted = m->kind == Kind::finished;
    } else if (m->kind == Kind::finished) {
      s.status = Status::non_leader;
      s.send = m;
    } else if (*m->uid > s.u) {
      s.send = m;
    } else if (*m->uid == s.u) {
      s.status = Status::leader;
      s.send = Message{Kind::finished, {}};
    }
  }
};

struct LcrTwoWay {
  static constexpr About about = Lcr::about.variant(
      {.name = "lcr:two-way",
       .summary = "identifiers go both ways; one that comes in from both sides is the leader's",
       .source = "birmingham, exam question (d)",
       .two_way = true});
  using Ring = Global<LcrTwoWay>;
  using Message = Lcr::Message;
  struct State {
    Id u;
    std::optional<Id> send_next, send_previous;
    // The largest that has come in on each side; what is smaller than u does not count.
    std::optional<Id> from_next, from_previous;
    std::optional<Id> leader;
  };

  static State initial(Id id) { return {.u = id, .send_next = id, .send_previous = id}; }
  static std::optional<Id> leader(const State& s) { return s.leader; }

  static std::optional<Message> message(const Self<LcrTwoWay>&, const State& s, Port port) {
    const auto& send = port == next ? s.send_next : s.send_previous;
    if (!send) return {};
    return Message{*send};
  }

  static void transition(Process<LcrTwoWay>& p, const Incoming<Message>& incoming) {
    State& s = p.state;
    relay(incoming[previous], s.u, s.from_previous, s.send_next);
    relay(incoming[next], s.u, s.from_next, s.send_previous);
    if (s.from_next == s.from_previous && !s.leader) s.leader = s.from_next;
  }

  static Claims claims() {
    using namespace claimed;
    return {max("time", "all").is(n, "birmingham, exam question (d): not sooner than one way"),
            max("messages", "all").is(n * (n + 1) / 2 + 2 * n - 1, "birmingham, exam question (d)")};
  }

  static Properties<LcrTwoWay> properties() {
    return {after_rounds<LcrTwoWay>(
                "everyone-knows", "after n rounds everyone knows that i_max is leader",
                [](const Ring& ring) {
                  return ring.rounds() < ring.processes() ||
                         ring.every([&](const State& s) { return s.leader == largest_identifier(ring); });
                },
                [](const Ring& ring) { return ring.processes(); }),
            after_rounds<LcrTwoWay>(
                "both-ways",
                "after r < n rounds, the processes r away from i_max are about to send its identifier on",
                [](const Ring& ring) {
                  return std::ranges::all_of(places_of_largest(ring), [&](Place largest) {
                    const Place ahead = ring.ahead(largest, ring.rounds());
                    const Place behind = ring.ahead(largest, -ring.rounds());
                    return !ring.crashed(ahead) && !ring.crashed(behind) &&
                           ring.state(ahead).send_next == ring.id(largest) &&
                           ring.state(behind).send_previous == ring.id(largest);
                  });
                },
                [](const Ring& ring) { return ring.processes() - 1; })};
  }

 private:
  // What has come in on one side goes out on the other, unless it is smaller than u, or is u itself.
  static void relay(const std::optional<Message>& m, Id u, std::optional<Id>& seen, std::optional<Id>& send) {
    send.reset();
    if (!m || m->uid < u) return;
    seen = std::max(seen, std::optional(m->uid));
    if (m->uid > u) send = m->uid;
  }
};

const Registration<Lcr, LcrHalting, LcrTwoWay> registered;
