// The document of all exercises, as docs/exercises.md has it.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <sstream>

#include "exercises/answer.hpp"
#include "exercises/book.hpp"

namespace conclave::exercises {
namespace {

constexpr const char* introduction =
    "Every exercise, claim and question of the sources, and what Conclave answers. `conclave exercise NAME` "
    "runs what "
    "answers one of them, and shows the evidence: a table over n, a counterexample, an execution. So pick "
    "one, run it, "
    "change one thing in its commands, and see the answer change. `conclave exercise NAME --question` keeps "
    "the answer "
    "back. Where a model is asked for, `conclave exercise NAME mine.cpp` marks yours: is it right, is it as "
    "cheap as the "
    "model that answers it, and where does it go wrong?";
constexpr const char* on_answers =
    "An answer is *true*, *false*, *conditional* (and then under which condition it is true), *not-finite* "
    "(no number of "
    "runs decides it, and it says what can be shown), or *open* (nothing that is here decides it yet). It is "
    "about all "
    "executions in the ranges that stand in it, and about no others; the [semantics](semantics/README.md) "
    "say what the "
    "properties mean. A book's number may stand for several entries; a model is then marked for the first "
    "that takes "
    "one.";
constexpr const char* origin =
    "This page is written by `conclave exercise all --markdown docs/exercises.md`; what is in "
    "`src/exercises/` is where "
    "to change it.";

// In lines of at most 110 columns.
std::string wrapped(const std::string& text) {
  std::string all;
  std::size_t column = 0;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    const std::size_t width = columns(word);
    const bool fits = column + 1 + width <= 110;
    if (column > 0) all += fits ? " " : "\n";
    column = column > 0 && fits ? column + 1 + width : width;
    all += word;
  }
  return all + "\n";
}

std::string entry_of(const Answer& answer) {
  const Exercise& exercise = *answer.exercise;
  std::string text = fmt::format("\n### {}\n\n", exercise.name);
  const std::string also =
      exercise.aliases.empty() ? "" : fmt::format(" (also `{}`)", fmt::join(exercise.aliases, "`, `"));
  text += wrapped(fmt::format("*{}*{}. {}", exercise.where, also, exercise.asks));
  text += "\n" + wrapped(fmt::format("**{}.** {}", name_of(answer.word), answer.sentence()));
  if (!answer.commands.empty()) text += "\n";
  for (const std::string& command : answer.commands) text += "    " + command + "\n";
  if (!exercise.change.empty()) text += "\n" + wrapped("*Change:* " + exercise.change);
  return text;
}

}  // namespace

std::string to_markdown(const std::vector<Answer>& answers) {
  std::string text = "# The exercises\n";
  for (const char* paragraph : {introduction, on_answers, origin}) text += "\n" + wrapped(paragraph);
  for (const Source& source : sources()) {
    std::string entries;
    for (const Answer& answer : answers) {
      if (answer.exercise->source() == source.name) entries += entry_of(answer);
    }
    if (!entries.empty()) text += fmt::format("\n## {}\n\n{}.\n{}", source.name, source.title, entries);
  }
  return text;
}

}  // namespace conclave::exercises
