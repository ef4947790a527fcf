// Chang and Roberts' election on a one-way ring: the largest identifier survives a whole lap. Source: garg,
// Figure 13.1; listing 13.5.1 (`:java`); Problem 13.3 (`:maxid`); aalborg, Idea (`:slide`).
#include "author/client.hpp"
#include "author/model.hpp"

using namespace conclave;

struct ChangRoberts {
  static constexpr About about{
      .name = "chang-roberts",
      .summary = "an identifier is forwarded past smaller ones; the largest comes home",
      .source = "garg, Figure 13.1",
      .topology = "ring",
      .processes = {1, 7},
      .position = 20};
  enum class Kind { election, leader };
  struct Message {
    Kind kind;
    Id id;
  };
  struct State {
    bool awake = false;
    std::optional<Id> leader;
  };

  static bool asleep(const State& s) { return !s.awake; }
  static std::optional<Id> leader(const State& s) { return s.leader; }
  static Claims claims();

  static void start(auto& p) {
    p.send(next, {Kind::election, p.id});
    p.state.awake = true;
  }

  static void receive(auto& p, Message m, Port) {
    if (m.kind == Kind::leader) {
      p.state.leader = m.id;
      if (m.id != p.id) p.send(next, m);
      return;
    }
    if (m.id > p.id) p.send(next, m);
    if (m.id == p.id) p.send(next, {Kind::leader, p.id});
    if (m.id < p.id && !p.state.awake) p.send(next, {Kind::election, p.id});
    p.state.awake = true;
  }
};

// Garg, 13.2.1: the message of the process with the j-th identifier travels at most j hops.
Claims ChangRoberts::claims() {
  using namespace claimed;
  const Formula worst = n * (n + 1) / 2;
  return {max("election", "any").is(worst, "garg 13.2.1, worst case"),
          max("election", "all").is(worst, "garg 13.2.1, worst case"),
          mean("election", "all").is(n * harmonic(n), "garg, Problem 13.2: O(n log n)"),
          min("election", "all").is(2 * n - 1, "garg 13.2.1, best case: O(n)"),
          max("messages", "one").is(3 * n - 1, "aalborg: 3N−1 messages per election"),
          min("messages", "one").is(2 * n, "the largest identifier initiates")};
}

// The figure, and what the text says of it. A property of whole configurations takes a reduction away, so the
// plain model does without.
struct ChangRobertsKnows : ChangRoberts {
  static constexpr About about = ChangRoberts::about.variant(
      {.name = "chang-roberts:knows",
       .summary = "the figure; whose own leader message is home knows that all know",
       .source = "garg 13.2.1",
       .processes = {1, 6}});
  static Claims claims() { return {}; }
  static Properties<ChangRobertsKnows> properties() {
    return {{Form::invariant, "all-know",
             "who gets its own leader message knows that everybody knows the leader",
             [](const Global<ChangRobertsKnows>& ring) {
               return ring.none([](Id id, const State& s) { return s.leader == id; }) ||
                      ring.every([](const State& s) { return s.leader.has_value(); });
             }}};
  }
};

// In listing 13.5.1, forwarding does not wake a process, `startElection` has no guard, and the leader message
// carries the place (`myId`) instead of the number. The variable `called` belongs to the application, which
// calls startElection once, at any moment.
struct ChangRobertsJava {
  static constexpr About about = ChangRoberts::about.variant(
      {.name = "chang-roberts:java",
       .summary = "the Java listing: forwards without waking, announces its place",
       .source = "garg, listing 13.5.1",
       .processes = {1, 5}});
  static constexpr Knowledge knows = Knowledge::place;
  using Kind = ChangRoberts::Kind;
  struct Message {
    Kind kind;
    std::optional<Id> number;    // of an election message
    std::optional<Place> place;  // of a leader message
  };
  struct State {
    bool called = false;
    bool awake = false;
    std::optional<Place> leader;
  };

  static bool asleep(const State& s) { return !s.called; }
  static std::optional<Place> leader(const State& s) { return s.leader; }
  // What a Byzantine process may send: lies, but well-formed ones.
  static std::vector<Message> alphabet(const std::vector<Id>& ids) {
    std::vector<Message> all;
    for (const Id id : ids) all.push_back({Kind::election, id, {}});
    for (std::size_t i = 0; i < ids.size(); ++i)
      all.push_back({Kind::leader, {}, Place(static_cast<std::int32_t>(i))});
    return all;
  }
  static Claims claims() {
    using namespace claimed;
    return {max("election", "any").is_at_most(n * (n + 1) / 2, "garg 13.2.1, worst case")};
  }

  static void start_election(auto& p) {
    p.state.awake = true;
    p.send(next, {Kind::election, p.id, {}});
  }

  static void start(auto& p) {
    p.state.called = true;
    start_election(p);
  }

  static void receive(auto& p, Message m, Port) {
    if (m.kind == Kind::leader) {
      p.state.leader = m.place;
      if (m.place != p.place()) p.send(next, m);
      return;
    }
    if (*m.number > p.id) p.send(next, m);
    if (*m.number == p.id) p.send(next, {Kind::leader, {}, p.place()});
    if (*m.number < p.id && !p.state.awake) start_election(p);
  }
};

