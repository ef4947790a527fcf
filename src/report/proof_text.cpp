#include "report/proof_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>
#include <vector>

#include "proof/sentences.hpp"
#include "report/words.hpp"

namespace conclave {
namespace {

using proof::Clause;
using proof::Proof;
using Is = proof::Verdict::Is;

std::vector<std::string> names(const Proof& proof, Is is) {
  std::vector<std::string> all;
  for (const auto& verdict : proof.verdicts) {
    if (verdict.is == is) all.push_back(verdict.goal->name);
  }
  return all;
}

// The clauses of the invariant that are lemmas: neither what was to be proved, nor that a variable has one
// value.
struct Lemmas {
  std::vector<const Clause*> lemmas;
  bool one_value = false;
};

Lemmas lemmas_of(const Proof& proof) {
  Lemmas found;
  for (const Clause& clause : proof.invariant) {
    const bool is_goal = std::ranges::any_of(proof.verdicts, [&](const auto& verdict) {
      return verdict.is == Is::proved &&
             std::ranges::find(verdict.goal->clauses, clause) != verdict.goal->clauses.end();
    });
    if (is_goal) continue;
    if (proof::is_about_one_variable(clause, proof.theory.relations))
      found.one_value = true;
    else
      found.lemmas.push_back(&clause);
  }
  return found;
}

std::string covered(const Proof& proof) {
  const Model& model = *proof.theory.model;
  const bool lock_step = model.program->lock_step();
  return fmt::format(
      "  {}, rings of every size, every order of distinct identifiers, any set of initiators,\n"
      "  {}; messages may be lost, repeated and reordered, processes may stop{}\n",
      model.full_name(), lock_step ? "lock step, or each process at its own pace" : "fifo, bag and set",
      model.detects_crashes ? " (and nobody is told)" : "");
}

std::string means(const Proof& proof) {
  std::string text = fmt::format(
      "{} from {} of the handlers,\n  which agree with {} on rings of at most {}",
      plural(grouped(proof.theory.rules.size()), "rule", "rules"), plural(grouped(proof.runs), "run", "runs"),
      plural(grouped(proof.steps_compared), "explored step", "explored steps"), proof.compared_with);
  if (proof.learned_from > 0)
    text += fmt::format(",\n  lemmas from {} of all rings of at most {}",
                        plural(grouped(proof.configurations), "configuration", "configurations"),
                        proof.learned_from);
  return text;
}

std::string indented(const std::vector<std::string>& lines, std::size_t by) {
  std::string text;
  for (const std::string& line : lines) text += std::string(by, ' ') + line + "\n";
  return text;
}

// A step between two rings, or the ring at the beginning; and an error with which it ends.
template <class Example>
std::string shown(const Proof& proof, const Example& example, const std::string& error = "") {
  std::string text = indented(proof::picture(example.before, proof.theory), 4);
  const std::string ends = error.empty() ? "" : ", which ends with an error: " + error;
  if (!example.step) return text + (ends.empty() ? "" : "    at the beginning" + ends + "\n");
  const std::string step = proof::step_words(example.before, *example.step, proof.theory);
  return text + fmt::format("    {}{}\n", step, ends.empty() ? ", and then:" : ends) +
         indented(proof::picture(example.after, proof.theory, &example.before), 4);
}

std::string broken_words(const proof::Goal& goal, const std::optional<proof::Application>& step) {
  return goal.of_steps && step ? " (" + goal.says + ", but this step breaks it)" : "";
}

std::string described(const Proof& proof, const proof::Verdict& verdict, const Terminal& terminal) {
  const std::string& name = verdict.goal->name;
  const std::string& says = verdict.goal->says;
  switch (verdict.is) {
    case Is::proved:
      return "";
    case Is::unproved:
      return fmt::format("{} not asked  {}: {}\n", terminal.yellow("·"), name, verdict.why);
    case Is::unknown:
      return fmt::format("{} NOT PROVED  {}: {}\n  {}\n", terminal.yellow("?"), name, says,
                         proof.solver.empty() ? "There is no solver to ask; z3 is one (`apt-get install z3`)."
                                              : "The solver gives up.");
    case Is::violated: {
      const proof::Failure& failure = *verdict.failure;
      const std::string what = failure.error.empty() ? "It fails" : "The model itself ends with an error";
      return fmt::format(
          "{} NOT PROVED  {}: {}\n"
          "  {} on a ring of {} after {}, where messages are repeated, reordered or lost, so that no proof "
          "for all networks is possible; `conclave check` tells on which networks it holds.\n{}",
          terminal.red("✗"), name, says, what, failure.before.size(),
          plural(std::to_string(failure.steps), "step", "steps"), shown(proof, failure, failure.error));
    }
    case Is::not_inductive: {
      const std::string holds = fmt::format(
          "{} NOT PROVED  {}: {}\n  It holds on all rings of at most {}, but it does not follow from what "
          "was "
          "learned there.\n",
          terminal.red("✗"), name, says, proof.holds_up_to);
      if (!verdict.counterexample) return holds;
      const proof::Counterexample& example = *verdict.counterexample;
      return holds +
             fmt::format(
                 "  The smallest counterexample to induction is a ring of {}: all that was found holds "
                 "there, before this step{}.\n{}",
                 example.before.size(), broken_words(*verdict.goal, example.step),
                 shown(proof, example, example.step ? example.step->rule->error : ""));
    }
  }
  return "";
}

}  // namespace

std::string describe(const Proof& proof, double seconds, const Terminal& terminal) {
  std::string text;
  const std::vector<std::string> proved = names(proof, Is::proved);
  if (!proved.empty()) {
    text = fmt::format("{}  {}\n", terminal.green("✓ PROVED for every n"), fmt::join(proved, ", "));
    text += covered(proof);
    text += fmt::format("  by induction: {},\n  checked by {} in {:.1f} s\n\n", means(proof), proof.solver,
                        seconds);
    const Lemmas found = lemmas_of(proof);
    text += found.lemmas.empty()
                ? "  These hold at the beginning, and each step keeps them, without any lemma.\n"
                : fmt::format("  These hold at the beginning, and each step keeps them together with {}:\n",
                              plural(std::to_string(found.lemmas.size()), "lemma", "lemmas"));
    for (std::size_t k = 0; k < found.lemmas.size(); ++k)
      text += fmt::format("  {:>3}. {}\n", k + 1, proof::sentence(*found.lemmas[k], proof.theory.relations));
    if (!found.lemmas.empty())
      text += "  Different letters are different processes, and their identifiers.\n";
    if (found.one_value) text += "  And a variable of a process never has two values.\n";
  }
  bool was_line = false;
  for (const auto& verdict : proof.verdicts) {
    const std::string words = described(proof, verdict, terminal);
    if (words.empty()) continue;
    // What is not asked takes a line each, and the rest a paragraph.
    const bool is_line = verdict.is == Is::unproved;
    if (!text.empty() && !(is_line && was_line)) text += "\n";
    text += words;
    was_line = is_line;
  }
  if (proved.empty())
    text += fmt::format("\n  {}, {},\n  found in {:.1f} s\n", proof.theory.model->full_name(), means(proof),
                        seconds);
  return text;
}

Json to_json(const Proof& proof, double seconds) {
  constexpr std::array<const char*, 5> verdicts{"proved", "violated", "not-inductive", "unknown",
                                                "not-asked"};
  const auto ring_of = [&](const proof::Ring& ring) {
    Json json;
    json["identifiers"] = Json::array();
    for (const int rank : ring.ranks()) json["identifiers"].push_back(rank + 1);
    json["processes"] = Json::array();
    for (std::size_t process = 0; process < ring.size(); ++process)
      json["processes"].push_back(proof::local_words(ring, static_cast<std::uint8_t>(process), proof.theory));
    return json;
  };
  const auto example_of = [&](const auto& example) {
    Json json;
    json["before"] = ring_of(example.before);
    json["step"] =
        example.step ? Json(proof::step_words(example.before, *example.step, proof.theory)) : Json(nullptr);
    json["after"] = ring_of(example.after);
    return json;
  };
  Json json;
  json["model"] = proof.theory.model->full_name();
  json["properties"] = Json::array();
  for (const auto& verdict : proof.verdicts) {
    Json of;
    of["property"] = verdict.goal->name;
    of["verdict"] = verdicts[static_cast<std::size_t>(verdict.is)];
    if (!verdict.why.empty()) of["why"] = verdict.why;
    if (verdict.failure) of["counterexample"] = example_of(*verdict.failure);
    if (verdict.failure && !verdict.failure->error.empty())
      of["counterexample"]["error"] = verdict.failure->error;
    if (verdict.counterexample) of["counterexample_to_induction"] = example_of(*verdict.counterexample);
    json["properties"].push_back(std::move(of));
  }
  const proof::Smt smt(proof.theory);
  json["invariant"] = Json::array();
  for (const Clause& clause : proof.invariant) {
    json["invariant"].push_back({{"says", proof::sentence(clause, proof.theory.relations)},
                                 {"formula", smt.clause(clause, proof::Smt::When::before, nullptr)}});
  }
  json["rules"] = proof.theory.rules.size();
  json["runs_of_handlers"] = proof.runs;
  json["compared_with"] = {{"processes", proof.compared_with}, {"steps", proof.steps_compared}};
  json["holds_up_to"] = proof.holds_up_to;
  json["learned_from"] = {{"processes", proof.learned_from}, {"configurations", proof.configurations}};
  json["solver"] = proof.solver.empty() ? Json(nullptr) : Json(proof.solver);
  json["questions"] = proof.questions;
  json["seconds"] = seconds;
  return json;
}

}  // namespace conclave
