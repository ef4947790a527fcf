// Examples that show what a reduction must not take for the same.
#pragma once

#include <string>

#include "author/model.hpp"
#include "oracle/against_none.hpp"
#include "scenario/scenarios.hpp"

namespace conclave::testing {

inline constexpr Reduction only_independence{.symmetry = false, .order = false, .independence = true};
inline constexpr Reduction only_order{.symmetry = false, .order = true, .independence = false};

inline std::string difference_with(const Scenario& scenario, const Reduction& reduction,
                                   const Provisos& provisos = {}) {
  return difference(scenario, check_all(scenario, reduction, provisos),
                    check_all(scenario, Reduction::none()));
}

inline Scenario on_bag(Scenario scenario) {
  scenario.network = Network::bag;
  return scenario;
}

inline Scenario only(Scenario scenario, PropertyId property) {
  scenario.properties = {};
  scenario.properties.add(property);
  return scenario;
}

constexpr About example(Initiative initiators, std::string_view topology = "ring") {
  return {.name = "example",
          .summary = "a test",
          .source = "test",
          .network = Network::fifo,
          .topology = topology,
          .initiators = initiators,
          .processes = {1, 3}};
}

// Who starts sends several messages at once, none of which is ever passed on.
struct Handful {
  static constexpr About about = example(Initiative::all);
  enum class Kind { a, b, c, d, answer };
  struct Message {
    Kind kind;
  };
  struct State {
    bool awake = false;
    int seen = 0;
  };
  static bool asleep(const State& s) { return !s.awake; }
  static bool decided(const State& s) { return s.awake; }
  static void start(auto& p) {
    p.state.awake = true;
    for (const Kind kind : {Kind::a, Kind::b, Kind::c, Kind::d}) p.send(next, {kind});
  }
};
BOOST_DESCRIBE_ENUM(Handful::Kind, a, b, c, d, answer)
BOOST_DESCRIBE_STRUCT(Handful::Message, (), (kind))
BOOST_DESCRIBE_STRUCT(Handful::State, (), (awake, seen))

}  // namespace conclave::testing
