// Which steps commute with all that their process may do before it takes them: what is foreseen, against what
// may really happen.
#include <doctest/doctest.h>

#include <set>
#include <stdexcept>

#include "explore/check.hpp"
#include "machine/machine.hpp"
#include "reductions/against_none.hpp"
#include "scenario/scenarios.hpp"

using namespace conclave;
using namespace conclave::testing;

namespace {

using Cells = LooseConfiguration;

Scenario on_bag(const std::string& model, int n, const Initiators& initiators) {
  const Model& found = *find_model(model);
  Scenario scenario = on(found, std::string(found.about.topology), n);
  scenario.network = Network::bag;
  scenario.initiators = initiators;
  return scenario;
}

Instance descending(const Scenario& scenario) {
  Instance instance = first_case(scenario);
  for (int id = scenario.processes; id > 0; --id) instance.ids.emplace_back(id);
  return instance;
}

struct Taken {
  Step step;
  Cells before;
  Cells after;
  StandsFor stands_for;

  bool commutes() const { return stands_for == StandsFor::all; }
};

class Walk {
 public:
  explicit Walk(const Scenario& scenario) : scenario_(scenario), machine(scenario_) {
    machine.load(descending(scenario_), ~std::uint32_t{0});
  }

  std::vector<Taken> steps(const Cells& at) {
    std::vector<Taken> all;
    for (std::size_t s = 0; s < machine.site_count(); ++s) {
      const auto site = machine.site(s);
      const auto range = machine.steps(s, at.get(site.first), at.get(site.second));
      for (auto r = range.first; r < range.first + range.count; ++r) {
        Cells after = at;
        machine.take(after, site, r);
        const bool is_fault = machine.kind(r) > Step::Kind::deliver;
        const StandsFor stands_for = is_fault ? StandsFor::itself : machine.stands_for(r, at.get(site.first));
        all.push_back({machine.step(r), at, after, stands_for});
      }
    }
    return all;
  }
  // In every configuration that may be reached.
  template <class Look>
  void each(Look look) {
    std::set<std::vector<std::uint32_t>> seen;
    std::vector<Cells> waiting{{std::vector<std::uint32_t>(machine.component_count(), 0)}};
    while (!waiting.empty()) {
      const Cells at = waiting.back();
      waiting.pop_back();
      if (!seen.insert(at.cells).second) continue;
      const std::vector<Taken> all = steps(at);
      look(all);
      for (const Taken& taken : all) waiting.push_back(taken.after);
    }
  }

 private:
  const Scenario scenario_;

 public:
  Machine machine;
};

bool is_own(const Step& step) { return step.kind == Step::Kind::start || step.kind == Step::Kind::resume; }

const Taken* find(const std::vector<Taken>& all, const Step& step) {
  const auto at = std::ranges::find(all, step, &Taken::step);
  return at == all.end() ? nullptr : &*at;
}

// Who starts sends one message to its neighbour; what it hears is for others to say.
struct Chatter {
  static constexpr About about{.name = "chatter",
                               .summary = "a test",
                               .source = "test",
                               .network = Network::bag,
                               .topology = "ring",
                               .initiators = Initiative::all,
                               .processes = {1, 3}};
  struct Message {
    bool there;
  };
  struct State {
    int heard = -1;
  };
  static bool asleep(const State& s) { return s.heard < 0; }
  static bool decided(const State& s) { return s.heard >= 0; }
  static void start(auto& p) {
    p.state.heard = 0;
    p.send(next, {true});
  }
};
BOOST_DESCRIBE_STRUCT(Chatter::Message, (), (there))
BOOST_DESCRIBE_STRUCT(Chatter::State, (), (heard))

// Hears one message, and would send one to nobody when it heard another.
struct Misdirected : Chatter {
  static constexpr Addressing addressing = Addressing::by_identifier;
  static constexpr Knowledge knows = Knowledge::neighbours;
  static void start(auto& p) {
    p.state.heard = 0;
    p.send_to(p.neighbour(next), {true});
  }
  static void receive(auto& p, Message, Port) {
    if (++p.state.heard == 2) p.send_to(Id(99), {true});
  }
};

// Hears one message, and cannot tell what it would be after another.
struct Baffled : Chatter {
  static bool decided(const State& s) {
    if (s.heard > 1) throw std::runtime_error("never heard of that");
    return s.heard >= 0;
  }
  static void receive(auto& p, Message, Port) { ++p.state.heard; }
};

// Hears one message; there is no end of what it would count.
struct Counting : Chatter {
  static void receive(auto& p, Message, Port) { ++p.state.heard; }
};

}  // namespace

TEST_SUITE_BEGIN("machine");

