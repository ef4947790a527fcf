// How a ring begins is the same in formulas as on small rings.
#include <doctest/doctest.h>

#include <numeric>
#include <set>

#include "author/model.hpp"
#include "proof/learning.hpp"
#include "proof/sentences.hpp"
#include "proof/theories.hpp"

namespace conclave::testing::beginnings {
namespace {

using proof::Clause;
using proof::Ring;

// Variables that begin with each name that a process knows.
struct Begins {
  static constexpr About about = on_a_ring("begins", true);
  static constexpr Knowledge knows = Knowledge::neighbours | Knowledge::largest;
  enum class Phase { begun, over };
  struct Message {
    bool hello = true;
  };
  struct State {
    Id after;
    Id before;
    std::optional<Id> largest;
    bool awake = false;
    Phase phase = Phase::begun;
  };
  static State initial(const Self<Begins>& self) {
    return {.after = self.neighbour(next),
            .before = self.neighbour(previous),
            .largest = self.largest_identifier()};
  }
  static bool asleep(const State& s) { return !s.awake; }
  static bool decided(const State& s) { return s.awake; }
  // Something has to change, or else it would be no variable.
  static void start(auto& p) {
    p.state.awake = true;
    p.state.phase = Phase::over;
    p.send_all({});
  }
  static void receive(auto&, Message, Port) {}
};

// Everybody leads from the beginning.
struct EverybodyLeads {
  static constexpr About about = on_a_ring("everybody-leads");
  struct Message {
    Id id;
  };
  struct State {
    std::optional<Id> leader;
  };
  static State initial(Id id) { return {.leader = id}; }
  static bool asleep(const State&) { return false; }
  static std::optional<Id> leader(const State& s) { return s.leader; }
  static void start(auto&) {}
  static void receive(auto&, Message, Port) {}
};

// Fields and enumerators that are called as what is ours, or the solver's.
struct Names {
  static constexpr About about = on_a_ring("names");
  enum class Kind { and_, next, Leader };
  enum class X { forall, not_, X0 };
  struct Message {
    Kind kind;
    Id a0;
  };
  struct State {
    bool self = false;
    X between = X::forall;
    std::optional<Id> next;
    std::optional<Id> next_after;
    std::optional<Id> its_next;
    bool Below = false;
  };
  static bool asleep(const State& s) { return !s.self; }
  static std::optional<Id> leader(const State& s) { return s.next; }
  static void start(auto& p) {
    p.state.self = true;
    p.send(conclave::next, {Kind::and_, p.id});
  }
  static void receive(auto& p, Message m, Port) {
    State& s = p.state;
    s.next_after = m.a0;
    if (m.kind == Kind::Leader) {
      s.its_next = m.a0;
    } else if (m.a0 > p.id) {
      s.between = X::not_;
      p.send(conclave::next, m);
    } else if (m.a0 == p.id) {
      s.between = X::X0;
      s.Below = true;
      s.next = p.id;
      p.send(conclave::next, {Kind::Leader, p.id});
    }
  }
};

std::vector<Ring> first_rings(const proof::Theory& theory) {
  const proof::Steps steps(theory);
  std::vector<Ring> rings;
  for (std::size_t n = 1; n <= 4; ++n) {
    std::vector<int> ranks(n);
    std::iota(ranks.begin(), ranks.end(), 0);
    do rings.push_back(steps.initial(ranks));
    while (std::next_permutation(ranks.begin(), ranks.end()));
  }
  return rings;
}

}  // namespace

TEST_SUITE_BEGIN("proof");

TEST_CASE("the beginning is the same in formulas as on rings") {
  Limits limits(std::size_t{1} << 30);
  const Model begins = make_model<Begins>();
  for (const Model* model : {&begins, find_model("lcr"), find_model("chang-roberts:maxid")}) {
    CAPTURE(model->full_name());
    proof::Theory rules = theory(*model);
    rules.rules.clear();  // nothing ever happens
    const std::vector<Ring> rings = first_rings(rules);
    const std::vector<Clause> all = proof::learn(rings, rules.relations, 2, limits);
    CHECK(all.size() > 5);
    proof::Induction induction(rules, limits);
    const std::vector<Clause> kept = induction.strongest(all);
    CHECK(kept.size() > 5);
    // Only that somebody is next to a process is not said, because it would not be universal.
    for (const Clause& clause : all) {
      CAPTURE(proof::sentence(clause, rules.relations));
      const bool says_that_there_is_one =
          std::ranges::any_of(clause.literals, [&](const proof::Literal& literal) {
            const std::string& name = rules.relations[literal.relation].name;
            return literal.positive && (name == "after_" || name == "before_");
          });
      CHECK((says_that_there_is_one || std::ranges::find(kept, clause) != kept.end()));
    }
    // A part of what holds does not.
    std::vector<Clause> parts;
    for (const Clause& clause : all) {
      for (std::size_t k = 0; k < clause.literals.size(); ++k) {
        Clause part = clause;
        part.literals[k].positive = !part.literals[k].positive;
        part = proof::canonical(part, rules.relations);
        const bool holds = std::ranges::all_of(rings, [&](const Ring& ring) { return ring.satisfies(part); });
        if (!holds && std::ranges::find(parts, part) == parts.end()) parts.push_back(std::move(part));
      }
    }
    CHECK(parts.size() > 5);
    for (const Clause& wrong : induction.strongest(parts))
      FAIL_CHECK(proof::sentence(wrong, rules.relations) << " does not hold at the beginning");
  }
}

TEST_CASE("fields may be called as they like") {
  Limits limits(std::size_t{1} << 30);
  const Model model = make_model<Names>();
  const proof::Theory rules = theory(model);
  std::set<std::string> names;
  for (const proof::Relation& relation : rules.relations) CHECK(names.insert(relation.name).second);
  CHECK(names.size() > 9);
  std::vector<Clause> clauses;
  for (const proof::Goal& goal : rules.goals)
    clauses.insert(clauses.end(), goal.clauses.begin(), goal.clauses.end());
  // The solver reads all rules.
  proof::Induction induction(rules, limits);
  CHECK(induction.strongest(clauses).size() < clauses.size());
  CHECK(objection(rules, 3, Network::fifo) == "");
}

TEST_CASE("who leads from the beginning is not forgotten") {
  Limits limits(std::size_t{1} << 30);
  const Model model = make_model<EverybodyLeads>();
  const proof::Theory rules = theory(model);
  proof::Induction induction(rules, limits);
  CHECK(induction.strongest(rules.goals.front().clauses).empty());
  CHECK(verdict(proof_of(model), "unique-leader") == proof::Verdict::Is::violated);
}

TEST_SUITE_END();

}  // namespace conclave::testing::beginnings
