#include "proof/induction.hpp"

#include <algorithm>
#include <numeric>
#include <set>
#include <sstream>

namespace conclave::proof {
namespace {

std::size_t most_variables_of(const std::vector<const Clause*>& clauses) {
  std::size_t most = 0;
  for (const Clause* clause : clauses) most = std::max(most, clause->variables);
  return most;
}

std::vector<const Clause*> pointers(const std::vector<Clause>& clauses) {
  std::vector<const Clause*> all;
  for (const Clause& clause : clauses) all.push_back(&clause);
  return all;
}

std::string declare_witnesses(std::size_t count) {
  std::string text;
  for (std::size_t v = 0; v < count; ++v) text += "(declare-const " + Smt::witness(v) + " process)\n";
  return text;
}

}  // namespace

bool may_break(const Rule& rule, const Clause& clause, const Theory& theory) {
  return std::ranges::any_of(clause.literals, [&](const Literal& literal) {
    if (literal.relation <= between) return false;
    const Relation& relation = theory.relations[literal.relation];
    if (relation.of != Relation::Of::message)
      return std::ranges::any_of(rule.changes,
                                 [&](const Change& change) { return change.variable == relation.field; });
    // Messages only become more.
    return !literal.positive && std::ranges::any_of(rule.sent, [&](const Delivery& delivery) {
      return theory.message_relations[delivery.kind] == literal.relation;
    });
  });
}

Induction::Induction(const Theory& theory, Limits& limits)
    : theory_(theory), smt_(theory), steps_(theory), solver_(limits) {
  solver_.tell("(set-option :produce-unsat-assumptions true)\n(set-option :produce-unsat-cores true)\n" +
               smt_.preamble());
}

Solver::Answer Induction::check() {
  ++questions_;
  const Solver::Answer answer = solver_.check();
  gave_up_ |= answer == Solver::Answer::unknown;
  return answer;
}

std::string Induction::some_violated(const std::vector<const Clause*>& clauses, Smt::When when,
                                     const Rule* rule) const {
  std::string text = "(assert (or false";
  for (const Clause* clause : clauses) text += "\n  " + smt_.violated(*clause, when, rule);
  return text + "))\n";
}

std::vector<bool> Induction::truths(const std::vector<std::string>& atoms) {
  std::vector<bool> all;
  if (atoms.empty()) return all;
  std::string question = "(get-value (";
  for (const std::string& atom : atoms) question += atom + "\n";
  const std::string said = solver_.ask(question + "))\n");
  // Each pair ends with the value.
  for (std::size_t at = 0; at < said.size(); ++at) {
    if (said[at] != ')') continue;
    if (said.substr(0, at).ends_with(" true")) all.push_back(true);
    if (said.substr(0, at).ends_with(" false")) all.push_back(false);
  }
  if (all.size() != atoms.size()) throw SolverError("the solver does not say what its example is");
  return all;
}

std::vector<std::string> Induction::constants(const Rule* rule, std::size_t witnesses) const {
  std::vector<std::string> names;
  if (theory_.knows_largest) names.emplace_back("largest");
  if (rule != nullptr) {
    const std::vector<bool> used = used_slots(*rule);
    for (std::size_t slot = 0; slot < used.size(); ++slot) {
      if (used[slot] && rule->slots[slot].of != Slot::Of::largest) names.push_back(smt_.slot(*rule, slot));
    }
  }
  for (std::size_t v = 0; v < witnesses; ++v) names.push_back(Smt::witness(v));
  return names;
}

// All formulas are universal, so they hold of the processes alone that constants stand for.
Counterexample Induction::read(const Rule* rule, std::size_t witnesses) {
  const std::vector<std::string> names = constants(rule, witnesses);
  std::vector<std::string> atoms;
  for (std::size_t a = 0; a < names.size(); ++a) {
    for (std::size_t b = a + 1; b < names.size(); ++b)
      atoms.push_back("(= " + names[a] + " " + names[b] + ")");
  }
  std::vector<bool> says = truths(atoms);
  std::vector<std::size_t> element(names.size());  // by constant
  std::vector<std::string> all;                    // a constant for each process
  for (std::size_t b = 0; b < names.size(); ++b) {
    element[b] = all.size();
    std::size_t atom = 0;
    for (std::size_t first = 0; first < names.size(); ++first) {
      for (std::size_t second = first + 1; second < names.size(); ++second, ++atom) {
        if (second == b && says[atom]) element[b] = std::min(element[b], element[first]);
      }
    }
    if (element[b] == all.size()) all.push_back(names[b]);
  }
  const std::size_t n = all.size();
  // All tuples of the processes, for every relation; but of `between` those that begin with the first one,
  // which come first and tell where everybody is.
  atoms.clear();
  for (std::size_t r = 0; r < theory_.relations.size(); ++r) {
    const Relation& relation = theory_.relations[r];
    std::size_t tuples = 1;
    for (std::size_t at = 0; at < relation.arity; ++at) tuples *= n;
    if (r == between) tuples = n * n;
    for (std::size_t tuple = 0; tuple < tuples; ++tuple) {
      std::string atom;
      std::size_t rest = tuple;
      for (std::size_t at = 0; at < relation.arity; ++at, rest /= n) atom = " " + all[rest % n] + atom;
      atoms.push_back("(" + relation.name + atom + ")");
    }
  }
  says = truths(atoms);
  // Where each stands on the ring, which begins at the first, and its rank.
  std::vector<std::size_t> place(n);
  std::vector<int> rank(n);
  const std::size_t first_between = n * n;
  for (std::size_t a = 0; a < n; ++a) {
    for (std::size_t b = 0; b < n; ++b) {
      rank[a] += static_cast<int>(says[b * n + a]);
      if (a != 0 && b != 0 && says[first_between + b * n + a]) ++place[a];
    }
    if (a != 0) ++place[a];
  }
  std::vector<int> ranks(n);
  for (std::size_t a = 0; a < n; ++a) ranks[place[a]] = rank[a];
  Ring ring(theory_.relations, std::move(ranks));
  std::size_t atom = first_between + n * n;
  for (std::size_t r = between + 1; r < theory_.relations.size(); ++r) {
    const std::size_t arity = theory_.relations[r].arity;
    std::size_t tuples = 1;
    for (std::size_t at = 0; at < arity; ++at) tuples *= n;
    for (std::size_t tuple = 0; tuple < tuples; ++tuple) {
      std::vector<std::uint8_t> of(arity);
      std::size_t rest = tuple;
      for (std::size_t at = arity; at-- > 0; rest /= n) of[at] = static_cast<std::uint8_t>(place[rest % n]);
      ring.set(r, of, says[atom++]);
    }
  }
  if (rule == nullptr) return {ring, {}, ring};
  Application application{rule, std::vector<std::uint8_t>(rule->slots.size())};
  for (std::size_t slot = 0; slot < rule->slots.size(); ++slot) {
    const auto named = std::ranges::find(names, smt_.slot(*rule, slot));
    if (named != names.end())
      application.slots[slot] =
          static_cast<std::uint8_t>(place[element[static_cast<std::size_t>(named - names.begin())]]);
  }
  Ring after = steps_.after(ring, application);
  return {std::move(ring), std::move(application), std::move(after)};
}

Counterexample Induction::smallest(const Rule* rule, std::size_t witnesses) {
  const std::vector<std::string> names = constants(rule, witnesses);
  for (std::size_t n = 1; n < names.size(); ++n) {
    std::string text = "(push)\n";
    for (std::size_t e = 0; e < n; ++e) text += "(declare-const e" + std::to_string(e) + " process)\n";
    for (const std::string& name : names) {
      text += "(assert (or false";
      for (std::size_t e = 0; e < n; ++e) text += " (= " + name + " e" + std::to_string(e) + ")";
      text += "))\n";
    }
    solver_.tell(text);
    std::optional<Counterexample> found;
    if (check() == Solver::Answer::sat) found = read(rule, witnesses);
    solver_.tell("(pop)\n");
    if (found) return *std::move(found);
  }
  if (check() != Solver::Answer::sat) throw SolverError("the solver takes back its answer");
  return read(rule, witnesses);
}

void Induction::drop_at_start(std::vector<Clause>& clauses) {
  solver_.tell("(push)\n" + smt_.initial());
  while (!clauses.empty()) {
    const std::size_t count = most_variables_of(pointers(clauses));
    solver_.tell("(push)\n" + declare_witnesses(count) +
                 some_violated(pointers(clauses), Smt::When::before, nullptr));
    const Solver::Answer answer = check();
    const std::size_t before = clauses.size();
    if (answer == Solver::Answer::sat) {
      const Ring ring = read(nullptr, count).before;
      std::erase_if(clauses, [&](const Clause& clause) { return !ring.satisfies(clause); });
    } else if (answer == Solver::Answer::unknown) {
      clauses.clear();
    }
    solver_.tell("(pop)\n");
    if (answer == Solver::Answer::unsat) break;
    if (clauses.size() == before) throw SolverError("the solver's example is none");
  }
  solver_.tell("(pop)\n");
}

bool Induction::drop_after(const Rule& rule, const std::vector<Clause>& assumed,
                           std::vector<Clause>& clauses) {
  bool dropped = false;
  solver_.tell("(push)\n" + smt_.step(rule));
  while (true) {
    std::vector<const Clause*> asked;
    for (const Clause& clause : clauses) {
      if (may_break(rule, clause, theory_)) asked.push_back(&clause);
    }
    if (asked.empty()) break;
    const std::size_t count = most_variables_of(asked);
    solver_.tell("(push)\n" + declare_witnesses(count) + some_violated(asked, Smt::When::after, &rule));
    const Solver::Answer answer = check();
    const std::size_t before = clauses.size();
    if (answer == Solver::Answer::sat) {
      const Counterexample example = read(&rule, count);
      if (!std::ranges::all_of(assumed,
                               [&](const Clause& clause) { return example.before.satisfies(clause); }))
        throw SolverError("the solver's example is none");
      std::erase_if(clauses, [&](const Clause& clause) { return !example.after.satisfies(clause); });
    } else if (answer == Solver::Answer::unknown) {
      const std::set<Clause> unknown = [&] {
        std::set<Clause> all;
        for (const Clause* clause : asked) all.insert(*clause);
        return all;
      }();
      std::erase_if(clauses, [&](const Clause& clause) { return unknown.contains(clause); });
    }
    solver_.tell("(pop)\n");
    if (answer == Solver::Answer::unsat) break;
    if (clauses.size() == before) throw SolverError("the solver's example is none");
    dropped = true;
  }
  solver_.tell("(pop)\n");
  return dropped;
}

std::vector<Clause> Induction::strongest(std::vector<Clause> candidates, const std::vector<Clause>& known) {
  drop_at_start(candidates);
  bool dropped = !candidates.empty();
  while (dropped) {
    dropped = false;
    std::vector<Clause> assumed = known;
    assumed.insert(assumed.end(), candidates.begin(), candidates.end());
    std::string text = "(push)\n";
    for (const Clause& clause : assumed)
      text += "(assert " + smt_.clause(clause, Smt::When::before, nullptr) + ")\n";
    solver_.tell(text);
    for (const Rule& rule : theory_.rules) {
      if (rule.error.empty() && drop_after(rule, assumed, candidates)) dropped = true;
    }
    solver_.tell("(pop)\n");
  }
  return candidates;
}

std::optional<Counterexample> Induction::may_happen(const Rule& rule, const std::vector<Clause>& assumed) {
  std::string text = "(push)\n";
  for (const Clause& clause : assumed)
    text += "(assert " + smt_.clause(clause, Smt::When::before, nullptr) + ")\n";
  solver_.tell(text + smt_.step(rule));
  std::optional<Counterexample> found;
  const Solver::Answer answer = check();
  if (answer == Solver::Answer::sat) found = smallest(&rule, 0);
  solver_.tell("(pop)\n");
  if (answer == Solver::Answer::unknown) throw SolverError("the solver gives up");
  return found;
}

std::optional<Counterexample> Induction::may_be_broken(const std::vector<Clause>& broken,
                                                       const std::vector<Clause>& assumed) {
  std::optional<Counterexample> best;
  std::string text = "(push)\n";
  for (const Clause& clause : assumed)
    text += "(assert " + smt_.clause(clause, Smt::When::before, nullptr) + ")\n";
  solver_.tell(text);
  for (const Rule& rule : theory_.rules) {
    std::vector<const Clause*> asked;
    for (const Clause& clause : broken) {
      if (may_break(rule, clause, theory_)) asked.push_back(&clause);
    }
    if (asked.empty() || !rule.error.empty()) continue;
    const std::size_t count = most_variables_of(asked);
    solver_.tell("(push)\n" + smt_.step(rule) + declare_witnesses(count) +
                 some_violated(asked, Smt::When::after, &rule));
    if (check() == Solver::Answer::sat) {
      Counterexample found = smallest(&rule, count);
      if (!best || found.before.size() < best->before.size()) best = std::move(found);
    }
    solver_.tell("(pop)\n");
  }
  solver_.tell("(pop)\n");
  return best;
}

std::vector<Clause> Induction::core(const std::vector<Clause>& inductive, const std::vector<Clause>& goals,
                                    const std::vector<const Rule*>& unreachable) {
  std::string text = "(push)\n";
  for (std::size_t k = 0; k < inductive.size(); ++k)
    text += "(declare-const lemma" + std::to_string(k) + " Bool)\n(assert (=> lemma" + std::to_string(k) +
            " " + smt_.clause(inductive[k], Smt::When::before, nullptr) + "))\n";
  solver_.tell(text);
  std::set<std::size_t> needed;
  std::vector<std::size_t> open;
  const auto need = [&](std::size_t k) {
    if (needed.insert(k).second) open.push_back(k);
  };
  // Which of these lemmas a contradiction rests on; nothing where there is none.
  const auto resting_on = [&](const std::set<std::size_t>& lemmas) -> std::optional<std::set<std::size_t>> {
    std::string question = "(check-sat-assuming (";
    for (const std::size_t k : lemmas) question += " lemma" + std::to_string(k);
    ++questions_;
    if (solver_.ask(question + "))\n") != "unsat") return {};
    std::string names = solver_.ask("(get-unsat-assumptions)\n");
    std::ranges::replace_if(
        names, [](char c) { return c == '(' || c == ')'; }, ' ');
    std::istringstream words(names);
    std::set<std::size_t> used;
    for (std::string word; words >> word;) used.insert(std::stoul(word.substr(5)));
    return used;
  };
  const auto ask = [&](const std::string& question) {
    solver_.tell("(push)\n" + question);
    if (!resting_on(needed)) {
      std::set<std::size_t> all;
      for (std::size_t k = 0; k < inductive.size(); ++k) all.insert(k);
      std::set<std::size_t> used = resting_on(all).value_or(all);
      // What is needed already costs nothing, and what can be done without is not needed.
      const std::set<std::size_t> first = used;
      for (auto k = first.rbegin(); k != first.rend(); ++k) {
        if (!used.contains(*k) || needed.contains(*k)) continue;
        std::set<std::size_t> fewer = used;
        fewer.erase(*k);
        fewer.insert(needed.begin(), needed.end());
        if (auto rest = resting_on(fewer)) used = *std::move(rest);
      }
      for (const std::size_t k : used) need(k);
    }
    solver_.tell("(pop)\n");
  };
  for (std::size_t k = 0; k < inductive.size(); ++k) {
    if (std::ranges::find(goals, inductive[k]) != goals.end()) need(k);
  }
  for (const Rule* rule : unreachable) ask(smt_.step(*rule));
  while (!open.empty()) {
    const Clause& clause = inductive[open.front()];
    open.erase(open.begin());
    for (const Rule& rule : theory_.rules) {
      if (!rule.error.empty() || !may_break(rule, clause, theory_)) continue;
      ask(smt_.step(rule) + declare_witnesses(clause.variables) +
          some_violated({&clause}, Smt::When::after, &rule));
    }
  }
  solver_.tell("(pop)\n");
  std::vector<Clause> all;
  for (const std::size_t k : needed) all.push_back(inductive[k]);
  return all;
}

std::vector<Clause> Induction::needed(const std::vector<Clause>& inductive, const std::vector<Clause>& goals,
                                      const std::vector<const Rule*>& unreachable) {
  std::vector<Clause> all = core(inductive, goals, unreachable);
  const auto suffices = [&](const std::vector<Clause>& clauses) {
    return std::ranges::all_of(
               goals,
               [&](const Clause& goal) { return std::ranges::find(clauses, goal) != clauses.end(); }) &&
           std::ranges::none_of(unreachable,
                                [&](const Rule* rule) { return may_happen(*rule, clauses).has_value(); });
  };
  // The longest are tried first, so that simple ones stay.
  for (std::size_t at = all.size(); at-- > 0;) {
    if (at >= all.size() || std::ranges::find(goals, all[at]) != goals.end()) continue;
    std::vector<Clause> fewer = all;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(at));
    fewer = strongest(std::move(fewer));
    if (suffices(fewer)) all = std::move(fewer);
  }
  return all;
}

}  // namespace conclave::proof
