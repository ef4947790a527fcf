// Election by flooding a strongly connected network in lock step, after the Birmingham lecture 5. In each
// round every process sends on the largest identifier that it knows. It does so for as many rounds as the
// diameter.
//
// As printed, a process decides in the round in which `rounds` equals the diameter. The diameter of a single
// process is 0, and no round has that number. The plain model therefore decides when `rounds` is at least the
// diameter. The variable `rounds` stops where nothing depends on it any more, so that there are finitely many
// configurations.
#include "author/model.hpp"
#include "author/places.hpp"

using namespace conclave;

// The algorithm. The model M says whether it is repaired, through which ports a process sends, and what it
// remembers of a round (`learn`).
template <class M>
struct FloodingInRounds {
  static constexpr Knowledge knows = Knowledge::diameter;
  static constexpr bool repaired = true;
  struct Parameters {
    std::optional<int> bound;  // what the processes take for the diameter
  };
  enum class Status { unknown, leader, non_leader };
  struct Message {
    Id uid;
  };
  struct State {
    Id u;
    Id max_uid;
    Status status = Status::unknown;
    int rounds = 0;
  };

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
  static Properties<M> properties() {
    using Network = Global<M>;
    return {after_rounds<M>(
                "assertion-1",
                "after r <= diam rounds, max-uid is the largest identifier within distance r of its owner",
                largest_gets_as_far, diameter<M>),
            after_rounds<M>(
                "assertion-2", "after r <= diam rounds, rounds is r in every process, unless it has decided",
                [](const Network& g) {
                  return g.every([&](const auto& s) { return s.rounds == g.rounds() || decided(s); });
                },
                diameter<M>),
            {Form::invariant, "assertion-3", "max-uid is never above the largest identifier",
             [](const Network& g) {
               return g.every(
                   [&, largest = largest_identifier(g)](const auto& s) { return s.max_uid <= largest; });
             }}};
  }

  // The lecture: diam rounds and diam·|E| messages, where diam <= n-1 and |E| <= n(n-1). A process that is
  // alone decides in one round.
  static Claims claims() {
    using namespace claimed;
    return {max("time", "all").is_at_most(largest(1, diam), "birmingham, complexity of flooding"),
            max("messages", "all").is_at_most(diam * links, "birmingham, complexity of flooding")};
  }

 private:
  static bool largest_gets_as_far(const Global<M>& g) {
    const Id largest = largest_identifier(g);
    for (const Place owner : g.places()) {
      if (g.id(owner) != largest) continue;
      const auto far = distances(g, owner);
      for (const Place j : g.alive()) {
        const auto& of_j = far[g.index(j)];
        if (of_j && *of_j <= g.rounds() && g.state(j).max_uid != largest) return false;
      }
    }
    return true;
  }

  static int bound(const Self<M>& self) { return self.parameters.bound.value_or(self.diameter()); }
};

struct FloodMax : FloodingInRounds<FloodMax> {
  static constexpr About about{
      .name = "flood-max",
      .summary = "the largest identifier floods the network for as many rounds as its diameter",
      .source = "birmingham, flooding",
      .topology = "strongly-connected",
      .position = 150};
};

struct FloodMaxAsPrinted : FloodingInRounds<FloodMaxAsPrinted> {
  static constexpr About about = FloodMax::about.variant(
      "flood-max:as-printed", "decides when the rounds equal the diameter: never, where that is 0");
  static constexpr bool repaired = false;
};

struct FloodMaxSendOnChange : FloodingInRounds<FloodMaxSendOnChange> {
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

struct FloodMaxNotBack : FloodingInRounds<FloodMaxNotBack> {
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
    for (const Port port : p.all_ports()) {
      const auto& m = incoming[port];
      if (is_new && m && m->uid == p.state.max_uid) p.state.from.push_back(port);
    }
  }
};

const Registration<FloodMax, FloodMaxAsPrinted, FloodMaxSendOnChange, FloodMaxNotBack> registered;
