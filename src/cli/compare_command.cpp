// `compare`: two models, variants or files on the same instances.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "cli/commands.hpp"
#include "cli/error.hpp"
#include "cli/options.hpp"
#include "cli/output_file.hpp"
#include "cli/session.hpp"
#include "cli/watch.hpp"
#include "engine/compare/compare.hpp"
#include "program/model.hpp"
#include "report/comparison.hpp"
#include "report/terminal.hpp"
#include "trace/names.hpp"

namespace conclave {
namespace {

// What the user leaves open, the second model has as the first one does.
ScenarioOptions as_the_first(const CompareOptions& options, const Scenario& first) {
  ScenarioOptions second = options;
  second.model = options.other;
  if (second.network.empty()) second.network = name_of(first.network);
  if (second.initiators.empty()) second.initiators = own_initiators(*first.model);
  if (second.topology.empty()) second.topology = first.model->about.topology;
  return second;
}

// Without symmetry for one model, neither has it, so that both have the same graphs with the same places.
void match_symmetry(Scenario& first, Scenario& second) {
  if (first.reduction.symmetry && second.reduction.symmetry) return;
  do_without(Refusal::Of::symmetry, first);
  do_without(Refusal::Of::symmetry, second);
  do_without(Refusal::Of::draws, first);
  do_without(Refusal::Of::draws, second);
}

// Leaves the numbers of processes that both have, if the user names none.
void match_sizes(std::vector<Scenario>& first, std::vector<Scenario>& second) {
  const auto drop_others = [](std::vector<Scenario>& from, const std::vector<Scenario>& others) {
    std::erase_if(from, [&](const Scenario& scenario) {
      return std::ranges::find(others, scenario.processes, &Scenario::processes) == others.end();
    });
  };
  const std::string names = first.front().model->full_name() + " and " + second.front().model->full_name();
  drop_others(first, second);
  drop_others(second, first);
  if (first.empty())
    throw UsageError(names + " run on no common number of processes by themselves; -n says on which");
  for (std::size_t k = 0; k < first.size(); ++k) {
    match_symmetry(first[k], second[k]);
    const auto& mine = first[k].topologies;
    const auto& theirs = second[k].topologies;
    if (!std::ranges::equal(mine, theirs, {}, &Topology::graph6, &Topology::graph6))
      throw UsageError(names + " run on other graphs: the comparison needs the same ones");
  }
}

}  // namespace

int compare_command(const CompareOptions& options) {
  Session session(options, Terminal::of(stderr, options.display));
  std::vector<Scenario> first = session.scenarios(options);
  std::vector<Scenario> second = session.scenarios(as_the_first(options, first.front()));
  match_sizes(first, second);
  OutputFiles files({{"--json", options.json}}, options.kept);

  catch_interrupts();  // from here on there is something to lose
  std::vector<Run> runs =
      session.run({std::move(first), std::move(second)}, {.keep_going = true, .time_up_to = 0});
  Compared found{{std::move(runs[0]), std::move(runs[1])}, {}, {}};
  const std::size_t sizes = std::min(found.runs[0].results.size(), found.runs[1].results.size());
  for (std::size_t k = 0; k < sizes && session.limits().reason() == StopReason::none; ++k) {
    Scenario& mine = found.runs[0].scenarios[k];  // as the check has left it
    Scenario& theirs = found.runs[1].scenarios[k];
    match_symmetry(mine, theirs);
    found.sizes.push_back(compare(mine, theirs, session.limits()));
    const auto& parting = found.sizes.back().parting;
    if (parting && !found.apart)
      found.apart = {make_trace(mine, {parting->instance, parting->paths[0]}),
                     make_trace(theirs, {parting->instance, parting->paths[1]})};
  }

  files.commit("--json", to_json(found).dump(2, ' ', true, Json::error_handler_t::replace) + "\n");
  if (!options.quiet) files.say(describe(found, Terminal::of(files.words(), options.display)));
  files.finish();
  session.rethrow_error();
  if (found.differ()) return exit_violated;
  return found.complete() ? exit_holds : session.exit_status();
}

}  // namespace conclave
