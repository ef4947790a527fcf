// Garcia-Molina's Bully, broken in one place at a time: the checker must notice, by the properties named.
#include "author/model.hpp"
#include "models/mutants.hpp"

namespace conclave::testing::garcia_molina_mutants {
namespace {

enum class Bug {
  none,
  only_answers,
  tells_nobody,
  bullies_down,
  first_crash_ends,
  waits_for_the_dead,
  keeps_dead_leader
};

constexpr About on_complete() {
  About about = mutant("garcia-molina:mutant", Network::fifo, Initiative::any);
  about.topology = "complete";
  about.distinct = true;
  return about;
}

template <Bug bug>
struct GarciaMolina {
  static constexpr About about = on_complete();
  static constexpr Knowledge knows = Knowledge::neighbours;
  enum class Kind { election, ok, coordinator };
  struct Message {
    Kind kind;
  };
  enum class Activity { asleep, electing, waiting, settled };
  struct State {
    Activity activity = Activity::asleep;
    std::set<Id> gone;
    std::optional<Id> leader;
  };

  static bool asleep(const State& s) { return s.activity == Activity::asleep; }
  static std::optional<Id> leader(const State& s) { return s.leader; }
  static bool holds_election(const State& s) {
    return s.activity == Activity::electing || s.activity == Activity::waiting;
  }
  static Properties<GarciaMolina> properties() {
    return {{Form::invariant, "agreed-at-rest", "at rest all believe in the same one, which lives",
             [](const Global<GarciaMolina>& g) {
               if (!g.quiet() || !g.every([](const State& s) { return s.activity == Activity::settled; }))
                 return true;
               return g.alive().empty() || g.some([&](Id id, const State&) {
                 return g.every([&](const State& s) { return s.leader == id; });
               });
             }}};
  }
  static std::vector<Without> without() {
    return {{"agreement", "notices take their time"}, {"irrevocable", "the coordinator may crash"}};
  }

  static void start(auto& p) { hold_election(p); }

  static void receive(auto& p, Message m, Port from) {
    State& s = p.state;
    if (m.kind == Kind::election) {
      p.send(from, {Kind::ok});
      const bool leaves_it = s.leader && s.leader != p.id;
      if (!holds_election(s) && !leaves_it && bug != Bug::only_answers) hold_election(p);
    } else if (m.kind == Kind::ok) {
      if (s.activity == Activity::electing) s.activity = Activity::waiting;
    } else {
      s.activity = Activity::settled;
      s.leader = p.neighbour(from);
    }
  }

  static void crashed(auto& p, Port port) {
    State& s = p.state;
    s.gone.insert(p.neighbour(port));
    if (s.leader == p.neighbour(port) && bug != Bug::keeps_dead_leader) s.leader.reset();
    if (holds_election(s)) {
      const bool waits = bug == Bug::waits_for_the_dead && s.activity == Activity::waiting;
      if ((above(p).empty() && !waits) || bug == Bug::first_crash_ends) declare(p);
    } else if (!s.leader) {
      hold_election(p);
    }
  }

  static bool is_above(Id one, Id other) { return bug == Bug::bullies_down ? one < other : one > other; }
  static std::vector<Port> others(const auto& p, bool above) {
    std::vector<Port> ports;
    for (const Port port : p.all_ports()) {
      const Id id = p.neighbour(port);
      if (is_above(id, p.id) == above && !p.state.gone.contains(id)) ports.push_back(port);
    }
    return ports;
  }
  static std::vector<Port> above(const auto& p) { return others(p, true); }

  static void hold_election(auto& p) {
    p.state.activity = Activity::electing;
    for (const Port port : above(p)) p.send(port, {Kind::election});
    if (above(p).empty()) declare(p);
  }

  static void declare(auto& p) {
    p.state.activity = Activity::settled;
    p.state.leader = p.id;
    if (bug == Bug::tells_nobody) return;
    for (const Port port : others(p, false)) p.send(port, {Kind::coordinator});
  }
};

const Faults two_crashes{.crash = 2};

template <Bug bug>
std::string violated(const Faults& faults) {
  return all_violated(make_model<GarciaMolina<bug>>(), "complete", 3, faults);
}

}  // namespace

TEST_SUITE_BEGIN("mutants");

TEST_CASE("garcia-molina as it should be breaks nothing") {
  CHECK(violated<Bug::none>(two_crashes) == "");
  CHECK(all_violated(*find_model("garcia-molina"), "complete", 3, two_crashes) == "");
}
TEST_CASE("garcia-molina: termination catches who does not act, or waits for who has crashed") {
  CHECK(violated<Bug::only_answers>({}) == "termination election");
  CHECK(violated<Bug::tells_nobody>({}) == "termination can-terminate");
  CHECK(violated<Bug::waits_for_the_dead>(two_crashes) == "termination can-terminate election");
}
TEST_CASE("garcia-molina: max-id catches < for >, and who does not wait for all higher ones") {
  CHECK(violated<Bug::bullies_down>({}) == "max-id");
  CHECK(violated<Bug::first_crash_ends>(two_crashes) == "unique-leader max-id");
}
TEST_CASE("garcia-molina: agreed-at-rest catches who believes in a coordinator that has crashed") {
  CHECK(violated<Bug::keeps_dead_leader>(two_crashes) == "agreed-at-rest");
}

TEST_SUITE_END();

}  // namespace conclave::testing::garcia_molina_mutants
