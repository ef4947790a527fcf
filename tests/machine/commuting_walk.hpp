// What is foreseen of the steps that commute, against what may really happen: a walk through all
// configurations.
#pragma once

#include <doctest/doctest.h>

#include <set>
#include <string>
#include <vector>

#include "author/model.hpp"
#include "machine/configuration.hpp"
#include "machine/machine.hpp"
#include "reductions/examples.hpp"

namespace conclave::testing {

inline Scenario on_network(Network network, const std::string& model, int n, const Initiators& initiators) {
  const Model& found = *find_model(model);
  Scenario scenario = on(found, std::string(found.about.topology), n);
  scenario.network = network;
  scenario.initiators = initiators;
  return scenario;
}
inline Scenario on_bag(const std::string& model, int n, const Initiators& initiators) {
  return on_network(Network::bag, model, n, initiators);
}

inline Instance descending(const Scenario& scenario) {
  Instance instance;
  for (int id = scenario.processes; id > 0; --id) instance.ids.push_back(given_id(id));
  first_case(scenario, instance);
  return instance;
}

struct Taken {
  Step step;
  Configuration before;
  Configuration after;
  StandsFor stands_for;  // if no fault is left

  bool commutes() const { return stands_for == StandsFor::all; }
};

struct Walk {
  explicit Walk(const Scenario& of) : scenario(of), machine(scenario) { machine.load(descending(scenario)); }

  std::vector<Taken> steps(const Configuration& at) {
    std::vector<Taken> all;
    for (std::size_t s = 0; s < machine.async()->site_count(); ++s) {
      const auto site = machine.async()->site(s);
      const auto range = machine.async()->at(s, at.get(site.first), at.get(site.second));
      for (auto r = range.first; r < range.first + range.count; ++r) {
        Configuration after = at;
        machine.async()->take(after, site, r);
        const bool is_fault = machine.steps().kind(r) > Step::Kind::deliver;
        const StandsFor stands_for =
            is_fault ? StandsFor::itself : machine.async()->stands_for(r, at.get(site.first));
        all.push_back({machine.steps().step(r), at, after, stands_for});
      }
    }
    return all;
  }
  // In every configuration that may be reached.
  template <class Look>
  void each(Look look) {
    std::set<std::vector<std::uint32_t>> seen;
    std::vector<Configuration> waiting{{std::vector<std::uint32_t>(machine.values().component_count(), 0)}};
    while (!waiting.empty()) {
      const Configuration at = waiting.back();
      waiting.pop_back();
      if (!seen.insert(at.cells).second) continue;
      const std::vector<Taken> all = steps(at);
      look(all);
      for (const Taken& taken : all) waiting.push_back(taken.after);
    }
  }

  const Scenario scenario;
  Machine machine;
};

inline bool is_own(const Step& step) {
  return step.kind == Step::Kind::start || step.kind == Step::Kind::own;
}

inline const Taken* find(const std::vector<Taken>& all, const Step& step) {
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

// Counts the one message that it hears.
struct Counting : Chatter {
  static void receive(auto& p, Message, Port) { ++p.state.heard; }
};
struct Stand {
  int alone = 0;
  int with_own = 0;
  Stand& operator+=(const Stand& other) {
    alone += other.alone;
    with_own += other.with_own;
    return *this;
  }
};

// Wherever no fault is left. Returns how many steps it looked at.
inline Stand what_stands_for_all_waits(const Scenario& scenario) {
  Stand found;
  Walk walk(scenario);
  walk.each([&](const std::vector<Taken>& all) {
    if (all.empty() || walk.machine.values().may_fault(all.front().before)) return;
    for (const Taken& first : all) {
      if (first.stands_for == StandsFor::itself) continue;
      ++(first.commutes() ? found.alone : found.with_own);
      const auto is_of_set = [&](const Step& step) {
        return step == first.step ||
               (!first.commutes() && is_own(step) && step.process == first.step.process);
      };
      for (const Taken& other : all) {
        if (is_of_set(other.step)) continue;
        const std::vector<Taken> meanwhile = walk.steps(other.after);
        const Taken* const then = find(meanwhile, first.step);
        if (then == nullptr) FAIL("it does not wait");
        const bool still_stands =
            then->commutes() || (!first.commutes() && then->stands_for == StandsFor::all_with_own);
        if (!still_stands) FAIL_CHECK("it stands for all no longer");
        for (const Taken& later : meanwhile) {
          if (!is_of_set(later.step)) continue;
          const Taken* const at_once = find(all, later.step);
          if (at_once == nullptr) FAIL("it cannot come first");
          const std::vector<Taken> after = walk.steps(at_once->after);
          const Taken* const other_then = find(after, other.step);
          if (other_then == nullptr) FAIL("the other step cannot come after it");
          if (later.after != other_then->after) FAIL_CHECK("it matters which comes first");
        }
      }
    }
  });
  return found;
}

}  // namespace conclave::testing
