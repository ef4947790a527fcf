// Franklin's election on a two-way ring: in each round an active process hears from its active neighbours on
// both sides, and stays active if it has the largest identifier of the three. Source: W. R. Franklin, On an
// improved algorithm for decentralized extrema finding in circular configurations of processors, CACM 25(5),
// 1982, 336-337; for the parity of rounds (`:parity`) W. Fokkink, Distributed Algorithms: an Intuitive
// Approach, Election in Rings.
#include "author/model.hpp"

using namespace conclave;

struct Franklin {
  static constexpr About about{
      .name = "franklin",
      .summary = "active processes compare with both active neighbours; local maxima survive a round",
      .source = "Franklin 1982",
      .topology = "ring",
      .processes = {1, 5},
      .two_way = true,
      .position = 34};
  enum class Activity { asleep, active, passive, leader };
  struct Message {
    Id id;
  };
  struct State {
    Activity activity = Activity::asleep;
    int round = 0;
    // What has come in on each side, and was not compared yet. A neighbour may be one round ahead.
    std::deque<Id> from_next, from_previous;
  };

  static bool asleep(const auto& s) { return s.activity == Activity::asleep; }
  static bool is_leader(const auto& s) { return s.activity == Activity::leader; }
  static Properties<Franklin> properties();
  static Claims claims();

  static void start(auto& p) {
    p.state.activity = Activity::active;
    p.send_all({p.id});
  }

  static void receive(auto& p, Message m, Port from) {
    State& s = p.state;
    if (asleep(s)) start(p);
    if (s.activity != Activity::active) return p.send_others(from, m);
    (from == next ? s.from_next : s.from_previous).push_back(m.id);
    if (!s.from_next.empty() && !s.from_previous.empty()) compare(p);
  }

  static void compare(auto& p) {
    State& s = p.state;
    const Id rival = std::max(s.from_next.front(), s.from_previous.front());
    s.from_next.pop_front();
    s.from_previous.pop_front();
    if (rival == p.id) {
      s.activity = Activity::leader;
    } else if (rival < p.id) {
      ++s.round;
      start(p);
    } else {
      s.activity = Activity::passive;
      for (const Id early : std::exchange(s.from_next, {})) p.send(previous, {early});
      for (const Id early : std::exchange(s.from_previous, {})) p.send(next, {early});
    }
  }
};

// What both variants state.
template <class M>
Properties<M> properties_of_franklin() {
  return {{Form::invariant, "someone-active", "not everyone is passive",
           some([](const auto& s) { return s.activity != Franklin::Activity::passive; })},
          {Form::invariant, "half-survive", "at most n/2^k processes survive k rounds",
           [](const Global<M>& ring) {
             return ring.every([&](const auto& s) {
               const int as_far = ring.count([&](const auto& other) { return other.round >= s.round; });
               return as_far <= ring.processes() >> std::min(s.round, 30);
             });
           }}};
}

Properties<Franklin> Franklin::properties() {
  auto all = properties_of_franklin<Franklin>();
  all.push_back({Form::invariant, "one-ahead", "an active neighbour is at most one round ahead",
                 every([](const State& s) { return s.from_next.size() + s.from_previous.size() <= 2; })});
  return all;
}

// At most ⌊log2 n⌋ + 1 = ⌈log2 (n+1)⌉ rounds of 2n messages each.
Claims Franklin::claims() {
  using namespace claimed;
  return {max("messages", "any").is_at_most(2 * n * ceiling_log2(n + 1), "Franklin 1982: 2n a round"),
          max("messages", "all").is_of_order(n * ceiling_log2(n) + n, "Franklin 1982: O(n log n)")};
}

// Where channels do not keep order, a message says whether its round is odd, and one of the next round waits.
struct FranklinParity : Franklin {
  static constexpr About about = Franklin::about.variant(
      {.name = "franklin:parity",
       .summary = "a message carries its round's parity, so that channels need not keep order",
       .source = "Fokkink, Election in Rings",
       .network = Network::bag});
  struct Message {
    Id id;
    bool odd;
  };
  struct State {
    Activity activity = Activity::asleep;
    int round = 0;
    std::optional<Id> from_next, from_previous;
  };

  static bool is_odd(const State& s) { return s.round % 2 != 0; }
  static bool accepts(const State& s, const Message& m) {
    return s.activity != Activity::active || m.odd == is_odd(s);
  }
  static Properties<FranklinParity> properties() { return properties_of_franklin<FranklinParity>(); }

  static void start(auto& p) {
    p.state.activity = Activity::active;
    p.send_all({p.id, is_odd(p.state)});
  }

  static void receive(auto& p, Message m, Port from) {
    State& s = p.state;
    if (asleep(s)) start(p);
    if (s.activity != Activity::active) return p.send_others(from, m);
    (from == next ? s.from_next : s.from_previous) = m.id;
    if (!s.from_next || !s.from_previous) return;
    const Id rival = std::max(*s.from_next, *s.from_previous);
    s.from_next.reset();
    s.from_previous.reset();
    if (rival == p.id) {
      s.activity = Activity::leader;
    } else if (rival < p.id) {
      ++s.round;
      start(p);
    } else {
      s.activity = Activity::passive;
    }
  }
};

const Registration<Franklin, FranklinParity> registered;
