#include "report/comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <string_view>

#include "program/model.hpp"
#include "report/json.hpp"
#include "report/network_text.hpp"
#include "report/text.hpp"
#include "report/words.hpp"
#include "trace/names.hpp"

namespace conclave {
namespace {

constexpr std::string_view not_stated = "not stated";
constexpr std::string_view inconclusive = "inconclusive";

using Names = std::array<std::string, 2>;

Names names_of(const Compared& compared) {
  Names names;
  for (std::size_t k = 0; k < 2; ++k) names[k] = compared.runs[k].scenarios.front().model->full_name();
  return names;
}

// What is said of a property by its name: holds, violated, inconclusive, or that the model has no such one.
std::string verdict_word(const Run& run, const std::string& property) {
  const auto& all = run.scenarios.front().model->properties;
  const auto at = std::ranges::find(all, property, &Property::name);
  if (at == all.end()) return std::string(not_stated);
  std::size_t which = 0;
  const Verdict verdict = run.verdict(at->id);
  if (run.counterexample(at->id, &which) != nullptr)
    return fmt::format("violated, n={}", run.scenarios[which].processes);
  return verdict == Verdict::holds ? "holds" : std::string(inconclusive);
}

std::vector<std::string> properties_of(const Compared& compared) {
  std::vector<std::string> names;
  for (const Run& run : compared.runs) {
    for (const Property& property : run.scenarios.front().model->properties) {
      const std::string name(property.name);
      if (std::ranges::find(names, name) == names.end()) names.push_back(name);
    }
  }
  return names;
}

bool is_equal(const CostDifference& cost) {
  return cost.first_cheaper == 0 && cost.second_cheaper == 0 && cost.incomparable == 0;
}

// As in "3,1,2", or "3,1,2 if 0 starts on 0–1, 1–2", where the scenario leaves these open.
std::string case_words(const Scenario& scenario, const Instance& instance) {
  std::string text =
      scenario.model->anonymous ? "anonymous processes" : list_of(subject_of(scenario, instance).ids);
  if (!instance.initiators.empty())
    text += fmt::format(" if {} start{}", list_of(instance.initiators),
                        instance.initiators.size() == 1 ? "s" : "");
  if (!instance.down.empty()) text += " with down " + list_of(instance.down);
  if (!instance.byzantine.empty()) text += " with Byzantine " + list_of(instance.byzantine);
  if (scenario.topologies.size() > 1) text += " on " + links_of(scenario.topologies[instance.topology]);
  return text;
}

const Scenario& scenario_of(const Compared& compared, const Comparison& size) {
  return compared.runs[0].scenarios[static_cast<std::size_t>(&size - compared.sizes.data())];
}

// Lines of cells, each column as wide as its widest cell; the first one to the left, others to the right.
std::string table(const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::size_t> widths;
  for (const auto& row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t k = 0; k < row.size(); ++k) widths[k] = std::max(widths[k], columns(row[k]));
  }
  std::string text;
  for (const auto& row : rows) {
    text += "  " + padded(row.front(), widths.front());
    for (std::size_t k = 1; k < row.size(); ++k)
      text += "   " + std::string(widths[k] - columns(row[k]), ' ') + row[k];
    text += "\n";
  }
  return text;
}

std::string verdict_table(const Compared& compared, const Names& names) {
  std::vector<std::vector<std::string>> rows{{"property", names[0], names[1]}};
  for (const std::string& property : properties_of(compared))
    rows.push_back(
        {property, verdict_word(compared.runs[0], property), verdict_word(compared.runs[1], property)});
  return table(rows);
}

// The costs that differ; those that do not are one line.
std::string cost_table(const Compared& compared, const Names& names) {
  std::vector<std::vector<std::string>> rows{
      {"cost", "n", names[0] + " cheaper", "equal", names[1] + " cheaper", "least", "mean", "most"}};
  std::set<std::string> different;
  std::vector<std::string> notes;
  for (const Comparison& size : compared.sizes) {
    for (const CostDifference& cost : size.costs) {
      if (!is_equal(cost)) different.insert(cost.cost);
    }
  }
  std::string equal;
  for (const CostDifference& cost : compared.sizes.front().costs) {
    if (!different.contains(cost.cost)) {
      equal += (equal.empty() ? "" : ", ") + cost.cost;
      continue;
    }
    for (const Comparison& size : compared.sizes) {
      const auto here = std::ranges::find(size.costs, cost.cost, &CostDifference::cost);
      rows.push_back({cost.cost, std::to_string(size.processes), here->first_cheaper.str(), here->equal.str(),
                      here->second_cheaper.str(), here->min ? std::to_string(*here->min) : "-",
                      here->mean ? here->mean->str() : "-", here->max ? std::to_string(*here->max) : "-"});
      if (here->incomparable != 0)
        notes.push_back(fmt::format("{} of n={}: in {} orders one of them has no bound", cost.cost,
                                    size.processes, here->incomparable.str()));
      if (&size == &compared.sizes.back() && here->min)
        notes.push_back(fmt::format("{}: least at identifiers {}, most at {}", cost.cost,
                                    case_words(scenario_of(compared, size), here->at_min),
                                    case_words(scenario_of(compared, size), here->at_max)));
    }
  }
  std::string text;
  if (!different.empty()) {
    const Scenario& scenario = compared.runs[0].scenarios.front();
    const bool anonymous = scenario.model->anonymous;
    const bool each =
        scenario.initiators.kind == Initiators::Kind::counted || scenario.down.kind == Down::Kind::counted;
    text += fmt::format("In how many {}{} the dearest execution is cheaper, and what it costs {} more\n{}",
                        anonymous ? "cases" : "identifier orders", each ? ", with each start," : "", names[1],
                        table(rows));
    for (const std::string& note : notes) text += "    " + note + "\n";
  }
  if (!equal.empty()) text += "Equal by the dearest execution of every order: " + equal + "\n";
  return text;
}

std::string what_differs(const Parting& parting, const Names& names) {
  switch (parting.what) {
    case Parting::What::step:
      return "only " + names[static_cast<std::size_t>(parting.able)] + " can take the last one";
    case Parting::What::leaders:
      return "after the last one other processes lead";
    case Parting::What::sent:
      return "in the last one they send other numbers of messages";
    case Parting::What::traffic:
      break;
  }
  return "after the last one other numbers of messages are on their way";
}

std::string parting_text(const Compared& compared, const Names& names, const Terminal& terminal) {
  const Comparison* at = compared.parted();
  if (at == nullptr) {
    std::uint64_t pairs = 0;
    for (const Comparison& size : compared.sizes) {
      if (!size.comparable) return "Their schedules cannot be compared: they have other channels.\n";
      pairs += size.pairs;
    }
    if (!compared.complete()) return "Nothing has told them apart so far.\n";
    return fmt::format(
        "Nobody can tell them apart: under every schedule the same processes lead, at the same cost\n"
        "({} pairs of configurations).\n",
        grouped(pairs));
  }
  const std::string steps = plural(std::to_string(at->parting->steps()), "step", "steps");
  std::string text = fmt::format(
      "They part at n={}, identifiers {}, within {}: {}.\n{}.\n", at->processes,
      case_words(scenario_of(compared, *at), at->parting->instance), steps, what_differs(*at->parting, names),
      at->stopped == StopReason::none ? "No shorter schedule tells them apart"
                                      : "A limit was reached before a shorter schedule was looked for");
  for (std::size_t k = 0; k < 2; ++k)
    text += "\n  " + terminal.bold(names[k]) + "\n" + describe_steps((*compared.apart)[k], terminal);
  return text;
}

}  // namespace

