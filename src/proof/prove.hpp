// Proves that properties of a model hold on rings of every size, or says why that is not proved
// (docs/semantics/proofs.md).
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "proof/induction.hpp"
#include "proof/small_rings.hpp"
#include "proof/theory.hpp"
#include "scenario/scenario.hpp"

namespace conclave::proof {

struct Verdict {
  enum class Is {
    proved,
    violated,       // already on a small ring, under the weakest network
    not_inductive,  // There is a counterexample to induction.
    unknown,        // The solver gave up.
    unproved,       // No proof can speak of it.
  };
  const Goal* goal = nullptr;
  Is is{};
  std::optional<Failure> failure;                // if violated
  std::optional<Counterexample> counterexample;  // if not inductive
  std::string why;                               // if unproved
};

// It may be moved and not copied, because its parts point to its theory.
struct Proof {
  Proof() = default;
  Proof(Proof&&) = default;
  Proof& operator=(Proof&&) = default;

  Theory theory;
  std::size_t runs = 0;           // of handlers, for the table
  std::vector<Verdict> verdicts;  // in the order of the goals
  // What is inductive, and what the proved properties rest on: with their own clauses.
  std::vector<Clause> invariant;
  int learned_from = 0;  // rings of so many processes, and fewer
  int holds_up_to = 0;   // what is not proved holds on rings of so many processes, and fewer
  std::uint64_t configurations = 0;
  int compared_with = 0;             // explored rings of so many processes, and fewer:
  std::uint64_t steps_compared = 0;  // each of so many steps there is what a rule says
  std::string solver;
  std::size_t questions = 0;

  // Rules whose steps never happen, according to the proof.
  std::vector<const Rule*> unreachable;
};

// One thing that the solver has to find impossible.
struct Obligation {
  std::string name;  // of a file, without its end
  std::string text;
};
std::vector<Obligation> obligations(const Theory&, const std::vector<Clause>& invariant,
                                    const std::vector<const Rule*>& unreachable);
inline std::vector<Obligation> obligations(const Proof& proof) {
  return obligations(proof.theory, proof.invariant, proof.unreachable);
}
// Asks a solver that knows nothing yet, one for each obligation. Throws SolverError if one is not impossible.
void check_again(const Proof&, Limits&);

// Is told what is being done, for a progress line.
using Tell = std::function<void(const std::string&)>;
// `properties` are names; none: all safety properties. `small` are scenarios of ever more processes without
// reductions of steps, in which the machine's steps are compared with the rules as long as they are not too
// many. Lemmas are looked for in ever larger sets, at most so many times. What it says is proved was checked
// again from the obligations alone. Without a solver, nothing is proved, and what was learned is assumed.
// Throws NotProvable, ModelError, SolverError, LimitReached.
inline constexpr std::size_t every_attempt = 4;
Proof prove(const Model&, const Encoded& parameters, const std::vector<std::string>& properties,
            const std::vector<Scenario>& small, Limits&, const Tell& tell = {},
            std::size_t most_attempts = every_attempt);

}  // namespace conclave::proof
