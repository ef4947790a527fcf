#include "pages/command.hpp"

#include <utility>

namespace conclave {
namespace {

OptionEntry entry_of(const CLI::Option& option, const CommandTable& table) {
  OptionEntry entry;
  if (!option.get_snames().empty()) entry.letter = option.get_snames().front();
  entry.name = option.get_single_name();
  if (option.get_items_expected_max() > 0 && !option.get_positional()) entry.value = option.get_type_name();
  entry.description = option.get_description();
  if (const auto words = table.words.find(&option); words != table.words.end())
    entry.words = words->second.all();
  entry.is_file = option.get_positional() || entry.value.find("FILE") != std::string::npos;
  return entry;
}

}  // namespace

Commands commands_of(const CommandTable& table) {
  Commands all;
  for (const CLI::Option* option : table.app.get_options()) all.options.push_back(entry_of(*option, table));
  all.footer = table.app.get_footer();
  for (const CLI::App* app : table.app.get_subcommands({})) {
    CommandEntry command{app->get_name(), app->get_description(), {}, {}, app->get_footer()};
    if (command.footer == all.footer && app != table.check) command.footer.clear();  // inherited
    for (const CLI::Option* option : app->get_options())
      (option->get_positional() ? command.arguments : command.options).push_back(entry_of(*option, table));
    all.commands.push_back(std::move(command));
  }
  return all;
}

std::string joined(const std::vector<std::string>& texts, const std::string& between) {
  std::string all;
  for (const std::string& text : texts) all += (all.empty() ? "" : between) + text;
  return all;
}

std::vector<std::string> spellings(const OptionEntry& option) {
  if (option.letter.empty()) return {"--" + option.name};
  return {"-" + option.letter, "--" + option.name};
}

std::string escaped(const std::string& text, const std::string& characters) {
  std::string result;
  for (const char c : text) {
    if (characters.find(c) != std::string::npos) result += '\\';
    result += c;
  }
  return result;
}

}  // namespace conclave
