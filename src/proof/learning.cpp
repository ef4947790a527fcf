#include "proof/learning.hpp"

#include <algorithm>
#include <boost/functional/hash.hpp>
#include <optional>
#include <set>
#include <unordered_set>
#include <utility>

namespace conclave::proof {
namespace {

// The literals that clauses are made of, over three variables. Those about one atom stand side by side.
std::vector<Literal> all_literals(const std::vector<Relation>& relations, bool on_ring) {
  std::vector<Literal> all{{true, below, {0, 1}}, {true, below, {1, 0}}, {true, below, {0, 2}},
                           {true, below, {2, 0}}, {true, below, {1, 2}}, {true, below, {2, 1}}};
  if (on_ring) all.insert(all.end(), {{true, between, {0, 1, 2}}, {true, between, {0, 2, 1}}});
  for (std::size_t r = between + 1; r < relations.size(); ++r) {
    std::size_t tuples = 1;
    for (std::size_t at = 0; at < relations[r].arity; ++at) tuples *= learned_variables;
    for (std::size_t tuple = 0; tuple < tuples; ++tuple) {
      Literal literal{true, r, {}};
      std::size_t rest = tuple;
      for (std::size_t at = relations[r].arity; at-- > 0; rest /= learned_variables)
        literal.of[at] = static_cast<std::uint8_t>(rest % learned_variables);
      all.push_back(literal);
      literal.positive = false;
      all.push_back(literal);
    }
  }
  return all;
}

using Bits = std::vector<std::uint64_t>;

// Which literals hold of processes that stand for variables; of a variable that nobody stands for, none does.
class Valuations {
 public:
  Valuations(const std::vector<Literal>& literals, const std::vector<Relation>& relations)
      : literals_(literals), relations_(relations) {}

  void add(const Ring& ring) {
    const std::size_t taken = std::min(ring.size(), learned_variables);
    every_tuple(ring.size(), taken, [&](std::span<const std::uint8_t> processes) {
      // They stand for the first variables, or for others.
      for (std::size_t without = 0; without < (taken == learned_variables ? 1 : learned_variables);
           ++without) {
        std::array<std::optional<std::uint8_t>, learned_variables> of{};
        if (taken == learned_variables) {
          for (std::size_t v = 0; v < taken; ++v) of[v] = processes[v];
        } else if (taken == 2) {
          std::size_t at = 0;
          for (std::size_t v = 0; v < learned_variables; ++v) {
            if (v != without) of[v] = processes[at++];
          }
        } else {
          of[without] = processes[0];
        }
        add(ring, of);
      }
      return true;
    });
  }
  // By literal: of which of the different valuations it holds.
  std::vector<Bits> columns() const {
    std::vector<Bits> columns(literals_.size(), Bits((known_.size() + 63) / 64));
    std::size_t row = 0;
    for (const Bits& bits : known_) {
      for (std::size_t k = 0; k < literals_.size(); ++k) {
        if ((bits[k / 64] >> k % 64 & 1U) != 0) columns[k][row / 64] |= std::uint64_t{1} << row % 64;
      }
      ++row;
    }
    return columns;
  }

 private:
  struct Hash {
    std::size_t operator()(const Bits& bits) const { return boost::hash_range(bits.begin(), bits.end()); }
  };

  void add(const Ring& ring, const std::array<std::optional<std::uint8_t>, learned_variables>& of) {
    Bits bits((literals_.size() + 63) / 64);
    for (std::size_t k = 0; k < literals_.size(); ++k) {
      const Literal& literal = literals_[k];
      const std::size_t arity = relations_[literal.relation].arity;
      std::array<std::uint8_t, most_places> processes{};
      bool known = true;
      for (std::size_t at = 0; at < arity; ++at) {
        known &= of[literal.of[at]].has_value();
        processes[at] = of[literal.of[at]].value_or(std::uint8_t{0});
      }
      if (known && ring.holds(literal.relation, std::span(processes.data(), arity)) == literal.positive)
        bits[k / 64] |= std::uint64_t{1} << k % 64;
    }
    known_.insert(std::move(bits));
  }

