#include <boost/describe/enum_from_string.hpp>

#include "program/parameters.hpp"
#include "cli/options.hpp"

#include <algorithm>
#include <boost/algorithm/string.hpp>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <limits>
#include <thread>

#include "cli/error.hpp"
#include "cli/watch.hpp"
#include "scenario/choose_topology.hpp"

namespace conclave {
namespace {

// The whole text as a number in a range; `what` names the option.
int read_number(const std::string& text, const std::string& what, int least, int most) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size() || number < least || number > most) {
    throw UsageError(what + " takes whole numbers from " + std::to_string(least) + " to " +
                     std::to_string(most) + ", not `" + text + "`");
  }
  return number;
}

std::vector<int> read_list(const std::string& text, const std::string& what, int least, int most) {
  std::vector<int> numbers;
  std::size_t from = 0;
  while (from <= text.size()) {
    const std::size_t comma = std::min(text.find(',', from), text.size());
    numbers.push_back(read_number(text.substr(from, comma - from), what, least, most));
    from = comma + 1;
  }
  return numbers;
}

bool starts_like_a_list(const std::string& text) {
  return !text.empty() &&
         (std::isdigit(static_cast<unsigned char>(text[0])) != 0 || text[0] == '-' || text[0] == ',');
}

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
    ids.listed = read_list(options.ids, "--ids", 1, max_universe);
  } else {
    throw UsageError("--ids takes all, equal, duplicates or a list such as 3,1,2, not `" + options.ids + "`");
  }
  if (!options.universe.empty()) ids.universe = read_number(options.universe, "--universe", 1, max_universe);
  return ids;
}

bool repeats(std::vector<int> ids) {
  std::ranges::sort(ids);
  return std::ranges::adjacent_find(ids) != ids.end();
}

// Local states, channels or mailboxes, private copies of the network and budgets: a configuration has room
// for so many.
void check_size(const Scenario& scenario) {
  constexpr std::size_t most = 192;
  const auto n = static_cast<std::size_t>(scenario.processes);
  std::size_t others = n + (scenario.model->copies_network ? n : 0);
  for (const auto& budget : budgets) others += scenario.faults.*budget.most > 0 ? 1 : 0;
  const auto check = [&](const Topology& topology, std::size_t count, const char* what) {
    if (count + others > most) {
      throw UsageError("-n " + std::to_string(n) + ": " + topology.name + " then has " +
                       std::to_string(count) + " " + what + "; there is room for " +
                       std::to_string(most - others));
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
    throw UsageError("--universe " + std::to_string(ids.universe) +
                     " is smaller than the number of processes; at least " + std::to_string(n) +
                     " are needed for -n " + std::to_string(n));
  }
  const int largest = listed ? std::ranges::max(ids.listed) : 0;
  if (largest > ids.universe) {
    throw UsageError("--ids has " + std::to_string(largest) + ", which is not in --universe 1.." +
                     std::to_string(ids.universe));
  }
}

std::vector<int> read_places(const std::string& text, const std::string& option, int n) {
  auto places = read_list(text, option + " (with -n " + std::to_string(n) + ")", 0, n - 1);
  std::ranges::sort(places);
  const auto repeated = std::ranges::unique(places);
  places.erase(repeated.begin(), repeated.end());
  return places;
}

Initiators read_initiators(const std::string& text, const Model& model, int n) {
  const bool from_root = model.about.initiators == Initiative::root;
  if (from_root && (text.empty() || text == "one")) return {Initiators::Kind::listed, {0}};
  if (text.empty()) {
    return {model.about.initiators == Initiative::all ? Initiators::Kind::all : Initiators::Kind::any, {}};
  }
  if (text == "any") return {model.sleeps ? Initiators::Kind::any : Initiators::Kind::all, {}};
  if (text == "all") return {Initiators::Kind::all, {}};
  if (text == "one") return {Initiators::Kind::one, {}};
  if (!starts_like_a_list(text)) {
    throw UsageError("--initiators takes any, all, one or a list of places such as 0,2, not `" + text + "`");
  }
  Initiators initiators{Initiators::Kind::listed, read_places(text, "--initiators", n)};
  if (from_root && initiators.places.front() != 0) {
    throw UsageError("--initiators " + text + ": only the root, place 0, can start " + model.full_name() +
                     "; with --initiators 0 it has to, with any it may");
  }
  return initiators;
}

Network read_network(const std::string& text, const Model& model) {
  if (text.empty()) return model.about.network;
  Network network{};
  if (!boost::describe::enum_from_string(text.c_str(), network)) {
    throw UsageError("there is no network `" + text + "`" + suggest(text, {"fifo", "bag", "set", "rounds"}));
  }
  return network;
}

Faults read_faults(const ScenarioOptions& options, Network network, const std::vector<int>& byzantine_at) {
  const auto budget = [](const std::string& text, const std::string& what) {
    return text.empty() ? 0 : read_number(text, what, 0, max_budget);
  };
  Faults faults;
  faults.byzantine =
      byzantine_at.empty() ? budget(options.byzantine, "--byzantine") : static_cast<int>(byzantine_at.size());
  if (faults.byzantine > 0 && network != Network::rounds)
    faults.byzantine_messages = usual_byzantine_messages;
  for (std::size_t b = 0; b < budgets.size(); ++b) {
    if (options.fault_budgets[b].empty()) continue;
    faults.*budgets[b].most = budget(options.fault_budgets[b], "--" + option_name(budgets[b].name));
  }
  return faults;
}

Encoded read_parameters(const std::vector<std::string>& texts, const Model& model) {
  const auto all = parameters(*model.program);
  std::vector<std::string> names;
  for (const auto& parameter : all) names.push_back(parameter.name);
  Encoded values = model.program->standard_parameters();
  std::vector<std::string> seen;
  for (const auto& text : texts) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0)
      throw UsageError("--set takes NAME=VALUE, not `" + text + "`");
    const std::string name = text.substr(0, equals);
    const auto at = std::ranges::find(names, name);
    if (at == names.end()) {
      throw UsageError(model.full_name() + " has no parameter `" + name + "`" +
                       (names.empty() ? "; it has none" : suggest(name, names)));
    }
    if (std::ranges::find(seen, name) != seen.end()) throw UsageError("--set gives " + name + " twice");
    seen.push_back(name);
    const auto which = static_cast<std::size_t>(at - names.begin());
    if (!set_parameter(*model.program, values, which, text.substr(equals + 1))) {
      std::string right = "a whole number";
      if (all[which].optional) right += " or actual";
      if (const auto& words = all[which].words; !words.empty()) {
        right.clear();
        for (const auto& word : words) right += (right.empty() ? "" : " or ") + word;
      }
      throw UsageError("--set " + name + " takes " + right + ", not `" + text.substr(equals + 1) + "`");
    }
  }
  return values;
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

