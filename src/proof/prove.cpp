#include "proof/prove.hpp"

#include <algorithm>
#include <span>

#include "proof/agreement.hpp"
#include "proof/learning.hpp"

namespace conclave::proof {
namespace {

// From which rings lemmas are learned, and how long they may be: from what is quick on.
struct Attempt {
  int processes;
  std::size_t literals;
};
constexpr Attempt attempts[every_attempt] = {{3, 2}, {3, 3}, {4, 3}, {4, 4}};
constexpr std::size_t most_rings = 20'000;
// How far is looked for a failure before it is said that a property is not proved.
constexpr int last_look = 8;
constexpr std::size_t most_rings_of_last_look = 100'000;
constexpr std::uint64_t most_compared = 20'000;  // configurations of each instance

// Would the goal fail if a step by this rule happened? After an error nothing is known.
bool breaks(const Rule& rule, const Goal& goal) {
  return !rule.error.empty() ||
         (goal.of_steps && std::ranges::find(rule.breaks, goal.name) != rule.breaks.end());
}

class Prover {
 public:
  Prover(Proof& proof, std::vector<const Goal*> goals, Limits& limits, const Tell& tell)
      : proof_(proof), open_(std::move(goals)), limits_(limits), tell_(tell) {}

  void run(std::size_t most) {
    explore(rings_, attempts[0].processes, most_rings);
    if (open_.empty()) return;
    if (!Solver::is_installed()) return leave_open();
    proof_.solver = Solver::name(limits_);
    Induction induction(proof_.theory, limits_);
    std::vector<Clause> inductive;
    SmallRings larger;  // on which a property may fail
    const auto is_proved = [&] {
      return std::ranges::all_of(open_, [&](const Goal* goal) { return holds(*goal, inductive, induction); });
    };
    for (const Attempt& attempt : std::span(attempts).first(std::min(most, std::size(attempts)))) {
      // Before what takes long, it may turn out that there is nothing to prove.
      if (rings_.explored < attempt.processes) {
        explore(larger, last_look, most_rings_of_last_look);
        explore(rings_, attempt.processes, most_rings);
      }
      if (open_.empty()) break;
      std::vector<Clause> candidates = learn(rings_.all, proof_.theory.relations, attempt.literals, limits_);
      add_goals(candidates);
      tell(std::to_string(candidates.size()) + " lemmas that hold on rings of at most " +
           std::to_string(rings_.explored) + ": which are inductive?");
      std::erase_if(candidates, [&](const Clause& clause) {
        return std::ranges::find(inductive, clause) != inductive.end();
      });
      candidates = induction.strongest(std::move(candidates), inductive);
      inductive.insert(inductive.end(), candidates.begin(), candidates.end());
      if (is_proved()) break;
    }
    if (!is_proved()) explore(larger, last_look, most_rings_of_last_look);
    proof_.holds_up_to = std::max(rings_.explored, larger.explored);
    conclude(induction, inductive);
    proof_.questions = induction.questions();
  }

 private:
  // Explores rings of up to so many processes, if they are not too many. What fails is not open any more.
  void explore(SmallRings& rings, int processes, std::size_t most) {
    while (rings.explored < processes && !open_.empty()) {
      if (explore_one_more(rings, proof_.theory, open_, most, limits_)) continue;
      if (!rings.failure) break;
      const Failure failure = *rings.failure;
      rings = {};
      // An error of the model is the failure of everything.
      std::erase_if(open_, [&](const Goal* goal) {
        const bool fails = failure.property.empty() || failure.property == goal->name;
        if (fails) set({goal, Verdict::Is::violated, failure, {}, {}});
        return fails;
      });
    }
    proof_.learned_from = rings_.explored;
    proof_.configurations = rings_.configurations;
  }

