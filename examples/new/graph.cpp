// An election in a connected network whose processes know how many they are: identifiers flood the network,
// and who has heard as many as there are processes knows the largest.
#include "author/model.hpp"

using namespace conclave;

struct NewGraph {
  // What it is called, one line about it, where it is from, and the network that it is made for; the range of
  // -n where the command does not say, and that it needs distinct identifiers.
  static constexpr About about{.name = "new-graph",
                               .summary = "identifiers flood the network until everyone has heard them all",
                               .source = "folklore",
                               .topology = "connected",
                               .processes = {1, 3},
                               .distinct = true};

  // What a process knows besides its identifier and its ports: how many processes there are.
  static constexpr Knowledge knows = Knowledge::processes;

  // What a message carries.
  struct Message {
    Id id;
  };

  // The variables of a process, with the values that they have in the beginning.
  struct State {
    std::set<Id> heard;
    std::optional<Id> leader;
  };

  // What Conclave has to know of a state: may the process still start on its own, and whom does it follow?
  static bool asleep(const State& s) { return s.heard.empty(); }
  static std::optional<Id> leader(const State& s) { return s.leader; }

  // The algorithm: what a process does when it starts, and when a message comes in. An identifier can be
  // compared, kept and sent.
  static void start(auto& p) {
    p.send_all({p.id});
    hear(p, p.id);
  }

  static void receive(auto& p, Message m, Port from) {
    if (p.state.heard.empty()) start(p);
    if (p.state.heard.contains(m.id)) return;
    p.send_others(from, m);
    hear(p, m.id);
  }

  static void hear(auto& p, Id id) {
    p.state.heard.insert(id);
    if (static_cast<int>(p.state.heard.size()) == p.processes()) p.state.leader = *p.state.heard.rbegin();
  }

  // What has to hold besides the standard properties, each with a name and a sentence.
  static Properties<NewGraph> properties() {
    return {{Form::invariant, "knows-itself", "who has heard of anybody has heard of itself",
             every([](Id id, const State& s) { return s.heard.empty() || s.heard.contains(id); })}};
  }

  // What it is said to cost, which `conclave measure` compares with what it does cost.
  static Claims claims() {
    using namespace claimed;
    return {
        max("messages", "any")
            .is(n * (links - n + 1), "nobody but its owner sends an identifier back to where it came from")};
  }
};

const Registration<NewGraph> registered;
