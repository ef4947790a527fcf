// `exercise`: the sources' exercises and claims. Each command that an answer rests on is run here as if it
// had been typed, so that what is printed for the reader to repeat is what was run.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>

#include "cli/command_table.hpp"
#include "cli/commands.hpp"
#include "cli/error.hpp"
#include "cli/options.hpp"
#include "cli/output_file.hpp"
#include "exercises/answer.hpp"
#include "exercises/book.hpp"
#include "exercises/marking.hpp"
#include "exercises/page.hpp"

namespace conclave::exercises {
namespace {

// Ctrl-C ended a command, so no other one is begun.
struct Interrupted {};

// The limits that the user sets are those of each command.
template <class Options>
Options within(Options options, const EffortOptions& limits, KeptFiles& kept) {
  if (options.threads.empty()) options.threads = limits.threads;
  if (options.memory.empty()) options.memory = limits.memory;
  if (options.depth.empty()) options.depth = limits.depth;
  if (options.time.empty()) options.time = limits.time;
  options.no_progress = limits.no_progress || limits.quiet;
  options.kept = &kept;
  return options;
}

Result run_typed(const std::string& command, const EffortOptions& limits) {
  CommandTable table;
  KeptFiles kept;
  try {
    table.app.parse(command);
  } catch (const CLI::ParseError& error) {
    throw std::logic_error("`" + command + "` is no command: " + error.what());
  }
  int status = exit_usage;
  if (table.list->parsed()) status = list_command(table.list_options, &kept);
  if (table.check->parsed()) status = check_command(within(table.check_options, limits, kept));
  // Answers compare fractions.
  if (table.measure_options.means.empty()) table.measure_options.means = "exact";
  if (table.measure->parsed()) status = measure_command(within(table.measure_options, limits, kept));
  if (table.compare->parsed()) status = compare_command(within(table.compare_options, limits, kept));
  if (status == exit_interrupted) throw Interrupted();
  if (!kept.contains("--json")) throw std::logic_error("`" + command + "` finds nothing that can be read");
  return {Json::parse(kept["--json"]), kept["--svg"]};
}

std::vector<const Exercise*> exercises_called(const std::string& name) {
  std::vector<const Exercise*> found = called(name);
  if (found.empty())
    throw UsageError("there is no exercise `" + name + "`" + suggest(name, names(), 5) +
                     "; `conclave exercise` lists them");
  return found;
}

std::string dumped(const Json& json) {
  return json.dump(2, ' ', true, Json::error_handler_t::replace) + "\n";
}

int list(const ExerciseOptions& options, const Terminal& terminal, OutputFiles& files) {
  std::string text;
  Json all = Json::array();
  for (const Source& source : sources()) {
    text += fmt::format("{}{}: {}\n", text.empty() ? "" : "\n", terminal.bold(source.name), source.title);
    for (const Exercise& exercise : book()) {
      if (exercise.source() != source.name) continue;
      const std::string also =
          exercise.aliases.empty() ? "" : fmt::format(" [{}]", fmt::join(exercise.aliases, ", "));
      text +=
          fmt::format("  {:<21} {}{}\n{:<24}{}\n", exercise.name, exercise.where, also, "", exercise.asks);
      all.push_back(to_json(exercise));
    }
  }
  files.commit("--json", dumped(all));
  if (!options.quiet) files.say(terminal.page(text));
  files.finish();
  return exit_holds;
}

int ask(const std::vector<const Exercise*>& asked, const Terminal& terminal, OutputFiles& files) {
  std::string text;
  Json all = Json::array();
  for (const Exercise* exercise : asked) {
    text += (text.empty() ? "" : "\n") + describe(*exercise, terminal);
    if (exercise->assignment) {
      text += terminal.page(
          fmt::format("\n  Your answer is a model. {}\n  conclave exercise {} mine.cpp marks it.\n",
                      exercise->assignment->asks, exercise->name));
    }
    all.push_back(to_json(*exercise));
  }
  files.commit("--json", dumped(all.size() == 1 ? all.front() : all));
  files.say(text);
  files.finish();
  return exit_holds;
}

int mark_file(const std::vector<const Exercise*>& asked, const ExerciseOptions& options, Runs& runs,
              const Terminal& terminal, OutputFiles& files) {
  const auto takes =
      std::ranges::find_if(asked, [](const Exercise* exercise) { return exercise->assignment.has_value(); });
  if (takes == asked.end()) {
    std::vector<std::string> others;
    for (const Exercise& exercise : book()) {
      if (exercise.assignment) others.push_back(exercise.name);
    }
    throw UsageError(fmt::format("{} asks for no model, so `{}` cannot be its answer; these ask for one: {}",
                                 options.name, options.file, fmt::join(others, ", ")));
  }
  const Marked marked = mark(**takes, options.file, runs);
  files.commit("--json", dumped(to_json(marked)));
  if (!options.html.empty()) files.commit("--html", page_of(marked));
  if (!options.quiet) files.say(describe(marked, terminal));
  files.finish();
  return marked.right == Truth::yes  ? exit_holds
         : marked.right == Truth::no ? exit_violated
                                     : exit_inconclusive;
}

// Who waits for many answers sees each when it is there.
void say_at_once(const std::string& line, const OutputFiles& files) {
  std::fputs(line.c_str(), files.words());
  std::fflush(files.words());
}

std::string summary(const std::vector<Answer>& answers) {
  std::string text;
  for (const Word word :
       {Word::is_true, Word::is_false, Word::conditional, Word::not_finite, Word::open, Word::inconclusive}) {
    const auto count = std::ranges::count(answers, word, &Answer::word);
    if (count > 0) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, name_of(word));
  }
  return fmt::format("\n{} exercises{}{}\n", answers.size(), text.empty() ? "" : ": ", text);
}

int answer_all(const std::vector<const Exercise*>& asked, const ExerciseOptions& options, Runs& runs,
               const Terminal& terminal, OutputFiles& files) {
  const bool lines = options.name == "all";
  std::vector<Answer> answers;
  std::string text;
  Json all = Json::array();
  bool interrupted = false;
  try {
    for (const Exercise* exercise : asked) {
      answers.push_back(answer(*exercise, runs));
      const Answer& last = answers.back();
      if (!lines) text += (text.empty() ? "" : "\n") + describe(last, terminal);
      if (lines && !options.quiet) say_at_once(in_one_line(last, terminal), files);
      all.push_back(to_json(last));
    }
  } catch (const Interrupted&) {
    interrupted = true;
  }
  if (lines) text = terminal.page(summary(answers));
  files.commit("--json", dumped(asked.size() == 1 && all.size() == 1 ? all.front() : all));
  if (!interrupted) {
    if (!options.html.empty()) files.commit("--html", page_of(answers));
    files.commit("--markdown", to_markdown(answers));
  }
  if (!options.quiet) files.say(text);
  files.finish();
  if (interrupted) return exit_interrupted;
  const bool inconclusive =
      std::ranges::any_of(answers, [](const Answer& each) { return each.word == Word::inconclusive; });
  return inconclusive ? exit_inconclusive : exit_holds;
}

}  // namespace
}  // namespace conclave::exercises