TEST_CASE("what stands for all waits until it is taken, and whatever comes first ends alike") {
  int alone = 0;
  int with_own = 0;
  for (const char* name : {"chang-roberts", "chang-roberts:java", "chang-roberts:maxid", "dolev-klawe-rodeh",
                           "complete-network", "complete-network:as-printed", "harmony-leader"}) {
    for (const Initiators& initiators : {any(), all(), listed({0, 2})}) {
      CAPTURE(name);
      Walk walk(on_bag(name, 3, initiators));
      walk.each([&](const std::vector<Taken>& all) {
        for (const Taken& first : all) {
          if (first.stands_for == StandsFor::itself) continue;
          ++(first.commutes() ? alone : with_own);
          const auto is_of_set = [&](const Step& step) {
            return step == first.step ||
                   (!first.commutes() && is_own(step) && step.process == first.step.process);
          };
          for (const Taken& other : all) {
            if (is_of_set(other.step)) continue;
            const std::vector<Taken> meanwhile = walk.steps(other.after);
            const Taken* const then = find(meanwhile, first.step);
            REQUIRE(then != nullptr);
            CHECK(then->stands_for != StandsFor::itself);
            for (const Taken& later : meanwhile) {
              if (!is_of_set(later.step)) continue;
              const Taken* const at_once = find(all, later.step);
              REQUIRE(at_once != nullptr);
              const std::vector<Taken> after = walk.steps(at_once->after);
              const Taken* const other_then = find(after, other.step);
              REQUIRE(other_then != nullptr);
              CHECK(later.after == other_then->after);
            }
          }
        }
      });
    }
  }
  CHECK(alone > 1000);
  CHECK(with_own > 10);
}

TEST_CASE("of Chang and Roberts, all that those do who are awake") {
  int deliveries = 0;
  Scenario scenario = on_bag("chang-roberts", 3, any());
  Walk walk(scenario);
  CHECK(walk.machine.any_commutes());
  walk.each([&](const std::vector<Taken>& all) {
    for (const Taken& taken : all) {
      const bool asleep = taken.before.get(static_cast<std::size_t>(taken.step.process)) == 0;
      CHECK(taken.commutes() == !asleep);
      deliveries += taken.commutes() ? 1 : 0;
    }
  });
  CHECK(deliveries > 0);

  scenario.initiators = all();
  Walk all_start(scenario);
  all_start.each([&](const std::vector<Taken>& all) {
    for (const Taken& taken : all) CHECK(taken.commutes());
  });
}

// Where it would stay possible for ever.
TEST_CASE("of a set, no delivery") {
  Scenario scenario = on_bag("chang-roberts", 3, all());
  scenario.network = Network::set;
  Walk walk(scenario);
  CHECK(walk.machine.any_commutes());
  walk.each([&](const std::vector<Taken>& all) {
    for (const Taken& taken : all) CHECK(taken.commutes() == (taken.step.kind == Step::Kind::start));
  });
}

TEST_CASE("nothing, where what might happen has no end, or is an error") {
  CHECK(!Walk(on_bag("hirschberg-sinclair", 3, any())).machine.any_commutes());
  const Model misdirected = make_model<Misdirected>();
  const Model counting = make_model<Counting>();
  const Model baffled = make_model<Baffled>();
  for (const Model* model : {&misdirected, &baffled, &counting}) {
    CAPTURE(model->name);
    const Scenario scenario = on_ring(*model, 3);
    Walk walk(scenario);
    CHECK(!walk.machine.any_commutes());
    walk.each([&](const std::vector<Taken>& all) {
      for (const Taken& taken : all) CHECK(!taken.commutes());
    });
    const CheckResult reduced = check_all(scenario, Reduction{});
    CHECK(reduced.verdict == Verdict::holds);
    CHECK(!reduced.reduction.independence);
    CHECK(difference(scenario, reduced, check_all(scenario, Reduction::none())) == "");
  }
}

// Here every step that is taken is asked for, which is an error if it was not foreseen.
TEST_CASE("what faults bring is foreseen") {
  const auto commuting = [](const Faults& faults) {
    int count = 0;
    Scenario scenario = on_bag("chang-roberts", 3, any());
    scenario.faults = faults;
    Walk walk(scenario);
    walk.each([&](const std::vector<Taken>& all) {
      for (const Taken& taken : all) count += taken.commutes() ? 1 : 0;
    });
    return count;
  };
  CHECK(commuting({.loss = 1, .duplicate = 1, .crash = 1}) > 0);
  // A liar may name one leader after the other.
  CHECK(commuting({.crash = 1, .byzantine = 1, .byzantine_messages = 1}) == 0);
}

TEST_SUITE_END();
