// Le Lann, Chang and Roberts in lock step, after the Birmingham lecture 5: the identifiers go round a one-way
// ring. A process passes on larger ones and discards smaller ones, and whoever meets its own is the leader.
//
// The plain algorithm elects and falls silent, but only the leader knows that it is over. In `:halting` it
// tells the others: a message `finished` goes round once, and whoever has passed it on halts.
#include "author/claim.hpp"
#include "author/model.hpp"

namespace conclave {
namespace {

// The lecture's proof. The model M says which identifier a process is about to send (`sends`).
template <class M>
struct Proof {
  using Ring = Global<M>;

  static std::vector<Stated<M>> properties() {
    return {{.form = Form::after_rounds,
             .name = "assertion-1",
             .says = "after n rounds, status of i_max is leader",
             .p =
                 [](const Ring& ring) {
                   return ring.rounds() < ring.processes() || std::ranges::all_of(i_max(ring), [&](Place at) {
                            return !ring.crashed(at) && M::is_leader(ring.state(at));
                          });
                 },
             .until = [](const Ring& ring) { return ring.processes(); }},
            {.form = Form::after_rounds,
             .name = "assertion-2",
             .says = "after r < n rounds, send of the process r after i_max is the largest identifier",
             .p =
                 [](const Ring& ring) {
                   return std::ranges::all_of(i_max(ring), [&](Place largest) {
                     const Place at = ring.ahead(largest, ring.rounds());
                     return !ring.crashed(at) && M::sends(ring.state(at)) == ring.id(largest);
                   });
                 },
             .until = [](const Ring& ring) { return ring.processes() - 1; }},
            {.form = Form::invariant,
             .name = "safety-invariant",
             .says = "no identifier v is in a send from i_max up to the process before v's own",
             .p = no_way_past_the_largest}};
  }

 private:
  // The place of the largest identifier. If several processes have it, these are all their places, so that
  // turning the ring makes no difference.
  static std::vector<Place> i_max(const Ring& ring) {
    std::vector<Place> places;
    for (const Place i : ring.places()) {
      if (!places.empty() && ring.id(i) > ring.id(places.front())) places.clear();
      if (places.empty() || ring.id(i) == ring.id(places.front())) places.push_back(i);
    }
    return places;
  }

  static bool no_way_past_the_largest(const Ring& ring) {
    for (const Place largest : i_max(ring)) {
      for (const Place i : ring.places()) {
        for (Place j = largest; i != largest && j != i; j = ring.ahead(j, 1)) {
          if (!ring.crashed(j) && M::sends(ring.state(j)) == ring.id(i)) return false;
        }
      }
    }
    return true;
  }
};

std::vector<Claim> claims_of(const Formula& rounds) {
  return {{.cost = "time",
           .initiators = "all",
           .statistic = Statistic::max,
           .relation = Relation::equal,
           .formula = rounds,
           .source = "birmingham, complexity and halting of LCR"},
          {.cost = "messages",
           .initiators = "all",
           .statistic = Statistic::max,
           .relation = Relation::asymptotic,
           .formula = squared(claimed::n),
           .source = "birmingham, complexity and halting of LCR"}};
}

struct Lcr : Proof<Lcr> {
  static constexpr About about{
      .name = "lcr",
      .summary = "identifiers go round, larger ones are passed on, smaller ones discarded",
      .source = "birmingham, LCR algorithm",
      .network = Network::rounds,
      .topology = "ring",
      .initiators = Initiative::all,
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

  static State initial(Id id) { return {.u = id, .send = id}; }
  static bool is_leader(const State& s) { return s.status == Status::leader; }
  static std::optional<Id> sends(const State& s) { return s.send; }

  static std::vector<Claim> claims() { return claims_of(claimed::n); }

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
BOOST_DESCRIBE_ENUM(Lcr::Status, unknown, leader)
BOOST_DESCRIBE_STRUCT(Lcr::Message, (), (uid))
BOOST_DESCRIBE_STRUCT(Lcr::State, (), (u, send, status))

struct LcrHalting : Proof<LcrHalting> {
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

  static std::vector<Claim> claims() { return claims_of(2 * claimed::n); }

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
BOOST_DESCRIBE_ENUM(LcrHalting::Status, unknown, leader, non_leader)
BOOST_DESCRIBE_ENUM(LcrHalting::Kind, uid, finished)
BOOST_DESCRIBE_STRUCT(LcrHalting::Message, (), (kind, uid))
BOOST_DESCRIBE_STRUCT(LcrHalting::State, (), (u, send, status, halted))

const Registration<Lcr> plain;
const Registration<LcrHalting> halting;

}  // namespace
}  // namespace conclave
