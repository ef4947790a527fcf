// Chang and Roberts' election on a one-way ring: the largest identifier survives a whole lap. Source: garg,
// Figure 13.1; listing 13.5.1 (`:java`); Problem 13.3 (`:maxid`).
#include "author/claim.hpp"
#include "author/model.hpp"

namespace conclave {
namespace {

// Garg, 13.2.1: the message of the process with the j-th identifier travels at most j hops.
Formula worst() { return claimed::n * (claimed::n + 1) / 2; }

struct ChangRoberts {
  static constexpr About about{
      .name = "chang-roberts",
      .summary = "an identifier is forwarded past smaller ones; the largest comes home",
      .source = "garg, Figure 13.1",
      .network = Network::fifo,
      .topology = "ring",
      .initiators = Initiative::any,
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

  static std::vector<Claim> claims() {
    using claimed::n;
    return {{"election", "any", Statistic::max, Relation::equal, worst(), "garg 13.2.1, worst case"},
            {"election", "all", Statistic::max, Relation::equal, worst(), "garg 13.2.1, worst case"},
            {"election", "all", Statistic::mean, Relation::equal, n * harmonic(n),
             "garg, Problem 13.2: O(n log n)"},
            {"election", "all", Statistic::min, Relation::equal, 2 * n - 1, "garg 13.2.1, best case: O(n)"},
            {"messages", "one", Statistic::max, Relation::equal, 3 * n - 1,
             "aalborg: 3N−1 messages per election"},
            {"messages", "one", Statistic::min, Relation::equal, 2 * n, "the largest identifier initiates"}};
  }

  static void start(Process<ChangRoberts>& p) {
    p.send(next, {Kind::election, p.id});
    p.state.awake = true;
  }

  static void receive(Process<ChangRoberts>& p, Message m, Port) {
    if (m.kind == Kind::election) {
      if (m.id > p.id)
        p.send(next, m);
      else if (m.id == p.id)
        p.send(next, {Kind::leader, p.id});
      else if (!p.state.awake)
        p.send(next, {Kind::election, p.id});
      p.state.awake = true;
    } else {
      p.state.leader = m.id;
      if (m.id != p.id) p.send(next, m);
    }
  }
};
BOOST_DESCRIBE_ENUM(ChangRoberts::Kind, election, leader)
BOOST_DESCRIBE_STRUCT(ChangRoberts::Message, (), (kind, id))
BOOST_DESCRIBE_STRUCT(ChangRoberts::State, (), (awake, leader))

// In listing 13.5.1, forwarding does not wake a process, `startElection` has no guard, and the leader message
// carries the place (`myId`) instead of the number. The variable `called` belongs to the application, which
// calls startElection once, at any moment.
struct ChangRobertsJava {
  static constexpr About about{.name = "chang-roberts:java",
                               .summary = "the Java listing: forwards without waking, announces its place",
                               .source = "garg, listing 13.5.1",
                               .network = Network::fifo,
                               .topology = "ring",
                               .initiators = Initiative::any,
                               .processes = {1, 5},
                               .position = 20};
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

  static std::vector<Claim> claims() {
    return {{"election", "any", Statistic::max, Relation::at_most, worst(), "garg 13.2.1, worst case"}};
  }

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

  static void start_election(Process<ChangRobertsJava>& p) {
    p.state.awake = true;
    p.send(next, {Kind::election, p.id, {}});
  }

  static void start(Process<ChangRobertsJava>& p) {
    p.state.called = true;
    start_election(p);
  }

  static void receive(Process<ChangRobertsJava>& p, Message m, Port) {
    if (m.kind == Kind::election) {
      if (*m.number > p.id)
        p.send(next, m);
      else if (*m.number == p.id)
        p.send(next, {Kind::leader, {}, p.place()});
      else if (!p.state.awake)
        start_election(p);
    } else {
      p.state.leader = m.place;
      if (m.place != p.place()) p.send(next, m);
    }
  }
};
BOOST_DESCRIBE_STRUCT(ChangRobertsJava::Message, (), (kind, number, place))
BOOST_DESCRIBE_STRUCT(ChangRobertsJava::State, (), (called, awake, leader))

// Problem 13.3: a process remembers the largest identifier that it has seen, and swallows everything below
// it.
struct ChangRobertsMaxid {
  static constexpr About about{.name = "chang-roberts:maxid",
                               .summary = "swallows whatever is below the largest identifier seen so far",
                               .source = "garg, Problem 13.3",
                               .network = Network::fifo,
                               .topology = "ring",
                               .initiators = Initiative::any,
                               .processes = {1, 6},
                               .position = 20};
  using Kind = ChangRoberts::Kind;
  using Message = ChangRoberts::Message;
  struct State {
    bool awake = false;
    Id maxid;
    std::optional<Id> leader;
  };

  static std::vector<Claim> claims() {
    return {{"election", "any", Statistic::max, Relation::at_most, worst(), "garg 13.2.1, worst case"}};
  }

  static std::vector<Stated<ChangRobertsMaxid>> properties() {
    using Ring = Global<ChangRobertsMaxid>;
    return {
        {Form::invariant, "maxid-bounds-own", "no process takes less than its own identifier for the largest",
         [](const Ring& ring) { return ring.every([](Id id, const State& s) { return s.maxid >= id; }); }},
        {Form::leads_to, "awake-elects", "once a process is awake, some process becomes leader",
         [](const Ring& ring) { return ring.some([](Id, const State& s) { return s.awake; }); },
         [](const Ring& ring) { return ring.some([](Id id, const State& s) { return s.leader == id; }); }}};
  }

  static State initial(Id id) { return {.awake = false, .maxid = id, .leader = {}}; }
  static bool asleep(const State& s) { return !s.awake; }
  static std::optional<Id> leader(const State& s) { return s.leader; }

  static void start(Process<ChangRobertsMaxid>& p) {
    p.send(next, {Kind::election, p.id});
    p.state.awake = true;
  }

  static void receive(Process<ChangRobertsMaxid>& p, Message m, Port) {
    if (m.kind == Kind::election) {
      if (m.id < p.state.maxid) {
        if (!p.state.awake) p.send(next, {Kind::election, p.id});
      } else if (m.id == p.id) {
        p.send(next, {Kind::leader, p.id});
      } else {
        p.state.maxid = m.id;
        p.send(next, m);
      }
      p.state.awake = true;
    } else {
      p.state.leader = m.id;
      if (m.id != p.id) p.send(next, m);
    }
  }
};
BOOST_DESCRIBE_STRUCT(ChangRobertsMaxid::State, (), (awake, maxid, leader))

const Registration<ChangRoberts> plain;
const Registration<ChangRobertsJava> java;
const Registration<ChangRobertsMaxid> maxid;

}  // namespace
}  // namespace conclave
