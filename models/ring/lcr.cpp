// Le Lann, Chang and Roberts in lock step, after the Birmingham lecture 5: the identifiers go round a one-way
// ring, larger ones are passed on, smaller ones discarded, and whoever meets its own is the leader.
//
// The plain algorithm elects and falls silent, but only the leader knows. In `:halting` it says so: a message
// `finished` goes round once, and whoever has passed it on halts.
#include "model/claim.hpp"
#include "model/model.hpp"

namespace conclave {
namespace {

constexpr About about_lcr{.name = "lcr",
                      .summary = "identifiers go round, larger ones are passed on, smaller ones discarded",
                      .source = "birmingham, LCR algorithm",
                      .network = Network::rounds,
                      .topology = "ring",
                      .initiators = Initiative::all,
                      .processes = {1, 7},
                      .position = 110};

int place_after(int place, int distance, int n) { return (place + distance) % n; }

struct Lcr {
  static constexpr About about = about_lcr;
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

  // The lecture's proof. i_max is the process with the largest identifier.
  static std::vector<Stated<Lcr>> properties() {
    using G = Global<Lcr>;
    return {{.form = Form::after_rounds,
             .name = "assertion-1",
             .says = "after n rounds, status of i_max is leader",
             .p =
                 [](const G& g) {
                   const int at = i_max(g);
                   return g.rounds() < g.processes() ||
                          (!g.crashed(at) && g.state(at).status == Status::leader);
                 },
             .until = [](const G& g) { return g.processes(); }},
            {.form = Form::after_rounds,
             .name = "assertion-2",
             .says = "after r < n rounds, send of the process r after i_max is the largest identifier",
             .p =
                 [](const G& g) {
                   const int at = place_after(i_max(g), g.rounds(), g.processes());
                   return !g.crashed(at) && g.state(at).send == g.id(i_max(g));
                 },
             .until = [](const G& g) { return g.processes() - 1; }},
            {.form = Form::invariant,
             .name = "safety-invariant",
             .says = "no identifier v is in a send from i_max up to the process before v's own",
             .p = no_way_past_the_largest}};
  }

  static std::vector<Claim> claims() {
    return {{.cost = "time",
             .initiators = "all",
             .statistic = Statistic::max,
             .relation = Relation::equal,
             .formula = "n",
             .value = [](int n) -> Rational { return n; },
             .source = "birmingham"},
            {.cost = "messages",
             .initiators = "all",
             .statistic = Statistic::max,
             .relation = Relation::asymptotic,
             .formula = "n^2",
             .value = [](int n) -> Rational { return n * n; },
             .source = "birmingham"}};
  }

 private:
  static int i_max(const Global<Lcr>& g) {
    int at = 0;
    for (int i = 1; i < g.processes(); ++i) {
      if (g.id(i) > g.id(at)) at = i;
    }
    return at;
  }

  static bool no_way_past_the_largest(const Global<Lcr>& g) {
    const int n = g.processes();
    const int largest = i_max(g);
    for (int i = 0; i < n; ++i) {
      for (int j = largest; i != largest && j != i; j = place_after(j, 1, n)) {
        if (!g.crashed(j) && g.state(j).send == g.id(i)) return false;
      }
    }
    return true;
  }
};
BOOST_DESCRIBE_ENUM(Lcr::Status, unknown, leader)
BOOST_DESCRIBE_STRUCT(Lcr::Message, (), (uid))
BOOST_DESCRIBE_STRUCT(Lcr::State, (), (u, send, status))

const Registration<Lcr> registered;

}  // namespace
}  // namespace conclave
