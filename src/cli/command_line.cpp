#include "cli/command_line.hpp"

#include <fcntl.h>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <csignal>
#include <cstdio>
#include <exception>
#include <new>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "cli/commands.hpp"
#include "cli/error.hpp"
#include "cli/options.hpp"
#include "cli/output_file.hpp"
#include "own/own_model.hpp"
#include "program/program.hpp"
#include "report/terminal.hpp"
#include "scenario/scenario.hpp"
#include "trace/command_words.hpp"

namespace conclave {
namespace {

constexpr const char* welcome =
    "conclave checks leader election algorithms exhaustively.\n\n"
    "  ./conclave list                                        the models\n"
    "  ./conclave list chang-roberts                          one of them, in full\n"
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

// Says what is wrong in one line, whatever was typed or is in a file.
int fail(std::string text, int status = exit_usage) {
  std::ranges::replace_if(
      text, [](unsigned char c) { return c < ' ' || c == 127; }, '?');
  const std::string shown = Terminal::of(stderr, ColorChoice::never).show(std::move(text));
  std::fprintf(stderr, "conclave: %s\n", shown.c_str());
  return status;
}

// A pipe whose reader has gone is an error of the writing, which loses nothing else. A stream that is closed
// gets a place, in which nothing can be written, so that no file of results is opened there.
void prepare_streams() {
  std::signal(SIGPIPE, SIG_IGN);
  for (const int stream : {0, 1, 2}) {
    if (fcntl(stream, F_GETFD) < 0 && open("/dev/null", stream == 0 ? O_WRONLY : O_RDONLY) != stream) return;
  }
}

ColorChoice read_color(const std::string& text) {
  if (text == "auto") return ColorChoice::automatic;
  if (text == "always") return ColorChoice::always;
  if (text == "never") return ColorChoice::never;
  throw UsageError("--color takes auto, always or never, not `" + text + "`");
}

void add_color(CLI::App& app, ColorChoice& color) {
  const auto read = [&color](const std::string& text) { color = read_color(text); };
  app.add_option_function<std::string>("--color", read, "auto, always or never (auto)")->type_name("WHEN");
}

std::string help_on(const FaultKind& budget) {
  if (budget.most == &Faults::loss) return "so many messages may be lost (0)";
  if (budget.most == &Faults::duplicate) return "so many messages may arrive once more; not on rounds (0)";
  if (budget.most == &Faults::crash) return "so many processes may stop for good (0)";
  if (budget.most == &Faults::late)
    return "so many messages may be a round late; rounds with mailboxes only (0)";
  if (budget.most == &Faults::recover) return "so many crashed processes may begin anew; rounds only (0)";
  return "so many messages the Byzantine processes may send in all; not on rounds (2)";
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
  for (const FaultKind& budget : budgets)
    app.add_option("--" + option_name(budget.name), o.fault_budgets[budget.name], help_on(budget))
        ->type_name("N");
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
  app.add_flag_callback("--verbose", tell_everything,
                        "all that the compiler says of a model file, not only what concerns it");
  app.add_option("--reduction", o.reduction, "all, none, or some of symmetry,order,independence (all)")
      ->type_name("LIST");
}

void add_limits(CLI::App& app, EffortOptions& o) {
  app.add_option("--memory", o.memory, "memory limit: 512M, 8G, 50% (80 % of what there is)")
      ->type_name("SIZE");
  app.add_option("--time", o.time, "time limit (none)")->type_name("SECONDS");
}

void add_effort_options(CLI::App& app, EffortOptions& o) {
  app.add_option("--threads", o.threads, "threads (every core)")->type_name("N");
  add_limits(app, o);
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

// What `show` and `replay` take.
struct TraceOptions : EffortOptions {
  std::string file;
};

void add_trace_options(CLI::App& command, TraceOptions& o) {
  command.add_option("trace", o.file, "file that `check --trace` wrote")->required();
  add_color(command, o.color);
}

// There is no such command, or the command takes no such option.
int refuse_extra(const CLI::App& app, const std::string& first) {
  if (app.get_subcommands().empty()) {
    return fail("there is no command `" + first + "`" +
                suggest(first, {"list", "check", "measure", "show", "replay"}));
  }
  const CLI::App& command = *app.get_subcommands().front();
  std::vector<std::string> known;
  for (const auto* option : command.get_options()) known.push_back(option->get_name());
  const std::string unknown = command.remaining().empty() ? "" : command.remaining().front();
  return fail("`conclave " + command.get_name() + "` takes no `" + unknown + "`" + suggest(unknown, known));
}

int dispatch(int argc, char** argv) {
  if (const std::string fault = fault_of_models(); !fault.empty()) return fail(fault);
  CLI::App app("Exhaustive model checker for leader election algorithms");
  app.name("conclave");
  app.set_version_flag("--version", "conclave " CONCLAVE_VERSION);
  app.footer(statuses);
  app.require_subcommand(0, 1);

  bool list_json = false;
  std::string list_model;
  auto* list =
      app.add_subcommand("list", "the models, with source, topology and network; or one model's card");
  const auto name_model = [&](const std::string& text) {
    if (text.empty()) throw UsageError("the name of the model is empty; `conclave list` has all names");
    list_model = text;
  };
  list->add_option_function<std::string>("model", name_model, "everything about this one");
  list->add_flag("--json", list_json, "as JSON");

  CheckOptions check_options;
  auto* check = app.add_subcommand("check", "the exhaustive check of a model");
  add_check_options(*check, check_options);

  MeasureOptions measure_options;
  auto* measure = app.add_subcommand("measure", "exact costs for each n, beside the formulas of the source");
  add_measure_options(*measure, measure_options);

  SelfcheckOptions selfcheck_options;
  auto* selfcheck =
      app.add_subcommand("selfcheck", "each reduction against none on small instances, and other names");
  add_scenario_options(*selfcheck, selfcheck_options);
  add_color(*selfcheck, selfcheck_options.color);
  selfcheck->footer(
      "Exit status: 0 no difference; 1 there is one, so that a reduction is not right for the model.");

  TraceOptions trace_options;
  auto* show = app.add_subcommand("show", "a saved trace as text");
  add_trace_options(*show, trace_options);
  auto* replay = app.add_subcommand("replay", "runs a saved trace again on the model, step by step");
  add_trace_options(*replay, trace_options);
  add_limits(*replay, trace_options);
  replay->footer(
      "Exit status: 1 the violation is confirmed; 0 the run is legal but breaks nothing; 2 the model does "
      "not follow\nit; 3 a limit was reached.");

  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& asked) {  // for help, or for the version
    std::ostringstream text;
    const int status = app.exit(asked, text, text);
    print(text.str());
    return status;
  } catch (const CLI::ExtrasError&) {
    return refuse_extra(app, argc > 1 ? argv[1] : "");
  } catch (const CLI::ParseError& error) {
    return fail(std::string(error.what()) + "; see `conclave --help`");
  }
  if (list->parsed()) return list_command(list_model, list_json);
  if (check->parsed()) return check_command(check_options);
  if (measure->parsed()) return measure_command(measure_options);
  if (selfcheck->parsed()) return selfcheck_command(selfcheck_options);
  if (show->parsed()) return show_command(trace_options.file, trace_options.color);
  if (replay->parsed()) return replay_command(trace_options.file, trace_options);
  print(welcome);
  return exit_holds;
}

}  // namespace

int run_command_line(int argc, char** argv) {
  prepare_streams();
  look_also_for_models(find_own_model);
  try {
    return dispatch(argc, argv);
  } catch (const std::bad_alloc&) {
    return fail(
        "out of memory; a smaller -n, or --memory below what the machine has, would end with a verdict");
  } catch (const OwnModelError& error) {  // the author's line stands first
    const std::string text = error.what();
    std::fputs((text.ends_with('\n') ? text : text + "\n").c_str(), stderr);
    return exit_usage;
  } catch (const LimitError& error) {
    return fail(error.what(), exit_inconclusive);
  } catch (const ModelError& error) {
    return fail(std::string("the model went wrong: ") + error.what());
  } catch (const std::exception& error) {
    return fail(error.what());
  }
}

}  // namespace conclave
