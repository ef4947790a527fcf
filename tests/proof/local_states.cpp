// What local states say: whom they believe in, that they hold nobody, and that nothing can be asked of them.
#include <doctest/doctest.h>

#include "author/model.hpp"
#include "proof/theories.hpp"

namespace conclave::testing::local_states {
namespace {

using Is = proof::Verdict::Is;

// Chang and Roberts' election in which a phase says whether it is over. M says what differs.
template <class M>
struct Phased {
  enum class Phase { begun, over };
  struct Message {
    Id id;
    bool found;
  };
  struct State {
    bool awake = false;
    Phase phase = Phase::begun;
    std::optional<Id> who;
  };
  static bool asleep(const State& s) { return !s.awake; }
  // An error where it is over and nobody is known.
  static std::optional<Id> leader(const State& s) {
    if (s.phase == Phase::begun) return {};
    if (!s.who) throw std::logic_error("nobody is known");
    return s.who;
  }
  static Properties<M> properties() {
    return {{Form::invariant, "over-knows", "whoever is over knows a leader",
             every([](const State& s) { return s.phase == Phase::begun || s.who; })}};
  }
  static void start(auto& p) {
    p.state.awake = true;
    p.send(next, {p.id, false});
  }
  static void receive(auto& p, Message m, Port) {
    p.state.awake = true;
    if (m.found) {
      M::end(p, m);
      if (m.id != p.id) p.send(next, m);
    } else if (m.id >= p.id) {
      p.send(next, {m.id, m.id == p.id});
    }
  }
};

// No handler by itself excludes its error.
struct Right : Phased<Right> {
  static constexpr About about = on_a_ring("right");
  static void end(auto& p, Message m) {
    p.state.phase = Phase::over;
    if (m.id >= p.id) p.state.who = m.id;
  }
};
struct Forgets : Phased<Forgets> {
  static constexpr About about = on_a_ring("forgets");
  static std::optional<Id> leader(const State& s) { return s.who; }
  static void end(auto& p, Message m) {
    p.state.phase = Phase::over;
    if (m.id == p.id) p.state.who = m.id;
  }
};
// Its error comes where a message arrives twice.
struct OnceOnly : Phased<OnceOnly> {
  static constexpr About about = on_a_ring("once-only");
  static void end(auto& p, Message m) {
    if (p.state.phase == Phase::over)
      p.state.who.reset();
    else
      p.state.who = m.id;
    p.state.phase = Phase::over;
  }
};
struct Throws : Phased<Throws> {
  static constexpr About about = on_a_ring("throws");
  static void end(auto& p, Message m) {
    if (p.state.phase == Phase::over) throw std::logic_error("it is over");
    p.state.phase = Phase::over;
    p.state.who = m.id;
  }
};

// Everybody believes in Id() until somebody else is known.
struct InNobody {
  static constexpr About about = on_a_ring("in-nobody");
  struct Message {
    Id id;
  };
  struct State {
    bool awake = false;
    Id who;
  };
  static bool asleep(const State& s) { return !s.awake; }
  static std::optional<Id> leader(const State& s) { return s.who; }
  static void start(auto& p) {
    p.state.awake = true;
    p.send(next, {p.id});
  }
  static void receive(auto& p, Message m, Port) {
    p.state.awake = true;
    if (m.id == p.id) p.state.who = p.id;
    if (m.id > p.id) p.send(next, m);
  }
};

// Its leaders change, and it says that this is no matter.
struct Changes {
  static constexpr About about = on_a_ring("changes");
  struct Message {
    Id id;
  };
  struct State {
    std::optional<Id> who;
  };
  static bool asleep(const State& s) { return !s.who; }
  static std::optional<Id> leader(const State& s) { return s.who; }
  static std::vector<Without> without() { return {{"irrevocable", "it learns better"}}; }
  static void start(auto& p) {
    p.state.who = p.id;
    p.send(next, {p.id});
  }
  static void receive(auto& p, Message m, Port) {
    if (p.state.who && *p.state.who >= m.id) return;
    p.state.who = m.id;
    p.send(next, m);
  }
};

const proof::Verdict& verdict_of(const proof::Proof& proof, const std::string& property) {
  return *std::ranges::find_if(proof.verdicts, [&](const auto& each) { return each.goal->name == property; });
}

}  // namespace

TEST_SUITE_BEGIN("proof");

TEST_CASE("a state that ends with an error, and is out of reach, is no obstacle") {
  const Model model = make_model<Right>();
  const proof::Theory rules = theory(model);
  CHECK(!rules.errors.empty());
  CHECK(objection(rules, 4, Network::fifo) == "");
  const proof::Proof found = proof_of(model, {"over-knows", "max-id"}, 2);
  CHECK(verdict(found, "over-knows") == Is::proved);
  CHECK(verdict(found, "max-id") == Is::proved);
}

TEST_CASE("that a variable holds nobody is asked exactly") {
  const Model model = make_model<Forgets>();
  const proof::Proof found = proof_of(model, {"over-knows", "max-id"}, 2);
  CHECK(verdict(found, "max-id") == Is::proved);
  const proof::Verdict& forgets = verdict_of(found, "over-knows");
  REQUIRE(forgets.is == Is::violated);
  // On a ring of one, who is over knows itself.
  CHECK(forgets.failure->before.size() == 2);
  CHECK(forgets.failure->error.empty());
}

TEST_CASE("an error that needs a message to come twice is said to be one") {
  for (const Model& model : {make_model<OnceOnly>(), make_model<Throws>()}) {
    CAPTURE(model.full_name());
    const proof::Proof found = proof_of(model, {}, 1);
    for (const proof::Verdict& each : found.verdicts) {
      CAPTURE(each.goal->name);
      REQUIRE(each.is == Is::violated);
    }
    const proof::Failure& failure = *verdict_of(found, "max-id").failure;
    CHECK(failure.property.empty());
    CHECK(!failure.error.empty());
    CHECK(failure.before.size() == 1);
  }
}

TEST_CASE("who believes in nobody believes in the wrong one") {
  const Model model = make_model<InNobody>();
  const proof::Proof found = proof_of(model, {"unique-leader", "max-id", "agreement"}, 2);
  for (const auto& [name, property] : {std::pair{"unique-leader", PropertyId::unique_leader},
                                       {"max-id", PropertyId::max_id},
                                       {"agreement", PropertyId::agreement}}) {
    CAPTURE(name);
    CHECK((verdict(found, name) == Is::violated) == is_violated(model, property));
  }
  CHECK(verdict(found, "unique-leader") == Is::proved);
  proof::Theory rules = theory(model);
  Limits limits(std::size_t{1} << 30);
  proof::Induction induction(rules, limits);
  for (const char* name : {"max-id", "agreement"}) {
    const auto goal = std::ranges::find(rules.goals, name, &proof::Goal::name);
    CHECK(induction.strongest(goal->clauses).size() < goal->clauses.size());
  }
}

TEST_CASE("a step breaks no property that the model does without") {
  const Model model = make_model<Changes>();
  const proof::Theory rules = theory(model);
  CHECK(std::ranges::none_of(rules.rules, [](const proof::Rule& rule) { return rule.is_bad(); }));
  CHECK(objection(rules, 3, Network::fifo) == "");
}

TEST_SUITE_END();

}  // namespace conclave::testing::local_states
