// The theory of a model as text of SMT-LIB 2.6: uninterpreted relations over one sort, without functions. All
// formulas that are assumed are universal, and so are the negations of what is to be proved, so that a solver
// can decide them (the class of Bernays, Schönfinkel and Ramsey, also called EPR).
#pragma once

#include <string>
#include <vector>

#include "proof/theory.hpp"

namespace conclave::proof {

class Smt {
 public:
  explicit Smt(const Theory& theory) : theory_(theory) {}

  // The sort, the relations, and what holds of every ring with distinct identifiers.
  std::string preamble() const;
  // Nothing has happened.
  std::string initial() const;
  // The constants of a step, one for each slot that its rule speaks of; what the rule asks; and each relation
  // that it changes as it is afterwards, with `_after` at the end of its name.
  std::string step(const Rule&) const;
  // A constant of the text of step(). It is there if the rule speaks of the slot.
  std::string slot(const Rule&, std::size_t slot) const;

  enum class When { before, after };
  // As a formula: for all processes. `rule` may be null where it is not of the time after.
  std::string clause(const Clause&, When, const Rule* rule) const;
  // That it is not so of the constants a0, a1, ...
  std::string violated(const Clause&, When, const Rule* rule) const;
  static std::string witness(std::size_t variable) { return "a" + std::to_string(variable); }

 private:
  bool changes(const Rule&, std::size_t relation) const;
  std::string atom(const Literal&, const std::vector<std::string>& names, When, const Rule* rule) const;
  std::string literals(const Clause&, const std::vector<std::string>& names, When, const Rule* rule) const;
  std::string is_value(std::size_t variable, std::size_t value, const std::string& process) const;

  const Theory& theory_;
};

}  // namespace conclave::proof
