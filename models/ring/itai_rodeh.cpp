// Itai and Rodeh's election on an anonymous ring whose size is known: in each phase everyone who is still in
// the race draws from 0..m, and those with the largest draw stay. Source: garg, Problem 13.1; A. Itai and M.
// Rodeh, Symmetry breaking in distributed networks, Information and Computation 88(1), 1990, 60-87; for round
// numbers on fifo channels (`:tokens`) W. Fokkink and J. Pang, Variations on Itai-Rodeh leader election for
// anonymous rings, JUCS 12(8), 2006, 981-1006; `:coins` as the PRISM case study reads it (G. Norman and D.
// Parker).
#include "author/model.hpp"

using namespace conclave;

// In lock step. One round draws, and then a phase is n rounds, after which each survivor has its token back.
struct ItaiRodeh {
  static constexpr About about{
      .name = "itai-rodeh",
      .summary =
          "anonymous: who draws the largest number stays in the race; a token tells whether one is alone",
      .source = "garg, Problem 13.1",
      .topology = "ring",
      .processes = {1, 5},
      .position = 36};
  static constexpr bool anonymous = true;
  static constexpr Elects elects = Elects::anyone;
  static constexpr Knowledge knows = Knowledge::processes;
  struct Parameters {
    std::uint8_t m = 1;
  };
  struct Message {
    Draw draw;
    int hops;
    bool alone;  // nobody with the same draw has been met
  };
  enum class Role { begins, races, relays, leads };
  struct State {
    Role role = Role::begins;
    std::optional<Draw> draw;      // the own one, while the phase lasts
    std::optional<Message> token;  // to be passed on in the next round
  };

  static bool is_leader(const State& s) { return s.role == Role::leads; }
  static bool decided(const State& s) { return s.role == Role::leads || s.role == Role::relays; }

  // A Byzantine process has drawn nothing.
  static std::vector<Message> alphabet(const std::vector<Id>& ids) {
    std::vector<Message> all;
    for (int hops = 1; hops <= static_cast<int>(ids.size()); ++hops) {
      for (const bool alone : {false, true}) all.push_back({Draw(), hops, alone});
    }
    return all;
  }

  static std::optional<Message> message(const Self<ItaiRodeh>&, const State& s, Port) { return s.token; }

  static void transition(Process<ItaiRodeh>& p, const Incoming<Message>& in) {
    State& s = p.state;
    s.token.reset();
    if (s.role == Role::begins) return begin_phase(p);
    if (!in[previous]) return;
    Message token = *in[previous];
    if (s.role == Role::races && token.hops == p.processes()) {
      if (!token.alone) return begin_phase(p);
      s = {.role = Role::leads};
      return;
    }
    if (s.role == Role::races) {
      if (token.draw < *s.draw) return;
      if (token.draw == *s.draw) token.alone = false;
      if (token.draw > *s.draw) s = {.role = Role::relays};
    }
    ++token.hops;
    s.token = token;
  }

 private:
  static void begin_phase(Process<ItaiRodeh>& p) {
    if (p.processes() == 1) {
      p.state = {.role = Role::leads};
      return;
    }
    const Draw drawn = p.draw(p.parameters.m + 1U);
    p.state = {.role = Role::races, .draw = drawn, .token = Message{drawn, 1, true}};
  }
};

// On fifo channels. Of a round number the parity is enough there, because a token never meets a process that
// is in the race and two rounds on.
struct ItaiRodehTokens {
  static constexpr About about =
      ItaiRodeh::about.variant({.name = "itai-rodeh:tokens",
                                .summary = "the same with round numbers, on fifo channels",
                                .source = "Itai and Rodeh 1990; Fokkink and Pang 2006",
                                .network = Network::fifo,
                                .initiators = Initiative::all,
                                .processes = {1, 4}});
  static constexpr bool anonymous = true;
  static constexpr bool asserts = true;
  static constexpr Elects elects = Elects::anyone;
  static constexpr Knowledge knows = Knowledge::processes;
  using Parameters = ItaiRodeh::Parameters;
  enum class Role { asleep, races, relays, leads };
  struct Message {
    Draw draw;
    bool odd;  // the round in which it was sent
    int hops;
    bool alone;
  };
  struct State {
    Role role = Role::asleep;
    std::optional<Draw> draw;
    bool odd = false;
  };

