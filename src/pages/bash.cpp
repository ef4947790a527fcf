#include "pages/command.hpp"

namespace conclave {
namespace {

std::string found(const OptionEntry& option) {
  return "words='" + joined(option.words) + "'" + (option.is_file ? " files=yes" : "");
}

std::string command_case(const CommandEntry& command) {
  std::string text = "    " + command.name + ")\n      case $previous in\n";
  std::vector<std::string> names;
  for (const OptionEntry& option : command.options) {
    for (const std::string& name : spellings(option)) names.push_back(name);
    if (!option.value.empty())
      text += "        " + joined(spellings(option), " | ") + ") " + found(option) + " ;;\n";
  }
  text += "        *)\n          if [[ $word == -* ]]; then words='" + joined(names) + "'\n";
  // Where there are several arguments, they are of one kind.
  if (!command.arguments.empty()) text += "          else " + found(command.arguments.front()) + "\n";
  return text + "          fi ;;\n      esac ;;\n";
}

}  // namespace

// The shell takes a colon and an equals sign for the end of a word, but names of models have colons. So the
// words are read from the line itself, and what stands before the last such sign is taken away again.
std::string bash_completion(const Commands& all) {
  std::vector<std::string> names;
  for (const CommandEntry& command : all.commands) names.push_back(command.name);
  std::vector<std::string> options;
  for (const OptionEntry& option : all.options) {
    for (const std::string& name : spellings(option)) options.push_back(name);
  }
  std::string text =
      R"(# Completion of conclave for bash; made of the program's table of options while it was built.
# shellcheck shell=bash
_conclave() {
  local line=${COMP_LINE:0:COMP_POINT} words='' files='' command='' previous='' word typed each broken
  read -ra typed <<<"$line"
  [[ $line != *[[:space:]] ]] || typed+=('')
  word=${typed[-1]}
  ((${#typed[@]} < 2)) || previous=${typed[-2]}
  for each in "${typed[@]:1:${#typed[@]}-2}"; do
    case $each in )" +
      joined(names, " | ") + R"() command=$each && break ;; esac
  done
  if [[ $word == --*=* ]]; then
    previous=${word%%=*} word=${word#*=}
  fi
  case $command in
    '') words=')" +
      joined(names) + " " + joined(options) + "' ;;\n";
  for (const CommandEntry& command : all.commands) text += command_case(command);
  return text + R"(  esac
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
  if [[ $files ]]; then
    mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -f -- "$word")
    compopt -o filenames 2>/dev/null
  fi
  broken=${word%"${word##*[:=]}"}
  [[ ! $broken ]] || COMPREPLY=("${COMPREPLY[@]#"$broken"}")
  [[ ${#COMPREPLY[@]} != 1 || ${COMPREPLY[0]} != *= ]] || compopt -o nospace 2>/dev/null
}
complete -F _conclave conclave
)";
}

}  // namespace conclave
