// Which clauses hold always: those that hold at the beginning, and that every step keeps if all of them hold
// before it. Candidates that some step breaks are dropped until none is left that does (C. Flanagan and
// K. R. M. Leino, Houdini, an annotation assistant for ESC/Java, 2001).
#pragma once

#include <optional>
#include <vector>

#include "proof/smt.hpp"
#include "proof/solver.hpp"
#include "proof/steps.hpp"

namespace conclave::proof {

// A ring in which all that was assumed holds, and a step after which something does not. Or the ring is one
// in which nothing has happened.
struct Counterexample {
  Ring before;
  std::optional<Application> step;
  Ring after;
};

// Does a step by this rule perhaps make the clause false?
bool may_break(const Rule&, const Clause&, const Theory&);

class Induction {
 public:
  Induction(const Theory&, Limits&);

  // The most of these clauses that is inductive together with those that are known to be. Here and in all
  // functions below, SolverError and LimitReached are thrown.
  std::vector<Clause> strongest(std::vector<Clause> candidates, const std::vector<Clause>& known = {});
  // Those of an inductive set that the proof of some of them, and of `unreachable` steps, rests on. They are
  // inductive, too, and without any one of them, others would not be.
  std::vector<Clause> needed(const std::vector<Clause>& inductive, const std::vector<Clause>& goals,
                             const std::vector<const Rule*>& unreachable);
  // May a step by this rule happen where these clauses hold? Nothing: no. The ring is as small as can be.
  std::optional<Counterexample> may_happen(const Rule&, const std::vector<Clause>& assumed);
  // Where these clauses hold, may a step lead to where one of `broken` does not hold? The ring is as small as
  // can be.
  std::optional<Counterexample> may_be_broken(const std::vector<Clause>& broken,
                                              const std::vector<Clause>& assumed);

  std::size_t questions() const { return questions_; }
  // The solver gave up on a question. What was asked then counts as not proved.
  bool gave_up() const { return gave_up_; }

 private:
  Solver::Answer check();
  // The processes that the solver's answer speaks of. `rule` is null at the beginning.
  Counterexample read(const Rule* rule, std::size_t witnesses);
  std::vector<bool> truths(const std::vector<std::string>& atoms);
  // Drops what the beginning violates.
  void drop_at_start(std::vector<Clause>&);
  // Drops what a step violates; `assumed` holds before it. Returns whether anything was dropped.
  bool drop_after(const Rule&, const std::vector<Clause>& assumed, std::vector<Clause>& clauses);
  std::string some_violated(const std::vector<const Clause*>&, Smt::When, const Rule*) const;
  // Asks again with ever more processes, from 1 on, until there is an answer. Called when there is one.
  Counterexample smallest(const Rule* rule, std::size_t witnesses);
  std::vector<std::string> constants(const Rule* rule, std::size_t witnesses) const;
  std::vector<Clause> core(const std::vector<Clause>& inductive, const std::vector<Clause>& goals,
                           const std::vector<const Rule*>& unreachable);

  const Theory& theory_;
  const Smt smt_;
  const Steps steps_;
  Solver solver_;
  std::size_t questions_ = 0;
  bool gave_up_ = false;
};

}  // namespace conclave::proof
