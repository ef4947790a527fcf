// What a check found, in words.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "program/model.hpp"
#include "report/network_text.hpp"
#include "report/text.hpp"
#include "report/words.hpp"
#include "scenario/choose_topology.hpp"
#include "trace/names.hpp"

namespace conclave {
namespace {

// How many graphs a family has for each number of processes, as in "1, 1, 2 up to isomorphism".
std::string family_counts(const Run& run) {
  std::vector<std::string> explored;
  std::vector<std::string> labelled;
  for (const Scenario& scenario : run.scenarios) {
    std::uint64_t labellings = 0;
    for (const Topology& topology : scenario.topologies) labellings += topology.labellings;
    labelled.push_back(grouped(labellings));
    explored.push_back(grouped(scenario.topologies.size()));
  }
  const Scenario& front = run.scenarios.front();
  const std::string roots = front.model->rooted() ? ", for every root" : "";
  if (front.topology == "strongly-connected")
    return fmt::format("{}; explored {}{}", fmt::join(labelled, ", "), fmt::join(explored, ", "), roots);
  return fmt::format("{} up to isomorphism{}", fmt::join(explored, ", "), roots);
}

// As in "rings of 1 to 7", "line of 4", "all trees of 2 to 4 (1, 1, 2 up to isomorphism)", "`file`, 2 graphs
// of 4".
std::string processes_words(const Run& run) {
  const int first = run.scenarios.front().processes;
  const int last = run.scenarios.back().processes;
  const std::string& name = run.scenarios.front().topology;
  const std::string sizes =
      first == last ? fmt::format("of {}", first) : fmt::format("of {} to {}", first, last);
  if (is_topology_of_its_own(name))
    return fmt::format("{}{} {}", name == "complete" ? "complete network" : name, first == last ? "" : "s",
                       sizes);
  if (is_family(name)) {
    const std::string_view what = name == "tree"                 ? "trees"
                                  : name == "strongly-connected" ? "labelled strongly connected digraphs"
                                                                 : "connected graphs";
    return fmt::format("all {} {} ({})", what, sizes, family_counts(run));
  }
  if (is_written_out(name))
    return fmt::format("graph {} ({})", sizes, links_of(run.scenarios.front().topologies.front()));
  std::uint64_t graphs = 0;
  for (const Scenario& scenario : run.scenarios) graphs += scenario.topologies.size();
  return fmt::format("`{}`, {} {}", name, plural(grouped(graphs), "graph", "graphs"), sizes);
}

// As in "the one order 3,1,3 (repeated: 3)".
std::string listed_words(const std::vector<int>& ids) {
  std::vector<int> repeated;
  for (const int id : ids) {
    if (std::ranges::count(ids, id) > 1 && std::ranges::count(repeated, id) == 0) repeated.push_back(id);
  }
  const std::string again = repeated.empty() ? "" : fmt::format(" (repeated: {})", fmt::join(repeated, ", "));
  return "the one order " + list_of(ids) + again;
}

// As in "720 identifier orders (132 explored)".
std::string identifiers_words(const Run& run, const CheckResult& total) {
  const Identifiers& ids = run.scenarios.front().identifiers;
  if (run.scenarios.front().model->anonymous)
    return fmt::format("anonymous processes ({})", plural(grouped(total.instances), "instance", "instances"));
  if (ids.kind == Identifiers::Kind::listed) return listed_words(ids.listed);
  if (ids.kind == Identifiers::Kind::equal) return identifier_words(run.scenarios.front());
  const std::string orders =
      plural(grouped(run.identifier_orders()), "identifier order", "identifier orders");
  const std::string drawn = drawn_words(ids);
  const bool repeats = ids.kind == Identifiers::Kind::duplicates;
  // Where starts are counted, a case is an order and a start.
  const bool by_place = total.orders != total.identifier_orders;
  const std::string cases = by_place ? grouped(total.orders) + " cases, " : "";
  return fmt::format("{}{}{} ({}{} explored)", orders, drawn, repeats ? ", repeated ones included" : "",
                     cases, grouped(total.instances));
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

// Whether all was explored, and if not, what ended the run and where. The counts go on from here.
std::string extent(const Run& run) {
  if (run.stopped != StopReason::none)
    return fmt::format("  not exhaustive: {} at n={}; so far\n  ", run.words(run.stopped), run.stopped_at());
  if (run.complete()) return "  exhaustive: ";
  if (!ended_early(run))  // Contained::keep
    return fmt::format("  not exhaustive: ended abruptly{}; so far\n  ", not_run(run));
  return fmt::format(
      "  ended at n={} with the first instance that violates a property{} (--keep-going goes on); so far\n   "
      " ",
      run.results.back().processes, not_run(run));
}

// Which reductions the model did not allow, and how ports were numbered if that matters.
std::string unreduced(const Run& run, const CheckResult& total) {
  std::string text;
  bool ports = total.coverage.port_numbers;
  for (const Refusal& refusal : total.refused) {
    text += "  " + words(refusal) + ",\n";
    ports |= refusal.by == naming::Kind::port;
  }
  if (ports && !run.scenarios.front().topologies.front().named_ports)
    text += "  ports numbered in ascending order of the places that they lead to,\n";
  return text;
}

// Which standard properties the model opts out of.
std::string not_asked(const Model& model) {
  std::string text;
  for (const Without& each : model.without)
    text += fmt::format("  {} is not asked, because {},\n", each.property, each.because);
  return text;
}

// What was covered. Without it a verdict says nothing.
std::string scope(const Run& run, const CheckResult& total) {
  const Scenario& scenario = run.scenarios.front();
  const double rate = total.seconds > 0 ? static_cast<double>(total.transitions) / total.seconds / 1e6 : 0.0;
  // In lock step one round stands for all that come to the same, and no program takes so many in a second.
  constexpr double too_many = 1000;
  const std::string speed = total.recalled     ? " besides other runs"
                            : rate >= too_many ? ""
                                               : fmt::format(", {:.1f} M transitions/s", rate);
  const auto instances = [](std::uint64_t count) {
    return ", " + plural(grouped(count), "instance", "instances");
  };
  const std::string divided =
      (run.on_disk > 0 ? instances(run.on_disk) + " on disk" : "") +
      (run.by_all > 0
           ? instances(run.by_all) + " by all processes together, which sent " + bytes(run.bytes_sent)
           : "");
  const std::string transitions = (total.transitions == Saturating::most ? "at least " : "") +
                                  plural(grouped(total.transitions), "transition", "transitions");
  return fmt::format("  {}{}, {}, {},\n  {}, {} network, {}, {}, {},\n", scenario.model->full_name(),
                     parameters(scenario), processes_words(run), identifiers_words(run, total),
                     who_starts(scenario), name_of(scenario.network), words(scenario.faults),
                     words(scenario.fairness), words(total.reduction)) +
         unreduced(run, total) + not_asked(*scenario.model) + extent(run) +
         fmt::format("{}, {}, {:.2f} s{}, peak {}{}\n",
                     plural(grouped(total.states), "configuration", "configurations"), transitions,
                     total.seconds, speed, bytes(run.peak_memory), divided) +
         (run.growth.empty() ? "" : "  " + run.what_grew() + "\n");
}

bool is_independent(const CostResult& cost) { return cost.schedule_independent && cost.max; }

struct CostRow {
  std::string name;
  const CostResult* cost;
};

// The kinds of messages have rows where there are several of them, and deliveries where it is not so that
// every message is delivered once.
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

std::string cost_lines(const CheckResult& result, const Costs& costs) {
  std::string text;
  std::string n = std::to_string(result.processes);  // in the first line only
  for (const auto& [name, cost] : cost_rows(result, costs)) {
    text += fmt::format("    {:<13} {:>3}  {:>9}  {:>9}  {}{}\n", name, n, bound(cost->min), bound(cost->max),
                        exact(cost->mean_of_maxima), is_independent(*cost) ? " *" : "");
    n.clear();
  }
  return text;
}

std::string cost_table(const Run& run) {
  const Costs costs(*run.scenarios.front().model->program);
  std::string lines;
  bool any_independent = false;
  bool all_timed = true;
  bool any_timed = false;
  for (const auto& result : run.results) {
    if (result.costs.empty()) continue;
    lines += cost_lines(result, costs);
    for (const auto& row : cost_rows(result, costs)) any_independent |= is_independent(*row.cost);
    all_timed &= result.time.has_value();
    any_timed |= result.time.has_value();
  }
  if (lines.empty()) return "";
  std::string text =
      fmt::format("  cost             {:>3}  {:>9}  {:>9}  mean of the orders' maxima\n", "n", "min", "max") +
      lines;
  if (any_independent) text += "    * in each order every schedule costs the same\n";
  if (!any_timed) return text;
  if (costs.counts_time()) return text + "    time: rounds\n";
  return text + "    time: messages in the longest causal chain" +
         (all_timed ? "\n" : "; of larger instances `conclave measure` tells it\n");
}

// For which numbers of processes the property fails, as in ", at n=3, 5; it holds at n=2, 4".
std::string failing_sizes(const Run& run, PropertyId id) {
  std::vector<int> fails;
  std::vector<int> holds;
  for (const auto& result : run.results) {
    for (const auto& property : result.properties) {
      if (property.id != id) continue;
      if (property.verdict == Verdict::violated) fails.push_back(result.processes);
      if (property.verdict == Verdict::holds) holds.push_back(result.processes);
    }
  }
  if (run.results.size() == 1) return "";
  if (fails.size() == run.results.size()) return ", at every n";
  const std::string where = fmt::format(", at n={}", fmt::join(fails, ", "));
  return holds.empty() ? where : where + fmt::format("; it holds at n={}", fmt::join(holds, ", "));
}

// For how many orders each property fails, and for which numbers of processes. Only where all were run is
// this known.
std::string how_often_violated(const Run& run) {
  std::string text;
  if (!run.complete()) return text;
  const Rational all = run.identifier_orders();
  for (const Property& property : run.scenarios.front().model->properties) {
    const Rational orders = run.violating_orders(property.id);
    if (orders == 0) continue;
    const std::string which =
        run.scenarios.front().model->anonymous ? orders == all ? "in all instances" : "in some instances"
        : all == 1                             ? "for the one identifier order"
        : orders == all                        ? "for every identifier order"
                        : fmt::format("for {} of the {} identifier orders", grouped(orders), grouped(all));
    text += fmt::format("  {} fails {}{}\n", property.name, which, failing_sizes(run, property.id));
  }
  return text;
}

// The names of the properties that have this verdict, as in "max-id, agreement".
std::string properties_that(const Run& run, Verdict verdict) {
  std::string names;
  for (const Property& property : run.scenarios.front().model->properties) {
    if (!run.scenarios.front().properties.contains(property.id) || run.verdict(property.id) != verdict)
      continue;
    names += (names.empty() ? "" : ", ") + std::string(property.name);
  }
  return names;
}

}  // namespace

std::string describe(const Run& run, const Terminal& terminal) {
  const std::string violated = properties_that(run, Verdict::violated);
  const std::string open = properties_that(run, Verdict::inconclusive);
  const std::string holding = properties_that(run, Verdict::holds);
  std::string text;
  if (!violated.empty()) text += fmt::format("{}  {}\n", terminal.red("✗ VIOLATED"), violated);
  if (!open.empty())
    text += run.ended_at_violation()
                ? fmt::format("{}  {}: ended at the first violation\n", terminal.bold("– NOT DECIDED"), open)
                : fmt::format("{}  {}\n", terminal.yellow("? INCONCLUSIVE"), open);
  if (!holding.empty()) {
    text += fmt::format("{}  {}\n", terminal.green("✓ HOLDS"), holding);
    for (const auto& warning : run.warnings())
      text += fmt::format("{}  {}: what holds may hold only because of that\n", terminal.yellow("! WARNING"),
                          warning);
  }
  text += scope(run, run.total());
  if (!violated.empty()) text += how_often_violated(run);
  return terminal.page(text);
}

std::string describe_costs(const Run& run, const Terminal& terminal) {
  return terminal.page(cost_table(run));
}

}  // namespace conclave