namespace conclave {

int exercise_command(const ExerciseOptions& options) {
  using namespace exercises;
  std::vector<const Exercise*> asked;
  if (options.name == "all") {
    for (const Exercise& exercise : book()) asked.push_back(&exercise);
    if (!options.file.empty()) throw UsageError("a model file answers one exercise, not all of them");
  } else if (!options.name.empty()) {
    asked = exercises_called(options.name);
  }
  if (options.question && !options.file.empty())
    throw UsageError("--question shows the question alone, so it takes no model file");
  const bool only_words = asked.empty() || options.question;
  if (only_words && !(options.html + options.markdown).empty())
    throw UsageError("--html and --markdown write answers; name an exercise, or all, without --question");
  OutputFiles files({{"--json", options.json}, {"--html", options.html}, {"--markdown", options.markdown}});
  const Terminal terminal = Terminal::of(files.words(), options.display);
  if (asked.empty()) return list(options, terminal, files);
  if (options.question) return ask(asked, terminal, files);
  Runs runs([&](const std::string& command) { return run_typed(command, options); });
  if (!options.file.empty()) {
    try {
      return mark_file(asked, options, runs, terminal, files);
    } catch (const Interrupted&) {
      return exit_interrupted;
    }
  }
  return answer_all(asked, options, runs, terminal, files);
}

}  // namespace conclave
