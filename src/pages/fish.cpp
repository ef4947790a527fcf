#include "pages/command.hpp"

namespace conclave {
namespace {

std::string quoted_for_fish(const std::string& text) { return "'" + escaped(text, "\\'") + "'"; }

std::string line(const std::string& condition, const std::string& rest) {
  return "complete -c conclave -n " + quoted_for_fish(condition) + rest + "\n";
}

std::string values(const OptionEntry& option) {
  const std::string words = option.words.empty() ? "" : " -a " + quoted_for_fish(joined(option.words));
  return (option.is_file ? " -r -F" : " -x") + words;
}

std::string option_line(const std::string& condition, const OptionEntry& option) {
  return line(condition, (option.letter.empty() ? "" : " -s " + option.letter) + " -l " + option.name +
                             (option.value.empty() ? " -f" : values(option)) + " -d " +
                             quoted_for_fish(option.description));
}

}  // namespace

std::string fish_completion(const Commands& all) {
  std::string text =
      "# Completion of conclave for fish; made of the program's table of options while it was built.\n"
      "complete -c conclave -f\n";
  for (const OptionEntry& option : all.options) text += option_line("__fish_use_subcommand", option);
  for (const CommandEntry& command : all.commands) {
    text +=
        line("__fish_use_subcommand", " -a " + command.name + " -d " + quoted_for_fish(command.description));
    const std::string condition = "__fish_seen_subcommand_from " + command.name;
    if (!command.arguments.empty()) {  // where there are several, they are of one kind
      const std::string words = joined(command.arguments.front().words);
      text += line(condition, " -F" + (words.empty() ? "" : " -a " + quoted_for_fish(words)));
    }
    for (const OptionEntry& option : command.options) text += option_line(condition, option);
  }
  return text;
}

}  // namespace conclave
