#include "exercises/marking.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "exercises/answer.hpp"
#include "exercises/findings.hpp"
#include "exercises/tables.hpp"
#include "trace/command_words.hpp"

namespace conclave::exercises {
namespace {

// Which of the properties that it must state the model does not state.
Names not_stated(const Json& json, const Names& wanted) {
  Names missing;
  for (const std::string& name : wanted) {
    const bool stated =
        std::ranges::any_of(json.at("properties"), [&](const Json& property) { return property == name; });
    if (!stated) missing.push_back(name);
  }
  return missing;
}

class Marking {
 public:
  Marking(const Exercise& exercise, const std::string& file, Runs& runs)
      : marked_{.exercise = &exercise, .file = file, .lines = {}, .evidence = {}, .commands = {}},
        task_(*exercise.assignment),
        runs_(runs),
        typed_(as_typed(file)),
        all_(fmt::format("-n {}{}{}", task_.processes, task_.options.empty() ? "" : " ", task_.options)) {}

  Marked all() {
    runs_.forget();
    marked_.right = Truth::yes;
    if (fits()) check();
    if (marked_.right == Truth::yes && !task_.cost.empty()) compare_costs();
    if (marked_.right == Truth::yes) compare();
    if (marked_.right == Truth::yes && !task_.leaves_open.empty()) marked_.lines.push_back(task_.leaves_open);
    for (const std::string& command : runs_.commands())
      marked_.commands.push_back(name_of_command() + " " + command);
    return std::move(marked_);
  }

 private:
  void judge(Truth truth, std::string sentence) {
    marked_.lines.push_back(std::move(sentence));
    if (truth == Truth::no || (truth == Truth::open && marked_.right == Truth::yes)) marked_.right = truth;
  }

  // Is it a model of the kind that was asked for?
  bool fits() {
    const Json& card = runs_.of("list " + typed_).json;
    const Json& wanted = runs_.of("list " + task_.reference).json;
    const Names missing = not_stated(card, task_.properties);
    const auto in_rounds = [](const Json& of) { return of.at("network") == "rounds"; };
    if (card.at("topology") != wanted.at("topology")) {
      judge(Truth::no,
            fmt::format("Its topology is {}, and an answer's is {}.", card.at("topology").get<std::string>(),
                        wanted.at("topology").get<std::string>()));
    } else if (in_rounds(card) != in_rounds(wanted)) {
      judge(Truth::no, in_rounds(wanted) ? "It does not run in rounds, and an answer does."
                                         : "It runs in rounds, and an answer does not.");
    } else if (!missing.empty()) {
      judge(Truth::no, fmt::format("It does not state {}, which an answer has to. docs/write-a-model.md says "
                                   "which function of a model each property needs.",
                                   listed(missing)));
    }
    return marked_.right == Truth::yes;
  }

  void check() {
    const std::string command = fmt::format("check {} {}", typed_, all_);
    Finding finding = holds(command, task_.properties).find(runs_);
    const bool wrong = finding.truth == Truth::partly || finding.truth == Truth::no;
    judge(wrong ? Truth::no : finding.truth,
          fmt::format("{}: {}.", wrong ? "It is not right" : "What it states", finding.says));
    std::ranges::move(finding.evidence, std::back_inserter(marked_.evidence));
  }

  void compare_costs() {
    const auto measured = [&](const std::string& model) {
      return fmt::format("measure {} {} --cost {}", model, all_, task_.cost);
    };
    const std::string mine = measured(typed_);
    const std::string theirs = measured(task_.reference);
    const Json& table = table_of(runs_.of(mine), mine, task_.cost, "");
    const Json& answer = table_of(runs_.of(theirs), theirs, task_.cost, "");
    Evidence beside{.kind = Evidence::Kind::table,
                    .command = mine,
                    .columns = {"n", "most " + task_.cost + ", yours", task_.reference}};
    int dearer_at = 0;
    std::string dearer;
    for (const Json& row : table.at("rows")) {
      for (const Json& other : answer.at("rows")) {
        if (row.at("processes") != other.at("processes")) continue;
        const auto most = figure_of(row, Statistic::max);
        const auto bound = figure_of(other, Statistic::max);
        const int n = row.at("processes");
        beside.rows.push_back({std::to_string(n), shown(most), shown(bound)});
        if (!bound || (most && *most <= *bound) || !dearer.empty()) continue;
        dearer_at = n;
        dearer = fmt::format("at n={} it takes up to {} {}, and {} takes {}", n, shown(most),
                             cost_words(task_.cost, runs_.of(mine).json.at("network") == "rounds"),
                             task_.reference, shown(bound));
      }
    }
    const bool whole = is_complete(table) && is_complete(answer);
    judge(!dearer.empty() ? Truth::no
          : whole         ? Truth::yes
                          : Truth::open,
          dearer.empty() ? fmt::format("It is as cheap as {}.", task_.reference)
                         : fmt::format("It costs too much: {}.", dearer));
    marked_.evidence.push_back(std::move(beside));
    if (dearer.empty()) return;
    Finding shown_by = witness(witness_of(mine, dearer_at, task_.cost, Statistic::max)).find(runs_);
    std::ranges::move(shown_by.evidence, std::back_inserter(marked_.evidence));
  }

  // What a right answer does otherwise than the model of the house is no mistake, but worth to be known.
  void compare() {
    const std::string command = fmt::format("compare {} {} {}", typed_, task_.reference, all_);
    for (const Json& size : runs_.of(command).json.at("sizes")) {
      if (size.at("parting").is_null()) continue;
      marked_.lines.push_back(fmt::format("It does something else than {} from n={} on, which is no mistake.",
                                          task_.reference, size.at("processes").get<int>()));
      return;
    }
    marked_.lines.push_back(fmt::format("It does what {} does.", task_.reference));
  }

  Marked marked_;
  const Assignment& task_;
  Runs& runs_;
  std::string typed_;
  std::string all_;  // the options of the runs of every number of processes
};

}  // namespace

Marked mark(const Exercise& exercise, const std::string& file, Runs& runs) {
  return Marking(exercise, file, runs).all();
}

std::string describe(const Marked& marked, const Terminal& terminal) {
  const std::string word = marked.right == Truth::yes  ? terminal.green("✓ RIGHT")
                           : marked.right == Truth::no ? terminal.red("✗ NOT RIGHT")
                                                       : terminal.yellow("? INCONCLUSIVE");
  std::string text = fmt::format("{}  {} as an answer to {}\n  {}\n\n", word, marked.file,
                                 marked.exercise->name, marked.exercise->assignment->asks);
  for (const std::string& line : marked.lines) text += "  " + line + "\n";
  text = terminal.page(text);
  for (const Evidence& evidence : marked.evidence) text += evidence_text(evidence, terminal);
  std::string again = "\nTo repeat it\n";
  for (const std::string& command : marked.commands) again += "  " + command + "\n";
  return text + terminal.page(again);
}

Json to_json(const Marked& marked) {
  Json json = to_json(*marked.exercise);
  json["file"] = marked.file;
  json["right"] = marked.right == Truth::open ? Json(nullptr) : Json(marked.right == Truth::yes);
  json["sentence"] = fmt::format("{}", fmt::join(marked.lines, " "));
  json["commands"] = marked.commands;
  json["evidence"] = Json::array();
  for (const Evidence& evidence : marked.evidence) json["evidence"].push_back(to_json(evidence));
  return json;
}

}  // namespace conclave::exercises
