#include "cli/command_line.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <csignal>
#include <cstddef>
#include <cstdio>
#include <exception>
#include <new>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/command_table.hpp"
#include "cli/commands.hpp"
#include "cli/error.hpp"
#include "cli/options.hpp"
#include "cli/output_file.hpp"
#include "engine/run/check.hpp"
#include "engine/run/wire.hpp"
#include "engine/storage/heap.hpp"
#include "own/kit.hpp"
#include "own/own_model.hpp"
#include "program/program.hpp"
#include "report/terminal.hpp"
#include "scenario/scenario.hpp"
#include "trace/command_words.hpp"

namespace conclave {
namespace {

// Each line that shows a command has room for the longer way to call it.
std::string welcome() {
  std::string text = "conclave checks leader election algorithms exhaustively.\n\n";
  for (const auto& [arguments, says] : {
           std::pair{"list", "the models"},
           std::pair{"list chang-roberts", "one of them, in full"},
           std::pair{"check chang-roberts", "every order, every schedule"},
           std::pair{"check chang-roberts --ids 3,1,3", "one ring; here an identifier is repeated"},
           std::pair{"check harmony-leader:non-atomic-send --trace run.itf.json", ""},
           std::pair{"measure chang-roberts -n 1..6", "exact costs beside the textbook's formulas"},
           std::pair{"prove chang-roberts", "on rings of every size"},
           std::pair{"exercise garg-13.3", "an exercise of the sources, and its answer"},
           std::pair{"new my-ring", "a model file of your own to begin with"},
           std::pair{"replay run.itf.json", "run a saved counterexample again"},
       }) {
    const std::string command = name_of_command() + " " + arguments;
    text += "  " + (*says == 0 ? command : padded(command, 55) + says) + "\n";
  }
  return text + "\n`" + name_of_command() + " check --help` has all options.\n";
}

// Says what is wrong in one line, whatever was typed or is in a file.
int fail(std::string text, int status = exit_usage) {
  std::ranges::replace_if(
      text, [](unsigned char c) { return c < ' ' || c == 127; }, '?');
  const std::string shown = Terminal::of(stderr, {.color = ColorChoice::never}).show(std::move(text));
  std::fprintf(stderr, "conclave: %s\n", shown.c_str());
  return status;
}

// A pipe whose reader has gone, or a limit on the size of files, is an error of the writing, which loses
// nothing else. A stream that is closed
// gets a place, in which nothing can be written, so that no file of results is opened there.
void prepare_streams() {
  for (const int signal : {SIGPIPE, SIGXFSZ}) std::signal(signal, SIG_IGN);
  for (const int stream : {0, 1, 2}) {
    if (fcntl(stream, F_GETFD) < 0 && open("/dev/null", stream == 0 ? O_WRONLY : O_RDONLY) != stream) return;
  }
}

// There is no such command, or the command takes no such option.
int refuse_extra(const CLI::App& app, const std::string& first) {
  if (app.get_subcommands().empty()) {
    std::vector<std::string> names;
    for (const CLI::App* command : app.get_subcommands({})) names.push_back(command->get_name());
    return fail("there is no command `" + first + "`" + suggest(first, names));
  }
  const CLI::App& command = *app.get_subcommands().front();
  if (command.remaining().empty())
    return fail("`" + first + "` stands before `" + command.get_name() + "`; options come after the command");
  std::vector<std::string> known;
  for (const auto* option : command.get_options()) known.push_back(option->get_name());
  const std::string unknown = command.remaining().front();
  return fail("`conclave " + command.get_name() + "` takes no `" + unknown + "`" + suggest(unknown, known));
}

std::string typed(int argc, char** argv) {
  std::string command = name_of_command();
  for (int i = 1; i < argc; ++i) command += " " + as_typed(argv[i]);
  return command;
}

// Runs in processes that help. Whatever is wrong with the command line, the one that runs it says so.
int help(int argc, char** argv, Wire& wire) {
  CheckOptions options;
  try {
    CommandTable table;
    table.app.parse(argc, argv);
    if (table.check->parsed()) options = table.check_options;
  } catch (const std::exception&) {
  }
  options.wire = &wire;
  try {
    help_check(options);
    return exit_holds;
  } catch (const std::exception& error) {
    const int status = fail(error.what());
    wire.abort();
    return status;
  }
}

int dispatch(int argc, char** argv, Wire* wire) {
  if (const std::string fault = fault_of_models(); !fault.empty()) return fail(fault);
  const std::string_view first = argc > 1 ? argv[1] : "";
  CommandTable table(first.starts_with('-') ? "" : first);
  CLI::App& app = table.app;
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& asked) {  // for help, or for the version
    std::ostringstream text;
    const int status = app.exit(asked, text, text);
    print(Terminal::of(stdout, {}).page(text.str()));
    return status;
  } catch (const CLI::ExtrasError&) {
    return refuse_extra(app, std::string(first));
  } catch (const CLI::ParseError& error) {
    return fail(std::string(error.what()) + "; see `conclave --help`");
  }
  if (table.list->parsed()) return list_command(table.list_options);
  table.check_options.wire = wire;
  if (table.check->parsed()) return check_command(table.check_options);
  if (table.merge->parsed()) return merge_command(table.merge_options);
  if (table.measure->parsed()) {
    table.measure_options.typed = typed(argc, argv);
    return measure_command(table.measure_options);
  }
  if (table.compare->parsed()) return compare_command(table.compare_options);
  if (table.exercise->parsed()) return exercise_command(table.exercise_options);
  if (table.create->parsed()) return new_command(table.new_options);
  if (table.graph->parsed()) return graph_command(table.graph_options);
  if (table.explore->parsed()) return explore_command(table.explore_options);
  if (table.selfcheck->parsed()) return selfcheck_command(table.selfcheck_options);
  if (table.prove->parsed()) return prove_command(table.prove_options);
  if (table.learn->parsed()) return learn_command(table.learn_options);
  const TraceOptions& of_trace = table.trace_options;
  if (table.show->parsed()) return of_trace.source ? source_command(of_trace.file) : show_command(of_trace);
  if (table.replay->parsed()) return replay_command(of_trace);
  print(welcome());
  return exit_holds;
}

}  // namespace

int run_command_line(int argc, char** argv, Wire* wire) {
  prepare_streams();
  prepare_heap();
  look_also_for_models(find_own_model);
  if (is_installed()) name_command("conclave");
  if (wire != nullptr && wire->number() > 0) return help(argc, argv, *wire);
  try {
    return dispatch(argc, argv, wire);
  } catch (const std::bad_alloc&) {
    return fail(
        "out of memory; a smaller -n, or --memory below what the machine has, would end with a verdict");
  } catch (const OwnModelError& error) {  // the author's line stands first
    const std::string text = error.what();
    std::fputs((text.ends_with('\n') ? text : text + "\n").c_str(), stderr);
    return exit_usage;
  } catch (const LimitError& error) {
    return fail(error.what(), error.status);
  } catch (const StoppedByLedger& error) {
    return fail(error.what());
  } catch (const ModelError& error) {
    return fail(std::string("the model went wrong: ") + error.what());
  } catch (const std::exception& error) {
    return fail(error.what());
  }
}

}  // namespace conclave