  // Without a solver, what may be inductive is all there is to say.
  void leave_open() {
    constexpr Attempt attempt = attempts[2];
    explore(rings_, attempt.processes, most_rings);
    proof_.holds_up_to = rings_.explored;
    for (const Goal* goal : open_) set({goal, Verdict::Is::unknown, {}, {}, {}});
    std::vector<Clause> candidates = learn(rings_.all, proof_.theory.relations, attempt.literals, limits_);
    add_goals(candidates);
    proof_.invariant = std::move(candidates);
    for (const Goal* goal : open_) add_bad(*goal);
  }

  void set(Verdict verdict) {
    *std::ranges::find(proof_.verdicts, verdict.goal, &Verdict::goal) = std::move(verdict);
  }
  void tell(const std::string& what) const {
    if (tell_) tell_(what);
  }
  void add_goals(std::vector<Clause>& clauses) const {
    for (const Goal* goal : open_) {
      for (const Clause& clause : goal->clauses) {
        if (std::ranges::find(clauses, clause) == clauses.end()) clauses.push_back(clause);
      }
    }
  }
  std::vector<const Rule*> bad(const Goal& goal) const {
    std::vector<const Rule*> rules;
    for (const Rule& rule : proof_.theory.rules) {
      if (breaks(rule, goal)) rules.push_back(&rule);
    }
    return rules;
  }
  void add_bad(const Goal& goal) {
    for (const Rule* rule : bad(goal)) {
      if (std::ranges::find(proof_.unreachable, rule) == proof_.unreachable.end())
        proof_.unreachable.push_back(rule);
    }
  }
  bool holds(const Goal& goal, const std::vector<Clause>& inductive, Induction& induction) const {
    return std::ranges::all_of(goal.clauses,
                               [&](const Clause& clause) {
                                 return std::ranges::find(inductive, clause) != inductive.end();
                               }) &&
           std::ranges::none_of(bad(goal), [&](const Rule* rule) {
             return induction.may_happen(*rule, inductive).has_value();
           });
  }

  void conclude(Induction& induction, const std::vector<Clause>& inductive) {
    std::vector<Clause> proved;
    for (const Goal* goal : open_) {
      if (holds(*goal, inductive, induction)) {
        set({goal, Verdict::Is::proved, {}, {}, {}});
        proved.insert(proved.end(), goal->clauses.begin(), goal->clauses.end());
        add_bad(*goal);
        continue;
      }
      set({goal, Verdict::Is::not_inductive, {}, counterexample(*goal, inductive, induction), {}});
    }
    if (!proved.empty() || !proof_.unreachable.empty()) {
      tell(std::to_string(inductive.size()) + " inductive lemmas: which are needed?");
      proof_.invariant = induction.needed(inductive, proved, proof_.unreachable);
    }
    if (induction.gave_up()) {
      for (Verdict& verdict : proof_.verdicts) {
        if (verdict.is == Verdict::Is::not_inductive && !verdict.counterexample)
          verdict.is = Verdict::Is::unknown;
      }
    }
  }

  static std::optional<Counterexample> smaller(std::optional<Counterexample> one,
                                               std::optional<Counterexample> other) {
    if (!one || (other && other->before.size() < one->before.size())) return other;
    return one;
  }
  std::optional<Counterexample> counterexample(const Goal& goal, std::vector<Clause> assumed,
                                               Induction& induction) const {
    for (const Clause& clause : goal.clauses) {
      if (std::ranges::find(assumed, clause) == assumed.end()) assumed.push_back(clause);
    }
    std::optional<Counterexample> found = induction.may_be_broken(goal.clauses, assumed);
    for (const Rule* rule : bad(goal))
      found = smaller(std::move(found), induction.may_happen(*rule, assumed));
    return found;
  }

