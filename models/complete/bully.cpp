// The Bully algorithm as the Aalborg lecture 7.2 writes it in Python: each process runs a loop. One pass
// through the loop is one round, and empties the mailbox. A process that hears from no higher one in time is
// the leader.
//
// The listing (`:as-printed`) concludes from a single silent round that all higher processes are dead,
// although a vote and its answer take two rounds. The plain model waits for `timeout` rounds. It also reckons
// with a process that crashes while it tells the others who is leader: before a process declares itself, it
// tells the lower ones to shut up, and any of them that has heard of a leader says so.
//
// The parameter `ids` is what medium().ids() of the listing returns: the identifiers of all processes that
// were there at the beginning (static), or only of those that had not crashed when the round began (live).
// The latter is reliable detection of crashes.
//
// The slide's idea is what the textbooks print (`:textbook`): a process asks all higher ones; who is asked
// answers, and holds an election itself; who gets no answer in time announces itself to the lower ones. It is
// less than the listing and needs no more than the right timeout, but a leader that crashes while it
// announces itself leaves some believing in it. With `suspicions` its detection of crashes errs.
#include "author/model.hpp"

using namespace conclave;

// What the variants share.
struct BullyBase {
  static constexpr Knowledge knows = Knowledge::neighbours | Knowledge::crashes | Knowledge::down;
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
      const bool is_there = p.parameters.ids == Ids::static_ ? !p.is_down(port) : !p.has_crashed(id);
      if (is_there) ids.push_back(id);
    }
    return ids;
  }

  template <class M>
  static void tell(Process<M>& p, const typename M::Message& what, auto wanted) {
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

// Who is asked in round r answers in the same round, so the answer is there in round r+2. If the one that has
// answered is not asked itself by then, it asks in round r, and announces itself in round r+timeout at the
// latest.
struct BullyTextbook : BullyBase {
  static constexpr About about = Bully::about.variant(
      {.name = "bully:textbook",
       .summary = "who is asked answers and asks in its turn; the highest that is alive announces itself",
       .source = "aalborg, Bully algorithm (Idea)"});
  struct Parameters {
    int timeout = 2;  // how many silent rounds it waits
    Ids ids = Ids::static_;
    Crashes crashes = Crashes::anywhere;
    int suspicions = 0;  // how many living ones a process may take for crashed
  };
  enum class Kind { election, answer, coordinator };
  struct Message {
    Kind kind;
    Id from;
  };
  enum class Activity { asleep, electing, waiting, settled };
  struct State {
    Activity activity = Activity::asleep;
    int silence = 0;  // rounds since the process asked, or since it was answered
    std::set<Id> suspected;
    std::optional<Id> leader;
  };

  static State initial(const Self<BullyTextbook>& self) {
    if (self.parameters.timeout < 1)
      throw std::invalid_argument("timeout has to be at least 1, not " +
                                  std::to_string(self.parameters.timeout));
    return {};
  }
  static bool asleep(const State& s) { return s.activity == Activity::asleep; }

  static void round(Process<BullyTextbook>& p) {
    State& s = p.state;
    std::vector<Id> asked;
    bool answered = false;
    std::optional<Id> announced;
    while (const auto m = p.receive()) {
      if (m->kind == Kind::election && m->from < p.id) asked.push_back(m->from);
      if (m->kind == Kind::answer) answered = true;
      if (m->kind == Kind::coordinator) announced = std::max(announced, std::optional(m->from));
    }
    std::ranges::sort(asked);
    for (const Id id : asked) p.send(p.port_to(id), {Kind::answer, p.id});
    ++s.silence;
    const bool holds_one = s.activity == Activity::electing || s.activity == Activity::waiting;
    if (announced) {
      settle(s, *announced);
    } else if (!holds_one) {
      s.silence = 0;
      if (s.activity == Activity::asleep || !asked.empty()) hold_election(p);
    } else if (s.activity == Activity::electing && answered) {
      s.activity = Activity::waiting;
      s.silence = 0;
    } else if (s.silence >= p.parameters.timeout) {
      if (s.activity == Activity::electing)
        announce(p);
      else
        hold_election(p);
    }
  }

  static void settle(State& s, Id leader) {
    s.activity = Activity::settled;
    s.silence = 0;
    s.leader = leader;
  }

  // The detector of crashes errs: a process that begins to ask takes another one for crashed.
  static void suspect(Process<BullyTextbook>& p) {
    if (static_cast<int>(p.state.suspected.size()) >= p.parameters.suspicions) return;
    const std::vector<Port> ports = p.all_ports();
    const std::size_t whom = p.choose(static_cast<unsigned>(ports.size()) + 1);
    if (whom < ports.size()) p.state.suspected.insert(p.neighbour(ports[whom]));
  }

  // Nobody has to be waited for where nobody is higher.
  static void hold_election(Process<BullyTextbook>& p) {
    suspect(p);
    const auto is_higher = [&](Id id) { return id > p.id && !p.state.suspected.contains(id); };
    if (std::ranges::none_of(others(p), is_higher)) return announce(p);
    p.state.activity = Activity::electing;
    p.state.silence = 0;
    p.state.leader.reset();
    tell(p, {Kind::election, p.id}, is_higher);
  }

  static void announce(Process<BullyTextbook>& p) {
    settle(p.state, p.id);
    tell(p, {Kind::coordinator, p.id}, [&](Id id) { return id < p.id && !p.state.suspected.contains(id); });
  }

  static Properties<BullyTextbook> properties() {
    return {{Form::invariant, "agreed-at-rest",
             "when everyone has settled and nothing is on its way, all believe in the same one",
             [](const Global<BullyTextbook>& g) {
               if (!g.quiet() || !g.every([](const State& s) { return s.activity == Activity::settled; }))
                 return true;
               return g.every_two(
                   [](const State& one, const State& other) { return one.leader == other.leader; });
             }}};
  }
};

const Registration<Bully, BullyAsPrinted, BullyTextbook> registered;
