#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "report/text.hpp"

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

std::string processes(const Run& run) {
  const int first = run.scenarios.front().processes;
  const int last = run.scenarios.back().processes;
  return first == last ? fmt::format("{} of {}", run.scenarios.front().topology.name, first)
                       : fmt::format("{}s of {} to {}", run.scenarios.front().topology.name, first, last);
}

std::string identifiers(const Scenario& scenario, const CheckResult& total) {
  const Identifiers& ids = scenario.identifiers;
  const std::string explored = fmt::format("{} explored", grouped(total.instances));
  const std::string orders = grouped_digits(total.orders.str());
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

std::string initiators(const Initiators& initiators) {
  switch (initiators.kind) {
    case Initiators::Kind::any:
      return "any set of initiators";
    case Initiators::Kind::all:
      return "everyone initiates";
    case Initiators::Kind::listed:
      break;
  }
  return fmt::format("initiators at {}", fmt::join(initiators.places, ","));
}

// What was covered: without it a verdict says nothing.
std::string scope(const Run& run, const CheckResult& total) {
  const Scenario& scenario = run.scenarios.front();
  std::string text =
      fmt::format("  {}, {}, {},\n  {}, {} network, no faults, weak fairness, {},\n",
                  scenario.model->full_name(), processes(run), identifiers(scenario, total),
                  initiators(scenario.initiators), boost::describe::enum_to_string(scenario.network, "?"),
                  scenario.reduction.symmetry ? "reduced by symmetry" : "no reduction");
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
      text += run.verdict() == Verdict::violated && !run.complete()
                  ? fmt::format(
                        "  ended at n={} with the first instance that violates a property (--keep-going goes "
                        "on): ",
                        run.results.back().processes)
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

std::string bound(const std::optional<std::int64_t>& value) {
  return value ? std::to_string(*value) : "unbounded";
}

std::string mean(const CostResult& cost) {
  if (!cost.mean_of_maxima) return "unbounded";
  const std::string exact = cost.mean_of_maxima->str();
  if (exact.find('/') == std::string::npos) return exact;
  return fmt::format("{} = {:.3f}", exact, cost.mean_of_maxima->convert_to<double>());
}

std::string messages(const Run& run) {
  const auto kinds = run.scenarios.front().model->program->message_kinds();
  std::string text =
      fmt::format("\n  messages sent   {:>3}  {:>9}  {:>9}  mean of the orders' maxima\n", "n", "min", "max");
  bool any = false;
  for (const auto& result : run.results) {
    if (result.messages.empty()) continue;
    any = true;
    for (std::size_t metric = 0; metric < result.messages.size(); ++metric) {
      if (metric > 0 && kinds.size() == 1) break;  // one kind: the same again
      const auto& of = result.messages[metric];
      text += fmt::format("    {:<13} {:>3}  {:>9}  {:>9}  {}\n", metric == 0 ? "all" : kinds[metric - 1],
                          metric == 0 ? std::to_string(result.processes) : "", bound(of.min), bound(of.max),
                          mean(of));
    }
  }
  return any ? text : "";
}

std::vector<std::string_view> names(const Run& run, Verdict wanted) {
  std::vector<std::string_view> names;
  for (const Property& p : all_properties) {
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
  text += scope(run, total);
  text += messages(run);
  return terminal.show(text);
}

}  // namespace conclave
