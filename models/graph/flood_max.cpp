// Election by flooding a strongly connected network in lock step, after the Birmingham lecture 5. In each
// round every process sends on the largest identifier that it knows. It does so for as many rounds as the
// diameter.
//
// As printed, a process decides in the round in which `rounds` equals the diameter. The diameter of a single
// process is 0, and no round has that number. The plain model therefore decides when `rounds` is at least the
// diameter. The variable `rounds` stops where nothing depends on it any more, so that there are finitely many
// configurations.
#include "author/claim.hpp"
#include "author/model.hpp"

namespace conclave {
namespace {

struct Parameters {
  std::optional<int> bound;  // what the processes take for the diameter
};
BOOST_DESCRIBE_STRUCT(Parameters, (), (bound))

enum class Status { unknown, leader, non_leader };
BOOST_DESCRIBE_ENUM(Status, unknown, leader, non_leader)

struct Message {
  Id uid;
};
BOOST_DESCRIBE_STRUCT(Message, (), (uid))

// The length of a shortest way along channels from one place to every other. A place that cannot be reached
// has none.
template <class M>
std::vector<std::optional<int>> distances(const Global<M>& g, Place from) {
  std::vector<std::optional<int>> far(static_cast<std::size_t>(g.processes()));
  const auto of = [&](Place place) -> auto& { return far[g.index(place)]; };
  of(from) = 0;
  std::vector<Place> reached{from};
  for (std::size_t k = 0; k < reached.size(); ++k) {
    const Place at = reached[k];
    for (const Place to : g.neighbours(at)) {
      if (of(to)) continue;
      of(to) = *of(at) + 1;
      reached.push_back(to);
    }
  }
  return far;
}

template <class M>
int diameter(const Global<M>& g) {
  int most = 0;
  for (const Place i : g.places()) {
    for (const auto& far : distances(g, i)) most = std::max(most, far.value_or(0));
  }
  return most;
}

template <class M>
Id largest_identifier(const Global<M>& g) {
  Id largest;
  for (const Place i : g.places()) largest = std::max(largest, g.id(i));
  return largest;
}

// The algorithm. The model M says whether it is repaired, through which ports a process sends, and what it
// remembers of a round (`learn`).
template <class M>
struct Flooding {
  using Message = conclave::Message;
  using Parameters = conclave::Parameters;
  static constexpr Knowledge knows = Knowledge::diameter;
  static constexpr bool repaired = true;

  static auto initial(const Self<M>& self) {
    if (bound(self) < 0)
      throw std::invalid_argument("bound has to be at least 0, not " + std::to_string(bound(self)));
    typename M::State s;
    s.u = s.max_uid = self.id;
    return s;
  }
  static bool is_leader(const auto& s) { return s.status == Status::leader; }
  static bool decided(const auto& s) { return s.status != Status::unknown; }

  static std::optional<Message> message(const Self<M>& self, const auto& s, Port port) {
    if (s.rounds >= bound(self) || !M::sends(s, port)) return {};
    return Message{s.max_uid};
  }

  static void transition(Process<M>& p, const Incoming<Message>& incoming) {
    auto& s = p.state;
    if (M::repaired && decided(s)) return;
    const bool counts = s.rounds < bound(p) || (!decided(s) && s.rounds == bound(p));
    if (counts) ++s.rounds;
    const Id before = s.max_uid;
    for (const Port port : incoming.all_ports()) {
      if (const auto& m = incoming[port]) s.max_uid = std::max(s.max_uid, m->uid);
    }
    M::learn(p, s.max_uid > before, incoming);
    if (M::repaired ? s.rounds >= bound(p) : counts && s.rounds == bound(p))
      s.status = s.max_uid == s.u ? Status::leader : Status::non_leader;
  }

  static bool sends(const auto&, Port) { return true; }
  static void learn(auto&, bool, const Incoming<Message>&) {}

