#include "cli/command_line.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <new>

#include "cli/commands.hpp"
#include "cli/error.hpp"
#include "trace/trace.hpp"

namespace conclave {
namespace {

constexpr const char* welcome =
    "conclave checks leader election algorithms exhaustively.\n\n"
    "  ./conclave list                                        the models\n"
    "  ./conclave check chang-roberts                         every order, every schedule\n"
    "  ./conclave check chang-roberts --ids 3,1,3             one ring; here an identifier is repeated\n"
    "  ./conclave check harmony-leader:non-atomic-send --trace run.itf.json\n"
    "  ./conclave measure chang-roberts -n 1..6                exact costs beside the textbook's formulas\n"
    "  ./conclave replay run.itf.json                         run a saved counterexample again\n\n"
    "`./conclave check --help` has all options.\n";

constexpr const char* statuses =
    "Exit status: 0 every property holds; 1 one is violated; 2 bad usage or input; 3 inconclusive (a limit "
    "was\n"
    "reached); 130 interrupted.";

// One line, whatever was typed or is in a file.
int fail(std::string text) {
  std::ranges::replace_if(
      text, [](unsigned char c) { return c < ' ' || c == 127; }, '?');
  std::fprintf(stderr, "conclave: %s\n", text.c_str());
  return exit_usage;
}

void add_color(CLI::App& app, ColorChoice& color) {
  static const std::map<std::string, ColorChoice> choices{
      {"auto", ColorChoice::automatic}, {"always", ColorChoice::always}, {"never", ColorChoice::never}};
  app.add_option_function<std::string>(
         "--color",
         [&color](const std::string& text) {
           const auto at = choices.find(text);
           if (at == choices.end())
             throw UsageError("--color takes auto, always or never, not `" + text + "`");
           color = at->second;
         },
         "auto, always or never (auto)")
      ->type_name("WHEN");
}

void add_scenario_options(CLI::App& app, ScenarioOptions& o) {
  app.add_option("model", o.model, "algorithm, or algorithm:variant (see `conclave list`)")->required();
  app.add_option("-n,--processes", o.processes, "how many processes (the model's own default)")
      ->type_name("N|A..B");
  app.add_option("--ids", o.ids,
                 "all: every order of distinct identifiers; LIST: one order, place by place, such "
                 "as 3,1,2; equal; duplicates: every assignment (all)")
      ->type_name("IDS");
  app.add_option("--universe", o.universe, "identifiers are drawn from 1..K (n)")->type_name("K");
  app.add_option(
         "--initiators", o.initiators,
         "any: every non-empty set may start; all: everyone starts before it handles a message; one: exactly "
         "one starts, each in turn; LIST of places (the model's own)")
      ->type_name("WHO");
  app.add_option("--network", o.network, "fifo, bag or set (the model's own)")->type_name("NAME");
  app.add_option(
         "--topology", o.topology,
         "ring, complete, line, star; tree, connected, strongly-connected: every one up to isomorphism; a "
         "FILE of graphs (graph6 or edge list); graph6:TEXT (the model's own)")
      ->type_name("NAME|FILE");
  static constexpr std::array<const char*, budgets.size()> may{
      "so many messages may be lost (0)",
      "so many messages may arrive once more; not on rounds (0)",
      "so many processes may stop for good (0)",
      "so many messages may be a round late; rounds with mailboxes only (0)",
      "so many crashed processes may begin anew; rounds only (0)",
      "so many messages the Byzantine processes may send in all; not on rounds (2)"};
  for (std::size_t b = 0; b < budgets.size(); ++b)
    app.add_option("--" + option_name(budgets[b].name), o.fault_budgets[b], may[b])->type_name("N");
  auto* any = app.add_option("--byzantine", o.byzantine,
                             "so many processes send what they like, every choice of which (0)");
  any->type_name("N");
  app.add_option("--byzantine-at", o.byzantine_at, "only these places are Byzantine, such as 0,2")
      ->type_name("PLACES")
      ->excludes(any);
  app.add_option("--set", o.parameters, "a parameter of the model; may repeat")
      ->type_name("NAME=VALUE")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  app.add_option("--fairness", o.fairness, "weak, strong or none (weak)")->type_name("NAME");
  app.add_option("--reduction", o.reduction, "all, none, or some of symmetry,order,independence (all)")
      ->type_name("LIST");
}

void add_effort_options(CLI::App& app, EffortOptions& o) {
  app.add_option("--threads", o.threads, "threads (every core)")->type_name("N");
  app.add_option("--memory", o.memory, "memory limit: 512M, 8G, 50% (80 % of RAM)")->type_name("SIZE");
  app.add_option("--time", o.time, "time limit (none)")->type_name("SECONDS");
  app.add_flag("-q,--quiet", o.quiet, "no words, only the exit status and files");
  app.add_flag("--no-progress", o.no_progress, "no progress line");
  add_color(app, o.color);
}

void add_check_options(CLI::App& check, CheckOptions& o) {
  add_scenario_options(check, o);
  check.add_option("--property", o.properties, "only this one; may repeat (all that the model states)")
      ->type_name("NAME")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  check.add_flag("--keep-going", o.keep_going,
                 "go on after a violation: full counts, and the shortest of all");
  check
      .add_option("--witness", o.witness,
                  "show an execution with an extreme cost, such as messages=max, time=min")
      ->type_name("COST=EXTREME");
  check.add_option("--json", o.json, "write the result as JSON; - is standard output")->type_name("FILE");
  check
      .add_option("--trace", o.trace,
                  "write the witness, else the first counterexample (ITF); - is standard output")
      ->type_name("FILE");
  add_effort_options(check, o);
  check.footer(statuses);
}

void add_measure_options(CLI::App& measure, MeasureOptions& o) {
  add_scenario_options(measure, o);
  measure.add_option("--cost", o.costs, "only this one: messages, a kind, deliveries or time; may repeat")
      ->type_name("NAME")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  measure.add_flag("--by-kind", o.by_kind, "each kind of message as well");
  measure
      .add_option(
          "--witness", o.witness,
          "show an execution with an extreme cost, such as messages=max (of the first table's initiators)")
      ->type_name("COST=EXTREME");
  measure.add_option("--csv", o.csv, "write the figures as CSV; - is standard output")->type_name("FILE");
  measure.add_option("--json", o.json, "write the figures as JSON")->type_name("FILE");
  measure.add_option("--svg", o.svg, "write a plot of them")->type_name("FILE");
  measure
      .add_option("--trace", o.trace, "write the witness, else the first execution that breaks a claim (ITF)")
      ->type_name("FILE");
  add_effort_options(measure, o);
  measure.footer(
      "Exit status: 0 every claim of the source is met; 1 one is violated; 2 bad usage or input; 3 a limit "
      "was\n"
      "reached, and figures are partial; 130 interrupted.");
}

int dispatch(int argc, char** argv) {
  CLI::App app("Exhaustive model checker for leader election algorithms");
  app.name("conclave");
  app.set_version_flag("--version", "conclave " CONCLAVE_VERSION);
  app.footer(statuses);
  app.require_subcommand(0, 1);

  bool list_json = false;
  auto* list = app.add_subcommand("list", "the models, with source, topology and network");
  list->add_flag("--json", list_json, "as JSON");

  CheckOptions options;
  auto* check = app.add_subcommand("check", "the exhaustive check of a model");
  add_check_options(*check, options);

  MeasureOptions measure_options;
  auto* measure = app.add_subcommand("measure", "exact costs for each n, beside the formulas of the source");
  add_measure_options(*measure, measure_options);

  std::string file;
  ColorChoice color = ColorChoice::automatic;
  auto* show = app.add_subcommand("show", "a saved trace as text");
  show->add_option("trace", file, "file that `check --trace` wrote")->required();
  add_color(*show, color);
  auto* replay = app.add_subcommand("replay", "runs a saved trace again on the model, step by step");
  replay->add_option("trace", file, "file that `check --trace` wrote")->required();
  add_color(*replay, color);
  replay->footer(
      "Exit status: 1 the violation is confirmed; 0 the run is legal but breaks nothing; 2 the model does "
      "not follow it.");

  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp& help) {
    return app.exit(help);
  } catch (const CLI::CallForAllHelp& help) {
    return app.exit(help);
  } catch (const CLI::CallForVersion& version) {
    return app.exit(version);
  } catch (const CLI::ExtrasError& error) {
    if (argc > 1 && app.get_subcommands().empty()) {
      return fail("there is no command `" + std::string(argv[1]) + "`" +
                  suggest(argv[1], {"list", "check", "measure", "show", "replay"}));
    }
    const CLI::App& command = *app.get_subcommands().front();
    std::vector<std::string> known;
    for (const auto* option : command.get_options()) known.push_back(option->get_name());
    const std::string unknown = command.remaining().empty() ? "" : command.remaining().front();
    return fail("`conclave " + command.get_name() + "` takes no `" + unknown + "`" + suggest(unknown, known));
  } catch (const CLI::ParseError& error) {
    return fail(std::string(error.what()) + "; see `conclave --help`");
  }
  if (list->parsed()) return list_command(list_json);
  if (check->parsed()) return check_command(options);
  if (measure->parsed()) return measure_command(measure_options);
  if (show->parsed()) return show_command(file, color);
  if (replay->parsed()) return replay_command(file, color);
  std::fputs(welcome, stdout);
  return exit_holds;
}

}  // namespace

int run_command_line(int argc, char** argv) {
  try {
    return dispatch(argc, argv);
  } catch (const std::bad_alloc&) {
    return fail(
        "out of memory; a smaller -n, or --memory below what the machine has, would end with a verdict");
  } catch (const ModelError& error) {
    return fail(std::string("the model went wrong: ") + error.what());
  } catch (const std::exception& error) {
    return fail(error.what());
  }
}

}  // namespace conclave
