// The Bully algorithm of Garcia-Molina, asynchronous, as the textbooks have it. A process that notices that
// there is no coordinator asks all higher ones by ELECTION; if none of them answers OK in time, it declares
// itself by COORDINATOR to all lower ones. Who receives ELECTION answers OK and holds an election itself.
// Who got an OK waits for COORDINATOR, and starts anew if it does not come in time. Source: H. Garcia-Molina,
// Elections in a Distributed Computing System, IEEE Transactions on Computers 31(1), 1982, 48-59, as in
// Coulouris et al., Distributed Systems: Concepts and Design, and Tanenbaum and Van Steen, Distributed
// Systems.
//
// With `detection=reliable` the notice that a process has crashed is what ends the waiting for it. Then there
// is one coordinator, the highest process left, whichever processes crash. With `timeouts` a process may also
// give up too early, once; then there are two leaders. There are two for a moment, too, when a higher process
// comes back (--recover) and bullies its way, and disagreement may last: a late COORDINATOR of who led in
// the meantime is believed. Who was down while it was told of a crash waits for ever.
//
// Who knows a living coordinator besides itself answers OK, and leaves the election to the coordinator. In
// `:restarts` it always holds one itself, which takes more messages.
#include "author/model.hpp"

using namespace conclave;

struct GarciaMolina {
  static constexpr About about{
      .name = "garcia-molina",
      .summary = "the Bully, asynchronous: who has no higher process left declares itself coordinator",
      .source = "Garcia-Molina 1982; Coulouris, Tanenbaum",
      .topology = "complete",
      .distinct = true,
      .position = 165};
  static constexpr Knowledge knows = Knowledge::neighbours | Knowledge::down;

  enum class Detection { reliable, timeouts };
  struct Parameters {
    Detection detection = Detection::reliable;
  };
  enum class Kind { election, ok, coordinator };
  struct Message {
    Kind kind;
  };
  enum class Activity { asleep, electing, waiting, settled, back };
  struct State {
    Activity activity = Activity::asleep;
    std::set<Id> gone;     // who has crashed, as far as it was told
    bool overdue = false;  // Its time has run out once.
    std::optional<Id> leader;
  };

  static State initial(const auto& self) {
    State s;
    for (const Port port : self.all_ports()) {
      if (self.is_down(port)) s.gone.insert(self.neighbour(port));
    }
    return s;
  }
  static bool asleep(const State& s) { return s.activity == Activity::asleep; }
  static std::optional<Id> leader(const State& s) { return s.leader; }

  static bool holds_election(const State& s) {
    return s.activity == Activity::electing || s.activity == Activity::waiting;
  }

  static void start(auto& p) { hold_election(p); }
  static void receive(auto& p, Message m, Port from) { handle(p, m, from, false); }

  static void handle(auto& p, Message m, Port from, bool always) {
    State& s = p.state;
    s.gone.erase(p.neighbour(from));
    if (m.kind == Kind::election) {
      p.send(from, {Kind::ok});
      // The coordinator has been asked as well, unless it is this process.
      const bool leaves_it = s.leader && s.leader != p.id && !always;
      if (!holds_election(s) && !leaves_it) hold_election(p);
    } else if (m.kind == Kind::ok) {
      if (s.activity == Activity::electing) s.activity = Activity::waiting;
    } else {
      s.activity = Activity::settled;
      s.leader = p.neighbour(from);
    }
  }

  static void crashed(auto& p, Port port) {
    State& s = p.state;
    s.gone.insert(p.neighbour(port));
    if (s.leader == p.neighbour(port)) s.leader.reset();
    if (holds_election(s)) {
      if (higher(p).empty()) time_out(p);
    } else if (!s.leader) {
      hold_election(p);
    }
  }

  static Claims claims() {
    using namespace claimed;
    return {max("messages", "any").is_of_order(squared(n), "Coulouris (worst case)")};
  }

  static Properties<GarciaMolina> properties() {
    return {{Form::invariant, "agreed-at-rest",
             "when everyone has settled and nothing is on its way, all believe in the same one, which lives",
             [](const Global<GarciaMolina>& g) {
               if (!g.quiet() || !g.every([](const State& s) { return s.activity == Activity::settled; }))
                 return true;
               return g.some([&](Id id, const State&) {
                 return g.every([&](const State& s) { return s.leader == id; });
               }) || g.alive().empty();
             }}};
  }
  static std::vector<Without> without() {
    return {{"agreement", "who has yet to hear of a crash believes in a coordinator that is gone"},
            {"irrevocable", "the coordinator may crash, and then another one is elected"}};
  }

  static OwnSteps<GarciaMolina> own_steps() {
    return {{Duty::owed, "holds an election, being back",
             [](const State& s) { return s.activity == Activity::back; }, hold_election},
            {Duty::optional, "times out",
             [](const State& s, const Self<GarciaMolina>& self) {
               return self.parameters.detection == Detection::timeouts && holds_election(s) && !s.overdue;
             },
             [](Process<GarciaMolina>& p) {
               p.state.overdue = true;
               time_out(p);
             }}};
  }

  static State recovered(const State& before) {
    return {.activity = Activity::back, .gone = before.gone, .overdue = before.overdue, .leader = {}};
  }

  static std::vector<Port> higher(const auto& p) {
    std::vector<Port> ports;
    for (const Port port : p.all_ports()) {
      const Id id = p.neighbour(port);
      if (id > p.id && !p.state.gone.contains(id)) ports.push_back(port);
    }
    return ports;
  }

  static void hold_election(auto& p) {
    p.state.activity = Activity::electing;
    for (const Port port : higher(p)) p.send(port, {Kind::election});
    if (higher(p).empty()) declare(p);
  }

  static void time_out(auto& p) {
    if (p.state.activity == Activity::waiting) return hold_election(p);
    declare(p);
  }

  static void declare(auto& p) {
    p.state.activity = Activity::settled;
    p.state.leader = p.id;
    for (const Port port : p.all_ports()) {
      const Id id = p.neighbour(port);
      if (id < p.id && !p.state.gone.contains(id)) p.send(port, {Kind::coordinator});
    }
  }
};

struct GarciaMolinaRestarts : GarciaMolina {
  static constexpr About about = GarciaMolina::about.variant(
      "garcia-molina:restarts", "whoever is asked holds an election, even if it knows the coordinator",
      {1, 3});
  static void receive(auto& p, Message m, Port from) { handle(p, m, from, true); }
  static Claims claims() { return {}; }
};

const Registration<GarciaMolina, GarciaMolinaRestarts> registered;
