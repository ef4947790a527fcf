// Facts that are learned beside all facts of the same length, tried one by one.
#include "proof/learning.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>
#include <random>

#include "proof/sentences.hpp"

namespace conclave::testing::facts_learned {
namespace {

using proof::Clause;
using proof::Literal;
using proof::Relation;
using proof::Ring;

const std::vector<Relation> relations{
    {Relation::Of::order, "below", "$1 < $2", 2},
    {Relation::Of::ring, "between", "$2 lies between $1 and $3", 3},
    {Relation::Of::value, "awake", "$1.awake", 1, 0},
    {Relation::Of::name, "leader", "$1.leader = $2", 2, 1},
    {Relation::Of::message, "pending", "message($2) is on its way to $1", 2}};

std::vector<Ring> random_rings(unsigned seed) {
  std::mt19937 random(seed);
  std::vector<Ring> all;
  const unsigned sparse = 1 + seed % 4;
  for (int k = 0; k < 6; ++k) {
    const std::size_t n = 1 + random() % 4;
    std::vector<int> ranks(n);
    std::iota(ranks.begin(), ranks.end(), 0);
    std::ranges::shuffle(ranks, random);
    Ring& ring = all.emplace_back(relations, ranks);
    for (std::uint8_t a = 0; a < n; ++a) {
      ring.set(2, {a}, random() % 2 == 0);
      for (std::uint8_t b = 0; b < n; ++b) {
        ring.set(3, {a, b}, random() % (sparse + 1) == 0);
        ring.set(4, {a, b}, random() % (sparse + 2) == 0);
      }
    }
  }
  return all;
}

// All literals over three variables.
std::vector<Literal> every_literal() {
  std::vector<Literal> all;
  for (std::size_t r = 0; r < relations.size(); ++r) {
    std::size_t tuples = 1;
    for (std::size_t at = 0; at < relations[r].arity; ++at) tuples *= 3;
    for (std::size_t tuple = 0; tuple < tuples; ++tuple) {
      Literal literal{true, r, {}};
      std::size_t rest = tuple;
      for (std::size_t at = 0; at < relations[r].arity; ++at, rest /= 3)
        literal.of[at] = static_cast<std::uint8_t>(rest % 3);
      if (r == proof::below && literal.of[0] == literal.of[1]) continue;
      if (r == proof::between && (literal.of[0] == literal.of[1] || literal.of[1] == literal.of[2] ||
                                  literal.of[0] == literal.of[2]))
        continue;
      all.push_back(literal);
      literal.positive = false;
      all.push_back(literal);
    }
  }
  return all;
}

// The clause with as few variables as it needs; nothing if it only speaks of the order and the ring.
std::optional<Clause> clause_of(const std::vector<Literal>& literals) {
  std::array<std::optional<std::uint8_t>, 3> names;
  Clause clause;
  bool of_state = false;
  for (Literal literal : literals) {
    of_state |= literal.relation > proof::between;
    for (std::size_t at = 0; at < relations[literal.relation].arity; ++at) {
      auto& name = names[literal.of[at]];
      if (!name) name = static_cast<std::uint8_t>(clause.variables++);
      literal.of[at] = *name;
    }
    clause.literals.push_back(literal);
  }
  if (!of_state) return {};
  return proof::canonical(clause, relations);
}

bool holds(const std::vector<Ring>& rings, const Clause& clause) {
  return std::ranges::all_of(rings, [&](const Ring& ring) { return ring.satisfies(clause); });
}

bool is_part_of(const Clause& part, const Clause& whole) {
  // Under some naming of its variables.
  std::vector<std::uint8_t> names{0, 1, 2};
  do {
    Clause renamed = part;
    renamed.variables = std::max(part.variables, whole.variables);
    for (Literal& literal : renamed.literals) {
      for (std::size_t at = 0; at < relations[literal.relation].arity; ++at)
        literal.of[at] = names[literal.of[at]];
    }
    if (std::ranges::all_of(renamed.literals, [&](const Literal& literal) {
          return std::ranges::any_of(whole.literals, [&](const Literal& other) {
            if (literal == other) return true;
            if (literal.relation != proof::between || other.relation != proof::between) return false;
            Literal turned = literal;
            for (int turn = 0; turn < 3; ++turn) {
              std::rotate(turned.of.begin(), turned.of.begin() + 1, turned.of.begin() + 3);
              if (turned == other) return true;
            }
            return false;
          });
        }))
      return true;
  } while (std::ranges::next_permutation(names).found);
  return false;
}

}  // namespace

TEST_SUITE_BEGIN("proof");

TEST_CASE("all that holds is learned, and nothing else") {
  Limits limits(std::size_t{1} << 30);
  const std::vector<Literal> literals = every_literal();
  for (unsigned seed = 0; seed < 12; ++seed) {
    CAPTURE(seed);
    const std::vector<Ring> rings = random_rings(seed);
    const std::vector<Clause> learned = proof::learn(rings, relations, 2, limits);
    for (const Clause& clause : learned) {
      CAPTURE(proof::sentence(clause, relations));
      CHECK(holds(rings, clause));
      CHECK(proof::canonical(clause, relations) == clause);
    }
    for (std::size_t a = 0; a < literals.size(); ++a) {
      for (std::size_t b = a; b < literals.size(); ++b) {
        const bool opposite = literals[a].relation == literals[b].relation &&
                              literals[a].of == literals[b].of &&
                              literals[a].positive != literals[b].positive;
        const auto clause = opposite ? std::nullopt : clause_of({literals[a], literals[b]});
        if (!clause || !holds(rings, *clause)) continue;
        // Of two that are opposite by the order or the ring, one always holds.
        const bool always = std::ranges::count_if(clause->literals, [](const Literal& literal) {
                              return literal.relation <= proof::between;
                            }) == 2;
        if (always) continue;
        CAPTURE(proof::sentence(*clause, relations));
        CHECK(std::ranges::any_of(learned, [&](const Clause& known) { return is_part_of(known, *clause); }));
      }
    }
  }
}

TEST_CASE("clauses in words") {
  const auto words = [](std::size_t variables, std::vector<Literal> literals) {
    return proof::sentence(proof::canonical({variables, std::move(literals)}, relations), relations);
  };
  CHECK(words(1, {{false, 3, {0, 0}}}) == "Never A.leader = A.");
  CHECK(words(1, {{true, 2, {0}}, {false, 3, {0, 0}}}) == "If A.leader = A, then A.awake.");
  CHECK(words(2, {{false, 3, {0, 0}}, {false, 3, {1, 1}}}) == "Never both A.leader = A and B.leader = B.");
  CHECK(words(2, {{false, 3, {0, 1}}, {true, 0, {0, 1}}}) == "If A.leader = B, then A < B.");
  CHECK(words(2, {{false, 3, {0, 1}}, {true, 0, {0, 1}}, {true, 2, {0}}}) ==
        "If A.leader = B and B < A, then A.awake.");
  CHECK(words(3, {{false, 4, {0, 1}}, {true, 1, {0, 2, 1}}, {true, 0, {2, 1}}}) ==
        "If message(A) is on its way to B and C lies between A and B, then C < A.");
}

TEST_SUITE_END();

}  // namespace conclave::testing::facts_learned
