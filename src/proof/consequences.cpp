#include "proof/consequences.hpp"

#include "proof/smt.hpp"
#include "proof/solver.hpp"

namespace conclave::proof {

std::vector<Clause> without_consequences(std::vector<Clause> clauses, const std::vector<Relation>& relations,
                                         Limits& limits) {
  if (!Solver::is_installed()) return clauses;
  Theory theory;
  theory.relations = relations;
  const Smt smt(theory);
  Solver solver(limits);
  std::string text = smt.preamble();
  for (std::size_t k = 0; k < clauses.size(); ++k)
    text += "(declare-const fact" + std::to_string(k) + " Bool)\n(assert (=> fact" + std::to_string(k) + " " +
            smt.clause(clauses[k], Smt::When::before, nullptr) + "))\n";
  for (std::size_t v = 0; v < most_variables; ++v)
    text += "(declare-const " + Smt::witness(v) + " process)\n";
  solver.tell(text);
  std::vector<bool> is_kept(clauses.size(), true);
  for (std::size_t k = clauses.size(); k-- > 0;) {
    std::string question = "(push)\n(assert " + smt.violated(clauses[k], Smt::When::before, nullptr) +
                           ")\n(check-sat-assuming (";
    for (std::size_t other = 0; other < clauses.size(); ++other) {
      if (other != k && is_kept[other]) question += " fact" + std::to_string(other);
    }
    if (solver.ask(question + "))\n") == "unsat") is_kept[k] = false;
    solver.tell("(pop)\n");
  }
  std::vector<Clause> all;
  for (std::size_t k = 0; k < clauses.size(); ++k) {
    if (is_kept[k]) all.push_back(std::move(clauses[k]));
  }
  return all;
}

}  // namespace conclave::proof