  const std::vector<Literal>& literals_;
  const std::vector<Relation>& relations_;
  std::unordered_set<Bits, Hash> known_;
};

// Finds the smallest sets of literals that never hold together; their opposites are clauses.
class Search {
 public:
  Search(const std::vector<Literal>& literals, const std::vector<Relation>& relations,
         std::vector<Bits> columns, std::size_t most, Limits& limits)
      : literals_(literals),
        relations_(relations),
        columns_(std::move(columns)),
        most_(most),
        limits_(limits) {}

  std::vector<Clause> run() {
    for (std::size_t k = 0; k < literals_.size(); ++k) {
      if (is_empty(columns_[k])) {
        cube_ = {k};
        keep();
      } else {
        usable_.push_back(k);
      }
    }
    cube_.clear();
    for (std::size_t at = 0; at < usable_.size(); ++at) {
      cube_.push_back(usable_[at]);
      extend(at + 1, columns_[usable_[at]]);
      cube_.pop_back();
    }
    std::vector<Clause> clauses(kept_.begin(), kept_.end());
    std::ranges::stable_sort(clauses, {}, [](const Clause& clause) {
      return std::pair(clause.literals.size(), clause.variables);
    });
    return clauses;
  }

 private:
  static bool is_empty(const Bits& bits) {
    return std::ranges::all_of(bits, [](std::uint64_t word) { return word == 0; });
  }
  bool meet(const std::vector<std::size_t>& cube) const {
    for (std::size_t word = 0; word < columns_.front().size(); ++word) {
      std::uint64_t all = ~std::uint64_t{0};
      for (const std::size_t k : cube) all &= columns_[k][word];
      if (all != 0) return true;
    }
    return false;
  }

  void extend(std::size_t from, const Bits& rows) {
    if (cube_.size() == most_) return;
    limits_.poll();
    Bits both(rows.size());
    for (std::size_t at = from; at < usable_.size(); ++at) {
      const std::size_t k = usable_[at];
      if (k == (cube_.back() ^ 1U)) continue;  // the opposite
      std::uint64_t any = 0;
      for (std::size_t word = 0; word < rows.size(); ++word)
        any |= both[word] = rows[word] & columns_[k][word];
      cube_.push_back(k);
      if (any == 0)
        keep_if_smallest();
      else
        extend(at + 1, both);
      cube_.pop_back();
    }
  }

  void keep_if_smallest() {
    for (std::size_t without = 0; without + 1 < cube_.size(); ++without) {
      std::vector<std::size_t> part = cube_;
      part.erase(part.begin() + static_cast<std::ptrdiff_t>(without));
      if (!meet(part)) return;
    }
    keep();
  }

  void keep() {
    Clause clause;
    std::array<bool, learned_variables> used{};
    bool of_state = false;
    for (const std::size_t k : cube_) {
      Literal literal = literals_[k];
      literal.positive = !literal.positive;
      clause.literals.push_back(literal);
      of_state |= literal.relation > between;
      for (std::size_t at = 0; at < relations_[literal.relation].arity; ++at) used[literal.of[at]] = true;
    }
    if (!of_state) return;
    clause.variables = static_cast<std::size_t>(std::ranges::count(used, true));
    if (!std::ranges::all_of(used.begin(), used.begin() + static_cast<std::ptrdiff_t>(clause.variables),
                             [](bool is) { return is; }))
      return;  // It is met again with other names.
    Clause named = canonical(clause, relations_);
    kept_.insert(std::move(named));  // It is met under all names of its variables.
  }

  const std::vector<Literal>& literals_;
  const std::vector<Relation>& relations_;
  const std::vector<Bits> columns_;
  const std::size_t most_;
  Limits& limits_;
  std::vector<std::size_t> usable_;
  std::vector<std::size_t> cube_;
  std::set<Clause> kept_;
};

}  // namespace

std::vector<Clause> learn(const std::vector<Ring>& rings, const std::vector<Relation>& relations,
                          std::size_t literals, Limits& limits, bool on_ring) {
  const std::vector<Literal> all = all_literals(relations, on_ring);
  Valuations valuations(all, relations);
  for (const Ring& ring : rings) {
    limits.poll();
    valuations.add(ring);
  }
  return Search(all, relations, valuations.columns(), literals, limits).run();
}

}  // namespace conclave::proof