std::vector<std::string> Compared::different_verdicts() const {
  std::vector<std::string> different;
  for (const std::string& property : properties_of(*this)) {
    const std::string first = verdict_word(runs[0], property);
    const std::string second = verdict_word(runs[1], property);
    const auto decided = [](const std::string& word) { return word != not_stated && word != inconclusive; };
    if (first != second && decided(first) && decided(second)) different.push_back(property);
  }
  return different;
}

const Comparison* Compared::parted() const {
  const auto at =
      std::ranges::find_if(sizes, [](const Comparison& size) { return size.parting.has_value(); });
  return at == sizes.end() ? nullptr : &*at;
}

bool Compared::differ() const {
  const bool in_costs = std::ranges::any_of(
      sizes, [](const Comparison& size) { return !std::ranges::all_of(size.costs, is_equal); });
  return in_costs || parted() != nullptr || !different_verdicts().empty();
}

bool Compared::complete() const {
  const bool all =
      std::ranges::all_of(sizes, [](const Comparison& s) { return s.stopped == StopReason::none; });
  return all && sizes.size() == runs[0].scenarios.size() && runs[0].complete() && runs[1].complete();
}

std::string describe(const Compared& compared, const Terminal& terminal) {
  const Names names = names_of(compared);
  const Run& run = compared.runs[0];
  const Scenario& scenario = run.scenarios.front();
  std::string text = !compared.differ() && !compared.complete() ? terminal.yellow("? INCONCLUSIVE")
                     : compared.differ()                        ? terminal.red("✗ THEY DIFFER")
                                                                : terminal.green("✓ ALIKE");
  text += fmt::format("  {} and {}\n", names[0], names[1]);
  const int last = run.scenarios.back().processes;
  text += fmt::format("  {}, n = {}{}, {}, {}, {} network, {}, {}\n\n", topology_words(scenario),
                      scenario.processes, last == scenario.processes ? "" : fmt::format(" to {}", last),
                      identifier_words(scenario), who_starts(scenario), name_of(scenario.network),
                      words(scenario.faults), words(scenario.fairness));
  text += verdict_table(compared, names);
  if (!compared.sizes.empty())
    text += "\n" + cost_table(compared, names) + "\n" + parting_text(compared, names, terminal);
  for (const Run& each : compared.runs) {
    if (each.stopped == StopReason::none) continue;
    text += fmt::format("\nNot all was compared: {} at n={}\n", each.words(each.stopped), each.stopped_at());
    return terminal.page(text);
  }
  for (const Comparison& size : compared.sizes) {
    if (size.stopped == StopReason::none) continue;
    text += fmt::format("\nNot all was compared: {} at n={}\n", run.words(size.stopped), size.processes);
  }
  return terminal.page(text);
}

