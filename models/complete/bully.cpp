// The Bully algorithm as the Aalborg lecture 7.2 writes it in Python: each process runs a loop. One pass
// through the loop is one round, and empties the mailbox. A process that hears from no higher one in time is
// the leader.
//
// The listing (`:as-printed`) concludes from a single silent round that all higher processes are dead,
// although a vote and its answer take two rounds. The plain model waits for `timeout` rounds. It also reckons
// with a process that crashes while it tells the others who is leader: before a process declares itself, it
// tells the lower ones to shut up, and any of them that has heard of a leader says so.
//
// The parameter `ids` is what medium().ids() of the listing returns: the identifiers of all processes
// (static), or only of those that had not crashed when the round began (live). The latter is reliable
// detection of crashes.
#include "author/model.hpp"

using namespace conclave;

// What both variants share.
struct BullyBase {
  static constexpr Knowledge knows = Knowledge::neighbours | Knowledge::crashes;
  enum class Ids { static_, live };
  // A process crashes anywhere, also in the middle of what it sends in a round; or only between rounds.
  enum class Crashes { anywhere, between };
  struct Message {
    Id vote;  // who votes; if decided, who is leader
    bool decided;
  };

  static bool asleep(const auto& s) { return !s.awake; }
  static std::optional<Id> leader(const auto& s) { return s.leader; }
  static bool crashes_between_rounds(const auto& set) { return set.crashes == Crashes::between; }

  // What medium().ids() returns, without the process itself.
  static std::vector<Id> others(const auto& p) {
    std::vector<Id> ids;
    for (const Port port : p.all_ports()) {
      const Id id = p.neighbour(port);
      if (p.parameters.ids == Ids::static_ || !p.has_crashed(id)) ids.push_back(id);
    }
    return ids;
  }

  static void tell(auto& p, const Message& what, auto wanted) {
    for (const Id id : others(p)) {
      if (wanted(id)) p.send(p.port_to(id), what);
    }
  }

  // In the best case the leader has crashed, and the process with the largest identifier that is left finds
  // out. In the worst case the process with the smallest one starts.
  static Claims claims() {
    using namespace claimed;
    return {min("messages", "one").is(largest(n - 2, 0), "aalborg, properties of Bully (best case)", f == 1),
            max("messages", "one").is_of_order(squared(n), "aalborg, properties of Bully (worst case)"),
            max("time", "one").is(2, "aalborg, properties of Bully", f == 1)};
  }
};

struct Bully : BullyBase {
  static constexpr About about{
      .name = "bully",
      .summary = "votes go to higher identifiers; who hears of none in time is the leader",
      .source = "aalborg, Bully algorithm (Python)",
      .topology = "complete",
      .distinct = true,
      .position = 170};
  struct Parameters {
    int timeout = 2;  // how many silent rounds it waits
    Ids ids = Ids::static_;
    Crashes crashes = Crashes::anywhere;
  };
  struct State {
    bool awake = false;
    bool shut_up = false;   // A higher process has answered.
    bool asks_low = false;  // No higher process has answered, so the lower ones are asked.
    int silence = 0;        // rounds since the process asked, or since it heard of a higher one
    std::optional<Id> leader;
  };

  static State initial(const Self<Bully>& self) {
    if (self.parameters.timeout < 1)
      throw std::invalid_argument("timeout has to be at least 1, not " +
                                  std::to_string(self.parameters.timeout));
    return {};
  }

  static void ask(Process<Bully>& p, bool low) {
    p.state.shut_up = false;
    p.state.asks_low = low;
    p.state.silence = 0;
    tell(p, {p.id, false}, [&](Id id) { return low ? id < p.id : id > p.id; });
  }

  static void round(Process<Bully>& p) {
    State& s = p.state;
    const bool begins = !s.awake;
    s.awake = true;
    std::vector<Id> lower;
    std::vector<Id> higher;
    while (const auto ingoing = p.receive()) {
      if (!ingoing->decided) {
        if (ingoing->vote < p.id) lower.push_back(ingoing->vote);
        if (ingoing->vote > p.id) higher.push_back(ingoing->vote);
      } else if (ingoing->vote > p.id && !s.leader) {
        s.leader = ingoing->vote;
      }
    }
    std::ranges::sort(lower);
    std::ranges::sort(higher);
    for (const Id id : lower) p.send(p.port_to(id), {s.leader.value_or(p.id), s.leader.has_value()});
    if (s.leader) {
      for (const Id id : higher) p.send(p.port_to(id), {*s.leader, true});
      return;
    }
    if (begins) return ask(p, false);
    ++s.silence;
    if (!higher.empty()) {
      s.shut_up = true;
      s.asks_low = false;
      s.silence = 0;
    }
    if (s.silence < p.parameters.timeout) return;
    const bool is_lowest = std::ranges::none_of(others(p), [&](Id id) { return id < p.id; });
    if (s.shut_up) {
      ask(p, false);
    } else if (!s.asks_low && !is_lowest) {
      ask(p, true);
    } else {
      s.leader = p.id;
      tell(p, {p.id, true}, [](Id) { return true; });
    }
  }
};

struct BullyAsPrinted : BullyBase {
  static constexpr About about =
      Bully::about.variant("bully:as-printed", "the listing: one round of silence is taken for death");
  static constexpr bool throws = true;
  struct Parameters {
    Ids ids = Ids::static_;
    Crashes crashes = Crashes::anywhere;
  };
  struct State {
    bool awake = false;  // The first round is over.
    bool shut_up = false;
    bool election = false;
    std::optional<Id> leader;
  };

  static bool halted(const State& s) { return s.leader.has_value(); }

  static bool largest(const Process<BullyAsPrinted>& p) {
    return std::ranges::all_of(others(p), [&](Id id) { return id < p.id; });
  }

  static void start_election(Process<BullyAsPrinted>& p) {
    if (p.state.election) return;
    p.state.election = true;
    tell(p, {p.id, largest(p)}, [&](Id id) { return id > p.id; });
  }

  static void round(Process<BullyAsPrinted>& p) {
    State& s = p.state;
    const bool first_round = !s.awake;
    s.awake = true;
    bool got_input = false;
    if (!s.shut_up && !s.election) start_election(p);
    bool new_election = false;
    while (const auto ingoing = p.receive()) {
      got_input = true;
      if (ingoing->vote < p.id) {
        p.send(p.port_to(ingoing->vote), {p.id, largest(p)});
        new_election = true;
      } else {
        s.shut_up = true;
        if (ingoing->decided) {
          s.leader = ingoing->vote;
          return;
        }
      }
    }
    if (!s.shut_up && !s.election && new_election) p.raise("AttributeError: start_selection");
    if (got_input || first_round || !s.election) return;
    if (s.shut_up) {
      s.shut_up = false;
      start_election(p);  // This does nothing, because the last election is not over.
    } else {
      tell(p, {p.id, true}, [](Id) { return true; });
      s.leader = p.id;
    }
  }
};

const Registration<Bully, BullyAsPrinted> registered;
