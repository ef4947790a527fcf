#include "pages/command.hpp"

namespace conclave {
namespace {

// In single quotes, inside of what _arguments reads.
std::string quoted_for_zsh(const std::string& text) {
  std::string result;
  for (const char c : escaped(text, "[]:\\")) result += c == '\'' ? "'\\''" : std::string(1, c);
  return result;
}

std::string action(const OptionEntry& option) {
  const std::string words = joined(option.words);
  if (option.is_file && !words.empty()) return "{compadd -- " + words + "; _files}";
  return option.is_file ? "_files" : words.empty() ? " " : "(" + words + ")";
}

// An action's colons would end it; but in parentheses and braces zsh wants them escaped.
std::string message(const OptionEntry& option) {
  return ":" + quoted_for_zsh(option.value.empty() ? option.name : option.value) + ":" +
         escaped(action(option), ":");
}

std::string specification(const OptionEntry& option) {
  const bool repeats = option.description.find("may repeat") != std::string::npos;
  const std::string end =
      "'[" + quoted_for_zsh(option.description) + "]" + (option.value.empty() ? "" : message(option)) + "'";
  // The value may also stand in the same word.
  const bool takes_value = !option.value.empty();
  const std::string name = option.name + (takes_value ? "=" : "");
  if (option.letter.empty()) return (repeats ? "'*'--" : "--") + name + end;
  return "'(-" + option.letter + " --" + option.name + ")'{-" + option.letter + (takes_value ? "+" : "") +
         ",--" + name + "}" + end;
}

}  // namespace

std::string zsh_completion(const Commands& all) {
  std::string text =
      "#compdef conclave\n"
      "# Completion of conclave for zsh; made of the program's table of options while it was built.\n"
      "_conclave() {\n"
      "  local context state line curcontext=$curcontext\n"
      "  typeset -A opt_args\n"
      "  _arguments -C \\\n";
  for (const OptionEntry& option : all.options) text += "    " + specification(option) + " \\\n";
  text += "    '1:command:((";
  for (const CommandEntry& command : all.commands)
    text += command.name + "\\:\"" + quoted_for_zsh(command.description) + "\" ";
  text.back() = ')';
  text += ")' \\\n    '*::argument:->argument'\n  [[ $state == argument ]] || return\n  case $line[1] in\n";
  for (const CommandEntry& command : all.commands) {
    text += "    " + command.name + ")\n      _arguments";
    for (const OptionEntry& option : command.options) text += " \\\n        " + specification(option);
    for (std::size_t k = 0; k < command.arguments.size(); ++k)
      text += " \\\n        '" + std::to_string(k + 1) + message(command.arguments[k]) + "'";
    text += " ;;\n";
  }
  return text + "  esac\n}\n_conclave \"$@\"\n";
}

}  // namespace conclave
