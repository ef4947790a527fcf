// `graph`: the state graph of a small instance, for Graphviz or as an .aut file; or its networks.
#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <mutex>
#include <new>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "cli/commands.hpp"
#include "cli/error.hpp"
#include "cli/numbers.hpp"
#include "cli/options.hpp"
#include "cli/output_file.hpp"
#include "cli/session.hpp"
#include "cli/watch.hpp"
#include "engine/run/check.hpp"
#include "program/model.hpp"
#include "report/markov.hpp"
#include "report/network_text.hpp"
#include "report/run.hpp"
#include "report/state_graph.hpp"
#include "report/words.hpp"
#include "scenario/choose_topology.hpp"
#include "scenario/instances.hpp"
#include "trace/names.hpp"
#include "trace/state_space.hpp"

namespace conclave {
namespace {

// What Graphviz lays out in a second or two, and somebody may still look at.
constexpr int usual_most = 500;
constexpr std::uint64_t no_end = std::numeric_limits<std::uint64_t>::max();

// The options as they are for a graph. Of networks that look alike, one picture is enough.
ScenarioOptions for_a_graph(const GraphOptions& options) {
  return for_a_small_instance(options, 2, options.networks ? "symmetry" : "none", "a graph");
}

struct Marked {
  std::size_t scenario = 0;
  std::string property;
  const Counterexample* counterexample = nullptr;

  bool is_of(const Instance& instance) const {
    const Instance& mine = counterexample->instance;
    return mine.ids == instance.ids && mine.topology == instance.topology && mine.starts_like(instance) &&
           mine.byzantine == instance.byzantine;
  }
};

// The shortest of all counterexamples. One without steps shows nothing in a graph.
std::optional<Marked> shortest(const Run& run) {
  std::optional<Marked> found;
  for (std::size_t k = 0; k < run.results.size(); ++k) {
    for (const PropertyResult& property : run.results[k].properties) {
      if (!property.counterexample || property.counterexample->path.steps.empty()) continue;
      if (found && !(property.counterexample->path < found->counterexample->path)) continue;
      const Model& model = *run.scenarios[k].model;
      found = {k, std::string(model.property(property.id).name), &*property.counterexample};
    }
  }
  return found;
}

struct Drawn {
  std::uint64_t instances = 0;
  std::uint64_t states = 0;
  std::uint64_t steps = 0;
  bool stopped = false;
};

// Draws every instance or, of a graph that is too large, what is near the counterexample: what can be reached
// from it in the fewest steps. Without one it is the beginning of the first instances.
template <class Add>
Drawn draw(const Run& run, const std::optional<Marked>& marked, std::uint64_t most, bool whole,
           Limits& limits, const Add& add) {
  Drawn drawn;
  const LimitsInForce in_force(&limits);
  try {
    for (const Scenario& scenario : run.scenarios) {
      const bool has_marked = marked && &scenario == &run.scenarios[marked->scenario];
      if (!whole && marked && !has_marked) continue;
      Instances instances(scenario);
      Instance instance;
      while (instances.next(instance)) {
        const bool has_it = has_marked && marked->is_of(instance);
        if (!whole && marked && !has_it) continue;
        if (!whole && drawn.states >= most) return drawn;
        StateSpace space(scenario, instance, limits);
        if (has_it) space.mark(marked->counterexample->path);
        space.explore(whole ? no_end : most - drawn.states);
        add(scenario, instance, space);
        ++drawn.instances;
        drawn.states += space.nodes().size();
        drawn.steps += space.edges().size();
        drawn.stopped |= space.stopped();
        if (drawn.stopped) return drawn;
      }
    }
  } catch (const LimitReached&) {
    drawn.stopped = true;
  } catch (const std::bad_alloc&) {
    limits.out_of_memory();
    drawn.stopped = true;
  }
  return drawn;
}

// What a text takes while it is put together: once more when it gets its head.
std::ptrdiff_t bytes_of_text(std::size_t bytes) { return 2 * static_cast<std::ptrdiff_t>(bytes); }

// Where a limit has ended the check, a picture of what it found is still wanted, but must take little time.
class Moment {
 public:
  Limits& limits() { return limits_; }

 private:
  static void wait(const std::stop_token& stop, Limits& limits) {
    std::mutex mutex;
    std::unique_lock lock(mutex);
    std::condition_variable_any asked_to_stop;
    asked_to_stop.wait_for(lock, stop, std::chrono::milliseconds(100), [] { return false; });
    limits.stop(StopReason::time);
  }

