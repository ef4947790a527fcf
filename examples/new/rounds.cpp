// An election in lock step on a one-way ring, after Le Lann, Chang and Roberts: in each round everyone passes
// on what it received if that is larger than its own identifier, and whoever receives its own is the leader.
#include "author/model.hpp"

using namespace conclave;

struct NewRounds {
  // What it is called, one line about it, where it is from, and the network that it is made for. It runs in
  // lock step because it has `message` and `transition`.
  static constexpr About about{
      .name = "new-rounds",
      .summary = "larger identifiers are passed on, round by round; the largest comes home",
      .source = "Lynch, Distributed Algorithms, 3.3",
      .topology = "ring"};

  // What a message carries.
  struct Message {
    Id id;
  };

  // The variables of a process; `initial` says with which values it begins.
  struct State {
    std::optional<Id> to_send;
    bool leads = false;
  };
  static State initial(Id id) { return {.to_send = id}; }

  // What Conclave has to know of a state: is this process the leader?
  static bool is_leader(const State& s) { return s.leads; }

  // The algorithm, a round in two parts: what a process sends through a port, and what it does with what has
  // come in. An identifier can be compared, kept and sent.
  static std::optional<Message> message(const auto&, const State& s, Port) {
    if (!s.to_send) return {};
    return Message{*s.to_send};
  }

  static void transition(auto& p, const Incoming<Message>& incoming) {
    const auto& m = incoming[previous];
    p.state.to_send.reset();
    if (m && m->id > p.id) p.state.to_send = m->id;
    if (m && m->id == p.id) p.state.leads = true;
  }

  // What has to hold besides the standard properties, each with a name and a sentence.
  static Properties<NewRounds> properties() {
    return {{Form::invariant, "swallows-smaller",
             "nobody is about to send an identifier smaller than its own",
             every([](Id id, const State& s) { return !s.to_send || *s.to_send >= id; })}};
  }

  // What it is said to cost, which `conclave measure` compares with what it does cost.
  static Claims claims() {
    using namespace claimed;
    return {max("time", "all").is(n, "the largest identifier goes once round"),
            max("messages", "all")
                .is(n * (n + 1) / 2, "the identifier with j-1 smaller ones goes at most j hops")};
  }
};

const Registration<NewRounds> registered;
