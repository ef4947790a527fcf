// Chang and Roberts as the Aalborg lecture 7.2 writes it in Python: each process runs a loop, and one pass
// through the loop is one round. A pass takes at most one message out of the mailbox; the adversary chooses
// which one.
//
// The plain model is the listing, and so is `:as-printed`: without faults nothing is wrong with it. The
// lecture says that crashes can be overcome if they are reliably detected. The variant `:repaired` overcomes
// them, on a ring that closes over crashed processes.
#include "author/model.hpp"

using namespace conclave;

struct AalborgChangRoberts {
  static constexpr About about{
      .name = "aalborg-chang-roberts",
      .summary = "votes go round, one message taken a round; the winner announces itself",
      .source = "aalborg, Chang-Roberts (Python)",
      .topology = "ring",
      .processes = {1, 5},
      .position = 160};
  struct Message {
    Id vote;
    bool decided;
  };
  struct State {
    bool participated = false;
    std::optional<Id> leader;
  };

  static bool asleep(const State& s) { return !s.participated; }
  static bool halted(const State& s) { return s.leader.has_value(); }
  static std::optional<Id> leader(const State& s) { return s.leader; }

  static void round(auto& p) {
    if (!p.state.participated) {
      p.send(next, {p.id, false});
      p.state.participated = true;
    }
    const std::optional<Message> ingoing = p.receive();
    if (!ingoing || ingoing->vote < p.id) return;
    if (ingoing->vote == p.id) {
      if (ingoing->decided)
        p.state.leader = p.id;
      else
        p.send(next, {p.id, true});
    } else {
      p.send(next, *ingoing);
      if (ingoing->decided) p.state.leader = ingoing->vote;
    }
  }

  static Claims claims() {
    using namespace claimed;
    return {max("messages", "all").is(3 * n - 1, "aalborg, properties"),
            max("messages", "one").is(3 * n - 1, "aalborg, properties")};
  }
};

struct AalborgAsPrinted : AalborgChangRoberts {
  static constexpr About about = AalborgChangRoberts::about.variant(
      "aalborg-chang-roberts:as-printed", "the listing: the same as the plain model");
};

// A round reads everything that waits. A crash makes every process without a leader vote anew, because what
// the crashed process had not passed on is gone. A process that has a leader repeats it to whoever votes, and
// after a crash also to the next process. So even if only some have heard of a leader, and even if it has
// crashed since, it becomes the leader of all.
struct AalborgRepaired {
  static constexpr About about =
      AalborgChangRoberts::about.variant({.name = "aalborg-chang-roberts:repaired",
                                          .summary = "survives crashes that are reliably detected",
                                          .processes = {1, 4},
                                          .heals = true});
  static constexpr Knowledge knows = Knowledge::crashes;
  using Message = AalborgChangRoberts::Message;
  struct State {
    bool participated = false;
    int crashes = 0;  // how many it knows of
    std::optional<Id> leader;
  };

  static bool asleep(const State& s) { return !s.participated; }
  static std::optional<Id> leader(const State& s) { return s.leader; }

  static void round(Process<AalborgRepaired>& p) {
    State& s = p.state;
    const bool new_crash = p.crashes() != s.crashes;
    s.crashes = p.crashes();
    std::vector<Id> votes;
    std::optional<Id> decided;
    while (const auto ingoing = p.receive()) {
      if (ingoing->decided)
        decided = ingoing->vote;
      else
        votes.push_back(ingoing->vote);
    }
    const bool knew = s.leader.has_value();
    if (!knew) s.leader = decided;
    if (!knew && !decided && std::ranges::find(votes, p.id) != votes.end()) s.leader = p.id;
    if (s.leader) {
      if (!knew || new_crash || !votes.empty()) p.send(next, {*s.leader, true});
      s.participated = true;
      return;
    }
    if (!s.participated || new_crash) p.send(next, {p.id, false});
    s.participated = true;
    std::ranges::sort(votes);
    for (const Id vote : votes) {
      if (vote > p.id && !p.has_crashed(vote)) p.send(next, {vote, false});
    }
  }
};

const Registration<AalborgChangRoberts, AalborgAsPrinted, AalborgRepaired> registered;
