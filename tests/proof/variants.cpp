// Models that are broken on purpose are not proved, and what is proved holds wherever it can be explored.
#include <doctest/doctest.h>

#include <array>

#include "author/model.hpp"
#include "proof/learning.hpp"
#include "proof/theories.hpp"
#include "sizes.hpp"

namespace conclave::testing::variants {
namespace {

using Is = proof::Verdict::Is;

// What a process does with an election message, by how its identifier compares with its own.
enum class Does { nothing, forwards, sends_own, announces };
struct Table {
  std::array<Does, 3> does{};    // smaller, the same, larger
  bool believes_itself = false;  // whatever the announcement says
};
Table table;

// Chang and Roberts' election with any table.
struct Variant {
  static constexpr About about = on_a_ring("variant");
  enum class Kind { election, leader };
  struct Message {
    Kind kind;
    Id id;
  };
  struct State {
    bool awake = false;
    std::optional<Id> leader;
  };
  static bool asleep(const State& s) { return !s.awake; }
  static std::optional<Id> leader(const State& s) { return s.leader; }
  static void start(auto& p) {
    p.state.awake = true;
    p.send(next, {Kind::election, p.id});
  }
  static void receive(auto& p, Message m, Port) {
    if (m.kind == Kind::leader) {
      if (p.state.leader) return;
      p.state.leader = table.believes_itself ? p.id : m.id;
      if (m.id != p.id) p.send(next, m);
      return;
    }
    p.state.awake = true;
    switch (table.does[m.id < p.id ? 0 : m.id == p.id ? 1 : 2]) {
      case Does::nothing:
        return;
      case Does::forwards:
        return p.send(next, m);
      case Does::sends_own:
        return p.send(next, {Kind::election, p.id});
      case Does::announces:
        return p.send(next, {Kind::leader, p.id});
    }
  }
};

// Who has forwarded an identifier so many times takes it for the largest. On rings that are small enough it
// has passed everybody by then.
template <int steps>
struct ByHops {
  static constexpr About about = on_a_ring("by-hops");
  enum class Hops { none, one, two, three, four, five, six, seven };
  struct Message {
    Id id;
    Hops hops;
  };
  struct State {
    bool awake = false;
    std::optional<Id> leader;
  };
  static bool asleep(const State& s) { return !s.awake; }
  static std::optional<Id> leader(const State& s) { return s.leader; }
  static void start(auto& p) {
    p.state.awake = true;
    p.send(next, {p.id, Hops::none});
  }
  static void receive(auto& p, Message m, Port) {
    p.state.awake = true;
    if (m.id == p.id || static_cast<int>(m.hops) == steps) p.state.leader = m.id;
    if (m.id <= p.id) return;
    p.send(next, {m.id, static_cast<Hops>(std::min(static_cast<int>(m.hops) + 1, steps))});
  }
};

bool has_example(const proof::Proof& proof, const std::string& property) {
  for (const auto& verdict : proof.verdicts) {
    if (verdict.goal->name != property) continue;
    if (verdict.is == Is::violated) return verdict.failure->after.size() > 0;
    return verdict.is == Is::not_inductive && verdict.counterexample.has_value();
  }
  return false;
}

}  // namespace

TEST_SUITE_BEGIN("proof");

TEST_CASE("broken variants are not proved, each with a counterexample") {
  const Model model = make_model<Variant>();
  const std::vector<std::pair<std::string, PropertyId>> properties{
      {"unique-leader", PropertyId::unique_leader}, {"max-id", PropertyId::max_id}};
  int broken = 0;
  int proved = 0;
  int holding = 0;
  for (unsigned code = 0; code < 128; ++code) {
    table = {.does = {static_cast<Does>(code % 4), static_cast<Does>(code / 4 % 4),
                      static_cast<Does>(code / 16 % 4)},
             .believes_itself = code >= 64};
    std::vector<std::string> violated;
    for (const auto& [name, property] : properties) {
      if (is_violated(model, property)) violated.push_back(name);
    }
    // Each that holds takes some seconds, and a few are enough.
    if (violated.empty() && holding++ % 4 != 0) continue;
    if (!is_tried()) continue;
    CAPTURE(code);
    const proof::Proof found =
        proof_of(model, violated.empty() ? std::vector<std::string>{"unique-leader", "max-id"} : violated, 2);
    for (const std::string& name : violated) {
      CAPTURE(name);
      ++broken;
      CHECK(has_example(found, name));
    }
    for (const auto& each : found.verdicts) {
      if (violated.empty()) CHECK((each.is == Is::proved || has_example(found, each.goal->name)));
      proved += each.is == Is::proved ? 1 : 0;
    }
  }
  CHECK(broken >= (brief ? 4 : 30));
  if (!brief) CHECK(proved > 0);
}

TEST_CASE("induction proves nothing that is violated, whatever lemmas it is given") {
  const Model model = make_model<Variant>();
  Limits limits(std::size_t{1} << 30);
  int broken = 0;
  for (unsigned code = 0; code < 128 && broken < (brief ? 3 : 16); code += 5) {
    table = {.does = {static_cast<Does>(code % 4), static_cast<Does>(code / 4 % 4),
                      static_cast<Does>(code / 16 % 4)},
             .believes_itself = code >= 64};
    CAPTURE(code);
    const proof::Theory rules = theory(model);
    // Lemmas of rings that are too small to show what is wrong.
    proof::SmallRings rings;
    while (rings.explored < 2) REQUIRE(proof::explore_one_more(rings, rules, {}, 1'000, limits));
    std::vector<proof::Clause> candidates = proof::learn(rings.all, rules.relations, 2, limits);
    for (const proof::Goal& goal : rules.goals)
      candidates.insert(candidates.end(), goal.clauses.begin(), goal.clauses.end());
    proof::Induction induction(rules, limits);
    const std::vector<proof::Clause> inductive = induction.strongest(candidates);
    for (const proof::Goal& goal : rules.goals) {
      const auto property = std::ranges::find(model.properties, goal.name, &Property::name);
      if (goal.of_steps || !is_violated(model, property->id)) continue;
      CAPTURE(goal.name);
      ++broken;
      CHECK(std::ranges::any_of(goal.clauses, [&](const proof::Clause& clause) {
        return std::ranges::find(inductive, clause) == inductive.end();
      }));
    }
  }
  CHECK(broken >= (brief ? 3 : 16));
}

TEST_CASE("what fails on rings that are too large to be explored is not proved") {
  // It fails on rings of nine and more.
  const Model model = make_model<ByHops<7>>();
  CHECK(!is_violated(model, PropertyId::max_id));
  const proof::Proof found = proof_of(model, {"max-id"}, 1);
  REQUIRE(verdict(found, "max-id") == Is::not_inductive);
  CHECK(found.holds_up_to >= 4);
  const proof::Counterexample& example = *found.verdicts.front().counterexample;
  for (const proof::Clause& clause : found.verdicts.front().goal->clauses)
    CHECK(example.before.satisfies(clause));
  CHECK(std::ranges::any_of(found.verdicts.front().goal->clauses,
                            [&](const proof::Clause& clause) { return !example.after.satisfies(clause); }));
}

TEST_CASE("what fails on rings beyond those from which lemmas are learned is found") {
  const Model model = make_model<ByHops<3>>();
  const proof::Proof found = proof_of(model, {"max-id"}, 1);
  REQUIRE(verdict(found, "max-id") == Is::violated);
  CHECK(found.verdicts.front().failure->before.size() == 5);
}

TEST_CASE("what fails on small rings is said to") {
  const Model model = make_model<ByHops<1>>();
  const proof::Proof found = proof_of(model, {"max-id"});
  CHECK(verdict(found, "max-id") == Is::violated);
  CHECK(found.verdicts.front().failure->before.size() == 3);
}

TEST_SUITE_END();

}  // namespace conclave::testing::variants
