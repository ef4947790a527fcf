// Predicates that see names of a process, but not all of it: to whom it belongs, whom it has heard of last,
// in which sequence. Configurations with the same names there look alike, and steps that leave these as they
// are are hidden (docs/semantics/independence.md, "Properties of whole configurations").
#include <doctest/doctest.h>

#include <cstdint>
#include <cstring>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "author/model.hpp"
#include "reductions/against_both.hpp"
#include "scenario/scenarios.hpp"

namespace conclave::testing {
namespace {

// Who starts invites its neighbours. A process belongs to the first that invites it, and invites the others.
struct Belongs {
  static constexpr About about{.name = "belongs",
                               .summary = "belongs to the first that invites it",
                               .source = "none",
                               .network = Network::fifo,
                               .topology = "connected",
                               .initiators = Initiative::any,
                               .processes = {1, 4}};
  static constexpr Knowledge knows = Knowledge::addresses;
  struct Message {
    Id id;
  };
  struct State {
    bool awake = false;
    std::optional<Place> to;
    int invitations = 0;
    std::optional<Id> last;    // only for HeardOfLarger
    std::vector<Place> heard;  // only for HeardTwice
  };
  static bool asleep(const State& s) { return !s.awake; }
  static bool is_leader(const State&) { return false; }
  static void start(auto& p) {
    p.state.awake = true;
    p.send_all({p.id});
  }
  static void receive(auto& p, Message, Port from) {
    auto& s = p.state;
    ++s.invitations;
    if (std::exchange(s.awake, true)) return;
    s.to = p.place_at(from);
    p.send_others(from, {p.id});
  }
};
BOOST_DESCRIBE_STRUCT(Belongs::Message, (), (id))
BOOST_DESCRIBE_STRUCT(Belongs::State, (), (awake, to, invitations, last, heard))
using State = Belongs::State;

struct HeardOfLarger;
struct HeardTwice;

template <class Says>
struct Belonging : Belongs {
  static constexpr About about =
      Belongs::about.variant({.name = Says::name, .summary = "with a property", .source = "none"});
  static void receive(auto& p, Message m, Port from) {
    Belongs::receive(p, m, from);
    if constexpr (std::is_same_v<Says, HeardOfLarger>) p.state.last = m.id;
    if constexpr (std::is_same_v<Says, HeardTwice>) p.state.heard.push_back(p.place_at(from));
  }
  static inline std::uint64_t evaluated = 0;
  static bool holds(const auto& g) {
    ++evaluated;
    return Says::holds(g);
  }
  static Properties<Belonging> properties() {
    if constexpr (requires { Says::when_quiet; })
      return {when_quiet<Belonging>("own", "when nothing is on its way", holds)};
    else
      return {{Form::invariant, "own", "a property of names", holds}};
  }
};

std::optional<Place> belongs_to(const auto& g, Place at) {
  return g.state(at, [](const State& s) { return s.to; });
}

struct Flat {
  static constexpr const char* name = "belongs:flat";
  static bool holds(const auto& g) {
    for (const Place at : g.alive()) {
      const auto to = belongs_to(g, at);
      if (to && !g.crashed(*to) && belongs_to(g, *to)) return false;
    }
    return true;
  }
};
// The same, but it sees whole states.
struct FlatAsAWhole {
  static constexpr const char* name = "belongs:flat-as-a-whole";
  static bool holds(const auto& g) {
    for (const Place at : g.alive()) {
      const auto to = g.state(at).to;
      if (to && !g.crashed(*to) && g.state(*to).to) return false;
    }
    return true;
  }
};
struct HeardOfLarger {
  static constexpr const char* name = "belongs:heard-of-larger";
  static bool holds(const auto& g) {
    for (const Place at : g.alive()) {
      const std::optional<Id> last = g.state(at, [](const State& s) { return s.last; });
      if (last && *last < g.id(at)) return false;
    }
    return true;
  }
};
struct HeardTwice {
  static constexpr const char* name = "belongs:heard-twice";
  static bool holds(const auto& g) {
    for (const Place at : g.alive()) {
      const std::vector<Place> heard = g.state(at, [](const State& s) { return s.heard; });
      if (heard.size() > 1 && heard[0] == heard[1]) return false;
      if (heard.size() > 1 && !g.crashed(heard[1]) && belongs_to(g, heard[1]) == at) return false;
    }
    return true;
  }
};
struct AwakeTogether {
  static constexpr const char* name = "belongs:awake-together";
  static bool holds(const auto& g) {
    for (const Place at : g.alive()) {
      const auto [to, awake] = g.state(at, [](const State& s) { return std::pair(s.to, s.awake); });
      if (awake && to && g.crashed(*to)) return false;
    }
    return true;
  }
};
struct QuietAndFlat {
  static constexpr const char* name = "belongs:quiet-and-flat";
  static constexpr bool when_quiet = true;
  static bool holds(const auto& g) { return Flat::holds(g); }
};
// It takes the number of a place past the type that would note it.
struct Numbered {
  static constexpr const char* name = "belongs:numbered";
  static bool holds(const auto& g) {
    for (const Place at : g.alive()) {
      const int number = g.state(at, [](const State& s) {
        int taken = -1;
        if (s.to) std::memcpy(&taken, &*s.to, sizeof(taken));
        return taken;
      });
      if (number == 1) return false;
    }
    return true;
  }
};

CheckResult checked(const Model& model, const Reduction& reduction) {
  Scenario scenario = on(model, "connected", 4);
  scenario.initiators = counted(1);
  scenario.reduction = reduction;
  Limits limits(std::size_t{1} << 30);
  return check(scenario, limits, {.threads = 1, .keep_going = true});
}

}  // namespace

TEST_SUITE_BEGIN("reductions-orders");

TEST_CASE_TEMPLATE("what is seen of names is asked of all that differ there", Says, Flat, FlatAsAWhole,
                   HeardOfLarger, HeardTwice, AwakeTogether, QuietAndFlat, Numbered) {
  const Model model = make_model<Belonging<Says>>();
  CAPTURE(model.full_name());
  for (const int crashes : {0, 1}) {
    CAPTURE(crashes);
    Scenario scenario = on(model, "connected", 3);
    scenario.initiators = counted(crashes == 0 ? 2 : 1);
    scenario.faults.crash = crashes;
    check_against_both(scenario);
  }
}

TEST_CASE("configurations in which everyone belongs to the same are evaluated once") {
  const auto evaluated = [](const auto& model, std::uint64_t& count) {
    count = 0;
    checked(model, {.symmetry = true, .order = false, .independence = false});
    return count;
  };
  const std::uint64_t seen_in_part = evaluated(make_model<Belonging<Flat>>(), Belonging<Flat>::evaluated);
  const std::uint64_t seen_whole =
      evaluated(make_model<Belonging<FlatAsAWhole>>(), Belonging<FlatAsAWhole>::evaluated);
  CHECK(seen_in_part < seen_whole / 2);
}

TEST_CASE("a step is hidden that leaves what is seen of names as it is") {
  const CheckResult in_part = checked(make_model<Belonging<Flat>>(), {});
  const CheckResult whole = checked(make_model<Belonging<FlatAsAWhole>>(), {});
  CHECK(in_part.reduction.independence);
  CHECK(in_part.states < whole.states / 2);
}

TEST_SUITE_END();

}  // namespace conclave::testing
