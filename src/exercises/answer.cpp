#include "exercises/answer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "exercises/findings.hpp"
#include "trace/command_words.hpp"

namespace conclave::exercises {
namespace {

std::string capitalized(std::string text) {
  if (!text.empty()) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text;
}

std::string as_sentence(const std::string& text) { return text.ends_with('.') ? text : text + "."; }

// Under which condition, and of which model: what stands before a sentence.
std::string subject_of(const Part& part, const Finding& finding) {
  const std::string condition = capitalized(part.condition);
  if (finding.of.empty()) return condition.empty() ? "" : condition + ": ";
  return (condition.empty() ? finding.of : condition + " (" + finding.of + ")") + ": ";
}

// What is asked under one condition is true if all parts of it are.
struct Asked {
  std::string condition;
  Truth truth = Truth::yes;
  std::string range;

  void add(const Finding& finding) {
    const auto rank = [](Truth of) {  // the worst counts
      return of == Truth::yes ? 0 : of == Truth::partly ? 1 : of == Truth::open ? 2 : 3;
    };
    if (rank(finding.truth) <= rank(truth)) return;
    truth = finding.truth;
    range = finding.range;
  }
  // As in "for n = 2..7 if everyone starts".
  std::string words() const {
    const std::string under = condition.empty() ? "as the source has it" : condition;
    return range.empty() ? under : condition.empty() ? range : range + " " + under;
  }
};

std::vector<Asked> cases_of(const std::vector<Found>& found) {
  std::vector<Asked> cases;
  for (const auto& [part, finding] : found) {
    if (!part->decides) continue;
    auto at = std::ranges::find(cases, part->condition, &Asked::condition);
    if (at == cases.end()) at = cases.insert(at, Asked{.condition = part->condition, .range = {}});
    at->add(finding);
  }
  return cases;
}

// Is every case so?
bool all_are(const std::vector<Asked>& cases, Truth truth) {
  return std::ranges::all_of(cases, [&](const Asked& each) { return each.truth == truth; });
}

void decide(Answer& answer) {
  const std::vector<Asked> cases = cases_of(answer.found);
  const bool open =
      std::ranges::any_of(answer.found, [](const Found& each) { return each.finding.truth == Truth::open; });
  if (open) {
    answer.word = Word::inconclusive;
    answer.headline = "A limit was reached before it was known.";
  } else if (!answer.exercise->not_finite.empty()) {
    answer.word = Word::not_finite;
    answer.headline = answer.exercise->not_finite;
  } else if (cases.empty()) {
    answer.word = Word::open;
  } else if (all_are(cases, Truth::yes)) {
    answer.word = Word::is_true;
  } else if (all_are(cases, Truth::no)) {
    answer.word = Word::is_false;
  } else {
    answer.word = Word::conditional;
    std::string yes;
    std::string no;
    for (const Asked& each : cases) {
      std::string& list = each.truth == Truth::no ? no : yes;
      list += (list.empty() ? "" : "; ") + each.words();
    }
    answer.headline = "True: " + yes + "." + (no.empty() ? "" : " False: " + no + ".");
  }
}

}  // namespace

std::string_view name_of(Word word) {
  switch (word) {
    case Word::is_true:
      return "true";
    case Word::is_false:
      return "false";
    case Word::conditional:
      return "conditional";
    case Word::not_finite:
      return "not-finite";
    case Word::open:
      return "open";
    case Word::inconclusive:
      break;
  }
  return "inconclusive";
}

std::string Answer::sentence() const {
  std::string text = headline;
  for (const std::string& line : lines) text += (text.empty() ? "" : " ") + line;
  return text;
}

Answer answer(const Exercise& exercise, Runs& runs) {
  runs.forget();
  Answer answer{.exercise = &exercise, .headline = {}, .lines = {}, .commands = {}, .found = {}};
  for (const Part& part : exercise.parts) {
    answer.found.push_back({&part, part.find(runs)});
    const Finding& finding = answer.found.back().finding;
    const std::string subject = subject_of(part, finding);
    answer.lines.push_back(as_sentence(subject.empty() ? capitalized(finding.says) : subject + finding.says));
    const std::string& because = finding.truth == Truth::yes ? part.because_true : part.because_false;
    if (!because.empty() && finding.truth != Truth::open)
      answer.lines.push_back(as_sentence(capitalized(because)));
  }
  decide(answer);
  if (!exercise.missing.empty()) answer.lines.push_back("Not shown yet: " + exercise.missing);
  for (const std::string& command : runs.commands())
    answer.commands.push_back(name_of_command() + " " + command);
  return answer;
}

}  // namespace conclave::exercises
