// What the reasons of a trace say of a property that the model states itself: which processes make it fail.
#include <doctest/doctest.h>

#include <algorithm>

#include "author/model.hpp"
#include "engine/run/check.hpp"
#include "program/model.hpp"
#include "scenario/scenarios.hpp"
#include "trace/trace.hpp"

namespace conclave {
namespace {

using testing::on;

// The reasons, one to a line.
struct Why : std::string {
  Why(const std::vector<std::string>& lines) {
    for (const std::string& line : lines) *this += line + "\n";
  }
  Why(std::initializer_list<std::string> lines) : Why(std::vector<std::string>(lines)) {}
};

constexpr About counting{.name = "counting",
                         .summary = "all start, and count what comes in",
                         .source = "test",
                         .network = Network::fifo,
                         .topology = "ring",
                         .initiators = Initiative::all,
                         .processes = {1, 6}};

struct Token {
  bool there;
};
BOOST_DESCRIBE_STRUCT(Token, (), (there))
struct Count {
  bool awake = false;
  int got = 0;
};
BOOST_DESCRIBE_STRUCT(Count, (), (awake, got))

// Everyone starts, sends one message around the ring to its neighbour, and counts what it gets.
template <class M>
struct Counting {
  using State = Count;
  using Message = Token;
  static constexpr About about = counting;
  static bool asleep(const State& s) { return !s.awake; }
  static bool decided(const State& s) { return s.got > 0; }
  static void start(auto& p) {
    p.state.awake = true;
    p.send(next, {true});
  }
  static void receive(auto& p, Message, Port) { ++p.state.got; }
};

// By the name of the property, on a ring of so many.
template <class M>
std::vector<std::string> why(std::string_view property, int n, const Faults& faults = {}) {
  const Model model = make_model<M>();
  Scenario scenario = on(model, "ring", n);
  scenario.faults = faults;
  scenario.identifiers = testing::order([&] {
    std::vector<int> ids;
    for (int i = n; i > 0; --i) ids.push_back(i);
    return ids;
  }());
  const auto at = std::ranges::find(model.properties, property, &Property::name);
  REQUIRE(at != model.properties.end());
  scenario.properties = {};
  scenario.properties.add(at->id);
  Limits limits(std::size_t{1} << 28);
  const CheckResult found = check(std::as_const(scenario), limits, {.threads = 1});
  REQUIRE(found.properties.size() == 1);
  REQUIRE(found.properties.front().counterexample);
  return make_trace(scenario, at->id, *found.properties.front().counterexample).why;
}

bool awake(const Count& s) { return s.awake; }
bool got(const Count& s) { return s.got > 0; }

struct Plain : Counting<Plain> {
  static Properties<Plain> properties() {
    return {
        {Form::invariant, "every", "", every([](const State& s) { return s.got == 0; })},
        {Form::invariant, "some", "", some([](const State& s) { return !s.awake; })},
        {Form::invariant, "none", "", none([](Id, const State& s) { return s.got > 0; })},
        {Form::invariant, "at-most-one", "", at_most_one([](const State& s) { return s.awake; })},
        {Form::invariant, "exactly-one", "", exactly_one([](const State& s) { return s.awake; })},
        {Form::invariant, "every-two", "",
         every_two([](const State& a, const State& b) { return a.got <= b.got; })},
        {Form::invariant, "equal", "",
         every_two([](const State& a, const State& b) { return a.awake == b.awake; })},
        {Form::stable, "stable", "", some([](const State& s) { return !s.awake; })},
        {Form::leads_to, "leads-to", "", some(awake_of), every([](const State& s) { return s.got == 2; })},
        {Form::leads_to, "from-the-start", "", none(awake_of), none(awake_of_all)},
    };
  }
  static constexpr auto awake_of = [](const State& s) { return s.awake; };
  static constexpr auto awake_of_all = [](const State& s) { return s.awake || s.got > 5; };
};

using Seen = Global<struct Written>;
struct Written : Counting<Written> {
  static bool all_live(const Seen& g) { return g.alive().size() == g.places().size(); }
  static Properties<Written> properties() {
    return {
        {Form::invariant, "and", "",
         [](const Seen& g) { return g.some([](const State&) { return true; }) && g.none(got); }},
        {Form::invariant, "or", "", [](const Seen& g) { return g.none(awake) || g.every(got); }},
        {Form::invariant, "or-in-and", "",
         [](const Seen& g) { return (g.every(awake) || g.none(got)) && g.none(awake); }},
        {Form::invariant, "not", "", [](const Seen& g) { return !g.some(awake); }},
        {Form::invariant, "count", "", [](const Seen& g) { return g.count(awake) < 2; }},
        {Form::invariant, "in-another", "",
         [](const Seen& g) {
           return g.every(
               [&](const State& s) { return g.none([&](const State& t) { return t.got > s.got; }); });
         }},
        {Form::invariant, "again-and-again", "",
         [](const Seen& g) {
           for (int least = 1; least < 9; ++least) {
             if (g.none([&](const State& s) { return s.got >= least; })) return least == 1;
           }
           return false;
         }},
        {Form::invariant, "by-itself", "",
         [](const Seen& g) {
           return std::ranges::none_of(g.alive(), [&](Place i) { return g.state(i).awake; });
         }},
        {Form::invariant, "none-left-asleep", "",
         [](const Seen& g) { return all_live(g) || g.every(awake); }},
        {Form::invariant, "some-left-awake", "", [](const Seen& g) { return all_live(g) || g.some(awake); }},
        {Form::invariant, "by-halves", "",
         [](const Seen& g) {
           int asked = 0;
           return g.every([&](const State& s) { return ++asked > 1 || !s.awake; }) || asked == 0;
         }},
        {Form::invariant, "throws", "",
         [](const Seen& g) {
           bool found = false;
           return g.every([&](const State& s) {
             if (found) throw std::runtime_error("asked too often");
             found = s.awake;
             return !s.awake;
           });
         }},
    };
  }
};

struct Nameless : Counting<Nameless> {
  static constexpr bool anonymous = true;
  static Properties<Nameless> properties() {
    return {{Form::invariant, "none", "", none([](const State& s) { return s.awake; })}};
  }
};

// In lock step: everyone counts the rounds, but the second of the ring does not count the third.
struct Clocks {
  static constexpr About about{.name = "clocks",
                               .summary = "all count the rounds",
                               .source = "test",
                               .network = Network::rounds,
                               .topology = "ring",
                               .initiators = Initiative::all,
                               .processes = {1, 3}};
  static constexpr Knowledge knows = Knowledge::number;
  using Message = Token;
  struct State {
    int count = 0;
  };
  static bool decided(const State& s) { return s.count > 1; }
  static std::optional<Message> message(const Self<Clocks>&, const State&, Port) { return {}; }
  static void transition(Process<Clocks>& p, const Incoming<Message>&) {
    if (p.state.count < (p.number() == 2 ? 2 : 3)) ++p.state.count;
  }
  static Properties<Clocks> properties() {
    return {after_rounds<Clocks>(
        "counts", "",
        [](const auto& g) { return g.every([&](const State& s) { return s.count == g.rounds(); }); },
        [](const auto&) { return 3; })};
  }
};
BOOST_DESCRIBE_STRUCT(Clocks::State, (), (count))

}  // namespace

TEST_SUITE_BEGIN("trace");

TEST_CASE("each predicate says of which processes it holds, or does not") {
  CHECK(Why(why<Plain>("every", 2)) == Why{"it does not hold after step 3",
                                           "the predicate in `every` does not hold of process 0",
                                           "process 0 (id 2), since step 3: awake: true, got: 1"});
  CHECK(Why(why<Plain>("some", 2)) ==
        Why{"it does not hold after step 2", "the predicate in `some` holds of no process"});
  CHECK(why<Plain>("none", 2).at(1) == "the predicate in `none` holds of process 0");
  CHECK(Why(why<Plain>("at-most-one", 3)) == Why{"it does not hold after step 2",
                                                 "the predicate in `at_most_one` holds of processes 0 and 1",
                                                 "process 0 (id 3), since step 2: awake: true, got: 0",
                                                 "process 1 (id 2), since step 1: awake: true, got: 0"});
  CHECK(Why(why<Plain>("exactly-one", 3)) == Why{"it does not hold in the initial configuration",
                                                 "the predicate in `exactly_one` holds of no process"});
}

TEST_CASE("of two processes both are told, and of many some") {
  CHECK(Why(why<Plain>("every-two", 2)) ==
        Why{"it does not hold after step 3",
            "the predicate in `every_two` does not hold of the pair 0 with 1",
            "process 0 (id 2), since step 3: awake: true, got: 1",
            "process 1 (id 1), since step 1: awake: true, got: 0"});
  const std::vector<std::string> many = why<Plain>("equal", 6);
  CHECK(many.at(1) ==
        "the predicate in `every_two` does not hold of the pairs 0 with 1, 0 with 2, 0 with 3, 0 with 4 and "
        "1 more");
  CHECK(many.size() == 7);
  CHECK(many.at(5) == "process 3 (id 3), from the beginning: awake: false, got: 0");
  CHECK(many.at(6) == "and 1 more process");
}

TEST_CASE("what is stable is told after the step that ends it") {
  CHECK(Why(why<Plain>("stable", 2)) ==
        Why{"it held after step 1, and step 2 ends that", "the predicate in `some` holds of no process"});
}

TEST_CASE("what leads to nothing is told where it holds and at the end") {
  CHECK(Why(why<Plain>("leads-to", 2)) ==
        Why{"what leads there holds after step 1, and what it leads to does not, then or later",
            "after step 1 the predicate in `some` holds of process 0",
            "process 0 (id 2), since step 1: awake: true, got: 0", "no step is left that must be taken",
            "after step 4 the predicate in `every` does not hold of processes 0 and 1",
            "process 0 (id 2), since step 4: awake: true, got: 1",
            "process 1 (id 1), since step 3: awake: true, got: 1"});
}

TEST_CASE("of a predicate that asks several times, what decides is told") {
  CHECK(Why(why<Written>("and", 2)) == Why{"it does not hold after step 3",
                                           "the predicate in `none` holds of process 0",
                                           "process 0 (id 2), since step 3: awake: true, got: 1"});
  CHECK(Why(why<Written>("or", 2)) == Why{"it does not hold after step 1",
                                          "the predicate in `none` holds of process 0",
                                          "the predicate in `every` does not hold of processes 0 and 1",
                                          "process 0 (id 2), since step 1: awake: true, got: 0",
                                          "process 1 (id 1), from the beginning: awake: false, got: 0"});
  CHECK(Why(why<Written>("or-in-and", 2)) == Why{"it does not hold after step 1",
                                                 "the predicate in `none` holds of process 0",
                                                 "process 0 (id 2), since step 1: awake: true, got: 0"});
  CHECK(why<Written>("not", 2).at(1) == "the predicate in `some` holds of process 0");
  CHECK(why<Written>("count", 2).at(1) == "the predicate in `count` holds of processes 0 and 1");
  CHECK(why<Written>("in-another", 2).at(1) == "the predicate in `every` does not hold of process 1");
  CHECK(Why(why<Written>("again-and-again", 2)) ==
        Why{"it does not hold after step 3", "the predicate in `none` holds of no process"});
}

TEST_CASE("of a predicate that asks none of the helpers, the states that it reads are told") {
  const Why bare{"it does not hold after step 1"};
  CHECK(Why(why<Written>("by-itself", 2)) ==
        Why{"it does not hold after step 1", "process 0 (id 2), since step 1: awake: true, got: 0"});
  CHECK(why<Written>("by-halves", 2).size() <= 3);
  CHECK(Why(why<Written>("throws", 3)) == bare);
}

TEST_CASE("who has crashed does not count") {
  Faults faults;
  faults.crash = 1;
  CHECK(Why(why<Written>("none-left-asleep", 3, faults)) ==
        Why{"it does not hold after step 1", "the predicate in `every` does not hold of processes 1 and 2",
            "process 1 (id 2), from the beginning: awake: false, got: 0",
            "process 2 (id 1), from the beginning: awake: false, got: 0"});
  CHECK(Why(why<Written>("some-left-awake", 3, faults)) ==
        Why{"it does not hold after step 1",
            "the predicate in `some` holds of no process that has not crashed"});
}

TEST_CASE("an anonymous process has no identifier to be told") {
  CHECK(Why(why<Nameless>("none", 2)) == Why{"it does not hold after step 1",
                                             "the predicate in `none` holds of process 0",
                                             "process 0, since step 1: awake: true, got: 0"});
}

TEST_CASE("in lock step it is told after the round") {
  CHECK(Why(why<Clocks>("counts", 3)) == Why{"it does not hold after 3 rounds",
                                             "the predicate in `every` does not hold of process 1",
                                             "process 1 (id 2), since round 2: count: 2"});
}

}  // namespace conclave
