// The Harmony book's election: identifiers race round the ring through one set of messages that all processes
// share. Source: harmony, Figure 25.1; Exercise 25.2 (`:non-atomic-send`); the text on inner interleavings
// (`:non-atomic-body`). Exercise 25.1 is `--ids equal` or
// `--ids duplicates`: is the leader unique? The figure's variables do not say who is leader, so `:elected`
// remembers it.
#include "author/model.hpp"

using namespace conclave;

struct HarmonyLeader {
  static constexpr About about{
      .name = "harmony-leader",
      .summary = "messages addressed by identifier stay in a set and may be read again",
      .source = "harmony, Figure 25.1",
      .network = Network::set,
      .topology = "ring",
      .initiators = Initiative::all,
      .processes = {1, 6},
      .remembers = "harmony-leader:elected",
      .position = 10};
  static constexpr Addressing addressing = Addressing::by_identifier;
  static constexpr Knowledge knows = Knowledge::neighbours | Knowledge::largest;
  static constexpr bool asserts = true;

  enum class Phase { starting, sending, working, done };  // Phase sending: only in Exercise 25.2.
  struct Message {
    Id id;
    bool found;
  };
  struct State {
    Phase phase = Phase::starting;
  };

  static bool asleep(const auto& s) { return s.phase == Phase::starting; }
  static bool receptive(const auto& s) { return s.phase == Phase::working; }
  static bool decided(const auto& s) { return s.phase == Phase::done; }

  static void start(auto& p) {
    p.send_to(p.neighbour(next), {p.id, false});
    p.state.phase = Phase::working;
  }

  static void receive(auto& p, Message m, Port) {
    if (m.id == p.id) {
      p.require(p.id == p.largest_identifier(), "self == leader");
      p.send_to(p.neighbour(next), {m.id, true});
    } else if (m.id > p.id) {
      p.require(p.id != p.largest_identifier(), "self != leader");
      p.send_to(p.neighbour(next), m);
    }
    if (m.found) p.state.phase = Phase::done;
  }
};

// Exercise 25.1. The leader is who takes the branch for its own identifier. A variable remembers this for the
// properties; no step reads it.
struct HarmonyElected : HarmonyLeader {
  static constexpr About about =
      HarmonyLeader::about.variant({.name = "harmony-leader:elected",
                                    .summary = "remembers who took the leader's branch",
                                    .source = "harmony, Exercise 25.1"});
  struct State {
    Phase phase = Phase::starting;
    bool elected = false;
  };

  static bool is_leader(const State& s) { return s.elected; }

  static void receive(Process<HarmonyElected>& p, Message m, Port from) {
    if (m.id == p.id) p.state.elected = true;
    HarmonyLeader::receive(p, m, from);
  }
};

// Exercise 25.2: without `atomically`, the statement `network |= {m}` loads the whole network and stores it
// later.
struct HarmonyNonAtomicSend : HarmonyLeader {
  static constexpr About about = HarmonyLeader::about.variant(
      {.name = "harmony-leader:non-atomic-send",
       .summary = "the first send loads the network and stores it in a later step",
       .source = "harmony, Exercise 25.2",
       .processes = {1, 4}});
  static constexpr bool copies_network = true;

  static OwnSteps<HarmonyNonAtomicSend> own_steps() {
    return {{Duty::owed, "stores", [](const State& s) { return s.phase == Phase::sending; }, store}};
  }

  static void start(Process<HarmonyNonAtomicSend>& p) {
    p.load_network();
    p.state.phase = Phase::sending;
  }

  static void store(Process<HarmonyNonAtomicSend>& p) {
    p.store_network();
    p.send_to(p.neighbour(next), {p.id, false});
    p.state.phase = Phase::working;
  }
};

// The body of `atomically when exists` without `atomically`: the choice of a message, the first `if` with its
// assertion and its send, and the second `if` are a step each, and anything may happen between them.
struct HarmonyNonAtomicBody : HarmonyLeader {
  static constexpr About about = HarmonyLeader::about.variant(
      {.name = "harmony-leader:non-atomic-body",
       .summary = "choosing a message, acting on it, and perhaps stopping are a step each",
       .source = "harmony, the text below Figure 25.1",
       .processes = {1, 4}});
  enum class Next { choose, act, stop };
  struct State {
    Phase phase = Phase::starting;
    Next next = Next::choose;  // while it is working: the next step of the loop's body
    std::optional<Message> chosen;
  };

  static bool receptive(const State& s) { return s.phase == Phase::working && s.next == Next::choose; }
  static OwnSteps<HarmonyNonAtomicBody> own_steps() {
    return {{Duty::owed, "acts", [](const State& s) { return s.next == Next::act; }, act},
            {Duty::owed, "stops or goes on", [](const State& s) { return s.next == Next::stop; }, stop}};
  }

  static void receive(Process<HarmonyNonAtomicBody>& p, Message m, Port) {
    p.state.chosen = m;
    p.state.next = Next::act;
  }

  static void act(Process<HarmonyNonAtomicBody>& p) {
    HarmonyLeader::receive(p, *p.state.chosen, Port());
    p.state.phase = Phase::working;
    p.state.next = Next::stop;
  }

  static void stop(Process<HarmonyNonAtomicBody>& p) {
    if (p.state.chosen->found) p.state.phase = Phase::done;
    p.state.chosen.reset();
    p.state.next = Next::choose;
  }
};

const Registration<HarmonyLeader, HarmonyElected, HarmonyNonAtomicSend, HarmonyNonAtomicBody> registered;