PropertySet read_properties(const std::vector<std::string>& texts, const Model& model) {
  if (texts.empty()) return model.all_properties();
  std::vector<std::string> stated;
  for (const Property& p : model.properties) stated.emplace_back(p.name);
  PropertySet properties;
  for (const auto& text : texts) {
    const auto at = std::ranges::find(model.properties, text, &Property::name);
    if (at == model.properties.end()) {
      throw UsageError(model.full_name() + " states no property `" + text + "`" + suggest(text, stated));
    }
    properties.add(at->id);
  }
  return properties;
}

Fairness read_fairness(const std::string& text) {
  Fairness fairness = Fairness::weak;
  if (!text.empty() && !boost::describe::enum_from_string(text.c_str(), fairness)) {
    throw UsageError("--fairness takes weak, strong or none, not `" + text + "`" +
                     suggest(text, {"weak", "strong", "none"}));
  }
  return fairness;
}

Reduction read_reduction(const std::string& text, const Model& model) {
  Reduction reduction = Reduction::none();
  const std::vector<std::pair<std::string, bool*>> kinds{{"symmetry", &reduction.symmetry},
                                                         {"order", &reduction.order},
                                                         {"independence", &reduction.independence}};
  if (text == "none") return reduction;
  const std::string list = text.empty() || text == "all" ? "symmetry,order,independence" : text;
  std::vector<std::string> names;
  boost::split(names, list, [](char c) { return c == ','; });
  for (const std::string& name : names) {
    const auto kind = std::ranges::find(kinds, name, [](const auto& each) { return each.first; });
    if (kind == kinds.end()) {
      throw UsageError("--reduction takes all, none, or some of symmetry,order,independence, not `" + name +
                       "`" + suggest(name, {"all", "none", "symmetry", "order", "independence"}));
    }
    *kind->second = true;
  }
  // An algorithm that calculates with places is not the same after an automorphism.
  reduction.symmetry = reduction.symmetry && !has(model.knows, Knowledge::indices);
  return reduction;
}

}  // namespace

const Model& model_named(const std::string& full_name) {
  if (const Model* model = find_model(full_name)) return *model;
  std::vector<std::string> names;
  const std::string algorithm = full_name.substr(0, full_name.find(':'));
  for (const Model* model : models()) {
    if (model->name == algorithm) names.push_back(model->full_name());
  }
  const bool wrong_variant = !names.empty();
  if (!wrong_variant) {
    for (const Model* model : models()) names.push_back(model->full_name());
  }
  throw UsageError(std::string("there is no ") + (wrong_variant ? "variant" : "model") + " `" + full_name +
                   "`" + suggest(full_name, names));
}