  static bool asleep(const State& s) { return s.role == Role::asleep; }
  static bool is_leader(const State& s) { return s.role == Role::leads; }
  static bool decided(const State& s) { return s.role == Role::leads || s.role == Role::relays; }

  static std::vector<Message> alphabet(const std::vector<Id>& ids) {
    std::vector<Message> all;
    for (const auto& [draw, hops, alone] : ItaiRodeh::alphabet(ids)) {
      for (const bool odd : {false, true}) all.push_back({draw, odd, hops, alone});
    }
    return all;
  }

  static void start(Process<ItaiRodehTokens>& p) {
    State& s = p.state;
    if (p.processes() == 1) {
      s.role = Role::leads;
      return;
    }
    s.role = Role::races;
    s.draw = p.draw(p.parameters.m + 1U);
    p.send(next, {*s.draw, s.odd, 1, true});
  }

  static void receive(Process<ItaiRodehTokens>& p, Message token, Port) {
    State& s = p.state;
    if (asleep(s)) start(p);
    if (token.hops == p.processes()) return come_home(p, token);
    if (s.role == Role::races) {
      p.require(token.odd == s.odd, "a token meets who is in its round");
      if (token.odd != s.odd) return;
      if (token.draw < *s.draw) return;
      if (token.draw == *s.draw) token.alone = false;
      if (token.draw > *s.draw) s = {.role = Role::relays};
    }
    ++token.hops;
    p.send(next, token);
  }

 private:
  // Where messages overtake each other, its process may have left the race.
  static void come_home(Process<ItaiRodehTokens>& p, const Message& token) {
    State& s = p.state;
    if (s.role != Role::races) return;
    s.draw.reset();
    s.odd = !s.odd;
    if (!token.alone) return start(p);
    s = {.role = Role::leads};
  }
};

// Everyone in the race tosses a coin and leaves if it shows 0 and that of the last one before it in the race
// shows 1. A counter then tells who stays how many have left between it and the next one.
struct ItaiRodehCoins {
  static constexpr About about =
      ItaiRodeh::about.variant({.name = "itai-rodeh:coins",
                                .summary = "who tosses 0 behind a 1 leaves the race",
                                .source = "PRISM case study: asynchronous leader election",
                                .network = Network::fifo,
                                .initiators = Initiative::all,
                                .processes = {1, 4}});
  static constexpr bool anonymous = true;
  static constexpr Elects elects = Elects::anyone;
  static constexpr Knowledge knows = Knowledge::processes;
  enum class Kind { choice, counter };
  struct Message {
    Kind kind;
    int value;  // of a choice: the coin; of a counter: how many have passed it on
  };
  enum class Role { asleep, races, relays, leads };
  struct State {
    Role role = Role::asleep;
    int coin = 0;
  };

  static bool asleep(const State& s) { return s.role == Role::asleep; }
  static bool is_leader(const State& s) { return s.role == Role::leads; }
  static bool decided(const State& s) { return s.role == Role::leads || s.role == Role::relays; }

  static std::vector<Message> alphabet(const std::vector<Id>& ids) {
    std::vector<Message> all{{Kind::choice, 0}, {Kind::choice, 1}};
    for (int value = 0; value < static_cast<int>(ids.size()); ++value) all.push_back({Kind::counter, value});
    return all;
  }

  // A phase costs n counters, whatever comes up: so the mean of counters is n times that of phases.
  static void start(Process<ItaiRodehCoins>& p) {
    p.state = {.role = Role::races, .coin = static_cast<int>(p.toss(2))};
    p.send(next, {Kind::choice, p.state.coin});
  }

  static void receive(Process<ItaiRodehCoins>& p, Message m, Port) {
    State& s = p.state;
    if (asleep(s)) start(p);
    if (s.role != Role::races) {
      if (m.kind == Kind::counter) ++m.value;
      // A counter that has gone all the way round has met nobody who is in the race.
      if (m.value < p.processes()) p.send(next, m);
    } else if (m.kind == Kind::choice) {
      if (s.coin == 0 && m.value == 1)
        s = {.role = Role::relays};
      else
        p.send(next, {Kind::counter, 0});
    } else if (m.value == p.processes() - 1) {
      s = {.role = Role::leads};
    } else {
      start(p);
    }
  }
};

const Registration<ItaiRodeh, ItaiRodehTokens, ItaiRodehCoins> registered;
