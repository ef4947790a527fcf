#include "report/measurement.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "program/model.hpp"
#include "report/words.hpp"
#include "trace/names.hpp"

namespace conclave {
namespace {

Mark mark_of(Relation relation, const std::optional<Rational>& measured, const Rational& value) {
  if (relation == Relation::asymptotic) return measured ? Mark::quotient : Mark::violated;
  if (measured == value) return Mark::equal;
  const bool above = !measured || *measured > value;
  return relation == (above ? Relation::at_least : Relation::at_most) ? Mark::within : Mark::violated;
}

Checked check_claim(const Claim& claim, const MeasuredRow& row) {
  Checked checked{claim, Mark::partial, claim.value(row.processes),
                  measured_figure(row.cost, claim.statistic)};
  const bool above = !checked.figure || *checked.figure > checked.value;
  // Orders that were not explored can make a maximum only larger, so one that is too large already stays so.
  const bool is_settled =
      row.complete || (claim.statistic == Statistic::max && above && claim.relation != Relation::at_least &&
                       claim.relation != Relation::asymptotic);
  if (is_settled) {
    checked.mark = mark_of(claim.relation, checked.figure, checked.value);
  } else {
    checked.figure.reset();
  }
  return checked;
}

std::vector<Claim> claims_of(const Model& model, const Initiators& initiators, const std::string& cost) {
  std::vector<Claim> claims;
  if (model.claims == nullptr) return claims;
  for (const Claim& claim : model.claims()) {
    if (claim.cost == cost && claim.initiators == describe(initiators)) claims.push_back(claim);
  }
  return claims;
}

MeasuredTable table_of(const Run& run, std::size_t cost, const Costs& costs) {
  const Scenario& scenario = run.scenarios.front();
  MeasuredTable table{scenario.initiators, costs.name(cost), {}, {}};
  // A source speaks of all orders of distinct identifiers, and of executions without faults.
  if (scenario.identifiers.kind == Identifiers::Kind::all && !scenario.faults.any())
    table.claims = claims_of(*scenario.model, scenario.initiators, table.cost);
  for (std::size_t i = 0; i < run.results.size(); ++i) {
    const CheckResult& result = run.results[i];
    if (result.costs.empty() || (cost == costs.time() && !result.time)) continue;
    MeasuredRow row;
    row.scenario = &run.scenarios[i];
    row.processes = result.processes;
    row.orders = run.results[i].identifier_orders;
    row.complete = result.stopped == StopReason::none;
    row.cost = cost == costs.time() ? *result.time : result.costs[cost];
    for (const Claim& claim : table.claims) row.claims.push_back(check_claim(claim, row));
    table.rows.push_back(std::move(row));
  }
  return table;
}

}  // namespace

bool MeasuredTable::is_kind() const { return cost != "messages" && cost != "deliveries" && !is_time(); }

std::optional<Rational> measured_figure(const CostResult& cost, Statistic statistic) {
  if (statistic == Statistic::mean) return cost.mean_of_maxima;
  const auto& extreme = statistic == Statistic::min ? cost.min : cost.max;
  return extreme ? std::optional(Rational(*extreme)) : std::nullopt;
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

Measurement tabulate(std::vector<Run> runs, const std::vector<std::string>& wanted, bool by_kind) {
  Measurement measurement{std::move(runs), {}, 0};
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
  }
  return measurement;
}

std::string describe(const Claim& claim) {
  const std::string_view of = claim.statistic == Statistic::min    ? "min"
                              : claim.statistic == Statistic::mean ? "mean"
                                                                   : "max";
  const std::string formula(claim.formula);
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
