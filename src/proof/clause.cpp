#include "proof/clause.hpp"

#include <algorithm>
#include <numeric>

namespace conclave::proof {

Clause canonical(const Clause& clause, const std::vector<Relation>& relations) {
  std::vector<std::uint8_t> names(clause.variables);
  std::iota(names.begin(), names.end(), std::uint8_t{0});
  Clause best;
  do {
    Clause renamed{clause.variables, clause.literals};
    for (Literal& literal : renamed.literals) {
      const std::size_t arity = relations[literal.relation].arity;
      for (std::size_t at = 0; at < arity; ++at) literal.of[at] = names[literal.of[at]];
      if (literal.relation == between) {  // It may be turned: the smallest name comes first.
        const auto smallest = std::ranges::min_element(literal.of.begin(), literal.of.begin() + 3);
        std::rotate(literal.of.begin(), smallest, literal.of.begin() + 3);
      }
      // Different processes are one below the other, and lie on the ring one way round or the other.
      if (literal.positive) continue;
      if (literal.relation == below) std::swap(literal.of[0], literal.of[1]);
      if (literal.relation == between) std::swap(literal.of[1], literal.of[2]);
      if (literal.relation <= between) literal.positive = true;
    }
    std::ranges::sort(renamed.literals);
    const auto twice = std::ranges::unique(renamed.literals);
    renamed.literals.erase(twice.begin(), twice.end());
    if (best.literals.empty() || renamed < best) best = std::move(renamed);
  } while (std::ranges::next_permutation(names).found);
  return best;
}

Ring::Ring(const std::vector<Relation>& relations, std::vector<int> ranks)
    : relations_(relations.data()), ranks_(std::move(ranks)) {
  std::size_t bits = 0;
  for (std::size_t r = 0; r < relations.size(); ++r) {
    first_.push_back(bits);
    if (r <= between) continue;
    std::size_t tuples = 1;
    for (std::size_t place = 0; place < relations[r].arity; ++place) tuples *= size();
    bits += tuples;
  }
  bits_.resize((bits + 63) / 64);
}

std::size_t Ring::bit(std::size_t relation, std::span<const std::uint8_t> of) const {
  std::size_t tuple = 0;
  for (const std::uint8_t process : of) tuple = tuple * size() + process;
  return first_[relation] + tuple;
}

bool Ring::holds(std::size_t relation, std::span<const std::uint8_t> of) const {
  if (relation == below) return ranks_[of[0]] < ranks_[of[1]];
  if (relation == between) {
    const std::size_t to_second = (of[1] + size() - of[0]) % size();
    const std::size_t to_third = (of[2] + size() - of[0]) % size();
    return 0 < to_second && to_second < to_third;
  }
  const std::size_t at = bit(relation, of);
  return (bits_[at / 64] >> at % 64 & 1U) != 0;
}

void Ring::set(std::size_t relation, std::span<const std::uint8_t> of, bool value) {
  const std::size_t at = bit(relation, of);
  const std::uint64_t mask = std::uint64_t{1} << at % 64;
  if (value)
    bits_[at / 64] |= mask;
  else
    bits_[at / 64] &= ~mask;
}

std::uint8_t Ring::largest() const {
  return static_cast<std::uint8_t>(std::ranges::max_element(ranks_) - ranks_.begin());
}

bool Ring::satisfies(const Clause& clause, std::span<const std::uint8_t> of) const {
  return std::ranges::any_of(clause.literals, [&](const Literal& literal) {
    std::array<std::uint8_t, most_places> processes{};
    const std::size_t arity = relations_[literal.relation].arity;
    for (std::size_t at = 0; at < arity; ++at) processes[at] = of[literal.of[at]];
    return holds(literal.relation, std::span(processes.data(), arity)) == literal.positive;
  });
}

bool Ring::satisfies(const Clause& clause) const {
  return every_tuple(size(), clause.variables,
                     [&](std::span<const std::uint8_t> of) { return satisfies(clause, of); });
}

}  // namespace conclave::proof
