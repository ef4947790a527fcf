// An election in a complete network: everyone tells everyone its identifier, and who has heard from all knows
// the largest.
#include "author/model.hpp"

using namespace conclave;

struct NewComplete {
  // What it is called, one line about it, where it is from, and the network that it is made for; the range of
  // -n where the command does not say, and that it needs distinct identifiers.
  static constexpr About about{.name = "new-complete",
                               .summary = "everyone tells everyone, and the largest identifier leads",
                               .source = "folklore",
                               .topology = "complete",
                               .processes = {1, 3},
                               .distinct = true};

  // What a message carries.
  struct Message {
    Id id;
  };

  // The variables of a process, with the values that they have in the beginning.
  struct State {
    bool awake = false;
    std::set<Id> heard;
    std::optional<Id> leader;
  };

  // What Conclave has to know of a state: may the process still start on its own, and whom does it follow?
  static bool asleep(const State& s) { return !s.awake; }
  static std::optional<Id> leader(const State& s) { return s.leader; }

  // The algorithm: what a process does when it starts, and when a message comes in. An identifier can be
  // compared, kept and sent.
  static void start(auto& p) {
    p.state.awake = true;
    p.state.heard.insert(p.id);
    p.send_all({p.id});
    count(p);
  }

  static void receive(auto& p, Message m, Port) {
    if (!p.state.awake) start(p);
    p.state.heard.insert(m.id);
    count(p);
  }

  static void count(auto& p) {
    const int others = static_cast<int>(p.state.heard.size()) - 1;
    if (others == p.ports()) p.state.leader = *p.state.heard.rbegin();
  }

  // What has to hold besides the standard properties, each with a name and a sentence.
  static Properties<NewComplete> properties() {
    return {{Form::invariant, "knows-itself", "who has heard of anybody has heard of itself",
             every([](Id id, const State& s) { return s.heard.empty() || s.heard.contains(id); })}};
  }

  // What it is said to cost, which `conclave measure` compares with what it does cost.
  static Claims claims() {
    using namespace claimed;
    return {max("messages", "any").is(n * (n - 1), "one through each channel")};
  }
};

const Registration<NewComplete> registered;
