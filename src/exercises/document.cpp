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
    "# The exercises\n\n"
    "Every exercise, claim and question of the sources, and what Conclave answers. The command `conclave "
    "exercise "
    "NAME` runs\nwhat answers one of them, and shows the evidence: tables over n, a counterexample, an "
    "execution. "
    "`conclave exercise\n--question NAME` keeps the answer back, and where a model is asked for, `conclave "
    "exercise "
    "NAME my.cpp` marks yours.\n\n"
    "An answer is *true*, *false*, *conditional* (with the condition), *not-finite* (no number of runs "
    "decides "
    "it;\nthen it says what can be shown), or *open* (nothing that is here decides it yet). It is about all "
    "executions in\nthe ranges that stand in it, and about no others. This page is written by `conclave "
    "exercise "
    "all --markdown\ndocs/exercises.md`.\n";

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
  std::string text = introduction;
  for (const Source& source : sources()) {
    text += fmt::format("\n## {}\n\n{}.\n", source.name, source.title);
    for (const Answer& answer : answers) {
      if (answer.exercise->source() == source.name) text += entry_of(answer);
    }
  }
  return text;
}

}  // namespace conclave::exercises