// The listing with the thread that calls getLeader. The handler of a leader message calls notify.
struct ChangRobertsWaiting : ChangRobertsJava {
  static constexpr About about = ChangRoberts::about.variant(
      {.name = "chang-roberts:waiting",
       .summary = "the Java listing, and a thread at each process that waits in getLeader",
       .source = "garg, listing 13.5.1",
       .initiators = Initiative::all,
       .processes = {1, 3}});
  struct State {
    bool called = false;
    bool awake = false;
    std::optional<Place> leader;
    Client client = Client::busy;
  };

  static bool asleep(const State& s) { return !s.called; }
  static std::optional<Place> leader(const State& s) { return s.leader; }
  static bool is_there(const State& s) { return s.leader.has_value(); }
  static OwnSteps<ChangRobertsWaiting> own_steps() { return client_steps<ChangRobertsWaiting>(); }
  static Properties<ChangRobertsWaiting> properties() { return client_properties<ChangRobertsWaiting>(); }
  static Claims claims() { return {}; }

  static void receive(auto& p, Message m, Port from) {
    ChangRobertsJava::receive(p, m, from);
    if (m.kind == Kind::leader) notify(p.state.client);
  }
};

// Problem 13.3: a process remembers the largest identifier that it has seen, and swallows all below it.
struct ChangRobertsMaxid : ChangRoberts {
  static constexpr About about =
      ChangRoberts::about.variant({.name = "chang-roberts:maxid",
                                   .summary = "swallows whatever is below the largest identifier seen so far",
                                   .source = "garg, Problem 13.3",
                                   .processes = {1, 6}});
  struct State {
    bool awake = false;
    Id maxid;
    std::optional<Id> leader;
  };

  static State initial(Id id) { return {.maxid = id}; }
  static bool asleep(const State& s) { return !s.awake; }
  static std::optional<Id> leader(const State& s) { return s.leader; }
  static Claims claims() { return ChangRobertsJava::claims(); }

  static Properties<ChangRobertsMaxid> properties() {
    return {
        {Form::invariant, "maxid-bounds-own", "no process takes less than its own identifier for the largest",
         every([](Id id, const State& s) { return s.maxid >= id; })},
        {Form::leads_to, "awake-elects", "once a process is awake, some process becomes leader",
         some([](const State& s) { return s.awake; }),
         some([](Id id, const State& s) { return s.leader == id; })}};
  }

  static void receive(auto& p, Message m, Port from) {
    if (m.kind == Kind::leader) return ChangRoberts::receive(p, m, from);
    if (m.id < p.state.maxid) {
      if (!p.state.awake) p.send(next, {Kind::election, p.id});
    } else if (m.id == p.id) {
      p.send(next, {Kind::leader, p.id});
    } else {
      p.state.maxid = m.id;
      p.send(next, m);
    }
    p.state.awake = true;
  }
};

// The idea of the algorithm on the Aalborg lecture's slide, read literally: who is not forwarding a higher
// identifier forwards its own, whether it has sent that before or not. So no election message ever dies
// before it is home at the largest, and each that comes home after the first begins an election anew: the
// first has made the winner stop participating, so that the next is not "its own while participating".
struct ChangRobertsSlide {
  static constexpr About about = ChangRoberts::about.variant(
      {.name = "chang-roberts:slide",
       .summary = "the slide's rule: forwards its own identifier in place of a smaller one",
       .source = "aalborg, Chang-Roberts (Idea)",
       .processes = {1, 5}});
  enum class Kind { election, elected };
  struct Message {
    Kind kind;
    Id id;
  };
  struct State {
    bool participating = false;
    std::optional<Id> leader;
  };

  // Who knows a leader has no reason to start on its own.
  static bool asleep(const State& s) { return !s.participating && !s.leader; }
  static std::optional<Id> leader(const State& s) { return s.leader; }
  static Claims claims() {
    using namespace claimed;
    return {max("messages", "one").is(3 * n - 1, "aalborg: 3N−1 messages per election"),
            max("messages", "any").is(3 * n - 1, "aalborg: 3N−1 messages per election")};
  }

  static Properties<ChangRobertsSlide> properties() {
    return {{Form::invariant, "one-election", "nobody who knows the leader takes part in an election",
             none([](const State& s) { return s.participating && s.leader; })}};
  }

  static void start(auto& p) {
    p.state.participating = true;
    p.send(next, {Kind::election, p.id});
  }

  static void receive(auto& p, Message m, Port) {
    State& s = p.state;
    const bool has_won = m.kind == Kind::election && m.id == p.id && s.participating;
    if (has_won || m.kind == Kind::elected) {
      const bool is_home = m.kind == Kind::elected && m.id == p.id;
      s.participating = false;
      s.leader = m.id;
      if (!is_home) p.send(next, {Kind::elected, m.id});
    } else {
      s.participating = true;
      p.send(next, {Kind::election, std::max(m.id, p.id)});
    }
  }
};

const Registration<ChangRoberts, ChangRobertsJava, ChangRobertsKnows, ChangRobertsMaxid, ChangRobertsSlide,
                   ChangRobertsWaiting>
    registered;