  Limits limits_{std::size_t{64} << 20};
  std::jthread clock_{[this](const std::stop_token& stop) { wait(stop, limits_); }};
};

std::string configurations(std::uint64_t count) {
  return plural(grouped(count), "configuration", "configurations");
}
std::string steps(std::uint64_t count) { return plural(grouped(count), "step", "steps"); }

std::string scenario_words(const Run& run) {
  const Scenario& front = run.scenarios.front();
  const std::string first = std::to_string(front.processes);
  const std::string last = std::to_string(run.scenarios.back().processes);
  return front.model->full_name() + parameters(front) + ", " + topology_words(front) + ", n = " + first +
         (first == last ? "" : ".." + last) + ", " + identifier_words(front) + ", " + who_starts(front) +
         ", " + std::string(name_of(front.network)) + " network, " + words(front.faults) + ", " +
         words(front.reduction);
}

std::string marked_words(const Run& run, const std::optional<Marked>& marked) {
  if (marked) {
    const Counterexample& shown = *marked->counterexample;
    const bool is_shortest = run.complete() && shown.path.shortest;
    return std::string("red: ") + (is_shortest ? "the shortest" : "a") + " counterexample to " +
           marked->property + ", " + steps(shown.path.steps.size()) +
           (shown.path.loop ? " with its loop, " : ", ") +
           instance_words(run.scenarios[marked->scenario], shown.instance);
  }
  if (run.verdict() == Verdict::violated)
    return "nothing is marked, because what is violated has no execution to show it";
  return run.verdict() == Verdict::holds ? "nothing is marked, because no property is violated"
                                         : "nothing is marked, because no counterexample was found";
}

// How much of the graph is left out. A limit leaves open how much there is.
std::string cut_words(const CheckResult& all, const Drawn& drawn, bool marked, bool complete) {
  const std::uint64_t states = std::max(all.states, drawn.states) - drawn.states;
  const std::uint64_t transitions = std::max<std::uint64_t>(all.transitions, drawn.steps) - drawn.steps;
  const std::string least = complete ? "" : "at least ";
  return "this is a part of the graph: " + configurations(drawn.states) + " of " + least +
         grouped(all.states) + " and " + steps(drawn.steps) + " of " + least + grouped(all.transitions) +
         ", " +
         (marked ? "the counterexample and what is reached from it in the fewest steps"
                 : "what is reached first in " + plural(grouped(drawn.instances), "instance", "instances")) +
         "; left out are " + least + configurations(states) + " and " + steps(transitions);
}

void tell(const std::string& text) {
  std::fprintf(stderr, "conclave: %s\n",
               Terminal::of(stderr, {.color = ColorChoice::never}).show(text).c_str());
}

int draw_networks(const GraphOptions& options, Session& session, OutputFiles& files) {
  const std::vector<Scenario> scenarios = session.scenarios(for_a_graph(options));
  std::vector<const Topology*> topologies;
  for (const Scenario& scenario : scenarios) {
    for (const Topology& topology : scenario.topologies) topologies.push_back(&topology);
  }
  files.commit("--out", networks_dot(topology_words(scenarios.front()), topologies));
  files.finish();
  return exit_holds;
}

// Part of a graph would be another graph for whoever compares it with something, so this is all or nothing.
int write_aut(const Run& run, Session& session, OutputFiles& files) {
  if (session.limits().reason() == StopReason::none) {
    AutGraph graph(run.total().instances > 1);
    Charge text(&session.limits());
    const Drawn drawn = draw(run, {}, no_end, true, session.limits(),
                             [&](const Scenario& scenario, const Instance& instance, StateSpace& space) {
                               const std::size_t before = graph.bytes();
                               graph.add(scenario, instance, space);
                               text.add(bytes_of_text(graph.bytes() - before));
                             });
    if (!drawn.stopped) {
      files.commit("--out", graph.finish());
      files.finish();
      return exit_holds;
    }
  }
  tell(session.ended_by() + " before the whole graph was known, so that nothing is written");
  return session.exit_status();
}

// To anonymous processes all orders of identifiers are the same. Nothing: it is not said how many they are.
std::string any_order(const std::string& processes) {
  const bool is_number = !processes.empty() && processes.find_first_not_of("0123456789") == std::string::npos;
  std::string order;
  for (int id = is_number ? read_number(processes, "-n", 1, 1000) : 0; id > 0; --id)
    order += (order.empty() ? "" : ",") + std::to_string(id);
  return order;
}

// Files for a probabilistic model checker, whose model has one initial state.
int write_markov(const Run& run, MarkovFormat format, Session& session, OutputFiles& files) {
  const Program& program = *run.scenarios.front().model->program;
  if (const auto instances = run.total().instances; run.complete() && instances > 1)
    throw UsageError("these files are of one instance, and there are " + grouped(instances) +
                     "; choose one with -n, --ids and --initiators, such as --ids 3,1,2 --initiators all");
  if (session.limits().reason() == StopReason::none) {
    std::vector<std::string> texts;
    Charge text(&session.limits());
    const Drawn drawn = draw(run, {}, no_end, true, session.limits(),
                             [&](const Scenario&, const Instance&, StateSpace& space) {
                               if (space.stopped()) return;
                               texts = markov_texts(program, space, format);
                               for (const std::string& each : texts) text.add(bytes_of_text(each.size()));
                             });
    if (!drawn.stopped) {
      const std::vector<std::string> suffixes = markov_suffixes(program, format);
      for (std::size_t k = 0; k < suffixes.size(); ++k) files.commit("--out " + suffixes[k], texts[k]);
      files.finish();
      return exit_holds;
    }
  }
  tell(session.ended_by() + " before the whole graph was known, so that nothing is written");
  return session.exit_status();
}

int write_dot(const Run& run, std::uint64_t most, bool quiet, Session& session, OutputFiles& files) {
  const CheckResult all = run.total();
  const bool complete = run.complete() && session.limits().reason() == StopReason::none;
  const bool whole = complete && all.states <= most;
  const std::optional<Marked> marked = shortest(run);
  std::optional<Moment> moment;
  if (!complete) moment.emplace();
  Limits& limits = complete ? session.limits() : moment->limits();
  if (!complete) most = std::min<std::uint64_t>(most, usual_most);
  DotGraph graph;
  Drawn drawn;
  Charge text(&limits);
  if (run.stopped_inside.empty())
    drawn = draw(run, marked, most, whole, limits,
                 [&](const Scenario& scenario, const Instance& instance, StateSpace& space) {
                   const std::size_t before = graph.bytes();
                   graph.add(scenario, instance, space);
                   text.add(bytes_of_text(graph.bytes() - before));
                 });
  std::vector<std::string> remarks{scenario_words(run)};
  std::vector<std::string> warnings;
  if (whole && !drawn.stopped) {
    remarks.push_back(configurations(drawn.states) + ", " + steps(drawn.steps) + ", " +
                      plural(grouped(drawn.instances), "instance", "instances"));
  } else {
    warnings.push_back(cut_words(all, drawn, marked.has_value(), complete));
  }
  const bool ended = session.limits().reason() != StopReason::none;
  if (ended) warnings.push_back(session.ended_by());
  remarks.insert(remarks.end(), warnings.begin(), warnings.end());
  remarks.push_back(marked_words(run, marked));
  remarks.emplace_back(
      "grey: initial; two borders: quiescent, dashed if not everyone has decided; a star: is leader");
  files.commit("--out", graph.finish(run.scenarios.front().model->full_name(), remarks));
  if (!quiet) {
    for (const std::string& warning : warnings) tell(warning);
  }
  files.finish();
  return ended ? session.exit_status() : exit_holds;
}

}  // namespace

int graph_command(const GraphOptions& options) {
  const auto formats = formats_of_graphs();
  if (std::ranges::find(formats, options.format) == formats.end())
    throw UsageError("there is no format `" + options.format + "`" + suggest(options.format, formats));
  const bool aut = options.format == "aut";
  std::optional<MarkovFormat> markov;
  if (options.format == "prism") markov = MarkovFormat::prism;
  if (options.format == "storm") markov = MarkovFormat::storm;
  if ((aut || markov) && options.networks)
    throw UsageError("--networks is for the format dot; the others have no pictures");
  if ((aut || markov) && !options.most.empty())
    throw UsageError("--most is for the format dot; the others have every configuration");
  if (markov && (options.out.empty() || options.out == "-"))
    throw UsageError("the format " + options.format +
                     " is several files; --out NAME says how they begin: NAME.tra, NAME.lab and so on");
  const int most = options.most.empty()
                       ? usual_most
                       : read_number(options.most, "--most", 1, std::numeric_limits<int>::max());
  Session session(options, Terminal::of(stderr, options.display));
  session.load(options.model);
  std::vector<OutputFiles::Wanted> wanted;
  if (markov) {
    for (const auto& suffix : markov_suffixes(*model_named(options.model).program, *markov))
      wanted.push_back({"--out " + suffix, options.out + suffix});
  } else {
    wanted.push_back({"--out", options.out.empty() ? "-" : options.out});
  }
  OutputFiles files(wanted);
  if (options.networks) return draw_networks(options, session, files);
  ScenarioOptions of = for_a_graph(options);
  if (markov && of.ids.empty() && model_named(options.model).anonymous) of.ids = any_order(of.processes);
  std::vector<std::vector<Scenario>> lists{session.scenarios(of)};

  catch_interrupts();  // from here on there is something to lose
  const std::vector<Run> runs = session.run(std::move(lists), {.keep_going = true, .time_up_to = 0});
  session.rethrow_error();
  if (markov) return write_markov(runs.front(), *markov, session, files);
  return aut ? write_aut(runs.front(), session, files)
             : write_dot(runs.front(), static_cast<std::uint64_t>(most), options.quiet, session, files);
}

}  // namespace conclave
