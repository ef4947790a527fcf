#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "exercises/answer.hpp"
#include "exercises/book.hpp"
#include "report/text.hpp"
#include "trace/command_words.hpp"
#include "trace/trace.hpp"

namespace conclave::exercises {
namespace {

std::string word_shown(const Answer& answer, const Terminal& terminal) {
  switch (answer.word) {
    case Word::is_true:
      return terminal.green("✓ TRUE");
    case Word::is_false:
      return terminal.red("✗ FALSE");
    case Word::conditional:
      return terminal.yellow("~ CONDITIONAL");
    case Word::not_finite:
      return terminal.yellow("– NO FINITE QUESTION");
    case Word::open:
      return terminal.yellow("– NOT ANSWERED YET");
    case Word::inconclusive:
      break;
  }
  return terminal.yellow("? INCONCLUSIVE");
}

// For the names of documents that people read.
std::string title_of(const std::string& source) {
  const auto& all = sources();
  return std::ranges::find(all, source, &Source::name)->title;
}

std::string aliases_of(const Exercise& exercise) {
  return exercise.aliases.empty() ? "" : fmt::format(" (also {})", fmt::join(exercise.aliases, ", "));
}

}  // namespace

std::string table_text(const Evidence& evidence, const std::string& indent) {
  std::vector<std::size_t> widths;
  for (std::size_t column = 0; column < evidence.columns.size(); ++column) {
    widths.push_back(columns(evidence.columns[column]));
    for (const auto& row : evidence.rows) widths[column] = std::max(widths[column], columns(row[column]));
  }
  const auto line = [&](const std::vector<std::string>& cells) {
    std::string text = indent;
    for (std::size_t column = 0; column < cells.size(); ++column) {
      text += std::string(widths[column] - columns(cells[column]), ' ') + cells[column];
      if (column + 1 < cells.size()) text += "  ";
    }
    return text + "\n";
  };
  std::string text = line(evidence.columns);
  for (const auto& row : evidence.rows) text += line(row);
  return text;
}

Trace execution_of(const Evidence& evidence) {
  Trace trace = from_itf(evidence.trace.dump());
  trace.from_file = false;  // It was found in this run.
  return trace;
}

std::string evidence_text(const Evidence& evidence, const Terminal& terminal) {
  if (!evidence.trace.is_null()) return "\n" + describe(execution_of(evidence), terminal);
  if (evidence.kind == Evidence::Kind::verdict) return "";
  return "\n" + terminal.show(table_text(evidence, "  "));
}

std::string describe(const Exercise& exercise, const Terminal& terminal) {
  return terminal.page(fmt::format("{}{}{}\n{}, {}\n\n  {}\n", terminal.bold(exercise.name),
                                   aliases_of(exercise),
                                   exercise.assignment ? ", takes a model file as an answer" : "",
                                   title_of(exercise.source()), exercise.where, exercise.asks));
}

std::string describe(const Answer& answer, const Terminal& terminal) {
  std::string text = describe(*answer.exercise, terminal) + "\n";
  std::string says = word_shown(answer, terminal) + "\n";
  if (!answer.headline.empty()) says += "  " + answer.headline + "\n";
  for (const std::string& line : answer.lines) says += "  " + line + "\n";
  text += terminal.page(says);
  for (const Found& found : answer.found) {
    for (const Evidence& evidence : found.finding.evidence) text += evidence_text(evidence, terminal);
  }
  std::string again = answer.commands.empty() ? "" : "\nTo repeat it\n";
  for (const std::string& command : answer.commands) again += "  " + command + "\n";
  if (!answer.exercise->change.empty()) again += "\nTo change\n  " + answer.exercise->change + "\n";
  return text + terminal.page(again);
}

std::string in_one_line(const Answer& answer, const Terminal& terminal) {
  std::string line = fmt::format("{:<21} {:<12}  {}", answer.exercise->name, name_of(answer.word),
                                 answer.lines.empty() ? answer.headline : answer.lines.front());
  const auto width = static_cast<std::size_t>(terminal.width);
  if (columns(line) > width) line = folded(line, width - 2, 0).front() + " …";
  return terminal.show(line + "\n");
}

Json to_json(const Exercise& exercise) {
  Json json;
  json["name"] = exercise.name;
  json["aliases"] = exercise.aliases;
  json["source"] = exercise.source();
  json["where"] = exercise.where;
  json["question"] = exercise.asks;
  json["takes_model"] = exercise.assignment.has_value();
  return json;
}

Json to_json(const Evidence& evidence) {
  constexpr std::array kinds{"verdict", "table", "counterexample", "witness"};
  Json json{{"kind", kinds[static_cast<std::size_t>(evidence.kind)]},
            {"command", name_of_command() + " " + evidence.command}};
  if (!evidence.columns.empty()) {
    json["columns"] = evidence.columns;
    json["rows"] = evidence.rows;
  }
  if (!evidence.trace.is_null()) json["trace"] = evidence.trace;
  return json;
}

Json to_json(const Answer& answer) {
  Json json = to_json(*answer.exercise);
  json["answer"] = name_of(answer.word);
  json["sentence"] = answer.sentence();
  json["commands"] = answer.commands;
  json["change"] = answer.exercise->change;
  json["evidence"] = Json::array();
  for (const Found& found : answer.found) {
    for (const Evidence& evidence : found.finding.evidence) json["evidence"].push_back(to_json(evidence));
  }
  return json;
}

}  // namespace conclave::exercises
