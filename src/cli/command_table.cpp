#include "cli/command_table.hpp"

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <iterator>
#include <sstream>

#include "cli/effort_options.hpp"
#include "cli/error.hpp"
#include "cli/journal_options.hpp"
#include "cli/proof_options.hpp"
#include "cli/scenario_table.hpp"
#include "cli/word_lists.hpp"
#include "own/own_model.hpp"
#include "trace/command_words.hpp"

namespace conclave {
namespace {

constexpr const char* statuses =
    "Exit status: 0 every property holds; 1 one is violated; 2 bad usage or input; 3 inconclusive (a limit "
    "was\n"
    "reached); 130 interrupted.";

void add_channels(CLI::App& app, Display& display) {
  app.add_flag("--channels", display.channels, "show in each step of an execution what its channels contain");
}

void add_effort_options(CLI::App& app, WordLists& words, EffortOptions& o) {
  app.add_option("--threads", o.threads, "threads (every core)")->type_name("N");
  add_limits(app, o);
  add_depth(app, o);
  app.add_flag("-q,--quiet", o.quiet, "no words, only the exit status and files");
  app.add_flag("--no-progress", o.no_progress, "no progress line");
  add_display(app, words, o.display);
}

void add_list_options(CLI::App& list, WordLists& words, ListOptions& o) {
  const auto name_model = [&o](const std::string& text) {
    if (text.empty()) throw UsageError("the name of the model is empty; `conclave list` has all names");
    o.model = text;
  };
  words[list.add_option_function<std::string>("model", name_model, "everything about this one")] = {
      .made = names_of_models};
  list.add_flag("--json", o.json, "as JSON");
  add_columns(list, o.display);
}

void add_check_options(CLI::App& check, WordLists& words, CheckOptions& o) {
  add_scenario_options(check, words, o);
  words[repeated(
      check.add_option("--property", o.properties, "only this one; may repeat (all that the model states)")
          ->type_name("NAME"))] = {.made = properties_of_models};
  check.add_flag("--keep-going", o.keep_going,
                 "go on after a violation: full counts, and the shortest of all");
  words[check
            .add_option("--witness", o.witness,
                        "show an execution with an extreme cost, such as messages=max, time=min")
            ->type_name("COST=EXTREME")] = {.made = extremes_of_costs};
  words[check
            .add_option("--until", o.until,
                        "count the witness's cost up to an event: leader, decided, halted, or one of the "
                        "model's own")
            ->type_name("EVENT")] = {.made = events_of_models};
  check.add_option("--json", o.json, "write the result as JSON; - is standard output")->type_name("FILE");
  check
      .add_option("--trace", o.trace,
                  "write the witness, else the first counterexample (ITF); - is standard output; each one "
                  "where the name has a % for its property")
      ->type_name("FILE");
  check.add_option("--html", o.html, "write all that was found, with pictures, as one page for a browser")
      ->type_name("FILE");
  add_journal_options(check, o);
  add_disk(check, o);
  add_effort_options(check, words, o);
  add_channels(check, o.display);
  check.footer(statuses);
}

void add_merge_options(CLI::App& merge, WordLists& words, MergeOptions& o) {
  add_journals(merge, o);
  add_effort_options(merge, words, o);
  merge.footer(statuses);
}

void add_measure_options(CLI::App& measure, WordLists& words, MeasureOptions& o) {
  add_scenario_options(measure, words, o);
  words[repeated(
      measure
          .add_option("--cost", o.costs, "only this one: messages, a kind, deliveries or time; may repeat")
          ->type_name("NAME"))] = {.made = costs_of_models};
  words[measure
            .add_option("--by", o.by,
                        "count messages apart as well: by kind, sender, phase, or a field that they carry; "
                        "some of these with commas between them")
            ->type_name("WHAT")] = {.made = splits_of_models};
  words[measure
            .add_option("--until", o.until,
                        "count up to an event only: leader, decided, halted, or one of the model's own")
            ->type_name("EVENT")] = {.made = events_of_models};
  words[repeated(measure
                     .add_option("--distribution", o.distributions,
                                 "with which probability each value of this cost comes up; may repeat")
                     ->type_name("NAME"))] = {.made = costs_of_models};
  measure
      .add_option("--probability", o.probability,
                  "of a distribution, values until they have this probability together (0.999)")
      ->type_name("P");
  measure.add_option("--up-to", o.up_to, "of a distribution, values up to this one (200)")->type_name("K");
  words[measure
            .add_option(
                "--means", o.means,
                "where something is tossed: exact fractions, or lower and upper bounds that are proved "
                "(bounds where an instance is large)")
            ->type_name("HOW")] = {"exact bounds"};
  words[measure
            .add_option("--witness", o.witness,
                        "show an execution with an extreme cost, such as messages=max (of the first table's "
                        "initiators)")
            ->type_name("COST=EXTREME")] = {.made = extremes_of_costs};
  measure.add_option("--csv", o.csv, "write the figures as CSV; - is standard output")->type_name("FILE");
  measure.add_option("--json", o.json, "write the figures as JSON")->type_name("FILE");
  measure.add_option("--svg", o.svg, "write a plot of them")->type_name("FILE");
  measure.add_option("--html", o.html, "write them, the plot and an execution for each extreme as one page")
      ->type_name("FILE");
  measure
      .add_option("--trace", o.trace, "write the witness, else the first execution that breaks a claim (ITF)")
      ->type_name("FILE");
  add_disk(measure, o);
  add_effort_options(measure, words, o);
  measure.footer(
      "Exit status: 0 every claim of the source is met; 1 one is violated; 2 bad usage or input; 3 a limit "
      "was\nreached, and figures are partial; 130 interrupted.");
}

void add_compare_options(CLI::App& compare, WordLists& words, CompareOptions& o) {
  add_scenario_options(compare, words, o);
  words[compare.add_option("other", o.other, "the model that it is compared with")->required()] = {
      .made = names_of_models};
  compare.add_option("--json", o.json, "write what was found as JSON; - is standard output")
      ->type_name("FILE");
  add_effort_options(compare, words, o);
  compare.footer(
      "Exit status: 0 nothing tells them apart; 1 they differ in a verdict, a cost or what they do; 2 bad "
      "usage\nor input; 3 a limit was reached; 130 interrupted.");
}

void add_exercise_options(CLI::App& exercise, WordLists& words, ExerciseOptions& o) {
  words[exercise.add_option("name", o.name,
                            "which one: garg-9, a number of the book such as garg-13.3, or all")] = {
      .made = names_of_exercises};
  exercise.add_option("file", o.file, "a model file of your own, to be marked as the answer");
  exercise.add_flag("--question", o.question, "the question alone, without its answer");
  exercise.add_option("--json", o.json, "write the answer as JSON; - is standard output")->type_name("FILE");
  exercise.add_option("--html", o.html, "write the answer, with pictures, as one page for a browser")
      ->type_name("FILE");
  exercise.add_option("--markdown", o.markdown, "write the answers as a document")->type_name("FILE");
  exercise.add_flag_callback("--verbose", tell_everything,
                             "all that the compiler says of a model file, not only what concerns it");
  add_effort_options(exercise, words, o);
  exercise.get_option("--time")->description("time limit of each command that is run (none)");
  exercise.footer(
      "Exit status: 0 answered, whatever the answer is, or the model is right; 1 the model is not right; 2 "
      "bad usage\nor input; 3 a limit was reached; 130 interrupted.");
}

void add_graph_options(CLI::App& graph, WordLists& words, GraphOptions& o) {
  add_scenario_options(graph, words, o);
  CLI::Option* const reduction = graph.get_option("--reduction");
  reduction->description("none, or symmetry: one order of those that look alike (none)");
  words[reduction] = {"none symmetry"};
  words[repeated(graph
                     .add_option("--property", o.properties,
                                 "mark a counterexample to this one; may repeat (the shortest)")
                     ->type_name("NAME"))] = {.made = properties_of_models};
  words[graph
            .add_option(
                "--format", o.format,
                "dot: a picture for Graphviz; aut: all of it for mCRL2, CADP and LTSmin; prism, storm: with "
                "probabilities and costs, for these model checkers (dot)")
            ->type_name("NAME")] = {.made = formats_of_graphs};
  graph
      .add_option("--out", o.out,
                  "where it is written (standard output); of prism and storm, how the files begin")
      ->type_name("FILE");
  graph
      .add_option("--most", o.most,
                  "of a larger graph, a picture of only so many configurations, near a counterexample (500)")
      ->type_name("N");
  graph.add_flag("--networks", o.networks,
                 "the networks of the scenario instead, such as those of --topology");
  add_effort_options(graph, words, o);
  graph.footer(
      "Exit status: 0 the graph is written, whatever its properties; 2 bad usage or input; 3 a limit was "
      "reached,\nand the picture is a part; 130 interrupted.");
}

void add_explore_options(CLI::App& explore, WordLists& words, ExploreOptions& o) {
  add_scenario_options(explore, words, o);
  explore.get_option("model")->required(false);
  explore.remove_option(explore.get_option("--reduction"));
  explore.get_option("--processes")->type_name("N")->description("how many processes (3)");
  explore.add_option("--instance", o.instance, "which order, graph, initiator; `instances` lists them (1)")
      ->type_name("K");
  explore.add_option("--from", o.from, "begin at the end, or at a step, of a saved trace")
      ->type_name("TRACE[@STEP]");
  explore.add_option("--random", o.random, "run a random execution to an end, print it, and that is all")
      ->type_name("SEED");
  explore
      .add_option("--most", o.most,
                  "look no more than so many configurations ahead (100000; 10000 on a page)")
      ->type_name("N");
  explore.add_option("--html", o.html, "write the whole state space as a page to walk through in a browser")
      ->type_name("FILE");
  add_limits(explore, o);
  add_display(explore, words, o.display);
  add_channels(explore, o.display);
  explore.footer(
      "Commands come from standard input; `help` lists them. Exit status: 0 the session ended; 2 bad usage, "
      "or a\nscript had a wrong command; 3 a limit was reached.");
}

void add_selfcheck_options(CLI::App& selfcheck, WordLists& words, SelfcheckOptions& o) {
  add_scenario_options(selfcheck, words, o);
  add_display(selfcheck, words, o.display);
  selfcheck.footer(
      "Exit status: 0 no difference; 1 there is one, so that a reduction is not right for the model.");
}

void add_new_options(CLI::App& command, WordLists& words, NewOptions& o) {
  command.add_option("name", o.name, "what it is called, such as my-ring; it is written to my_ring.cpp")
      ->required();
  auto* kind = command.add_option("--kind", o.kind,
                                  "an election for a ring, a complete network or a connected graph, or for "
                                  "rounds in lock step (ring)");
  words[kind->type_name("KIND")] = {.made = kinds_of_new_models};
  words[command.add_option("--like", o.like, "the source of this built-in model instead")
            ->type_name("MODEL")
            ->excludes(kind)] = {.made = names_of_models};
  command.footer("Exit status: 0 the file is written; 2 it is there already, or cannot be written.");
}

void add_trace_options(CLI::App& command, WordLists& words, TraceOptions& o, const char* file) {
  command.add_option("trace", o.file, file)->required();
  add_display(command, words, o.display);
  add_channels(command, o.display);
}

void add_show_options(CLI::App& show, WordLists& words, TraceOptions& o) {
  add_trace_options(show, words, o, "file that `check --trace` wrote; with --source, a model");
  words[show.get_option("trace")] = {.made = names_of_models};
  show.add_flag("--source", o.source, "print the source of the model of this name");
  words[show.add_option(
                "--format", o.format,
                "text; html: a page for a browser; svg, tikz: a space-time diagram; mermaid: a sequence "
                "diagram; shiviz: a log with vector clocks; itf or json: the file again (text)")
            ->type_name("NAME")] = {.made = formats_of_traces};
}

void add_replay_options(CLI::App& replay, WordLists& words, TraceOptions& o) {
  add_trace_options(replay, words, o, "file that `check --trace` wrote");
  words[replay.add_option("--on", o.on, "another model, to see where it does something else")
            ->type_name("MODEL")] = {.made = names_of_models};
  add_limits(replay, o);
  replay.footer(
      "Exit status: 1 the violation is confirmed, or the other model does something else; 0 the run is legal "
      "but breaks\nnothing, or the other model does the same; 2 the model does not follow it; 3 a limit was "
      "reached.");
}

}  // namespace

std::vector<std::string> kinds_of_new_models() { return {"ring", "complete", "graph", "rounds"}; }

std::vector<std::string> formats_of_graphs() { return {"dot", "aut", "prism", "storm"}; }

std::vector<std::string> formats_of_traces() {
  return {"text", "html", "svg", "mermaid", "tikz", "shiviz", "itf", "json"};
}

std::vector<std::string> WordList::all() const {
  if (made != nullptr) return made();
  std::istringstream words(known);
  return {std::istream_iterator<std::string>(words), {}};
}

CommandTable::CommandTable(std::string_view only)
    : app("Exhaustive model checker for leader election algorithms", "conclave") {
  app.set_version_flag("--version", "conclave " CONCLAVE_VERSION);
  app.footer(statuses);
  app.require_subcommand(0, 1);

  const auto add = [&](const char* name, const char* says, auto add_options, auto& options) {
    CLI::App* command = app.add_subcommand(name, says);
    if (only.empty() || only == name) add_options(*command, words, options);
    return command;
  };
  list = add("list", "the models, with source, topology and network; or one model's card", add_list_options,
             list_options);
  check = add("check", "the exhaustive check of a model", add_check_options, check_options);
  merge = add("merge", "what the shards of a check found, as one result", add_merge_options, merge_options);
  measure = add("measure", "exact costs for each n, beside the formulas of the source", add_measure_options,
                measure_options);
  compare = add("compare", "two models on the same instances: verdicts, costs, and where they part",
                add_compare_options, compare_options);
  exercise = add("exercise", "the exercises and claims of the sources, answered by runs",
                 add_exercise_options, exercise_options);
  graph = add("graph", "a small instance's state graph, as a picture or for other tools", add_graph_options,
              graph_options);
  explore = add("explore", "walks through one instance by hand: steps, branches, endings",
                add_explore_options, explore_options);
  selfcheck = add("selfcheck", "each reduction against none on small instances, and other names",
                  add_selfcheck_options, selfcheck_options);
  prove = add("prove", "proves safety properties on rings of every size", add_prove_options, prove_options);
  learn = add("learn", "the simplest facts that hold in every reachable configuration", add_learn_options,
              learn_options);
  create = add("new", "a model file of your own to begin with", add_new_options, new_options);
  show = add("show", "a saved trace as text; or the file in which a model is written", add_show_options,
             trace_options);
  replay =
      add("replay", "runs a saved trace again on the model, step by step", add_replay_options, trace_options);
}

}  // namespace conclave
