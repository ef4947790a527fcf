// Functions of a single state that compare identifiers, as in `every([](Id id, const State& s) { return
// s.last >= id; })`. What they say belongs to what predicates see of a process, and it may be another thing
// under another order (docs/semantics/independence.md, "Properties of whole configurations").
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <set>
#include <type_traits>
#include <vector>

#include "author/model.hpp"
#include "machine/expander.hpp"
#include "machine/machine.hpp"
#include "reductions/against_both.hpp"
#include "scenario/scenarios.hpp"

namespace conclave::testing::compared {
namespace {

// Who starts tells its neighbours who it is. Everyone keeps the largest that it has heard of, tells the
// others of it, and counts what it hears.
struct Hears {
  static constexpr About about{.name = "hears",
                               .summary = "keeps the largest that it has heard of",
                               .source = "none",
                               .network = Network::fifo,
                               .topology = "connected",
                               .initiators = Initiative::any,
                               .processes = {1, 4}};
  struct Message {
    Id id;
  };
  struct State {
    bool awake = false;
    std::optional<Id> last;
    Id largest;
    int heard = 0;
    std::set<Id> all;  // only for SmallestHeard
  };
  struct History {
    std::optional<Id> first;
  };
  static void remember(History& h, const State&, const State& after) {
    if (!h.first) h.first = after.last;
  }
  static bool asleep(const State& s) { return !s.awake; }
  static bool is_leader(const State&) { return false; }
  static void start(auto& p) {
    p.state.awake = true;
    p.state.largest = p.id;
    p.send_all({p.id});
  }
  static void receive(auto& p, Message m, Port from) {
    auto& s = p.state;
    s.last = m.id;
    ++s.heard;
    if (m.id <= s.largest) return;
    s.largest = m.id;
    p.send_others(from, {m.id});
  }
};
BOOST_DESCRIBE_STRUCT(Hears::Message, (), (id))
BOOST_DESCRIBE_STRUCT(Hears::State, (), (awake, last, largest, heard, all))
BOOST_DESCRIBE_STRUCT(Hears::History, (), (first))
using State = Hears::State;
using History = Hears::History;

struct SmallestHeard;

template <class Says>
struct Hearing : Hears {
  static constexpr About about =
      Hears::about.variant({.name = Says::name, .summary = "with a property", .source = "none"});
  static void receive(auto& p, Message m, Port from) {
    Hears::receive(p, m, from);
    if constexpr (std::is_same_v<Says, SmallestHeard>) p.state.all.insert(m.id);
  }
  static inline std::uint64_t evaluated = 0;
  static bool holds(const auto& g) {
    ++evaluated;
    return Says::holds(g);
  }
  static Properties<Hearing> properties() {
    if constexpr (requires { Says::when_quiet; })
      return {when_quiet<Hearing>("own", "when nothing is on its way", holds)};
    else
      return {{Says::form, "own", "a property that compares", holds}};
  }
};

struct HeardOfSmaller {
  static constexpr const char* name = "hears:heard-of-smaller";
  static constexpr Form form = Form::invariant;
  static bool holds(const auto& g) {
    return g.every([](Id id, const State& s) { return !s.last || *s.last < id; });
  }
};
struct NobodyShrinks {
  static constexpr const char* name = "hears:nobody-shrinks";
  static constexpr Form form = Form::invariant;
  static bool holds(const auto& g) {
    return g.every([](Id id, const State& s) { return !s.awake || s.largest >= id; });
  }
};
// The same, of whole states.
struct ShrinksAsAWhole {
  static constexpr const char* name = "hears:shrinks-as-a-whole";
  static constexpr Form form = Form::invariant;
  static bool holds(const auto& g) {
    return g.every([&](Id id, const State& s) { return !s.awake || s.largest >= id; });
  }
};
struct LastIsLargest {
  static constexpr const char* name = "hears:last-is-largest";
  static constexpr Form form = Form::reachable;
  static bool holds(const auto& g) {
    return !g.alive().empty() && g.every([](const State& s) { return s.last && *s.last >= s.largest; });
  }
};
// Two answers of a projection, of which one is an identifier.
struct PassedBy {
  static constexpr const char* name = "hears:passed-by";
  static constexpr Form form = Form::stable;
  static bool holds(const auto& g) {
    return g.exactly_one(
        [](const std::optional<Id>& passed) { return passed.has_value(); },
        [](Id id, const State& s) { return s.largest > id ? std::optional(s.largest) : std::nullopt; });
  }
};
struct WhenQuiet {
  static constexpr const char* name = "hears:when-quiet";
  static constexpr bool when_quiet = true;
  static bool holds(const auto& g) {
    return g.none([](Id id, const State& s) { return s.last && *s.last < id && s.largest > id; });
  }
};
// One of the two functions fails in the states in which it is not asked.
struct FailsElsewhere {
  static constexpr const char* name = "hears:fails-elsewhere";
  static constexpr Form form = Form::invariant;
  static bool holds(const auto& g) {
    if (g.some([](const State& s) { return !s.last; })) return true;
    return g.some([](Id id, const State& s) { return s.last.value() > id; }) ||
           g.every([](const State& s) { return s.heard != 2; });
  }
};
// It is asked of who has crashed, too.
struct OfHistory {
  static constexpr const char* name = "hears:of-history";
  static constexpr Form form = Form::invariant;
  static bool holds(const auto& g) {
    return g.every([](Id id, const History& h) { return !h.first || *h.first < id; });
  }
};
struct SmallestHeard {
  static constexpr const char* name = "hears:smallest-heard";
  static constexpr Form form = Form::invariant;
  static bool holds(const auto& g) {
    return g.every([](const State& s) { return s.all.empty() || *s.all.begin() == s.last; });
  }
};

// Chang and Roberts's algorithm, but whoever has seen a larger identifier passes none below it.
struct Circles {
  static constexpr About about{.name = "circles",
                               .summary = "the largest comes home",
                               .source = "none",
                               .network = Network::fifo,
                               .topology = "ring",
                               .initiators = Initiative::any,
                               .processes = {1, 5}};
  struct Message {
    Id id;
  };
  struct State {
    bool awake = false;
    Id largest;
    std::optional<Id> leader;
  };
  static State initial(Id id) { return {.awake = false, .largest = id, .leader = {}}; }
  static bool asleep(const State& s) { return !s.awake; }
  static std::optional<Id> leader(const State& s) { return s.leader; }
  static void start(auto& p) {
    p.state.awake = true;
    p.send(next, {p.id});
  }
  static void receive(auto& p, Message m, Port) {
    auto& s = p.state;
    s.awake = true;
    if (m.id == p.id) s.leader = p.id;
    if (m.id <= s.largest) return;
    s.largest = m.id;
    p.send(next, m);
  }
  static Properties<Circles> properties() {
    return {{Form::invariant, "own", "nobody takes less than its own identifier for the largest",
             every([](Id id, const State& s) { return s.largest >= id; })}};
  }
};
BOOST_DESCRIBE_STRUCT(Circles::Message, (), (id))
BOOST_DESCRIBE_STRUCT(Circles::State, (), (awake, largest, leader))

// One function asks only whether two identifiers are equal. Another one fails in the states in which nobody
// asks it, so that there the first one cannot be known either.
struct CirclesElsewhere : Circles {
  static constexpr About about =
      Circles::about.variant({.name = "circles:elsewhere", .summary = "another property", .source = "none"});
  static Properties<CirclesElsewhere> properties() {
    return {{Form::invariant, "own", "", [](const Global<CirclesElsewhere>& ring) {
               if (ring.every([](const State& s) { return s.leader.has_value(); }))
                 return ring.none([](const State& s) { return s.leader.value() == s.largest; });
               return ring.count([](Id id, const State& s) { return s.largest == id; }) != 2;
             }}};
  }
};

// Everyone receives two messages, and keeps the identifiers. Only the property compares them, which some
// orders violate: those with so many processes that are larger than the one before them.
template <int larger>
struct Keeps {
  static constexpr About about{.name = "keeps",
                               .summary = "keeps what it receives",
                               .source = "none",
                               .network = Network::fifo,
                               .topology = "ring",
                               .initiators = Initiative::all,
                               .processes = {1, 4}};
  struct Message {
    Id id;
  };
  struct State {
    bool awake = false;
    int received = 0;
    std::optional<Id> kept;
  };
  static bool asleep(const State& s) { return !s.awake; }
  static bool is_leader(const State&) { return false; }
  static void start(auto& p) {
    p.state.awake = true;
    p.send(next, {p.id});
    p.send(next, {p.id});
  }
  static void receive(auto& p, Message m, Port) {
    ++p.state.received;
    p.state.kept = m.id;
  }
  static Properties<Keeps> properties() {
    return {{Form::invariant, "own", "", [](const Global<Keeps>& ring) {
               const auto is_larger = [&](Place at) { return ring.id(ring.ahead(at, 1)) > ring.id(at); };
               return std::ranges::count_if(ring.places(), is_larger) != larger ||
                      ring.none([](const State& s) { return s.received == 2; }) ||
                      ring.some([](Id id, const State& s) { return s.kept && *s.kept < id; });
             }}};
  }
};

// With and without a crash.
void compare_with_crashes(Scenario scenario) {
  for (const int crashes : {0, 1}) {
    CAPTURE(crashes);
    scenario.faults.crash = crashes;
    check_against_both(scenario);
  }
}

std::vector<Configuration> reachable(Machine& machine) {
  std::vector<Configuration> all{{std::vector<std::uint32_t>(machine.values().component_count(), 0)}};
  std::set<std::vector<std::uint32_t>> known{all.front().cells};
  Expander expander(machine);
  Successors successors;
  for (std::size_t next = 0; next < all.size(); ++next) {
    expander.expand(Configuration(all[next]), successors);
    for (const auto& [configuration, record] : successors) {
      if (known.insert(configuration.cells).second) all.push_back(configuration);
    }
  }
  return all;
}

CheckResult checked(const Model& model, const Reduction& reduction) {
  Scenario scenario = on_ring(model, 4);
  scenario.initiators = counted(2);
  scenario.reduction = reduction;
  Limits limits(std::size_t{1} << 30);
  return check(scenario, limits, {.threads = 1, .keep_going = true});
}

}  // namespace

TEST_SUITE_BEGIN("reductions-orders");

TEST_CASE_TEMPLATE("what functions of single states compare", Says, HeardOfSmaller, NobodyShrinks,
                   ShrinksAsAWhole, LastIsLargest, PassedBy, WhenQuiet, FailsElsewhere, OfHistory,
                   SmallestHeard) {
  const Model model = make_model<Hearing<Says>>();
  CAPTURE(model.full_name());
  Scenario scenario = on(model, "connected", 3);
  scenario.initiators = counted(2);
  compare_with_crashes(scenario);
}

TEST_CASE("what functions of single states compare where one of them fails") {
  const Model model = make_model<CirclesElsewhere>();
  for (const int n : {2, 3, 4}) compare_with_crashes(on_ring(model, n));
}

// The order says whether the first message that a process receives changes what is seen of it.
TEST_CASE("a step may be hidden under one order and not under another one") {
  const auto compare_orders = [](const Model& model) {
    for (const int n : {3, 4}) {
      Scenario scenario = on_ring(model, n);
      scenario.properties = PropertySet::own(1);  // An order that violates another one shares nothing.
      compare_with_crashes(scenario);
    }
  };
  compare_orders(make_model<Keeps<1>>());
  compare_orders(make_model<Keeps<2>>());
}

// Orders share the numbers of local states, and what predicates see of each is found out again.
TEST_CASE("what is said of a configuration is said under the order in force") {
  const Model model = make_model<Circles>();
  Scenario scenario = on_ring(model, 4);
  scenario.reduction = {.symmetry = false, .order = true, .independence = false};
  Machine machine(scenario, {}, reliance(scenario));
  Instance instance{.ids = {given_id(1), given_id(2), given_id(3), given_id(4)}};
  std::vector<std::int32_t> ranks = {0, 1, 2, 3, 4};
  std::vector<Configuration> all;
  {
    const OrderInForce in_force(ranks);
    machine.load(instance);
    all = reachable(machine);
  }
  std::uint64_t differ = 0;
  do {
    const OrderInForce in_force(ranks);
    REQUIRE(machine.reorder());
    for (const Configuration& at : all) {
      bool holds = true;
      for (std::size_t i = 0; i < 4; ++i) {
        const auto state = model.program->typed_state(machine.values().local(static_cast<int>(i), at.get(i)));
        holds &= static_cast<const Kept<Circles::State, NoHistory>*>(state.get())->state.largest >=
                 instance.ids[i];
      }
      machine.look_again(at);
      CHECK((machine.judge().predicates(at) & 1) == holds);
      differ += !holds;
    }
  } while (std::ranges::next_permutation(ranks.begin() + 1, ranks.end()).found);
  CHECK(differ > all.size());
}

TEST_CASE("configurations in which nobody has shrunk are evaluated once") {
  const auto evaluated = [](const Model& model, std::uint64_t& count) {
    count = 0;
    checked(model, {.symmetry = true, .order = false, .independence = false});
    return count;
  };
  using InPart = Hearing<NobodyShrinks>;
  using AsAWhole = Hearing<ShrinksAsAWhole>;
  CHECK(evaluated(make_model<InPart>(), InPart::evaluated) <
        evaluated(make_model<AsAWhole>(), AsAWhole::evaluated) / 2);
}

TEST_CASE("a property that compares costs no configuration where steps leave as it is what it sees") {
  const Model model = make_model<Circles>();
  const auto states = [&](PropertySet properties) {
    Scenario scenario = on_ring(model, 5);
    scenario.properties = properties;
    scenario.reduction = {};
    Limits limits(std::size_t{1} << 30);
    const CheckResult result = check(scenario, limits, {.threads = 1});
    CHECK(result.reduction.independence);
    return result.states;
  };
  const PropertySet max_id = just(PropertyId::max_id);
  CHECK(states(max_id | PropertySet::own(1)) == states(max_id));
}

TEST_SUITE_END();

}  // namespace conclave::testing::compared