Json to_json(const Compared& compared) {
  const Names names = names_of(compared);
  Json json;
  json["conclave"] = CONCLAVE_VERSION;
  json["models"] = names;
  json["differ"] = compared.differ();
  json["complete"] = compared.complete();
  json["verdicts"] = Json::object();
  for (const std::string& property : properties_of(compared))
    json["verdicts"][property] = {verdict_word(compared.runs[0], property),
                                  verdict_word(compared.runs[1], property)};
  json["sizes"] = Json::array();
  for (const Comparison& size : compared.sizes) {
    Json costs = Json::object();
    for (const CostDifference& cost : size.costs) {
      const auto number = [](const std::optional<std::int64_t>& value) {
        return value ? Json(*value) : Json(nullptr);
      };
      costs[cost.cost] = {
          {"first_cheaper", cost.first_cheaper.str()},
          {"equal", cost.equal.str()},
          {"second_cheaper", cost.second_cheaper.str()},
          {"incomparable", cost.incomparable.str()},
          {"min", number(cost.min)},
          {"mean", cost.mean ? Json(cost.mean->str()) : Json(nullptr)},
          {"max", number(cost.max)},
          {"at_min", cost.min ? Json(case_words(scenario_of(compared, size), cost.at_min)) : Json(nullptr)},
          {"at_max", cost.max ? Json(case_words(scenario_of(compared, size), cost.at_max)) : Json(nullptr)}};
    }
    Json parting = nullptr;
    if (size.parting) {
      constexpr std::array<std::string_view, 4> words{"step", "leaders", "sent", "traffic"};
      parting = {{"what", words[static_cast<std::size_t>(size.parting->what)]},
                 {"ids", case_words(scenario_of(compared, size), size.parting->instance)},
                 {"steps", size.parting->steps()}};
      if (size.parting->what == Parting::What::step)
        parting["only"] = names[static_cast<std::size_t>(size.parting->able)];
    }
    json["sizes"].push_back({{"processes", size.processes},
                             {"orders", size.orders.str()},
                             {"costs", costs},
                             {"schedules_comparable", size.comparable},
                             {"parting", parting},
                             {"pairs", size.pairs},
                             {"complete", size.stopped == StopReason::none}});
  }
  return json;
}

}  // namespace conclave
