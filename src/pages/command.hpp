// The folder pages: a program that writes the man page and the completion of shells while Conclave is built.
// Both are made of the table of options that `--help` comes from (cli/command_table.hpp), so neither can
// forget an option.
#pragma once

#include <string>
#include <vector>

#include "cli/command_table.hpp"

namespace conclave {

// An option, or an argument without a name in front, as every page shows it.
struct OptionEntry {
  std::string letter;       // "n"; empty if it has none
  std::string name;         // "processes"; of an argument, "model"
  std::string value;        // what it takes, "N|A..B"; empty if it takes nothing
  std::string description;  // a line
  std::vector<std::string> words;
  bool is_file = false;  // it also takes the name of a file
};

struct CommandEntry {
  std::string name;
  std::string description;
  std::vector<OptionEntry> arguments;
  std::vector<OptionEntry> options;
  std::string footer;
};

struct Commands {
  std::vector<CommandEntry> commands;
  std::vector<OptionEntry> options;  // before any command
  std::string footer;
};

Commands commands_of(const CommandTable&);

std::string man_page(const Commands&);
std::string bash_completion(const Commands&);
std::string zsh_completion(const Commands&);
std::string fish_completion(const Commands&);

// What stands between the texts: "a b c".
std::string joined(const std::vector<std::string>& texts, const std::string& between = " ");
// `--name`, or `-n --name`.
std::vector<std::string> spellings(const OptionEntry&);
// The text with each of these characters behind a backslash.
std::string escaped(const std::string& text, const std::string& characters);

}  // namespace conclave