  Proof& proof_;
  std::vector<const Goal*> open_;
  Limits& limits_;
  const Tell& tell_;
  SmallRings rings_;
};

}  // namespace

std::vector<Obligation> obligations(const Theory& theory, const std::vector<Clause>& invariant,
                                    const std::vector<const Rule*>& unreachable) {
  const Smt smt(theory);
  std::vector<Obligation> all;
  const std::string head = "(set-logic UF)\n" + smt.preamble();
  std::string before = "; What is assumed.\n";
  for (const Clause& clause : invariant)
    before += "(assert " + smt.clause(clause, Smt::When::before, nullptr) + ")\n";
  const auto not_all = [&](Smt::When when, const Rule* rule) {
    std::string text = "; This is to be impossible: that it is not so any more.\n(assert (not (and true";
    for (const Clause& clause : invariant) text += "\n  " + smt.clause(clause, when, rule);
    return text + ")))\n(check-sat)\n";
  };
  all.push_back({"start", head + smt.initial() + not_all(Smt::When::before, nullptr)});
  for (std::size_t r = 0; r < theory.rules.size(); ++r) {
    const Rule& rule = theory.rules[r];
    const std::string number = (r < 9 ? "0" : "") + std::to_string(r + 1);
    if (std::ranges::find(unreachable, &rule) != unreachable.end()) {
      all.push_back({"never-" + number, head + before + "; This step is to be impossible.\n" +
                                            smt.step(rule) + "(check-sat)\n"});
    } else if (rule.error.empty()) {
      all.push_back({"step-" + number,
                     head + before + "; A step.\n" + smt.step(rule) + not_all(Smt::When::after, &rule)});
    }
  }
  return all;
}

void check_again(const Proof& proof, Limits& limits) {
  // What is proved is a part of what the obligations are about.
  for (const Verdict& verdict : proof.verdicts) {
    if (verdict.is != Verdict::Is::proved) continue;
    const bool is_part =
        std::ranges::all_of(verdict.goal->clauses,
                            [&](const Clause& clause) {
                              return std::ranges::find(proof.invariant, clause) != proof.invariant.end();
                            }) &&
        std::ranges::all_of(proof.theory.rules, [&](const Rule& rule) {
          return !breaks(rule, *verdict.goal) ||
                 std::ranges::find(proof.unreachable, &rule) != proof.unreachable.end();
        });
    if (!is_part) throw SolverError(verdict.goal->name + " is no part of what was checked again");
  }
  for (const Obligation& obligation : obligations(proof)) {
    Solver solver(limits);
    const std::string said = solver.ask(obligation.text);
    if (said != "unsat")
      throw SolverError("asked again, the solver says `" + said + "` of " + obligation.name +
                        ": nothing is proved");
  }
}

Proof prove(const Model& model, const Encoded& parameters, const std::vector<std::string>& properties,
            const std::vector<Scenario>& small, Limits& limits, const Tell& tell, std::size_t most_attempts) {
  Proof proof;
  {
    const HandlerTable table(model, parameters);
    proof.runs = table.runs();
    proof.theory = theory_of(table);
  }
  for (const Scenario& scenario : small) {
    const Agreement compared = agreement(proof.theory, scenario, most_compared, limits);
    if (!compared.objection.empty()) throw NotProvable(compared.objection);
    if (!compared.complete) break;
    proof.compared_with = scenario.processes;
    proof.steps_compared += compared.steps;
  }
  std::vector<const Goal*> open;
  for (const Goal& goal : proof.theory.goals) {
    if (!properties.empty() && std::ranges::find(properties, goal.name) == properties.end()) continue;
    Verdict verdict{.goal = &goal,
                    .is = Verdict::Is::unproved,
                    .failure = {},
                    .counterexample = {},
                    .why = goal.unproved};
    proof.verdicts.push_back(std::move(verdict));
    if (goal.unproved.empty()) open.push_back(&goal);
  }
  Prover(proof, std::move(open), limits, tell).run(most_attempts);
  if (!proof.solver.empty()) check_again(proof, limits);
  return proof;
}

}  // namespace conclave::proof
