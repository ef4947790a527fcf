#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include <boost/describe/enum_to_string.hpp>

#include "program/parameters.hpp"
#include "report/text.hpp"
#include "scenario/choose_topology.hpp"

namespace conclave {
namespace {

std::string plural(const std::string& count, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", count, count == "1" ? one : many);
}

std::string grouped_digits(std::string digits) {
  for (auto at = static_cast<std::ptrdiff_t>(digits.size()) - 3; at > 0; at -= 3) {
    digits.insert(static_cast<std::size_t>(at), " ");
  }
  return digits;
}

// As in "rings of 1 to 7", "line of 4", "all trees of 2 to 4 (1, 1, 2 up to isomorphism)", "`file`, 2 graphs
// of 4".
std::string processes(const Run& run) {
  const Scenario& front = run.scenarios.front();
  const int first = front.processes;
  const int last = run.scenarios.back().processes;
  const std::string& name = front.topology;
  const std::string sizes =
      first == last ? fmt::format("of {}", first) : fmt::format("of {} to {}", first, last);
  if (is_topology_of_its_own(name)) {
    const std::string what = name == "complete" ? "complete network" : name;
    return fmt::format("{}{} {}", what, first == last ? "" : "s", sizes);
  }
  std::vector<std::string> counts;
  std::uint64_t all = 0;
  for (const Scenario& scenario : run.scenarios) {
    counts.push_back(grouped(scenario.topologies.size()));
    all += scenario.topologies.size();
  }
  if (!is_family(name))
    return fmt::format("`{}`, {} {}", name, plural(grouped(all), "graph", "graphs"), sizes);
  const std::string roots = front.model->rooted() ? ", for every root" : "";
  if (name == "strongly-connected") {
    std::vector<std::string> labelled;
    for (const Scenario& scenario : run.scenarios) {
      std::uint64_t each = 0;
      for (const Topology& topology : scenario.topologies) each += topology.labellings;
      labelled.push_back(grouped(each));
    }
    return fmt::format("all labelled strongly connected digraphs {} ({}; explored {}{})", sizes,
                       fmt::join(labelled, ", "), fmt::join(counts, ", "), roots);
  }
  return fmt::format("all {} {} ({} up to isomorphism{})", name == "tree" ? "trees" : "connected graphs",
                     sizes, fmt::join(counts, ", "), roots);
}

std::string identifiers(const Run& run, const CheckResult& total) {
  const Identifiers& ids = run.scenarios.front().identifiers;
  // With a single initiator a case is an order and a place.
  const bool by_place = total.orders != total.identifier_orders;
  const std::string cases = by_place ? fmt::format("{} cases, ", grouped_digits(total.orders.str())) : "";
  const std::string explored = fmt::format("{}{} explored", cases, grouped(total.instances));
  const std::string orders = grouped_digits(run.identifier_orders().str());
  const std::string drawn = ids.universe > 0 ? fmt::format(" drawn from 1..{}", ids.universe) : "";
  switch (ids.kind) {
    case Identifiers::Kind::listed: {
      std::vector<int> repeated;
      for (const int id : ids.listed) {
        if (std::ranges::count(ids.listed, id) > 1 && std::ranges::count(repeated, id) == 0)
          repeated.push_back(id);
      }
      std::string text = fmt::format("the one order {}", fmt::join(ids.listed, ","));
      if (!repeated.empty()) text += fmt::format(" (repeated: {})", fmt::join(repeated, ", "));
      return text;
    }
    case Identifiers::Kind::equal:
      return "all identifiers equal";
    case Identifiers::Kind::duplicates:
      return fmt::format("{}{}, repeated ones included ({})",
                         plural(orders, "identifier order", "identifier orders"), drawn, explored);
    case Identifiers::Kind::all:
      break;
  }
  return fmt::format("{}{} ({})", plural(orders, "identifier order", "identifier orders"), drawn, explored);
}

bool ended_early(const Run& run) { return run.verdict() == Verdict::violated && !run.complete(); }

// The numbers of processes that were left out, as in "; n=4..7 were not run".
std::string not_run(const Run& run) {
  if (run.results.size() == run.scenarios.size()) return "";
  const int first = run.scenarios[run.results.size()].processes;
  const int last = run.scenarios.back().processes;
  return first == last ? fmt::format("; n={} was not run", first)
                       : fmt::format("; n={}..{} were not run", first, last);
}

// What was covered: without it a verdict says nothing.
std::string scope(const Run& run, const CheckResult& total) {
  const Scenario& scenario = run.scenarios.front();
  std::string text =
      fmt::format("  {}{}, {}, {},\n  {}, {} network, {}, {}, {},\n", scenario.model->full_name(),
                  parameters(scenario), processes(run), identifiers(run, total), words(scenario.initiators),
                  boost::describe::enum_to_string(scenario.network, "?"), words(scenario.faults),
                  words(scenario.fairness), words(total.reduction));
  switch (run.stopped) {
    case StopReason::memory:
      text += fmt::format("  not exhaustive: the memory limit of {} was reached at n={}; so far\n",
                          bytes(run.memory_limit), run.results.back().processes);
      break;
    case StopReason::time:
      text += fmt::format("  not exhaustive: the time limit of {} s was reached at n={}; so far\n",
                          run.time_limit, run.results.back().processes);
      break;
    case StopReason::interrupted:
      text += fmt::format("  not exhaustive: interrupted at n={}; so far\n", run.results.back().processes);
      break;
    case StopReason::none:
      text += ended_early(run) ? fmt::format(
                                     "  ended at n={} with the first instance that violates a property{} "
                                     "(--keep-going goes on); so far\n    ",
                                     run.results.back().processes, not_run(run))
                               : "  exhaustive: ";
      break;
  }
  if (run.stopped != StopReason::none) text += "  ";
  text += fmt::format(
      "{}, {}, {:.2f} s, {}, peak {}\n", plural(grouped(total.states), "configuration", "configurations"),
      plural(grouped(total.transitions), "transition", "transitions"), total.seconds,
      fmt::format("{:.1f} M transitions/s",
                  total.seconds > 0 ? static_cast<double>(total.transitions) / total.seconds / 1e6 : 0.0),
      bytes(run.peak_memory));
  return text;
}

struct CostRow {
  std::string name;
  const CostResult* cost;
};

// Kinds where there are several, deliveries where not just every message is delivered once.
std::vector<CostRow> cost_rows(const CheckResult& result, const Costs& costs) {
  std::vector<CostRow> rows;
  const auto& all = result.costs[Costs::messages];
  rows.push_back({"messages", &all});
  for (std::size_t kind = 0; kind < costs.kinds().size() && costs.kinds().size() > 1; ++kind)
    rows.push_back({"  " + costs.kinds()[kind], &result.costs[kind + 1]});
  const auto& deliveries = result.costs[costs.deliveries()];
  if (deliveries.min != all.min || deliveries.max != all.max ||
      deliveries.mean_of_maxima != all.mean_of_maxima)
    rows.push_back({"deliveries", &deliveries});
  if (result.time) rows.push_back({"time", &*result.time});
  return rows;
}

std::string costs(const Run& run) {
  const Costs costs(*run.scenarios.front().model->program);
  std::string text;
  bool timed = false;
  bool independent = false;
  bool untimed = false;
  for (const auto& result : run.results) {
    if (result.costs.empty()) continue;
    std::string n = std::to_string(result.processes);
    untimed |= !result.time;
    for (const auto& [name, of] : cost_rows(result, costs)) {
      timed |= name == "time";
      independent |= of->schedule_independent && of->max;
      text += fmt::format("    {:<13} {:>3}  {:>9}  {:>9}  {}{}\n", name, n, bound(of->min), bound(of->max),
                          exact(of->mean_of_maxima), of->schedule_independent && of->max ? " *" : "");
      n.clear();
    }
  }
  if (text.empty()) return "";
  text = fmt::format("\n  cost             {:>3}  {:>9}  {:>9}  mean of the orders' maxima\n", "n", "min",
                     "max") +
         text;
  if (independent) text += "    * in each order every schedule costs the same\n";
  if (timed && costs.counts_time()) {
    text += "    time: rounds\n";
  } else if (timed) {
    text += "    time: messages in the longest causal chain";
    text += untimed ? "; of larger instances `conclave measure` tells it\n" : "\n";
  }
  return text;
}

// In how many orders a property fails, and for which numbers of processes, where all were run.
std::string violated_at(const Run& run) {
  std::string text;
  if (!run.complete()) return text;
  for (const Property& p : run.scenarios.front().model->properties) {
    const auto orders = run.violating_orders(p.id);
    if (orders == 0) continue;
    text += fmt::format("  {}: fails in {} of {}", p.name, grouped_digits(orders.str()),
                        plural(grouped_digits(run.identifier_orders().str()), "order", "orders"));
    std::vector<int> fails;
    for (const auto& result : run.results) {
      for (const auto& of : result.properties) {
        if (of.id == p.id && of.verdict == Verdict::violated) fails.push_back(result.processes);
      }
    }
    const auto from_there = static_cast<std::size_t>(run.results.back().processes - fails.front() + 1);
    if (run.results.size() > 1) text += fmt::format(", at n={}", fmt::join(fails, ", "));
    if (fails.size() < from_there)
      text += fmt::format(", {} of the {} from there on", fails.size(), from_there);
    text += "\n";
  }
  return text;
}

std::vector<std::string_view> names(const Run& run, Verdict wanted) {
  std::vector<std::string_view> names;
  for (const Property& p : run.scenarios.front().model->properties) {
    if (run.scenarios.front().properties.contains(p.id) && run.verdict(p.id) == wanted)
      names.push_back(p.name);
  }
  return names;
}

}  // namespace

std::string grouped(std::uint64_t number) { return grouped_digits(std::to_string(number)); }

std::string bytes(std::size_t count) {
  const double mebi = static_cast<double>(count) / (1 << 20);
  return mebi < 1024 ? fmt::format("{:.0f} MiB", mebi) : fmt::format("{:.1f} GiB", mebi / 1024);
}

std::string words(const Initiators& initiators) {
  switch (initiators.kind) {
    case Initiators::Kind::any:
      return "any set of initiators";
    case Initiators::Kind::all:
      return "everyone initiates";
    case Initiators::Kind::one:
      return "one initiator, each process in turn";
    case Initiators::Kind::listed:
      break;
  }
  return fmt::format("initiators at {}", fmt::join(initiators.places, ","));
}

std::string words(const Identifiers& ids) {
  const std::string drawn = ids.universe > 0 ? fmt::format(" drawn from 1..{}", ids.universe) : "";
  switch (ids.kind) {
    case Identifiers::Kind::listed:
      return fmt::format("the one order {}", fmt::join(ids.listed, ","));
    case Identifiers::Kind::equal:
      return "all identifiers equal";
    case Identifiers::Kind::duplicates:
      return "every identifier order" + drawn + ", repeated ones included";
    case Identifiers::Kind::all:
      break;
  }
  return "every identifier order" + drawn;
}

std::string words(Fairness fairness) {
  if (fairness == Fairness::none) return "no fairness";
  return fmt::format("{} fairness", boost::describe::enum_to_string(fairness, "?"));
}

std::string words(const Reduction& reduction) {
  std::vector<std::string> names;
  if (reduction.symmetry) names.emplace_back("symmetry");
  if (reduction.order) names.emplace_back("order classes");
  if (reduction.independence) names.emplace_back("independence");
  if (names.empty()) return "no reduction";
  const std::string last = names.back();
  names.pop_back();
  return names.empty() ? "reduced by " + last
                       : fmt::format("reduced by {} and {}", fmt::join(names, ", "), last);
}

std::string words(const Faults& faults) {
  if (!faults.any()) return "no faults";
  std::vector<std::string> parts;
  if (faults.loss > 0) parts.push_back(plural(std::to_string(faults.loss), "loss", "losses"));
  if (faults.duplicate > 0)
    parts.push_back(plural(std::to_string(faults.duplicate), "duplicate", "duplicates"));
  if (faults.crash > 0) parts.push_back(plural(std::to_string(faults.crash), "crash", "crashes"));
  if (faults.late > 0) parts.push_back(plural(std::to_string(faults.late), "message late", "messages late"));
  if (faults.recover > 0) parts.push_back(plural(std::to_string(faults.recover), "recovery", "recoveries"));
  if (faults.byzantine_messages > 0)
    parts.push_back(
        plural(std::to_string(faults.byzantine_messages), "Byzantine message", "Byzantine messages"));
  std::string text = parts.empty() ? "" : fmt::format("up to {}", fmt::join(parts, ", "));
  if (faults.byzantine == 0) return text;
  return fmt::format("{} Byzantine{}{}", plural(std::to_string(faults.byzantine), "process", "processes"),
                     text.empty() ? "" : ", ", text);
}

std::string parameters(const Scenario& scenario) {
  std::string text;
  const Json values = parameters_json(*scenario.model->program, scenario.parameters);
  for (const auto& [name, value] : values.items())
    text += fmt::format(", {} {}", name, value.is_string() ? value.get<std::string>() : value.dump());
  return text;
}

std::string bound(const std::optional<std::int64_t>& value) {
  return value ? std::to_string(*value) : "unbounded";
}

std::string exact(const std::optional<Rational>& value) {
  if (!value) return "unbounded";
  const std::string fraction = value->str();
  if (fraction.find('/') == std::string::npos) return fraction;
  return fmt::format("{} = {:.3f}", fraction, value->to_double());
}

std::string describe(const Run& run, const Terminal& terminal) {
  const CheckResult total = run.total();
  std::string text;
  const auto holding = names(run, Verdict::holds);
  const auto violated = names(run, Verdict::violated);
  const auto open = names(run, Verdict::inconclusive);
  if (!violated.empty())
    text += fmt::format("{}  {}\n", terminal.red("✗ VIOLATED"), fmt::join(violated, ", "));
  if (!open.empty())
    text += fmt::format("{}  {}\n", terminal.yellow("? INCONCLUSIVE"), fmt::join(open, ", "));
  if (!holding.empty()) text += fmt::format("{}  {}\n", terminal.green("✓ HOLDS"), fmt::join(holding, ", "));
  if (!holding.empty()) {
    for (const auto& warning : run.warnings())
      text += fmt::format("{}  {}: what holds may hold only because of that\n", terminal.yellow("! WARNING"),
                          warning);
  }
  text += scope(run, total);
  if (!violated.empty()) text += violated_at(run);
  text += costs(run);
  return terminal.show(text);
}

}  // namespace conclave
