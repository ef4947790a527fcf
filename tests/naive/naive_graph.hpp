// The analyses of the naive checker, on a graph that it has stored whole. Everything is a fixpoint by sweeps.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "naive/naive_checker.hpp"

namespace conclave::naive {

struct NaiveEdge {
  std::size_t target;
  Action action;
  bool owed;
  std::vector<std::int64_t> sent;
};

struct NaiveGraph {
  using States = std::vector<bool>;
  using Filter = std::function<bool(std::size_t state, const NaiveEdge&)>;

  std::vector<std::vector<NaiveEdge>> edges;  // by state; 0 is the initial one
  std::vector<std::size_t> depth;
  States final;      // everyone has decided
  States quiescent;  // after find_ends()
  // Only optional steps are enabled at the beginning, and an execution that takes none of them is none.
  bool someone_must_start = false;

  void find_ends(bool starts_are_optional);

  // Where quiescence with everyone decided can be reached from.
  States may_reach_final() const;
  std::optional<std::size_t> shortest_into_undecided() const;
  // The least depth of a state on a fair cycle that never rests.
  std::optional<std::size_t> shortest_stem() const;
  std::optional<std::int64_t> least(std::size_t metric) const;
  std::optional<std::int64_t> most(std::size_t metric) const;

 private:
  // Where an execution that takes allowed steps only can go on for ever and be weakly fair (Emerson and Lei
  // 1986).
  States fair_for_ever(const Filter& allowed) const;
  States reachable(std::size_t from, const Filter& allowed) const;
};

}  // namespace conclave::naive
