// What `measure` found as tables of text.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "program/model.hpp"
#include "report/distribution.hpp"
#include "report/measurement.hpp"
#include "report/measurement_words.hpp"
#include "report/network_text.hpp"
#include "report/terminal.hpp"
#include "report/words.hpp"
#include "trace/again.hpp"
#include "trace/command_words.hpp"
#include "trace/names.hpp"

namespace conclave {
namespace {

std::string claim_cell(const Checked& checked) {
  const std::string value =
      (checked.least_value < checked.value ? checked.least_value.str() + ".." : "") + checked.value.str();
  switch (checked.mark) {
    case Mark::no_value:
      return "no value: " + checked.why_no_value;
    case Mark::not_asked:
      return "not asked here";
    case Mark::equal:
      return value + "  equal";
    case Mark::within:
      return value + "  within";
    case Mark::violated:
      return checked.value.str() + "  VIOLATED";
    case Mark::undecided:
      return value + "  undecided";
    case Mark::quotient:
      return "quotient " + (checked.figure->exact()
                                ? fmt::format("{:.3f}", (checked.figure->lower / checked.value).to_double())
                                : exact(Bounds{checked.figure->lower / checked.value,
                                               checked.figure->upper / checked.value}));
    case Mark::partial:
      break;
  }
  return value + "  partial";
}

// The command that shows the execution with an extreme cost.
std::string see(const MeasuredTable& table, const MeasuredRow& row, const Instance& instance,
                Extreme extreme) {
  const Scenario& scenario = *row.scenario;
  const TraceSubject subject = subject_of(scenario, instance);
  std::string command = name_of_command() + " check " + as_typed(subject.model) + " --ids " +
                        list_of(subject.ids) + " --initiators " + describe(subject.initiators);
  if (scenario.network != scenario.model->network)
    command += " --network " + std::string(name_of(scenario.network));
  return command + unusual_options(subject) +
         witness_option(table.cost, extreme, scenario.until ? scenario.until->name : "");
}

// For each claim that is violated, at the smallest number of processes: by how much, and by which execution.
// A mean is of many executions, so none can be shown.
std::string violations(const MeasuredTable& table, const Terminal& terminal) {
  std::string text;
  for (std::size_t k = 0; k < table.claims.size(); ++k) {
    for (const auto& row : table.rows) {
      const Checked& checked = row.claims[k];
      if (checked.mark != Mark::violated) continue;
      const Claim& claim = checked.claim;
      text += fmt::format("  {}  {} is violated at n={}: it is {}, and the formula gives {}\n",
                          terminal.red("✗"), describe(claim), row.processes,
                          checked.figure ? exact(checked.figure) : "unbounded", exact(checked.value));
      if (claim.statistic != Statistic::mean) {
        // Where every execution goes on for ever, none has the least cost.
        const bool least = claim.statistic == Statistic::min && row.cost.min;
        text += fmt::format("     see  {}\n", see(table, row, least ? checked.at_min : checked.at_max,
                                                  least ? Extreme::min : Extreme::max));
      }
      break;  // the smallest n
    }
  }
  return text;
}

constexpr std::size_t right_aligned = 4;  // the columns n, orders, min and max

// Does every schedule cost the same, in each order?
bool independent(const MeasuredTable& table) {
  return std::ranges::all_of(
      table.rows, [](const MeasuredRow& row) { return row.cost.schedule_independent && row.cost.max; });
}

// Was something tossed, and its mean found?
bool tosses(const MeasuredTable& table) {
  return std::ranges::any_of(table.rows,
                             [](const MeasuredRow& row) { return row.cost.expected.has_value(); });
}

// Do all schedulers have the same mean?
bool one_expectation(const MeasuredTable& table) {
  return std::ranges::all_of(table.rows, [](const MeasuredRow& row) {
    return !row.cost.expected || row.cost.expected->least == row.cost.expected->greatest;
  });
}

// Are some means bounds?
bool bounded(const MeasuredTable& table) {
  const auto is_bounds = [](const std::optional<Bounds>& mean) { return mean && !mean->exact(); };
  return std::ranges::any_of(table.rows, [&](const MeasuredRow& row) {
    return row.cost.expected &&
           (is_bounds(row.cost.expected->least) || is_bounds(row.cost.expected->greatest));
  });
}

// What the letters in formulas stand for; n needs no words.
std::string legend(const std::vector<Claim>& claims) {
  constexpr Case every{
      .processes = 1, .smallest = 1, .diameter = 1, .links = 1, .initiators = 1, .crashed = 1};
  Case read;
  for (const Claim& claim : claims) {
    const Case of = claim.read(every);
    if (of.smallest) read.smallest = 1;
    read.diameter |= of.diameter;
    read.links |= of.links;
    read.initiators |= of.initiators;
    read.crashed |= of.crashed;
  }
  std::string text;
  if (read.smallest) text += "  u_min: the smallest identifier\n";
  if (read.diameter > 0) text += "  diam: the diameter of the network\n";
  if (read.links > 0) text += "  |E|: how many channels there are, one for each direction\n";
  if (read.initiators > 0) text += "  c: how many processes may start\n";
  if (read.crashed > 0) text += "  f: how many processes are gone before anybody starts\n";
  return text;
}

// What is said of a cost besides its name.
std::string rest_of_title(const MeasuredTable& table) {
  std::string text = table.is_kind() ? " messages" : "";
  if (!table.rows.empty() && table.rows.front().scenario->until)
    text += " until " + table.rows.front().scenario->until->name;
  return text + ", " + words(table.initiators);
}

std::string table_title(const MeasuredTable& table, const Terminal& terminal) {
  return "\n" + terminal.bold(table.cost) + rest_of_title(table);
}

// The columns from `first` to before `last`, behind the column n.
std::string block(const TableLines& lines, const std::vector<std::size_t>& widths, std::size_t first,
                  std::size_t last) {
  std::string text;
  for (const auto& line : lines) {
    std::string out = " ";
    for (std::size_t i = 0; i < last; ++i) {
      if (i > 0 && i < first) continue;
      const std::string pad(widths[i] - columns(line[i]), ' ');
      out += i < right_aligned ? " " + pad + line[i] + " " : "   " + line[i] + pad;
    }
    out.erase(out.find_last_not_of(' ') + 1);
    text += out + "\n";
  }
  return text;
}

// A table that is wider than the terminal goes on below, each part with the column n.
std::string blocks(const TableLines& lines, const std::vector<std::size_t>& widths,
                   const Terminal& terminal) {
  const auto width = [&](std::size_t i) { return widths[i] + (i < right_aligned ? 2 : 3); };
  std::string text;
  for (std::size_t first = 1; first < widths.size();) {
    std::size_t last = first + 1;
    std::size_t total = 1 + width(0) + width(first);
    while (last < widths.size() && total + width(last) <= static_cast<std::size_t>(terminal.width))
      total += width(last++);
    text += (first > 1 ? "\n" : "") + block(lines, widths, first, last);
    first = last;
  }
  return text;
}

std::string aligned(TableLines lines, const Terminal& terminal) {
  std::vector<std::size_t> widths(lines.front().size(), 0);
  for (auto& line : lines) {
    for (std::size_t i = 0; i < line.size(); ++i) {
      line[i] = terminal.show(line[i]);
      widths[i] = std::max(widths[i], columns(line[i]));
    }
  }
  return blocks(lines, widths, terminal);
}

std::string describe_table(const MeasuredTable& table, const Terminal& terminal) {
  std::string text =
      table_title(table, terminal) + "\n" + aligned(cells_of(table), terminal) + notes_of(table, terminal);
  if (has_distribution(table))
    text += "\n" + aligned(distribution_cells(table), terminal) + distribution_notes(table);
  return text;
}

// What a limit left out.
std::string left_out(const Run& run, const Terminal& terminal) {
  std::string text;
  const auto line = [&](StopReason reason, const std::string& what) {
    text += fmt::format("\n{}  {}: {} {}\n", terminal.yellow("? PARTIAL"),
                        words(run.scenarios.front().initiators), run.words(reason), what);
  };
  const int last = run.scenarios.back().processes;
  if (!run.complete()) {
    const int n = run.results.back().processes;
    const bool counted = run.results.back().stopped == StopReason::none;
    line(run.stopped, counted ? fmt::format("after n={}; up to n={} was asked for", n, last)
                              : fmt::format("at n={}; up to n={} was asked for", n, last));
    if (!run.growth.empty()) text += run.what_grew() + "\n";
  }
  for (const CheckResult& result : run.results) {
    if (result.time_stopped != StopReason::none)
      line(result.time_stopped, fmt::format("before all was measured at n={}", result.processes));
  }
  return text;
}

// Up to where costs are counted, and for how many processes this need not come.
std::string until_words(const Measurement& measurement) {
  const Event& until = *measurement.scenario().until;
  std::set<int> missed;
  for (const MeasuredTable& table : measurement.tables) {
    for (const MeasuredRow& row : table.rows) {
      if (row.misses_event) missed.insert(row.processes);
    }
  }
  std::string text = fmt::format("costs are counted until {}: {}\n", until.name, until.says);
  if (!missed.empty())
    text += fmt::format("in some execution this never comes, for n = {}; such a one is counted whole\n",
                        fmt::join(missed, ", "));
  if (measurement.scenario().model->claims != nullptr)
    text += "formulas of the source are about whole executions, and not compared\n";
  return text;
}

// Where nothing is tossed, a scheduler can bring about each extreme.
Expectation expectation(const CostResult& cost) {
  if (cost.expected) return *cost.expected;
  const auto both = [](const std::optional<Rational>& mean) {
    return mean ? std::optional(Bounds{*mean, *mean}) : std::nullopt;
  };
  return {both(cost.mean_of_minima), both(cost.mean_of_maxima)};
}

}  // namespace

TableLines cells_of(const MeasuredTable& table) {
  TableLines lines{{"n", "orders", "min", "max"}};
  auto& head = lines.front();
  const bool one_mean = independent(table);
  const bool expected = tosses(table);
  if (expected && one_expectation(table)) {
    head.emplace_back("expected");
  } else if (expected) {
    head.insert(head.end(), {"least expected", "greatest expected"});
  } else if (one_mean) {
    head.emplace_back("mean");
  } else {
    head.insert(head.end(), {"mean of minima", "mean of maxima"});
  }
  for (const Claim& claim : table.claims) head.push_back(describe(claim));
  for (const auto& row : table.rows) {
    auto& line = lines.emplace_back();
    line = {std::to_string(row.processes), row.orders.str() + (row.complete ? "" : " partial"),
            bound(row.cost.min), bound(row.cost.max)};
    if (expected) {
      const Expectation of = expectation(row.cost);
      if (!one_expectation(table)) line.push_back(exact(of.least));
      line.push_back(exact(of.greatest));
    } else {
      if (!one_mean) line.push_back(exact(row.cost.mean_of_minima));
      line.push_back(exact(row.cost.mean_of_maxima));
    }
    for (const auto& checked : row.claims) line.push_back(claim_cell(checked));
  }
  return lines;
}

std::string title_of(const MeasuredTable& table) { return table.cost + rest_of_title(table); }

std::string notes_of(const MeasuredTable& table, const Terminal& terminal) {
  std::string text;
  if (tosses(table)) {
    const bool bounds = bounded(table);
    text += !one_expectation(table)
                ? "  expected: the mean over what is tossed, under the scheduler that makes it "
                  "least, and greatest\n"
            : bounds ? "  expected: the mean over what is tossed, under every scheduler\n"
                     : "  expected: the mean over what is tossed, the same under every scheduler\n";
    if (bounds) text += "  [lower, upper]: the mean is proved to lie between these two\n";
  } else if (independent(table))
    text += "  in each order every schedule costs the same\n";
  for (const Claim& claim : table.claims) {
    text += fmt::format("  {}{}: {}\n", describe(claim), claim.start ? " where " + claim.start->text() : "",
                        claim.source);
  }
  text += legend(table.claims);
  const auto last = std::ranges::find_if(table.rows.rbegin(), table.rows.rend(), &MeasuredRow::complete);
  if (last != table.rows.rend() && !table.is_share) {
    text += fmt::format("  the most, n={}:  {}\n", last->processes,
                        see(table, *last, last->cost.at_max, Extreme::max));
  }
  return text + violations(table, terminal);
}

std::string scope_of(const Measurement& measurement, const Terminal& terminal) {
  const Scenario& scenario = measurement.runs.front().scenarios.front();
  std::string text = fmt::format("{}{}, {}, {} network, {}{}: {}, every schedule{}\n",
                                 terminal.bold(scenario.model->full_name()), parameters(scenario),
                                 topology_words(scenario), name_of(scenario.network), circumstances(scenario),
                                 words(scenario.fairness), identifier_words(scenario),
                                 std::ranges::any_of(measurement.tables, bounded) ? "" : ", exactly");
  if (!std::ranges::any_of(measurement.tables, tosses))
    text += "means are over the orders: of the least, and of the most, that an execution of each costs\n";
  if (scenario.until) text += until_words(measurement);
  if (scenario.faults.any() && scenario.model->claims != nullptr)
    text += "formulas of the source are about executions without faults, and not compared\n";
  if (std::ranges::any_of(measurement.tables, &MeasuredTable::is_time))
    text += scenario.lock_step() ? "time is the number of rounds\n"
                                 : "time is the number of messages in the longest causal chain\n";
  return text;
}

std::string_view why_empty(const Measurement& measurement) {
  return measurement.complete() ? "not defined here, see docs/semantics/costs.md"
                                : "a limit was reached before anything was measured";
}

std::string end_of(const Measurement& measurement, const Terminal& terminal) {
  std::string text;
  for (const Run& run : measurement.runs) text += left_out(run, terminal);
  return text + fmt::format("\n{:.2f} s\n", measurement.seconds);
}

std::string describe(const Measurement& measurement, const Terminal& terminal) {
  std::string text = scope_of(measurement, terminal);
  for (const auto& table : measurement.tables) {
    if (table.rows.empty()) {
      text += fmt::format("{}: {}\n", table_title(table, terminal), why_empty(measurement));
    } else {
      text += describe_table(table, terminal);
    }
  }
  return terminal.page(text + end_of(measurement, terminal));
}

}  // namespace conclave
