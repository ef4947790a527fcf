// Lock step on models so small that everything can be counted by hand; the comments do.
#include <doctest/doctest.h>

#include "engine/rounds_examples.hpp"
#include "program/parameters.hpp"

namespace conclave::testing::rounds {
namespace {

// Everyone says hello to everyone, and counts what it hears, once.
struct Hello {
  static constexpr About about = in_rounds("complete");
  struct Message {
    bool hello;
  };
  struct State {
    bool done = false;
    int heard = 0;
  };
  static bool decided(const State& s) { return s.done; }
  static std::optional<Message> message(const Self<Hello>&, const State& s, Port) {
    if (s.done) return {};
    return Message{true};
  }
  static void transition(Process<Hello>& p, const Incoming<Message>& in) {
    if (p.state.done) return;
    p.state.done = true;
    for (int port = 0; port < in.ports(); ++port) p.state.heard += in[Port{port}] ? 1 : 0;
  }
};
BOOST_DESCRIBE_STRUCT(Hello::Message, (), (hello))
BOOST_DESCRIBE_STRUCT(Hello::State, (), (done, heard))

// On waking it sends a, a and b; nobody reads.
struct Bursts {
  static constexpr About about = in_rounds("ring");
  struct Message {
    char what;
  };
  struct Parameters {
    bool between = false;
  };
  struct State {
    bool done = false;
  };
  static bool asleep(const State& s) { return !s.done; }
  static bool decided(const State& s) { return s.done; }
  static bool crashes_between_rounds(const Parameters& set) { return set.between; }
  static void round(Process<Bursts>& p) {
    if (p.state.done) return;
    p.state.done = true;
    for (const char what : {'a', 'a', 'b'}) p.send(next, {what});
  }
};
BOOST_DESCRIBE_STRUCT(Bursts::Message, (), (what))
BOOST_DESCRIBE_STRUCT(Bursts::Parameters, (), (between))
BOOST_DESCRIBE_STRUCT(Bursts::State, (), (done))

// The same, and then it reads a message a round.
struct Reads {
  static constexpr About about = in_rounds("ring");
  using Message = Bursts::Message;
  struct State {
    bool done = false;
    char last = ' ';
  };
  static bool asleep(const State& s) { return !s.done; }
  static bool decided(const State& s) { return s.last == 'b'; }
  static void round(Process<Reads>& p) {
    if (const auto m = p.receive()) p.state.last = m->what;
    if (p.state.done) return;
    p.state.done = true;
    for (const char what : {'a', 'a', 'b'}) p.send(next, {what});
  }
};
BOOST_DESCRIBE_STRUCT(Reads::State, (), (done, last))

// Says nothing, keeps the last that it hears.
template <bool both_ways>
struct Hears {
  static constexpr About about = in_rounds(both_ways ? "complete" : "ring");
  struct Message {
    bool yes;
    Id who;
    friend bool operator==(const Message&, const Message&) = default;
  };
  struct State {
    std::optional<Message> last;
  };
  static bool decided(const State& s) { return s.last.has_value(); }
  static std::optional<Message> message(const Self<Hears>&, const State&, Port) { return {}; }
  static void transition(Process<Hears>& p, const Incoming<Message>& in) {
    for (int port = 0; port < in.ports(); ++port) {
      if (in[Port{port}]) p.state.last = in[Port{port}];
    }
  }
};
using HearsOne = Hears<false>;
using HearsAll = Hears<true>;
BOOST_DESCRIBE_STRUCT(HearsOne::Message, (), (yes, who))
BOOST_DESCRIBE_STRUCT(HearsOne::State, (), (last))
BOOST_DESCRIBE_STRUCT(HearsAll::Message, (), (yes, who))
BOOST_DESCRIBE_STRUCT(HearsAll::State, (), (last))

// Reads whatever there is; both neighbours have the same identifier where there are not three processes.
struct ReadsAll {
  static constexpr About about = [] {
    About ring = in_rounds("ring");
    ring.two_way = true;
    return ring;
  }();
  static constexpr Addressing addressing = Addressing::by_identifier;
  enum class What { word };
  struct Message {
    What what;
  };
  struct State {
    bool none = false;
  };
  static bool decided(const State&) { return true; }
  static void round(Process<ReadsAll>& p) {
    while (p.receive()) {
    }
  }
};
BOOST_DESCRIBE_STRUCT(ReadsAll::Message, (), (what))
BOOST_DESCRIBE_STRUCT(ReadsAll::State, (), (none))

// Sends on and on, and nothing changes.
struct Talks {
  static constexpr About about = in_rounds("ring");
  using Message = Nothing;
  struct State {
    bool none = false;
  };
  static bool decided(const State&) { return true; }
  static std::optional<Message> message(const Self<Talks>&, const State&, Port) { return Message{}; }
  static void transition(Process<Talks>&, const Incoming<Message>&) {}
};
BOOST_DESCRIBE_STRUCT(Talks::State, (), (none))

// Makes one choice of many, which changes nothing.
struct Guesses {
  static constexpr About about = in_rounds("ring");
  static constexpr unsigned choices = 1U << 13;
  using Message = Nothing;
  struct State {
    bool done = false;
  };
  static bool decided(const State& s) { return s.done; }
  static void round(Process<Guesses>& p) {
    if (!p.state.done) p.choose(choices);
    p.state.done = true;
  }
};
BOOST_DESCRIBE_STRUCT(Guesses::State, (), (done))

// Every round it decides or puts it off.
struct Hesitates {
  static constexpr About about = in_rounds("ring");
  using Message = Nothing;
  struct State {
    bool done = false;
  };
  static bool decided(const State& s) { return s.done; }
  static std::optional<Message> message(const Self<Hesitates>&, const State&, Port) { return {}; }
  static void transition(Process<Hesitates>& p, const Incoming<Message>&) {
    if (!p.state.done) p.state.done = p.choose(2) == 1;
  }
};
BOOST_DESCRIBE_STRUCT(Hesitates::State, (), (done))

// Only wakes.
struct Wakes {
  static constexpr About about = in_rounds("complete");
  using Message = Nothing;
  struct State {
    bool awake = false;
  };
  static bool asleep(const State& s) { return !s.awake; }
  static bool decided(const State& s) { return s.awake; }
  static void round(Process<Wakes>& p) { p.state.awake = true; }
};
BOOST_DESCRIBE_STRUCT(Wakes::State, (), (awake))

// Knows how many crashed before the round.
struct Watches {
  static constexpr About about = in_rounds("complete");
  static constexpr Knowledge knows = Knowledge::crashes;
  using Message = Nothing;
  struct State {
    int crashes = 0;
  };
  static bool decided(const State&) { return true; }
  static std::optional<Message> message(const Self<Watches>&, const State&, Port) { return {}; }
  static void transition(Process<Watches>& p, const Incoming<Message>&) { p.state.crashes = p.crashes(); }
};
BOOST_DESCRIBE_STRUCT(Watches::State, (), (crashes))

const std::optional<std::int64_t> no_bound;

}  // namespace

TEST_SUITE_BEGIN("engine");

TEST_CASE("rounds: everyone sends at once") {
  for (const int n : {1, 2, 3}) {
    const InstanceResult result = one(of<Hello>(n));
    CHECK(counted(result) == Counted{2, 1, 1});
    CHECK(cost<Hello>(result, "messages") == Extremes{n * (n - 1), n * (n - 1)});
    CHECK(cost<Hello>(result, "deliveries") == Extremes{n * (n - 1), n * (n - 1)});
    CHECK(cost<Hello>(result, "time") == Extremes{1, 1});
    CHECK(!length<Hello>(result, "termination"));
  }
}

TEST_CASE("rounds: every part of what is sent may be lost") {
  CHECK(counted<Hello>(2, {.loss = 1}) == Counted{4, 3, 3});  // none, or either
  CHECK(counted<Hello>(2, {.loss = 2}) == Counted{5, 4, 4});
  CHECK(counted<Hello>(2, {.loss = 7}) == Counted{5, 4, 4});
  // Of six messages none, one or two; everyone hears two, less what was lost of them.
  CHECK(counted<Hello>(3, {.loss = 2}) == Counted{1 + 1 + 3 + 6, 1 + 6 + 15, 1 + 3 + 6});
  CHECK(counted<Hello>(3, {.loss = 6}) == Counted{1 + 27, 64, 27});
  const InstanceResult result = one(of<Hello>(3, {.loss = 2}));
  CHECK(cost<Hello>(result, "messages") == Extremes{6, 6});  // lost ones were sent
  CHECK(cost<Hello>(result, "deliveries") == Extremes{4, 6});
}

TEST_CASE("rounds: of equal messages it does not matter which is lost, late or withheld") {
  CHECK(counted<Bursts>(1) == Counted{2, 1, 1});
  // None, an a, a b.
  CHECK(counted<Bursts>(1, {.loss = 1}) == Counted{1 + 3, 3, 3});
  // (none, a, aa) times (none, b)
  CHECK(counted<Bursts>(1, {.loss = 3}) == Counted{1 + 6, 6, 6});
  // The same late, and all but the first then wait for what is: after one, two or three all are there.
  CHECK(counted<Bursts>(1, {.late = 3}) == Counted{1 + 6 + 3, 6 + 5, 1 + 3});
  // None; a, b lost; a, b late; a lost and a late, a and b, b and a. What is late comes in a round of its
  // own: all there, or all but an a, or a b.
  CHECK(counted<Bursts>(1, {.loss = 1, .late = 1}) == Counted{1 + 8 + 3, 8 + 5, 3 + 3});
  // Nothing reaches who crashes, but there are six ways to send it; and it may crash at rest.
  CHECK(counted<Bursts>(1, {.crash = 1}) == Counted{3, 1 + 6 + 1, 2});
  // Either crashes, and what it sent is at the other; at rest that is the same as if it had sent all.
  CHECK(counted<Bursts>(2, {.crash = 1}) == Counted{1 + 1 + 6 + 6, 13 + 2, 13});
}

TEST_CASE("rounds: lateness takes a round more, and nothing else") {
  const InstanceResult result = one(of<Bursts>(1, {.late = 1}));
  CHECK(cost<Bursts>(result, "time") == Extremes{1, 2});
  CHECK(cost<Bursts>(result, "messages") == Extremes{3, 3});
}

TEST_CASE("rounds: who crashes between rounds sends nothing") {
  Scenario scenario = of<Bursts>(1, {.crash = 1});
  REQUIRE(set_parameter(*scenario.model->program, scenario.parameters, 0, "true"));
  CHECK(counted(one(scenario)) == Counted{3, 1 + 1 + 1, 2});
  scenario.topologies = {make_ring(2)};
  scenario.processes = 2;
  // Both have sent, or one only; the other one's message is in its mailbox once it has sent.
  CHECK(counted(one(scenario)) == Counted{1 + 1 + 2 + 2, 3 + 2, 5});
}

TEST_CASE("rounds: crashes and recoveries at rest") {
  // Begun, done, crashed, begun again, done again; the crash is from either of the first two.
  CHECK(counted<Hello>(1, {.crash = 1, .recover = 1}) == Counted{5, 5, 3});
  // And crashed again, from either of the last two.
  CHECK(counted<Hello>(1, {.crash = 2, .recover = 1}) == Counted{6, 7, 4});
  const InstanceResult result = one(of<Hello>(1, {.crash = 1, .recover = 1}));
  CHECK(cost<Hello>(result, "time") == Extremes{1, 4});
}

TEST_CASE("rounds: one message a round is read, and which is a choice") {
  const InstanceResult result = one(of<Reads>(1));
  // Begun; aab; ab or aa are left; then b, a, or a; then the last read was b, or a, or a.
  CHECK(counted(result) == Counted{1 + 1 + 2 + 3 + 2, 1 + 2 + 3 + 3, 2});
  CHECK(cost<Reads>(result, "time") == Extremes{4, 4});
  CHECK(cost<Reads>(result, "deliveries") == Extremes{3, 3});
  CHECK(length<Reads>(result, "termination") == 4);
}

TEST_CASE("rounds: a Byzantine process sends any message or none, through each port") {
  // Two identifiers, yes or no: four messages. What is heard last stays; silence changes nothing.
  Scenario scenario = of<HearsOne>(2, {.byzantine = 1});
  scenario.identifiers = order({2, 1});
  const auto results = explored(scenario);
  REQUIRE(results.size() == 2);
  for (const InstanceResult& result : results) {
    CHECK(counted(result) == Counted{5, 5 * 4, 5});
    CHECK(cost<HearsOne>(result, "messages") == Extremes{0, 0});  // of correct processes
    CHECK(cost<HearsOne>(result, "deliveries") == Extremes{0, no_bound});
    CHECK(cost<HearsOne>(result, "time") == Extremes{0, no_bound});
    CHECK(length<HearsOne>(result, "termination") == 0);  // it may keep silent
    CHECK(!length<HearsOne>(result, "can-terminate"));
  }
  // Nobody is left to change; nobody has to decide.
  scenario.faults.byzantine = 2;
  CHECK(counted(one(scenario)) == Counted{1, 24, 1});
  CHECK(!length<HearsOne>(one(scenario), "termination"));
  // Identifiers that repeat are one.
  scenario.identifiers = equal();
  CHECK(counted(one(scenario)) == Counted{1, 8, 1});

  // Through two ports: six messages or none each; both others keep what they heard.
  Scenario three = of<HearsAll>(3, {.byzantine = 1});
  three.identifiers = order({3, 2, 1});
  for (const InstanceResult& result : explored(three)) CHECK(counted(result) == Counted{49, 49 * 48, 49});
}

TEST_CASE("rounds: which of two ports a Byzantine process sends through to one identifier does not matter") {
  // One word or two, to itself.
  CHECK(counted<ReadsAll>(1, {.byzantine = 1}) == Counted{1, 2, 1});
  // None, one or two are in the other one's mailbox, which is then empty again.
  Scenario scenario = of<ReadsAll>(2, {.byzantine = 1});
  scenario.identifiers = order({2, 1});
  for (const InstanceResult& result : explored(scenario)) CHECK(counted(result) == Counted{3, 2 + 2 * 3, 1});
}

TEST_CASE("rounds: what rests") {
  // A message keeps the execution going, though nothing changes.
  const InstanceResult talks = one(of<Talks>(1));
  CHECK(counted(talks) == Counted{1, 1, 0});
  CHECK(cost<Talks>(talks, "messages") == Extremes{no_bound, no_bound});
  CHECK(length<Talks>(talks, "termination") == 1);
  CHECK(talks.violations[static_cast<std::size_t>(PropertyId::termination)]->loop == 0);
  // As long as some outcome changes something there is no rest.
  const InstanceResult hesitates = one(of<Hesitates>(1));
  CHECK(counted(hesitates) == Counted{2, 2, 1});
  CHECK(hesitates.violations[static_cast<std::size_t>(PropertyId::termination)]->loop == 0);
  CHECK(!length<Hesitates>(hesitates, "can-terminate"));
}

TEST_CASE("rounds: more than can be counted") {
  CHECK(counted<Guesses>(1) == Counted{2, Guesses::choices, 1});
  CHECK(counted<Guesses>(4) == Counted{2, std::uint64_t{1} << 52, 1});
  CHECK(counted<Guesses>(5) == Counted{2, Saturating::most, 1});
}

TEST_CASE("rounds: who starts") {
  CHECK(counted<Wakes>(1) == Counted{2, 1, 1});
  CHECK(counted<Wakes>(1, {}, any()) ==
        Counted{2, 1, 1});  // somebody starts: it does not end at the beginning
  CHECK(counted<Wakes>(2) == Counted{2, 1, 1});
  const InstanceResult result = one(of<Wakes>(2, {}, any()));
  CHECK(counted(result) == Counted{4, 3 + 2, 3});  // either, both; and then the other
  CHECK(length<Wakes>(result, "termination") == 1);
  CHECK(cost<Wakes>(result, "time") == Extremes{1, 2});
  CHECK(counted<Wakes>(2, {}, listed({1})) == Counted{2, 1, 1});
  // A message wakes, in the round after that in which it was sent.
  CHECK(counted<Bursts>(2, {}, listed({0})) == Counted{3, 2, 1});
  // It starts, crashes asleep, or starts and crashes in one round; then it may crash awake.
  CHECK(counted<Wakes>(1, {.crash = 1}, any()) == Counted{3, 3 + 1, 2});
  CHECK(counted<Wakes>(1, {.crash = 1}) == Counted{3, 2 + 1, 2});
}

TEST_CASE("rounds: who had crashed when the round began") {
  // Either crashes, and the other one sees it a round later.
  CHECK(counted<Watches>(2, {.crash = 1}) == Counted{1 + 2 + 2, 2 + 2, 1 + 2});
  // Of three, one or two crash: those who live have seen none or one, or none, one or two. At once or one by
  // one: while one is unseen, or two, a round without a crash comes next, and one more may crash beside one.
  CHECK(counted<Watches>(3, {.crash = 2}) ==
        Counted{1 + 3 * 2 + 3 * 3, (3 + 3) + 3 * (1 + 2) + 3 * 2 + 3 * 2, 1 + 3 + 3});
}

TEST_SUITE_END();

}  // namespace conclave::testing::rounds
