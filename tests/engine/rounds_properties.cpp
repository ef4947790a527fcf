// What is said of rounds, on models so small that everything can be counted by hand: messages to who has
// halted, assertions, what holds after so many rounds, and whom a ring that heals leads to.
#include "engine/rounds_examples.hpp"

namespace conclave::testing::rounds {
namespace {

// Counts to three without a message; says of it what is so, and what is not.
struct Counts {
  static constexpr About about = in_rounds("ring");
  static constexpr bool asserts = true;
  using Message = Nothing;
  struct State {
    int count = 0;
  };
  using Seen = Global<Counts>;
  static bool decided(const State& s) { return s.count == 3; }
  static std::optional<Message> message(const Self<Counts>&, const State&, Port) { return {}; }
  static void transition(Process<Counts>& p, const Incoming<Message>&) {
    if (p.state.count < 3) ++p.state.count;
    p.require(p.state.count != 2, "never-two");
    p.require(p.state.count != 3, "never three");
    p.require(p.state.count < 4, "never-four");
  }
  static std::vector<Stated<Counts>> properties() {
    return {{.form = Form::every_step, .name = "never-two", .says = ""},
            {.form = Form::every_step, .name = "never-four", .says = ""},
            {.form = Form::after_rounds,
             .name = "counts-on",
             .says = "",
             .p = [](const Seen& g) { return g.state(0).count == g.rounds(); },
             .until = [](const Seen&) { return 9; }},
            {.form = Form::after_rounds,
             .name = "counts-to-three",
             .says = "",
             .p = [](const Seen& g) { return g.state(0).count == std::min(g.rounds(), 3); },
             .until = [](const Seen&) { return 9; }},
            {.form = Form::after_rounds,
             .name = "no-more-is-said",
             .says = "",
             .p = [](const Seen& g) { return g.state(0).count == g.rounds(); },
             .until = [](const Seen&) { return 3; }},
            {.form = Form::after_rounds,
             .name = "wrong-from-the-start",
             .says = "",
             .p = [](const Seen&) { return false; },
             .until = [](const Seen&) { return 0; }},
            {.form = Form::after_rounds,
             .name = "never-said",
             .says = "",
             .p = [](const Seen&) { return false; },
             .until = [](const Seen&) { return -1; }}};
  }
};
BOOST_DESCRIBE_STRUCT(Counts::State, (), (count))

struct HaltingState {
  int rounds = 0;
  bool halted = false;
};
BOOST_DESCRIBE_STRUCT(HaltingState, (), (rounds, halted))

// Both send for two rounds, but identifier 1 halts after the first.
struct HaltsEarly {
  static constexpr About about = in_rounds("ring");
  static constexpr Knowledge knows = Knowledge::number;
  using Message = Nothing;
  using State = HaltingState;
  static bool decided(const State& s) { return s.halted; }
  static bool halted(const State& s) { return s.halted; }
  static std::optional<Message> message(const Self<HaltsEarly>&, const State&, Port) { return Message{}; }
  static void transition(Process<HaltsEarly>& p, const Incoming<Message>&) {
    p.state.halted = ++p.state.rounds == std::min(p.number(), 2);
  }
};
struct HaltsEarlyBody {
  static constexpr About about = in_rounds("ring");
  static constexpr Knowledge knows = Knowledge::number;
  using Message = Nothing;
  using State = HaltingState;
  static bool decided(const State& s) { return s.halted; }
  static bool halted(const State& s) { return s.halted; }
  static void round(Process<HaltsEarlyBody>& p) {
    while (p.receive()) {
    }
    p.send(next, {});
    p.state.halted = ++p.state.rounds == std::min(p.number(), 2);
  }
};

// Sends in its second round, when it may know of crashes in the first.
template <bool closes>
struct Passes {
  static constexpr About about = [] {
    About ring = in_rounds("ring");
    ring.heals = closes;
    return ring;
  }();
  struct Message {
    Id from;
  };
  struct State {
    int rounds = 0;
    std::optional<Id> heard;
  };
  using Seen = Global<Passes>;
  static bool decided(const State&) { return true; }
  static void round(Process<Passes>& p) {
    if (const auto m = p.receive()) p.state.heard = m->from;
    if (p.state.rounds < 2 && ++p.state.rounds == 2) p.send(next, {p.id});
  }
  template <int to, int from>
  static bool hears(const Seen& g) {
    return !g.crashed(to) && g.state(to).heard == g.id(from);
  }
  static std::vector<Stated<Passes>> properties() {
    return {{.form = Form::reachable, .name = "1-hears-0", .says = "", .p = hears<1, 0>},
            {.form = Form::reachable, .name = "2-hears-0", .says = "", .p = hears<2, 0>},
            {.form = Form::reachable, .name = "0-hears-0", .says = "", .p = hears<0, 0>}};
  }
};
using Heals = Passes<true>;
using Breaks = Passes<false>;
BOOST_DESCRIBE_STRUCT(Heals::Message, (), (from))
BOOST_DESCRIBE_STRUCT(Heals::State, (), (rounds, heard))
BOOST_DESCRIBE_STRUCT(Breaks::Message, (), (from))
BOOST_DESCRIBE_STRUCT(Breaks::State, (), (rounds, heard))

// Everyone sends once and reads once, and knows of every message where it is.
struct SendsOnce {
  static constexpr About about = in_rounds("ring");
  using Message = Nothing;
  struct State {
    bool sent = false;
    bool heard = false;
  };
  using Seen = Global<SendsOnce>;
  static bool decided(const State& s) { return s.heard; }
  static void round(Process<SendsOnce>& p) {
    if (p.receive()) p.state.heard = true;
    if (!p.state.sent) p.send(next, {});
    p.state.sent = true;
  }
  static int under_way(const Seen& g, Place to) {
    return static_cast<int>(
        std::ranges::count_if(g.in_flight(), [&](const auto& flight) { return flight.to == to; }));
  }
  static std::vector<Stated<SendsOnce>> properties() {
    return {{.form = Form::invariant,
             .name = "none-is-lost",
             .says = "",
             .p =
                 [](const Seen& g) {
                   return std::ranges::all_of(g.places(), [&](Place to) {
                     const int heard = g.state(to).heard ? 1 : 0;
                     return under_way(g, to) + heard == (g.state(to).sent ? 1 : 0);
                   });
                 }},
            {.form = Form::invariant, .name = "one-round-suffices", .says = "", .p = [](const Seen& g) {
               return std::ranges::all_of(g.places(), [&](Place to) { return under_way(g, to) < 1; });
             }}};
  }
};
BOOST_DESCRIBE_STRUCT(SendsOnce::State, (), (sent, heard))

}  // namespace

TEST_SUITE_BEGIN("engine");

TEST_CASE("rounds: a message that is late is still on its way") {
  for (const int late : {0, 1, 2}) {
    const InstanceResult result = one(of<SendsOnce>(2, {.late = late}));
    CHECK(!length<SendsOnce>(result, "none-is-lost"));
    CHECK(length<SendsOnce>(result, "one-round-suffices") == 1);
  }
}

TEST_CASE("rounds: a message to who has halted") {
  const auto stray = [](auto scenario) {
    scenario.identifiers = order({2, 1});
    return one(scenario);
  };
  // Sent in the second round. A process that runs a body halts before what is sent in the first is delivered.
  CHECK(length<HaltsEarly>(stray(of<HaltsEarly>(2)), "no-stray-message") == 2);
  CHECK(length<HaltsEarlyBody>(stray(of<HaltsEarlyBody>(2)), "no-stray-message") == 1);
  // Alone, it is sent what it sends itself.
  CHECK(!length<HaltsEarly>(one(of<HaltsEarly>(1)), "no-stray-message"));
  CHECK(length<HaltsEarlyBody>(one(of<HaltsEarlyBody>(1)), "no-stray-message") == 1);
  CHECK(counted(one(of<HaltsEarly>(1))) == Counted{2, 1, 1});
}

TEST_CASE("rounds: what no longer changes rests") {
  CHECK(counted<Counts>(1) == Counted{4, 3, 1});
  CHECK(cost<Counts>(one(of<Counts>(1)), "time") == Extremes{3, 3});
}

TEST_CASE("rounds: assertions of a name that is stated, and others") {
  const InstanceResult result = one(of<Counts>(1));
  CHECK(length<Counts>(result, "never-two") == 2);
  CHECK(!length<Counts>(result, "never-four"));
  CHECK(length<Counts>(result, "assertions") == 3);
}

TEST_CASE("rounds: what holds after so many, also where the execution rests") {
  const InstanceResult result = one(of<Counts>(1));
  CHECK(length<Counts>(result, "counts-on") == 4);  // a round more than there are
  CHECK(!length<Counts>(result, "counts-to-three"));
  CHECK(!length<Counts>(result, "no-more-is-said"));
  CHECK(length<Counts>(result, "wrong-from-the-start") == 0);
  CHECK(!length<Counts>(result, "never-said"));
}

TEST_CASE("rounds: a ring that heals leads past who crashed") {
  const auto ring = [](auto scenario) {
    scenario.identifiers = order({3, 2, 1});
    return one(scenario);
  };
  const InstanceResult heals = ring(of<Heals>(3, {.crash = 1}));
  CHECK(!length<Heals>(heals, "1-hears-0"));
  CHECK(!length<Heals>(heals, "2-hears-0"));
  CHECK(length<Heals>(heals, "0-hears-0"));  // two have to crash
  CHECK(!length<Heals>(ring(of<Heals>(3, {.crash = 2})), "0-hears-0"));
  CHECK(length<Heals>(ring(of<Heals>(3)), "2-hears-0"));
  CHECK(length<Breaks>(ring(of<Breaks>(3, {.crash = 2})), "2-hears-0"));
}

TEST_SUITE_END();

}  // namespace conclave::testing::rounds
