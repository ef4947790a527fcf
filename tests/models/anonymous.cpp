// That the model `anonymous` covers every machine: each is run here by itself, round by round, and the
// configurations that come up, as the model would have them, must be as many as the checker finds. And that
// processes that choose alike stay alike, and others do not.
#include <cmath>

#include "author/model.hpp"
#include "models/mutants.hpp"
#include "program/parameters.hpp"

namespace conclave::testing::anonymous {
namespace {

// All symbols that are sent, or come in, in one round: one for each way.
using Symbols = std::vector<int>;

std::vector<Symbols> all_symbols(int messages, int ways) {
  std::vector<Symbols> all{{}};
  for (int way = 0; way < ways; ++way) {
    std::vector<Symbols> longer;
    for (const Symbols& symbols : all) {
      for (int symbol = 0; symbol <= messages; ++symbol) {
        longer.push_back(symbols);
        longer.back().push_back(symbol);
      }
    }
    all = longer;
  }
  return all;
}

// Counts up like a number whose digit k has base[k]; false after the last one.
bool next(std::vector<int>& digits, const std::vector<int>& base) {
  for (std::size_t k = 0; k < digits.size(); ++k) {
    if (++digits[k] < base[k]) return true;
    digits[k] = 0;
  }
  return false;
}

struct Covered {
  std::int64_t machines = 0;
  std::size_t configurations = 0;
};

// On a ring of processes that are alike, what comes in is what each of them sends.
Covered run_all(int states, int messages, int ways) {
  const auto symbols = all_symbols(messages, ways);
  const std::size_t s = static_cast<std::size_t>(states);
  // Which states lead, what each sends, and where it goes on what comes in.
  std::vector<int> base(s, 2);
  base.insert(base.end(), s, static_cast<int>(symbols.size()));
  base.insert(base.end(), s * symbols.size(), states);
  std::vector<int> machine(base.size(), 0);
  using Looked = std::map<int, int>;  // entries of the machine that were looked up
  std::set<std::pair<int, Looked>> seen{{0, {}}};
  Covered covered;
  do {
    ++covered.machines;
    Looked looked;
    const auto look_up = [&](std::size_t entry) { return looked[static_cast<int>(entry)] = machine[entry]; };
    std::set<std::pair<int, Looked>> met;
    std::size_t state = 0;
    do {
      look_up(state);
      const auto sends = static_cast<std::size_t>(look_up(s + state));
      if (!met.emplace(static_cast<int>(state), looked).second) break;
      state = static_cast<std::size_t>(look_up(2 * s + state * symbols.size() + sends));
    } while (true);
    seen.merge(met);
  } while (next(machine, base));
  covered.configurations = seen.size();
  return covered;
}

Survey check(const char* name, int n, int states, int messages) {
  const Model& model = *find_model(name);
  Scenario scenario = on(model, "ring", n);
  scenario.reduction.symmetry = true;  // It never looks at identifiers, so all orders are alike.
  REQUIRE(set_parameter(*model.program, scenario.parameters, 0, std::to_string(states)));
  REQUIRE(set_parameter(*model.program, scenario.parameters, 1, std::to_string(messages)));
  return survey(scenario);
}

// Chooses a state in every round, and does nothing else.
template <bool alike>
struct Chooser {
  static constexpr About about{.name = "chooser", .summary = "chooses", .source = "test", .topology = "ring"};
  static constexpr bool anonymous = true;
  static constexpr bool chooses_alike = alike;
  static constexpr Elects elects = Elects::anyone;
  struct Message {
    int nothing;
  };
  struct State {
    int chosen = 0;
  };
  static bool is_leader(const State& s) { return s.chosen == 1; }
  static std::optional<Message> message(const Self<Chooser>&, const State&, Port) { return {}; }
  static void transition(Process<Chooser>& p, const Incoming<Message>&) {
    if (p.state.chosen == 0) p.state.chosen = 1 + static_cast<int>(p.choose(2));
  }
  static Properties<Chooser> properties() {
    return {{Form::invariant, "alike", "",
             every_two([](const State& one, const State& other) { return one.chosen == other.chosen; })}};
  }
};

template <bool alike>
bool stays_alike(int n) {
  const Model model = make_model<Chooser<alike>>();
  return !survey(on_ring(model, n)).violates(model.properties.back().id);
}

}  // namespace

TEST_SUITE_BEGIN("mutants");

TEST_CASE("the model anonymous covers every machine, whatever the size of the ring") {
  for (const auto& [states, messages, ways] :
       {std::tuple{1, 1, 1}, {1, 2, 2}, {2, 0, 1}, {2, 1, 1}, {2, 2, 1}, {3, 1, 1}, {2, 1, 2}}) {
    CAPTURE(states);
    CAPTURE(messages);
    CAPTURE(ways);
    const Covered covered = run_all(states, messages, ways);
    const double inputs = std::pow(messages + 1, ways);
    CHECK(static_cast<double>(covered.machines) ==
          std::pow(2, states) * std::pow(inputs, states) * std::pow(states, states * inputs));
    for (int n = 1; n <= 3; ++n) {
      const Survey found = check(ways == 1 ? "anonymous" : "anonymous:two-way", n, states, messages);
      CHECK(found.states == covered.configurations);
      for (const Property& p : find_model("anonymous")->properties) CHECK(!found.violates(p.id));
    }
  }
}

TEST_CASE("processes that find the same choose the same only if the model says so") {
  CHECK(stays_alike<true>(1));
  CHECK(stays_alike<true>(3));
  CHECK(stays_alike<false>(1));
  CHECK(!stays_alike<false>(2));
}

TEST_SUITE_END();

}  // namespace conclave::testing::anonymous
