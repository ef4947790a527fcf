#include "cli/scenario_table.hpp"

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include "cli/error.hpp"
#include "cli/numbers.hpp"
#include "cli/word_lists.hpp"
#include "own/own_model.hpp"
#include "trace/command_words.hpp"

namespace conclave {

CLI::Option* repeated(CLI::Option* option) {
  return option->expected(1)->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

namespace {

ColorChoice read_color(const std::string& text) {
  if (text == "auto") return ColorChoice::automatic;
  if (text == "always") return ColorChoice::always;
  if (text == "never") return ColorChoice::never;
  throw UsageError("--color takes auto, always or never, not `" + text + "`");
}

}  // namespace

void add_columns(CLI::App& app, Display& display) {
  const auto read = [&display](const std::string& text) {
    display.columns = read_number(text, "--columns", 40, 10000);
  };
  app.add_option_function<std::string>("--columns", read,
                                       "fold lines at so many columns (the terminal's, else 120)")
      ->type_name("N");
}

void add_display(CLI::App& app, WordLists& words, Display& display) {
  const auto read = [&display](const std::string& text) { display.color = read_color(text); };
  words[app.add_option_function<std::string>("--color", read, "auto, always or never (auto)")
            ->type_name("WHEN")] = {"auto always never"};
  add_columns(app, display);
}

namespace {

std::string help_on(const FaultKind& budget) {
  if (budget.most == &Faults::loss) return "so many messages may be lost (0)";
  if (budget.most == &Faults::duplicate) return "so many messages may arrive once more; not on rounds (0)";
  if (budget.most == &Faults::crash) return "so many processes may stop for good (0)";
  if (budget.most == &Faults::late)
    return "so many messages may be a round late; rounds with mailboxes only (0)";
  if (budget.most == &Faults::recover) return "so many crashed processes may begin anew (0)";
  return "so many messages the Byzantine processes may send in all; not on rounds (2)";
}

}  // namespace

void add_scenario_options(CLI::App& app, WordLists& words, ScenarioOptions& o) {
  words[app.add_option("model", o.model, "algorithm, or algorithm:variant (see `conclave list`)")
            ->required()] = {.made = names_of_models};
  app.add_option("-n,--processes", o.processes, "how many processes (the model's own default)")
      ->type_name("N|A..B");
  words[app.add_option("--ids", o.ids,
                       "all: every order of distinct identifiers; LIST: one order, place by place, such "
                       "as 3,1,2; equal; duplicates: every assignment (all)")
            ->type_name("IDS")] = {"all equal duplicates"};
  app.add_option("--universe", o.universe, "identifiers are drawn from 1..K, or from A..B (n)")
      ->type_name("K|A..B");
  words[app.add_option("--initiators", o.initiators,
                       "any: every non-empty set may start; all: everyone starts before it handles a "
                       "message; one: exactly "
                       "one starts, each in turn; count:C: exactly C start, every choice of which; LIST of "
                       "places (the model's own)")
            ->type_name("WHO")] = {"any all one count:1"};
  words[app.add_option("--down", o.down,
                       "who has crashed before anything happens, and everyone else knows it: largest, "
                       "smallest: the process with that identifier; count:C: every choice of C processes; "
                       "LIST of places (nobody)")
            ->type_name("WHO")] = {"largest smallest count:1"};
  words[app.add_option("--network", o.network, "fifo, bag or set (the model's own)")->type_name("NAME")] = {
      "fifo bag set"};
  words[app.add_option("--topology", o.topology,
                       "ring, complete, line, star; tree, connected, strongly-connected: every one up to "
                       "isomorphism; a "
                       "FILE of graphs (graph6 or edge list); graph6:TEXT (the model's own)")
            ->type_name("NAME|FILE")] = {.made = names_of_topologies};
  for (const FaultKind& budget : budgets)
    app.add_option("--" + option_name(budget.name), o.fault_budgets[budget.name], help_on(budget))
        ->type_name("N");
  auto* any = app.add_option("--byzantine", o.byzantine,
                             "so many processes send what they like, every choice of which (0)");
  any->type_name("N");
  app.add_option("--byzantine-at", o.byzantine_at, "only these places are Byzantine, such as 0,2")
      ->type_name("PLACES")
      ->excludes(any);
  words[repeated(app.add_option("--set", o.parameters, "a parameter of the model; may repeat")
                     ->type_name("NAME=VALUE"))] = {.made = parameters_of_models};
  words[app.add_option("--fairness", o.fairness, "weak, strong or none (weak)")->type_name("NAME")] = {
      "weak strong none"};
  app.add_flag_callback("--verbose", tell_everything,
                        "all that the compiler says of a model file, not only what concerns it");
  words[app.add_option("--reduction", o.reduction,
                       "all, none, or some of symmetry,order,independence,draws (all)")
            ->type_name("LIST")] = {"all none symmetry order independence draws"};
}

}  // namespace conclave
