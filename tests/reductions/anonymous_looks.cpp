// Predicates that compare no identifier are evaluated once for all configurations that are alike but for
// their identifiers (machine/evaluations.hpp), also where others look at messages. Here are predicates that
// may be taken for such, each evaluated anew for every configuration by the naive checker.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <type_traits>
#include <vector>

#include "author/model.hpp"
#include "oracle/against_none.hpp"
#include "oracle/judge.hpp"
#include "scenario/scenarios.hpp"

namespace conclave::testing {
namespace {

// Who starts tells its neighbours, and what they hear first they tell the others.
struct Tells {
  static constexpr About about{.name = "tells",
                               .summary = "tells all neighbours, who tell the others once",
                               .source = "none",
                               .network = Network::fifo,
                               .topology = "connected",
                               .initiators = Initiative::any,
                               .processes = {1, 3}};
  struct Message {
    Id id;
    int hops;
  };
  struct State {
    bool awake = false;
    std::optional<Id> last;  // of whom it has heard
    std::set<Id> all;        // only for OneEach
    std::map<Id, int> hops;  // only for Ascending
  };
  static bool asleep(const State& s) { return !s.awake; }
  static bool is_leader(const State&) { return false; }
  static void start(auto& p) {
    p.state.awake = true;
    p.send_all({p.id, 1});
  }
  static void receive(auto& p, Message m, Port from) {
    p.state.last = m.id;
    if (m.hops == 1) p.send_others(from, {m.id, 2});
  }
};
BOOST_DESCRIBE_STRUCT(Tells::Message, (), (id, hops))
BOOST_DESCRIBE_STRUCT(Tells::State, (), (awake, last, all, hops))

struct OneEach;
struct Ascending;
using State = Tells::State;

// One property alone, because those of a model are evaluated together. Each sees whole local states. Where
// somebody overhears, there is another one that looks at messages, but not before one has arrived.
template <class Says, bool overhears = false>
struct Telling : Tells {
  static constexpr About about =
      Tells::about.variant({.name = Says::name, .summary = "with a property", .source = "none"});
  static void receive(auto& p, Message m, Port from) {
    Tells::receive(p, m, from);
    if constexpr (std::is_same_v<Says, OneEach>) p.state.all.insert(m.id);
    if constexpr (std::is_same_v<Says, Ascending>) p.state.hops[m.id] = m.hops;
  }
  static inline std::uint64_t evaluated = 0;
  static inline std::uint64_t overheard = 0;
  static Properties<Telling> properties() {
    Properties<Telling> all = {
        {Form::invariant, "own", "a property of whole local states", [](const Global<Telling>& g) {
           ++evaluated;
           return Says::holds(g);
         }}};
    if constexpr (overhears)
      all.push_back({Form::invariant, "overheard", "at most one message is told on at a time",
                     [](const Global<Telling>& g) {
                       ++overheard;
                       const bool heard = g.some([](const State& s) { return s.last.has_value(); });
                       return !heard || std::ranges::count(g.in_flight(), 2, [](const auto& flight) {
                                          return flight.message.hops;
                                        }) <= 1;
                     }});
    return all;
  }
};

struct FewAwake {
  static constexpr const char* name = "tells:few-awake";
  static bool holds(const auto& g) {
    int awake = 0;
    return g.every([&](const State& s) { return !s.awake || ++awake < 2; });
  }
};
// Not everyone has heard last of a certain neighbour, of which bit `at` of k says whether it is the first.
// What is said of one configuration is not said of those that are alike but for their identifiers.
template <int k>
struct Equal {
  static constexpr const char* name = "tells:equal";
  static bool holds(const auto& g) {
    for (const Place at : g.alive()) {
      const auto near = g.neighbours(at);
      if (g.state(at).last != g.id(near[static_cast<std::size_t>(k >> g.index(at) & 1) % near.size()]))
        return true;
    }
    return false;
  }
};
struct Smaller {
  static constexpr const char* name = "tells:smaller";
  static bool holds(const auto& g) {
    for (const Place at : g.alive()) {
      const std::optional<Id> last = g.state(at).last;
      if (last && *last < g.id(g.neighbours(at)[0])) return false;
    }
    return true;
  }
};
struct OneEach {
  static constexpr const char* name = "tells:one-each";
  static bool holds(const auto& g) {
    const std::size_t most = 1;
    return g.every([&](const State& s) { return s.all.size() <= most; });
  }
};
// Of the identifiers that it has heard of, a process knows the order without a comparison.
struct Ascending {
  static constexpr const char* name = "tells:ascending";
  static bool holds(const auto& g) {
    bool ascending = true;
    g.every([&](const State& s) {
      int last = 0;
      for (const auto& [id, hops] : s.hops) {
        ascending &= last <= hops;
        last = hops;
      }
      return true;
    });
    return ascending;
  }
};
// As long as nobody has heard of anybody. The network is another one on the next graph.
struct AtAnEnd {
  static constexpr const char* name = "tells:at-an-end";
  static bool holds(const auto& g) {
    bool at_an_end = true;
    for (const Place at : g.alive()) {
      if (g.state(at).last) return true;
      if (g.state(at).awake && g.neighbours(at).size() > 1) at_an_end = false;
    }
    return at_an_end;
  }
};
struct AllThere {
  static constexpr const char* name = "tells:all-there";
  static bool holds(const auto& g) {
    const auto there = static_cast<int>(g.alive().size());
    int awake = 0;
    g.every([&](const State& s) { return awake += s.awake, true; });
    return there < g.processes() || awake < 1;
  }
};
// It says places by their numbers, so that symmetries are tried on it.
struct FirstBelow {
  static constexpr const char* name = "tells:first-below";
  static bool holds(const auto& g) {
    for (int at = 0; at < g.processes(); ++at) {
      if (g.crashed(at) || !g.state(at).awake) continue;
      const std::optional<Id> last = g.state(at).last;
      return !last || *last < g.id(at);
    }
    return true;
  }
};

// In how many instances is each property violated?
std::vector<std::uint64_t> violated_naively(const Scenario& scenario, std::size_t cap) {
  std::vector<std::uint64_t> violated(most_properties);
  Instances instances(scenario);
  for (Instance instance; instances.next(instance);) {
    const auto checker = naive::make_checker(scenario, instance);
    const naive::NaiveGraph graph = naive::explore(*checker, cap);
    const naive::Judgement judgement = naive::judge(*checker, graph);
    for (std::size_t k = 0; k < most_properties; ++k) violated[k] += judgement.violations[k].has_value();
  }
  return violated;
}

void compare_with_naive(const Model& model) {
  for (const int crashes : {0, 1}) {
    CAPTURE(crashes);
    Scenario scenario = on(model, "connected", 3);
    scenario.initiators = counted(crashes == 0 ? 2 : 1);
    scenario.faults.crash = crashes;
    const std::vector<std::uint64_t> expected = violated_naively(scenario, 20000);
    Limits limits(std::size_t{1} << 30);
    const CheckResult result = check(scenario, limits, {.threads = 1, .keep_going = true});
    for (const auto& property : result.properties) {
      CAPTURE(model.property(property.id).name);
      CHECK(property.violating_instances == expected[static_cast<std::size_t>(property.id)]);
    }
    const AgainstNone found = against_none(scenario, {.memory = std::size_t{64} << 20});
    CHECK(found.compared);
    CHECK(found.difference == "");
  }
}

}  // namespace

TEST_SUITE_BEGIN("reductions-orders");

TEST_CASE_TEMPLATE("what is not said of all identifiers is asked for each", Says, FewAwake, Equal<0>,
                   Equal<1>, Equal<2>, Equal<5>, Smaller, OneEach, Ascending, AtAnEnd, AllThere, FirstBelow) {
  for (const bool overhears : {false, true}) {
    const Model model = overhears ? make_model<Telling<Says, true>>() : make_model<Telling<Says>>();
    CAPTURE(model.full_name());
    CAPTURE(overhears);
    compare_with_naive(model);
  }
}

TEST_CASE("predicates that compare no identifier are evaluated once for all") {
  const Model model = make_model<Telling<FewAwake>>();
  Scenario scenario = on(model, "connected", 3);
  scenario.initiators = counted(2);
  Telling<FewAwake>::evaluated = 0;
  Limits limits(std::size_t{1} << 30);
  const CheckResult result = check(scenario, limits, {.threads = 1, .keep_going = true});
  // Of each evaluation some more are made, which only try whether it is repeated.
  CHECK(Telling<FewAwake>::evaluated < result.states / 2);
}

TEST_CASE("only predicates that look at messages are evaluated for all configurations") {
  using Overhearing = Telling<FewAwake, true>;
  const Model model = make_model<Overhearing>();
  Scenario scenario = on(model, "connected", 3);
  scenario.initiators = counted(2);
  Overhearing::evaluated = Overhearing::overheard = 0;
  Limits limits(std::size_t{1} << 30);
  const CheckResult result = check(scenario, limits, {.threads = 1, .keep_going = true});
  CHECK(Overhearing::evaluated < result.states / 2);
  CHECK(Overhearing::overheard >= result.states);
}

TEST_SUITE_END();

}  // namespace conclave::testing