std::vector<Scenario> read_scenarios(const ScenarioOptions& options) {
  const Model& model = model_named(options.model);
  const Identifiers ids = read_identifiers(options);
  Range range = model.about.processes;
  if (ids.kind == Identifiers::Kind::listed) {
    const int n = static_cast<int>(ids.listed.size());
    if (n > max_processes) {
      throw UsageError("--ids lists " + std::to_string(n) + " identifiers; at most " +
                       std::to_string(max_processes) + " processes can be checked");
    }
    range = {n, n};
  } else if (ids.kind == Identifiers::Kind::duplicates) {
    range.last = std::min(range.last, 4);  // n to the n assignments
  }
  const TopologyChoice topology = read_topology_option(options.topology, model);
  std::vector<int> sizes;
  if (topology.given) {
    for (const Topology& each : *topology.given)
      sizes.push_back(each.places);
    std::ranges::sort(sizes);
    sizes.erase(std::ranges::unique(sizes).begin(), sizes.end());
    if (options.processes.empty() && ids.kind != Identifiers::Kind::listed)
      range = {sizes.front(), sizes.back()};
  }
  if (!options.processes.empty()) range = read_processes(options.processes);
  if (model.about.distinct && (ids.kind == Identifiers::Kind::equal ||
                               ids.kind == Identifiers::Kind::duplicates || repeats(ids.listed))) {
    throw UsageError(model.full_name() +
                     " addresses processes by identifier and needs distinct ones; --ids takes "
                     "all or a list without repetition");
  }
  std::vector<Scenario> scenarios;
  for (int n = range.first; n <= range.last; ++n) {
    // A range may span sizes of which a file has no graph.
    if (topology.given && range.first < range.last && !std::ranges::binary_search(sizes, n)) continue;
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
    scenario.identifiers = ids;
    scenario.fairness = read_fairness(options.fairness);
    scenario.reduction = read_reduction(options.reduction, model);
    if (const std::string objection = objection_to(scenario); !objection.empty()) throw UsageError(objection);
    // One labelling of a graph stands for all only if nothing else depends on places.
    const bool each_labelling = !scenario.reduction.symmetry || ids.kind == Identifiers::Kind::listed ||
                                scenario.initiators.kind == Initiators::Kind::listed ||
                                !scenario.byzantine_at.empty();
    try {
      scenario.topologies = choose_topology(model, topology, n, each_labelling);
    } catch (const TopologyError& error) {
      throw UsageError(std::string("--topology: ") + error.what());
    }
    check_size(scenario);
    scenario.properties = read_properties(options.properties, model);
    scenarios.push_back(std::move(scenario));
  }
  if (scenarios.empty()) {
    throw UsageError("--topology: `" + topology.name + "` has no graph of " + std::to_string(range.first) +
                     " to " + std::to_string(range.last) + " processes");
  }
  check_identifiers(ids, range.last);
  check_identifiers(ids, range.first);
  return scenarios;
}

std::size_t read_cost(const std::string& name, const Model& model) {
  const Costs costs(*model.program);
  if (const auto cost = costs.find(name)) return *cost;
  std::vector<std::string> names;
  for (std::size_t cost = 0; cost <= costs.time(); ++cost) names.push_back(costs.name(cost));
  throw UsageError(model.full_name() + " has no cost `" + name + "`" + suggest(name, names));
}

Task::Witness read_witness(const std::string& text, const Model& model) {
  const std::size_t equals = text.rfind('=');
  const std::string extreme = equals == std::string::npos ? "" : text.substr(equals + 1);
  if (extreme != "min" && extreme != "max") {
    throw UsageError(
        "--witness takes a cost and which extreme of it, such as messages=max or time=min, not `" + text +
        "`");
  }
  return {read_cost(text.substr(0, equals), model), extreme == "min" ? Extreme::min : Extreme::max};
}

std::size_t read_memory(const std::string& text) {
  if (text.empty()) return physical_bytes() / 10 * 8;
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  std::string unit(end, text.data() + text.size());
  if (unit.size() > 1 && (unit.back() == 'B' || unit.back() == 'b')) unit.pop_back();
  if (unit.size() > 1 && unit.back() == 'i') unit.pop_back();
  double factor = 0;
  if (unit.empty()) factor = 1;
  if (unit == "K" || unit == "k") factor = 1 << 10;
  if (unit == "M" || unit == "m") factor = 1 << 20;
  if (unit == "G" || unit == "g") factor = 1 << 30;
  if (unit == "%") factor = static_cast<double>(physical_bytes()) / 100;
  const double bytes = number * factor;
  constexpr double least = 32.0 * (1 << 20);  // the program itself and its first tables
  if (error != std::errc{} || factor == 0 || !std::isfinite(bytes) || bytes < least || bytes > 1e15) {
    throw UsageError("--memory takes a size of at least 32M, such as 512M, 8G or 50%, not `" + text + "`");
  }
  return static_cast<std::size_t>(bytes);
}

double read_seconds(const std::string& text) {
  if (text.empty()) return 0;
  double seconds = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seconds);
  if (error != std::errc{} || end != text.data() + text.size() || !(seconds > 0) || !std::isfinite(seconds)) {
    throw UsageError("--time takes a number of seconds above 0, not `" + text + "`");
  }
  return seconds;
}

int read_threads(const std::string& text) {
  if (text.empty()) return static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  return read_number(text, "--threads", 1, 1024);
}

}  // namespace conclave
