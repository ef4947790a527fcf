#include "report/measurement.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <iterator>
#include <map>
#include <sstream>
#include <string_view>
#include <tuple>
#include <utility>

#include "program/model.hpp"
#include "report/words.hpp"
#include "trace/names.hpp"

namespace conclave {
namespace {

Mark mark_of(Relation relation, const std::optional<Bounds>& measured, const Rational& value) {
  if (relation == Relation::asymptotic) return measured ? Mark::quotient : Mark::violated;
  const bool above = !measured || measured->lower > value;
  if (above || measured->upper < value)
    return relation == (above ? Relation::at_least : Relation::at_most) ? Mark::within : Mark::violated;
  if (measured->exact()) return Mark::equal;
  const bool inside = relation == Relation::at_most    ? measured->upper == value
                      : relation == Relation::at_least ? measured->lower == value
                                                       : false;
  return inside ? Mark::within : Mark::undecided;
}

// The measured figures of cases between which a claim does not tell.
struct Figures {
  std::vector<const CostResult*> costs;
  std::vector<Rational> orders;

  const CostResult& extreme(Statistic statistic) const {
    const CostResult* best = costs.front();
    for (const CostResult* cost : costs) {
      const bool better = statistic == Statistic::min ? cost->min && (!best->min || *cost->min < *best->min)
                                                      : best->max && (!cost->max || *cost->max > *best->max);
      if (better) best = cost;
    }
    return *best;
  }
  std::optional<Bounds> figure(Statistic statistic) const {
    if (statistic != Statistic::mean) return measured_figure(extreme(statistic), statistic);
    Bounds sum{0, 0};
    Rational all = 0;
    for (std::size_t i = 0; i < costs.size(); ++i) {
      const auto mean = measured_figure(*costs[i], statistic);
      if (!mean) return {};
      sum.lower += mean->lower * orders[i];
      sum.upper += mean->upper * orders[i];
      all += orders[i];
    }
    return Bounds{sum.lower / all, sum.upper / all};
  }
};

Mark mark_of(const Claim& claim, bool complete, Checked& checked) {
  const bool above = !checked.figure || checked.figure->lower > checked.value;
  // Orders that were not explored can make a maximum only larger, so one that is too large already stays so.
  const bool is_settled =
      complete || (claim.statistic == Statistic::max && above && claim.relation != Relation::at_least &&
                   claim.relation != Relation::asymptotic);
  if (is_settled) return mark_of(claim.relation, checked.figure, checked.value);
  checked.figure.reset();
  return Mark::partial;
}

// Which of two marks says more against a claim?
int gravity(Mark mark) {
  constexpr std::array from_the_least{Mark::not_asked, Mark::equal,     Mark::within,   Mark::quotient,
                                      Mark::partial,   Mark::undecided, Mark::no_value, Mark::violated};
  return static_cast<int>(std::ranges::find(from_the_least, mark) - from_the_least.begin());
}

// Compares a claim with what was measured in each case of which it speaks.
Checked check_claim(const Claim& claim, const CheckResult& result, bool complete,
                    const std::function<const CostResult*(const CaseResult&)>& cost_of) {
  Checked checked{.claim = claim};
  const auto computed = [&](const auto& compute) -> decltype(compute()) {
    try {
      return compute();
    } catch (const std::domain_error& error) {
      if (checked.why_no_value.empty()) checked.why_no_value = error.what();
      return {};
    }
  };
  std::map<Case, Figures> figures;
  for (const auto& [at, of] : result.cases) {
    const CostResult* const cost = cost_of(of);
    if (cost == nullptr || !computed([&, &here = at] { return claim.speaks_of(here); })) continue;
    Figures& here = figures[claim.read(at)];
    here.costs.push_back(cost);
    here.orders.push_back(of.orders);
  }
  std::optional<Rational> least;
  for (const auto& [at, of] : figures) {
    const auto value = computed([&claim, &here = at] {
      const std::optional<Rational> bound = claim.formula.value(here);
      if (bound && *bound <= 0 && claim.relation == Relation::asymptotic)
        throw std::domain_error("a quotient by " + bound->str());
      return bound;
    });
    if (!value) continue;
    if (!least || *value < *least) least = *value;
    Checked here{.claim = claim, .value = *value, .figure = of.figure(claim.statistic)};
    here.at_min = of.extreme(Statistic::min).at_min;
    here.at_max = of.extreme(Statistic::max).at_max;
    here.mark = mark_of(claim, complete, here);
    const auto weight = [](const Checked& c) { return std::pair(gravity(c.mark), c.value); };
    if (weight(checked) >= weight(here)) continue;
    here.why_no_value = checked.why_no_value;
    checked = std::move(here);
  }
  if (!checked.why_no_value.empty() && gravity(checked.mark) < gravity(Mark::no_value))
    checked.mark = Mark::no_value;
  checked.least_value = least.value_or(checked.value);
  return checked;
}

std::vector<Claim> claims_of(const Model& model, const Initiators& initiators, const std::string& cost) {
  std::vector<Claim> claims;
  if (model.claims == nullptr) return claims;
  const std::string who = describe(initiators);
  // Where only the root can start, it is the one initiator.
  const bool is_root = model.initiators == Initiative::root && who == "0";
  for (const Claim& claim : model.claims()) {
    if (claim.cost == cost && claim.initiators == (is_root ? "one" : who)) claims.push_back(claim);
  }
  return claims;
}

MeasuredRow row_of(const Run& run, std::size_t at) {
  const CheckResult& result = run.results[at];
  MeasuredRow row;
  row.scenario = &run.scenarios[at];
  row.processes = result.processes;
  row.orders = result.identifier_orders;
  row.complete = result.stopped == StopReason::none;
  row.misses_event = result.misses_event;
  return row;
}

MeasuredTable table_of(const Run& run, std::size_t cost, const Costs& costs) {
  const Scenario& scenario = run.scenarios.front();
  MeasuredTable table{scenario.initiators, costs.name(cost), {}, {}};
  // A source speaks of its own parameters, of all orders of distinct identifiers, and of whole executions
  // without faults.
  if (scenario.identifiers.kind == Identifiers::Kind::all && !scenario.faults.any() && !scenario.until &&
      scenario.parameters == scenario.model->program->standard_parameters())
    table.claims = claims_of(*scenario.model, scenario.initiators, table.cost);
  for (std::size_t i = 0; i < run.results.size(); ++i) {
    const CheckResult& result = run.results[i];
    if (result.costs.empty() || (cost == costs.time() && !result.time)) continue;
    MeasuredRow row = row_of(run, i);
    row.cost = cost == costs.time() ? *result.time : result.costs[cost];
    const auto cost_of = [&](const CaseResult& of) -> const CostResult* {
      if (cost != costs.time()) return &of.costs[cost];
      return of.time ? &*of.time : nullptr;
    };
    for (const Claim& claim : table.claims)
      row.claims.push_back(check_claim(claim, result, row.complete, cost_of));
    table.rows.push_back(std::move(row));
  }
  return table;
}

// Do the words of one label come before those of another? Numbers come in their order, before other words.
bool comes_before(const std::string& a, const std::string& b) {
  const auto key = [](const std::string& label) {
    std::vector<std::tuple<bool, std::size_t, std::string>> words;
    std::istringstream text(label);
    for (std::string word; text >> word;) {
      const bool is_number = std::ranges::all_of(word, [](char c) { return c >= '0' && c <= '9'; });
      words.emplace_back(!is_number, is_number ? word.size() : 0, word);
    }
    return words;
  };
  return key(a) < key(b);
}

// A table for each class of messages.
std::vector<MeasuredTable> tables_of_shares(const Run& run) {
  const Scenario& scenario = run.scenarios.front();
  std::map<std::string, MeasuredTable, bool (*)(const std::string&, const std::string&)> by_label(
      comes_before);
  for (std::size_t i = 0; i < run.results.size(); ++i) {
    for (const auto& [label, cost] : run.results[i].shares) {
      const auto at = by_label.try_emplace(label, MeasuredTable{scenario.initiators, label, {}, {}, true});
      MeasuredRow row = row_of(run, i);
      row.cost = cost;
      at.first->second.rows.push_back(std::move(row));
    }
  }
  std::vector<MeasuredTable> tables;
  for (auto& [label, table] : by_label) tables.push_back(std::move(table));
  return tables;
}

}  // namespace

bool MeasuredTable::is_kind() const { return cost != "messages" && cost != "deliveries" && !is_time(); }

std::optional<Bounds> measured_figure(const CostResult& cost, Statistic statistic) {
  if (statistic == Statistic::mean && cost.expected) return cost.expected->greatest;
  const auto figure = [&]() -> std::optional<Rational> {
    if (statistic == Statistic::mean) return cost.mean_of_maxima;
    const auto& extreme = statistic == Statistic::min ? cost.min : cost.max;
    return extreme ? std::optional(Rational(*extreme)) : std::nullopt;
  }();
  return figure ? std::optional(Bounds{*figure, *figure}) : std::nullopt;
}

bool Measurement::complete() const {
  return std::ranges::all_of(runs, [](const Run& run) {
    return run.complete() && std::ranges::all_of(run.results, [](const CheckResult& result) {
             return result.time_stopped == StopReason::none;
           });
  });
}

bool Measurement::violated() const {
  return std::ranges::any_of(tables, [](const MeasuredTable& table) {
    return std::ranges::any_of(table.rows, [](const MeasuredRow& row) {
      return std::ranges::any_of(row.claims, [](const Checked& c) { return c.mark == Mark::violated; });
    });
  });
}

Measurement tabulate(std::vector<Run> runs, const std::vector<std::string>& wanted, bool by_kind,
                     std::optional<Distributed> distributed) {
  Measurement measurement{std::move(runs), std::move(distributed), {}, 0};
  for (const Run& run : measurement.runs) {
    const Scenario& scenario = run.scenarios.front();
    const Costs costs(*scenario.model->program);
    for (std::size_t cost = 0; cost <= costs.time(); ++cost) {
      const std::string of = costs.name(cost);
      const bool is_kind = cost > 0 && cost < costs.deliveries();
      const bool by_default = cost == Costs::messages || cost == costs.time() ||
                              (is_kind && by_kind && costs.kinds().size() > 1) ||
                              !claims_of(*scenario.model, scenario.initiators, of).empty();
      if (wanted.empty() ? by_default : std::ranges::count(wanted, of) > 0)
        measurement.tables.push_back(table_of(run, cost, costs));
    }
    std::ranges::move(tables_of_shares(run), std::back_inserter(measurement.tables));
  }
  return measurement;
}

std::string describe(const Claim& claim) {
  const std::string_view of = claim.statistic == Statistic::min    ? "min"
                              : claim.statistic == Statistic::mean ? "mean"
                                                                   : "max";
  const std::string formula = claim.formula.text();
  switch (claim.relation) {
    case Relation::equal:
      return std::string(of) + " = " + formula;
    case Relation::at_most:
      return std::string(of) + " ≤ " + formula;
    case Relation::at_least:
      return std::string(of) + " ≥ " + formula;
    case Relation::asymptotic:
      break;
  }
  return std::string(of) + " = O(" + formula + ")";
}

}  // namespace conclave
