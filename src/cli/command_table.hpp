// The table of commands and options: the command line is read by it, `--help` comes from it, and so do the
// man page and the completion of shells (src/pages).
#pragma once

#include <CLI/App.hpp>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "cli/options.hpp"

namespace conclave {

// Either known beforehand, with blanks in between, or made when they are asked for: a call of the program
// seldom needs them.
struct WordList {
  const char* known = "";
  std::vector<std::string> (*made)() = nullptr;

  std::vector<std::string> all() const;
};

using WordLists = std::map<const CLI::Option*, WordList>;

struct CommandTable {
  // Has all commands. If one of them is named, only this one has its options: making those of all takes
  // longer than a small check.
  explicit CommandTable(std::string_view only = {});
  CommandTable(const CommandTable&) = delete;
  CommandTable& operator=(const CommandTable&) = delete;

  CLI::App app;

  CLI::App* list;
  CLI::App* check;
  CLI::App* merge;
  CLI::App* measure;
  CLI::App* compare;
  CLI::App* exercise;
  CLI::App* graph;
  CLI::App* explore;
  CLI::App* selfcheck;
  CLI::App* prove;
  CLI::App* learn;
  CLI::App* create;  // `new`
  CLI::App* show;
  CLI::App* replay;

  // What the command line said.
  ListOptions list_options;
  CheckOptions check_options;
  MergeOptions merge_options;
  MeasureOptions measure_options;
  CompareOptions compare_options;
  ExerciseOptions exercise_options;
  GraphOptions graph_options;
  ExploreOptions explore_options;
  SelfcheckOptions selfcheck_options;
  ProveOptions prove_options;
  LearnOptions learn_options;
  NewOptions new_options;
  TraceOptions trace_options;

  // The words that an option takes, if they can be listed. They are for completion: another word may do as
  // well.
  WordLists words;
};

}  // namespace conclave
