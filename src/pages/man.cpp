#include <utility>

#include "pages/command.hpp"

namespace conclave {
namespace {

// A backslash and a dash mean something to troff, and so does a dot or an apostrophe at the beginning of a
// line.
std::string roff(const std::string& text) {
  std::string result;
  for (const char c : text) {
    const bool begins = result.empty() || result.back() == '\n';
    if (begins && (c == '.' || c == '\'')) result += "\\&";
    if (c == '\\')
      result += "\\e";
    else if (c == '-')
      result += "\\-";
    else
      result += c;
  }
  return result;
}

std::string option_text(const OptionEntry& option) {
  std::string names;
  for (const std::string& name : spellings(option))
    names += (names.empty() ? "\\fB" : ", \\fB") + roff(name) + "\\fR";
  if (!option.value.empty()) names += " \\fI" + roff(option.value) + "\\fR";
  return ".TP\n" + names + "\n" + roff(option.description) + "\n";
}

std::string command_text(const CommandEntry& command) {
  std::string synopsis = "\\fBconclave " + command.name + "\\fR";
  for (const OptionEntry& argument : command.arguments) synopsis += " \\fI" + argument.name + "\\fR";
  std::string text = ".SS " + synopsis + " [\\fIoptions\\fR]\n" + roff(command.description) + "\n";
  for (const OptionEntry& argument : command.arguments)
    text += ".TP\n\\fI" + argument.name + "\\fR\n" + roff(argument.description) + "\n";
  for (const OptionEntry& option : command.options) text += option_text(option);
  if (!command.footer.empty()) text += ".PP\n" + roff(command.footer) + "\n";
  return text;
}

}  // namespace

std::string man_page(const Commands& all) {
  std::string text =
      ".\\\" Made of the program's table of options while it was built.\n"
      ".TH CONCLAVE 1 \"\" \"conclave " CONCLAVE_VERSION
      "\" \"User Commands\"\n"
      ".SH NAME\n"
      "conclave \\- check leader election algorithms exhaustively\n"
      ".SH SYNOPSIS\n";
  std::string between;
  for (const CommandEntry& command : all.commands) {
    text += std::exchange(between, ".br\n") + ".B conclave " + command.name + "\n.RI";
    for (const OptionEntry& argument : command.arguments) text += " " + argument.name + " \" \"";
    text += " [ options ]\n";
  }
  text +=
      ".SH DESCRIPTION\n"
      "Conclave is an exhaustive, explicit\\-state model checker for leader election algorithms.\n"
      "An algorithm is one short C++ file.\n"
      "Conclave runs it through every order of identifiers, every set of initiators, every delivery order, "
      "every\n"
      "topology, and every fault within a budget, says which properties hold, measures what an election "
      "costs, and\n"
      "shows the shortest execution that breaks a property.\n"
      ".PP\n"
      "A \\fImodel\\fR is the name of a built\\-in algorithm (see \\fBconclave list\\fR), a variant of one "
      "as in\n"
      "\\fIname:variant\\fR, or the path of a C++ file, which is compiled when it has changed.\n"
      "A model is code, and runs with its user\\(aqs rights.\n"
      ".SH OPTIONS\n";
  for (const OptionEntry& option : all.options) text += option_text(option);
  text += ".SH COMMANDS\n";
  for (const CommandEntry& command : all.commands) text += command_text(command);
  text += ".SH EXIT STATUS\n" + roff(all.footer) +
          "\n"
          ".SH ENVIRONMENT\n"
          ".TP\n.B XDG_CACHE_HOME\n"
          "What was compiled is kept in \\fI$XDG_CACHE_HOME/conclave\\fR, or \\fI~/.cache/conclave\\fR, and "
          "may be\n"
          "deleted at any time.\n"
          ".TP\n.BR NO_COLOR \", \" CLICOLOR_FORCE\n"
          "No colour, or colour also where standard output is no terminal.\n"
          ".SH EXAMPLES\n"
          ".nf\n"
          "conclave check chang\\-roberts \\-n 1..4\n"
          "conclave show chang\\-roberts \\-\\-source >mine.cpp\n"
          "conclave check mine.cpp \\-\\-loss 1 \\-n 2\n"
          ".fi\n";
  return text;
}

}  // namespace conclave
