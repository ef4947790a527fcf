// From options to scenarios: the instances that a command explores.
#include <algorithm>
#include <filesystem>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "cli/error.hpp"
#include "cli/numbers.hpp"
#include "cli/options.hpp"
#include "engine/passes/passes.hpp"
#include "program/model.hpp"
#include "scenario/choose_topology.hpp"
#include "scenario/objection.hpp"
#include "trace/command_words.hpp"
#include "trace/names.hpp"

namespace conclave {
namespace {

Range read_processes(const std::string& text) {
  const std::size_t dots = text.find("..");
  if (dots == std::string::npos) {
    const int n = read_number(text, "-n", 1, max_processes);
    return {n, n};
  }
  const Range range{read_number(text.substr(0, dots), "-n", 1, max_processes),
                    read_number(text.substr(dots + 2), "-n", 1, max_processes)};
  if (range.first > range.last) {
    throw UsageError("-n " + text + " is an empty range; the smaller number comes first: -n " +
                     std::to_string(range.last) + ".." + std::to_string(range.first));
  }
  return range;
}

void read_universe(const std::string& text, Identifiers& ids) {
  if (text.empty()) return;
  const std::size_t dots = text.find("..");
  if (dots == std::string::npos) {
    ids.universe = read_number(text, "--universe", 1, max_universe);
    return;
  }
  ids.least = read_number(text.substr(0, dots), "--universe", 0, max_universe);
  ids.universe = read_number(text.substr(dots + 2), "--universe " + std::to_string(ids.least) + "..",
                             ids.least, max_universe) -
                 ids.least + 1;
}

Identifiers read_identifiers(const ScenarioOptions& options) {
  Identifiers ids;
  if (options.ids.empty() || options.ids == "all") {
    ids.kind = Identifiers::Kind::all;
  } else if (options.ids == "equal") {
    ids.kind = Identifiers::Kind::equal;
  } else if (options.ids == "duplicates") {
    ids.kind = Identifiers::Kind::duplicates;
  } else if (starts_like_a_list(options.ids)) {
    ids.kind = Identifiers::Kind::listed;
    ids.listed = read_list(options.ids, "--ids", 0, max_universe);
  } else {
    throw UsageError("--ids takes all, equal, duplicates or a list such as 3,1,2, not `" + options.ids + "`");
  }
  read_universe(options.universe, ids);
  if (ids.listed.size() > static_cast<std::size_t>(max_processes)) {
    throw UsageError("--ids lists " + std::to_string(ids.listed.size()) + " identifiers; at most " +
                     std::to_string(max_processes) + " processes can be checked");
  }
  return ids;
}

bool repeats(std::vector<int> ids) {
  std::ranges::sort(ids);
  return std::ranges::adjacent_find(ids) != ids.end();
}

// The components of a configuration are local states, channels or mailboxes, private copies of the network
// and budgets. All together there may be only so many.
void check_size(const Scenario& scenario) {
  const auto n = static_cast<std::size_t>(scenario.processes);
  std::size_t others = n + (scenario.model->copies_network ? n : 0);
  for (const auto& budget : budgets) others += scenario.faults.*budget.most > 0 ? 1 : 0;
  const auto check = [&](const Topology& topology, std::size_t count, const char* what) {
    if (count + others > most_components) {
      throw UsageError("-n " + std::to_string(n) + ": " + topology.name + " then has " +
                       std::to_string(count) + " " + what + "; there is room for " +
                       std::to_string(most_components - others));
    }
  };
  for (const Topology& topology : scenario.topologies) {
    if (!scenario.lock_step()) {
      check(topology, topology.links.size(), "channels");
    } else if (scenario.model->program->timing() == Timing::body) {
      check(topology, scenario.faults.late > 0 ? 2 * n : n, "mailboxes, those for late messages included");
    }
  }
}

void check_identifiers(const Identifiers& ids, int n) {
  const bool listed = ids.kind == Identifiers::Kind::listed;
  if (listed && static_cast<int>(ids.listed.size()) != n) {
    throw UsageError("--ids lists " + std::to_string(ids.listed.size()) + " identifiers for " +
                     std::to_string(n) + " processes; list one for each place, or leave -n out");
  }
  if (ids.universe == 0) return;
  if (ids.universe < n) {
    throw UsageError("--universe has fewer identifiers, " + std::to_string(ids.universe) +
                     ", than there are processes; at least " + std::to_string(n) + " are needed for -n " +
                     std::to_string(n));
  }
  const int largest = ids.least + ids.universe - 1;
  for (const int id : ids.listed) {
    if (id >= ids.least && id <= largest) continue;
    throw UsageError("--ids has " + std::to_string(id) + ", which is not in --universe " +
                     std::to_string(ids.least) + ".." + std::to_string(largest));
  }
}

// "count:2" is 2. A number alone is a place.
std::optional<int> read_count(const std::string& text, const std::string& option) {
  constexpr std::string_view word = "count:";
  if (!text.starts_with(word)) return {};
  return read_number(text.substr(word.size()), option + " count:", 1, max_processes);
}

Down read_down(const std::string& text, int n) {
  if (text.empty()) return {};
  if (text == "largest") return {Down::Kind::largest};
  if (text == "smallest") return {Down::Kind::smallest};
  if (const auto count = read_count(text, "--down")) return {Down::Kind::counted, {}, *count};
  if (!starts_like_a_list(text)) {
    throw UsageError(
        "--down takes largest, smallest, count:C for every choice of C processes, or a list of places such "
        "as 0,2, "
        "not `" +
        text + "`");
  }
  return {Down::Kind::listed, read_places(text, "--down", n)};
}

Initiators read_initiators(const std::string& text, const Model& model, int n) {
  const bool from_root = model.initiators == Initiative::root;
  if (from_root && (text.empty() || text == "one")) return {Initiators::Kind::listed, {0}};
  if (text.empty()) {
    return {model.initiators == Initiative::all ? Initiators::Kind::all : Initiators::Kind::any, {}};
  }
  if (text == "any") return {model.sleeps ? Initiators::Kind::any : Initiators::Kind::all, {}};
  if (text == "all") return {Initiators::Kind::all, {}};
  if (text == "one") return {Initiators::Kind::counted, {}, 1};
  if (const auto count = read_count(text, "--initiators")) {
    if (from_root && *count > 1)
      throw UsageError("--initiators " + text + ": only the root, place 0, can start " + model.full_name());
    if (from_root) return {Initiators::Kind::listed, {0}};
    return {Initiators::Kind::counted, {}, *count};
  }
  if (!starts_like_a_list(text)) {
    throw UsageError(
        "--initiators takes any, all, one, count:C for every choice of C processes, or a list of places such "
        "as 0,2, "
        "not `" +
        text + "`");
  }
  Initiators initiators{Initiators::Kind::listed, read_places(text, "--initiators", n)};
  if (from_root && initiators.places.front() != 0) {
    throw UsageError("--initiators " + text + ": only the root, place 0, can start " + model.full_name() +
                     "; with --initiators 0 it has to, with any it may");
  }
  return initiators;
}

Network read_network(const std::string& text, const Model& model) {
  if (text.empty()) return model.network;
  if (const auto network = called<Network>(text)) return *network;
  throw UsageError("there is no network `" + text + "`" + suggest(text, {"fifo", "bag", "set", "rounds"}));
}

Faults read_faults(const ScenarioOptions& options, Network network, const std::vector<int>& byzantine_at) {
  Faults faults;
  faults.byzantine = static_cast<int>(byzantine_at.size());
  if (byzantine_at.empty() && !options.byzantine.empty())
    faults.byzantine = read_number(options.byzantine, "--byzantine", 0, max_budget);
  if (faults.byzantine > 0 && network != Network::rounds)
    faults.byzantine_messages = usual_byzantine_messages;
  for (const FaultKind& budget : budgets) {
    const auto given = options.fault_budgets.find(budget.name);
    if (given != options.fault_budgets.end() && !given->second.empty())
      faults.*budget.most = read_number(given->second, "--" + option_name(budget.name), 0, max_budget);
  }
  return faults;
}

TopologyChoice read_topology_option(const std::string& text, const Model& model) {
  try {
    return read_topology(text.empty() ? std::string(model.about.topology) : text);
  } catch (const TopologyError& error) {
    std::error_code unknown;
    const bool is_word =
        text.find_first_of("./:&") == std::string::npos && !std::filesystem::exists(text, unknown);
    throw UsageError("--topology: " + (error.what() + (is_word ? suggest(text, topology_names()) : "")));
  }
}

Fairness read_fairness(const std::string& text) {
  if (text.empty()) return Fairness::weak;
  if (const auto fairness = called<Fairness>(text)) return *fairness;
  throw UsageError("--fairness takes weak, strong or none, not `" + text + "`" +
                   suggest(text, {"weak", "strong", "none"}));
}

std::vector<int> sizes_of(const std::vector<Topology>& topologies) {
  std::vector<int> sizes;
  for (const Topology& each : topologies) sizes.push_back(each.places);
  std::ranges::sort(sizes);
  sizes.erase(std::ranges::unique(sizes).begin(), sizes.end());
  return sizes;
}

// So many processes are needed for somebody to be down who goes by a number or an order, and for as many to
// start as are to.
int least_processes(const ScenarioOptions& options) {
  const Down down = starts_like_a_list(options.down) ? Down{} : read_down(options.down, 0);
  return down.how_many() + std::max(read_count(options.initiators, "--initiators").value_or(1), 1);
}

// How many processes there are: as -n says, or as many as are listed or given, or as the model has it.
// `sizes` are those of the graphs that are given, if any are.
Range read_range(const ScenarioOptions& options, const Identifiers& ids, const Model& model,
                 const std::vector<int>& sizes) {
  if (!options.processes.empty()) return read_processes(options.processes);
  const int listed = static_cast<int>(ids.listed.size());
  if (ids.kind == Identifiers::Kind::listed) return {listed, listed};
  if (!sizes.empty()) return {sizes.front(), sizes.back()};
  Range range = model.about.processes;
  range.first = std::max(range.first, least_processes(options));
  range.last = std::max(range.first, range.last);
  // There are n to the n assignments of identifiers that may repeat.
  if (ids.kind == Identifiers::Kind::duplicates) range.last = std::min(range.last, 4);
  return range;
}

bool may_repeat(const Identifiers& ids) {
  return ids.kind == Identifiers::Kind::equal || ids.kind == Identifiers::Kind::duplicates ||
         repeats(ids.listed);
}

void check_distinct(const Identifiers& ids, const Model& model) {
  if (!model.about.distinct || !may_repeat(ids)) return;
  throw UsageError(model.full_name() +
                   " addresses processes by identifier and needs distinct ones; --ids takes all or a list "
                   "without repetition");
}

void choose_topologies(Scenario& scenario, const TopologyChoice& choice) {
  // One labelling of a graph stands for all only if nothing else depends on places.
  const bool each_labelling = !scenario.reduction.symmetry ||
                              scenario.identifiers.kind == Identifiers::Kind::listed ||
                              scenario.initiators.kind == Initiators::Kind::listed ||
                              scenario.down.kind == Down::Kind::listed || !scenario.byzantine_at.empty();
  try {
    scenario.topologies = choose_topology(*scenario.model, choice, scenario.processes, each_labelling);
  } catch (const TopologyError& error) {
    throw UsageError(std::string("--topology: ") + error.what());
  }
}

Scenario read_scenario(const ScenarioOptions& options, const Model& model, const Identifiers& ids,
                       const TopologyChoice& topology, int n) {
  Scenario scenario;
  scenario.model = &model;
  scenario.processes = n;
  scenario.topology = topology.name;
  scenario.parameters = read_parameters(options.parameters, model);
  scenario.network = read_network(options.network, model);
  if (!options.byzantine_at.empty())
    scenario.byzantine_at = read_places(options.byzantine_at, "--byzantine-at", n);
  scenario.faults = read_faults(options, scenario.network, scenario.byzantine_at);
  scenario.initiators = read_initiators(options.initiators, model, n);
  scenario.down = read_down(options.down, n);
  scenario.identifiers = ids;
  scenario.fairness = read_fairness(options.fairness);
  scenario.reduction = read_reduction(options.reduction);
  if (const auto objection = objection_to(scenario)) throw UsageError(sentence(*objection, scenario));
  choose_topologies(scenario, topology);
  check_size(scenario);
  scenario.properties = read_properties(options.properties, model);
  return scenario;
}

}  // namespace

std::vector<ScenarioOptions> with_variant(const ScenarioOptions& options) {
  const Model& model = model_named(options.model);
  const Model* variant = find_model(model.about.remembers);
  if (variant == nullptr || !may_repeat(read_identifiers(options))) return {options};
  ScenarioOptions plain = options;
  ScenarioOptions remembering = options;
  remembering.model = variant->full_name();
  remembering.properties = {};
  for (const Property& property : variant->properties) {
    if (std::ranges::find(model.properties, property.name, &Property::name) != model.properties.end())
      continue;
    const std::string name(property.name);
    if (options.properties.empty() || std::erase(plain.properties, name) > 0)
      remembering.properties.push_back(name);
  }
  if (remembering.properties.empty()) return {plain};
  if (plain.properties.empty() && !options.properties.empty()) return {remembering};
  return {plain, remembering};
}

std::vector<Scenario> read_scenarios(const ScenarioOptions& options) {
  const Model& model = model_named(options.model);
  const Identifiers ids = read_identifiers(options);
  const TopologyChoice topology = read_topology_option(options.topology, model);
  const std::vector<int> sizes = topology.given ? sizes_of(*topology.given) : std::vector<int>{};
  const Range range = read_range(options, ids, model, sizes);
  check_distinct(ids, model);
  std::vector<Scenario> scenarios;
  for (int n = range.first; n <= range.last; ++n) {
    // A range may span sizes of which a file has no graph.
    if (topology.given && range.first < range.last && !std::ranges::binary_search(sizes, n)) continue;
    scenarios.push_back(read_scenario(options, model, ids, topology, n));
  }
  if (scenarios.empty()) {
    throw UsageError("--topology: `" + topology.name + "` has no graph of " + std::to_string(range.first) +
                     " to " + std::to_string(range.last) + " processes");
  }
  check_identifiers(ids, range.last);
  check_identifiers(ids, range.first);
  return scenarios;
}

ScenarioOptions for_a_small_instance(const ScenarioOptions& options, int processes,
                                     const std::string& reduction, const std::string& what) {
  ScenarioOptions small = options;
  if (small.reduction.empty()) small.reduction = reduction;
  if (small.reduction != "none" && small.reduction != "symmetry") {
    throw UsageError("--reduction " + options.reduction + ": " + what +
                     " has every step and every order of its identifiers, so it takes none or symmetry");
  }
  const std::vector<std::string>& names = topology_names();
  const bool is_file = !small.topology.empty() && std::ranges::find(names, small.topology) == names.end();
  if (small.processes.empty() && !is_file && !starts_like_a_list(small.ids)) {
    const Range own = model_named(options.model).about.processes;
    small.processes = std::to_string(std::clamp(processes, own.first, std::max(own.first, own.last)));
  }
  return small;
}

}  // namespace conclave