  // The lecture states assertion 2 for every r, because its `rounds` never stops. Here `rounds` stops, but
  // not before the process decides.
  static std::vector<Stated<M>> properties() {
    using Network = Global<M>;
    return {
        {.form = Form::after_rounds,
         .name = "assertion-1",
         .says = "after r <= diam rounds, max-uid is the largest identifier within distance r of its owner",
         .p =
             [](const Network& g) {
               const Id largest = largest_identifier(g);
               for (const Place owner : g.places()) {
                 if (g.id(owner) != largest) continue;
                 const auto far = distances(g, owner);
                 for (const Place j : g.places()) {
                   const auto& of_j = far[g.index(j)];
                   if (g.crashed(j) || !of_j || *of_j > g.rounds()) continue;
                   if (g.state(j).max_uid != largest) return false;
                 }
               }
               return true;
             },
         .until = diameter<M>},
        {.form = Form::after_rounds,
         .name = "assertion-2",
         .says = "after r <= diam rounds, rounds is r in every process, unless it has decided",
         .p =
             [](const Network& g) {
               return g.every([&](Id, const auto& s) { return s.rounds == g.rounds() || decided(s); });
             },
         .until = diameter<M>},
        {.form = Form::invariant,
         .name = "assertion-3",
         .says = "max-uid is never above the largest identifier",
         .p = [](const Network& g) {
           const Id largest = largest_identifier(g);
           return g.every([&](Id, const auto& s) { return s.max_uid <= largest; });
         }}};
  }

  // The lecture: diam rounds and diam·|E| messages, where diam <= n-1 and |E| <= n(n-1). A process that is
  // alone decides in one round.
  static std::vector<Claim> claims() {
    using namespace claimed;
    return {{.cost = "time",
             .initiators = "all",
             .statistic = Statistic::max,
             .relation = Relation::at_most,
             .formula = largest(1, diam),  // alone, a process still takes a round
             .source = "birmingham, complexity of flooding"},
            {.cost = "messages",
             .initiators = "all",
             .statistic = Statistic::max,
             .relation = Relation::at_most,
             .formula = diam * links,
             .source = "birmingham, complexity of flooding"}};
  }

 private:
  static int bound(const Self<M>& self) { return self.parameters.bound.value_or(self.diameter()); }
};

struct FloodMax : Flooding<FloodMax> {
  static constexpr About about{
      .name = "flood-max",
      .summary = "the largest identifier floods the network for as many rounds as its diameter",
      .source = "birmingham, flooding",
      .network = Network::rounds,
      .topology = "strongly-connected",
      .initiators = Initiative::all,
      .processes = {1, 4},
      .position = 150};
  struct State {
    Id u;
    Id max_uid;
    Status status = Status::unknown;
    int rounds = 0;
  };
};
BOOST_DESCRIBE_STRUCT(FloodMax::State, (), (u, max_uid, status, rounds))

struct FloodMaxAsPrinted : Flooding<FloodMaxAsPrinted> {
  static constexpr About about = FloodMax::about.variant(
      "flood-max:as-printed", "decides when the rounds equal the diameter: never, where that is 0");
  static constexpr bool repaired = false;
  using State = FloodMax::State;
};

struct FloodMaxSendOnChange : Flooding<FloodMaxSendOnChange> {
  static constexpr About about =
      FloodMax::about.variant("flood-max:send-on-change", "sends a maximum only once, when it is new");
  struct State {
    Id u;
    Id max_uid;
    Status status = Status::unknown;
    int rounds = 0;
    bool is_new = true;  // Is max_uid new since the last round?
  };

  static bool sends(const State& s, Port) { return s.is_new; }
  static void learn(auto& p, bool is_new, const Incoming<Message>&) { p.state.is_new = is_new; }
};
BOOST_DESCRIBE_STRUCT(FloodMaxSendOnChange::State, (), (u, max_uid, status, rounds, is_new))

struct FloodMaxNotBack : Flooding<FloodMaxNotBack> {
  static constexpr About about = FloodMax::about.variant(
      "flood-max:not-back", "sends a maximum only when it is new, and not to where it came from");
  struct State {
    Id u;
    Id max_uid;
    Status status = Status::unknown;
    int rounds = 0;
    bool is_new = true;
    std::vector<Port> from;  // the out-ports to those neighbours that sent a new max_uid
  };

  static bool sends(const State& s, Port port) {
    return s.is_new && std::ranges::find(s.from, port) == s.from.end();
  }
  static void learn(auto& p, bool is_new, const Incoming<Message>& incoming) {
    p.state.is_new = is_new;
    p.state.from.clear();
    if (!is_new) return;
    for (const Port port : p.all_ports()) {
      const auto& m = incoming[port];
      if (m && m->uid == p.state.max_uid) p.state.from.push_back(port);
    }
  }
};
BOOST_DESCRIBE_STRUCT(FloodMaxNotBack::State, (), (u, max_uid, status, rounds, is_new, from))

const Registration<FloodMax> plain;
const Registration<FloodMaxAsPrinted> as_printed;
const Registration<FloodMaxSendOnChange> send_on_change;
const Registration<FloodMaxNotBack> not_back;

}  // namespace
}  // namespace conclave
