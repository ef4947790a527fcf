#include <boost/describe/enum_to_string.hpp>

#include "program/parameters.hpp"
#include "report/measurement.hpp"

#include <algorithm>

#include "report/json.hpp"
#include "report/plot.hpp"
#include "report/text.hpp"

namespace conclave {
namespace {

std::optional<Rational> figure(const CostResult& cost, Statistic statistic) {
  if (statistic == Statistic::mean) return cost.mean_of_maxima;
  const auto& extreme = statistic == Statistic::min ? cost.min : cost.max;
  return extreme ? std::optional(Rational(*extreme)) : std::nullopt;
}

Checked check(const Claim& claim, const MeasuredRow& row) {
  Checked checked{claim, Mark::partial, claim.value(row.processes), figure(row.cost, claim.statistic)};
  const auto& measured = checked.figure;
  const bool above = !measured || *measured > checked.value;
  // What is not yet complete can only get more extreme.
  const bool only_upwards = claim.statistic == Statistic::max;
  if (!row.complete && !(only_upwards && above && claim.relation != Relation::at_least &&
                         claim.relation != Relation::asymptotic)) {
    checked.figure.reset();
    return checked;
  }
  if (claim.relation == Relation::asymptotic) {
    checked.mark = measured ? Mark::quotient : Mark::violated;
  } else if (measured == checked.value) {
    checked.mark = Mark::equal;
  } else if (claim.relation == Relation::at_most && !above) {
    checked.mark = Mark::within;
  } else if (claim.relation == Relation::at_least && above) {
    checked.mark = Mark::within;
  } else {
    checked.mark = Mark::violated;
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

MeasuredTable tabulate(const Run& run, std::size_t cost, const Costs& costs) {
  const Scenario& scenario = run.scenarios.front();
  MeasuredTable table{scenario.initiators, costs.name(cost), {}, {}};
  // Sources speak of every order of distinct identifiers, and of executions without faults.
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
    for (const Claim& claim : table.claims) row.claims.push_back(check(claim, row));
    table.rows.push_back(std::move(row));
  }
  return table;
}

std::string_view name(Mark mark) {
  switch (mark) {
    case Mark::equal:
      return "equal";
    case Mark::within:
      return "within";
    case Mark::violated:
      return "violated";
    case Mark::quotient:
      return "quotient";
    case Mark::partial:
      break;
  }
  return "partial";
}

double decimal(const Rational& value) { return value.to_double(); }

}  // namespace

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
        measurement.tables.push_back(tabulate(run, cost, costs));
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

std::string to_csv(const Measurement& measurement) {
  std::string csv = "model,network,initiators,cost,n,orders,complete,min,mean,mean_decimal,max,claims\n";
  const Scenario& scenario = measurement.runs.front().scenarios.front();
  for (const auto& table : measurement.tables) {
    for (const auto& row : table.rows) {
      const CostResult& cost = row.cost;
      csv += scenario.model->full_name() + "," + boost::describe::enum_to_string(scenario.network, "?") +
             ",\"" + describe(table.initiators) + "\"," + table.cost + "," + std::to_string(row.processes) +
             "," + row.orders.str() + "," + (row.complete ? "yes" : "no") + "," + bound(cost.min) + "," +
             (cost.mean_of_maxima
                  ? cost.mean_of_maxima->str() + "," + std::to_string(decimal(*cost.mean_of_maxima))
                  : "unbounded,unbounded") +
             "," + bound(cost.max) + ",\"";
      for (const auto& checked : row.claims) {
        csv += (&checked == row.claims.data() ? "" : "; ") + describe(checked.claim) + ": " +
               std::string(name(checked.mark));
      }
      csv += "\"\n";
    }
  }
  return csv;
}

Json to_json(const Measurement& measurement, const std::vector<Trace>& witnesses) {
  const Scenario& scenario = measurement.runs.front().scenarios.front();
  const Model& model = *scenario.model;
  Json json{{"conclave", CONCLAVE_VERSION},
            {"model", model.name},
            {"variant", model.variant.empty() ? Json(nullptr) : Json(model.variant)},
            {"network", boost::describe::enum_to_string(scenario.network, "?")},
            {"topology", scenario.topology},
            {"faults", to_json(scenario.faults)},
            {"parameters", parameters_json(*model.program, scenario.parameters)},
            {"fairness", boost::describe::enum_to_string(scenario.fairness, "?")},
            {"complete", measurement.complete()},
            {"tables", Json::array()}};
  for (const auto& table : measurement.tables) {
    Json rows = Json::array();
    for (const auto& row : table.rows) {
      Json of{
          {"processes", row.processes}, {"identifier_orders", row.orders.str()}, {"complete", row.complete}};
      of.update(to_json(row.cost));
      of["claims"] = Json::array();
      for (const auto& checked : row.claims) {
        Json claim{{"claim", describe(checked.claim)},
                   {"source", checked.claim.source},
                   {"value", checked.value.str()},
                   {"mark", name(checked.mark)}};
        if (checked.mark == Mark::quotient) claim["quotient"] = decimal(*checked.figure / checked.value);
        of["claims"].push_back(std::move(claim));
      }
      rows.push_back(std::move(of));
    }
    json["tables"].push_back(
        {{"initiators", describe(table.initiators)}, {"cost", table.cost}, {"rows", std::move(rows)}});
  }
  json["witnesses"] = Json::array();
  for (const auto& witness : witnesses) json["witnesses"].push_back(to_itf(witness));
  json["seconds"] = measurement.seconds;
  return json;
}

std::string to_svg(const Measurement& measurement) {
  std::vector<Panel> panels;
  for (const auto& table : measurement.tables) {
    Panel panel;
    const bool is_kind = table.cost != "messages" && table.cost != "deliveries" && table.cost != "time";
    panel.title = table.cost + (is_kind ? " messages, " : ", ") + words(table.initiators);
    const bool rounds = measurement.runs.front().scenarios.front().lock_step();
    panel.y_label = table.cost == "time" ? (rounds ? "rounds" : "messages in the longest causal chain")
                    : is_kind            ? table.cost + " messages"
                                         : table.cost;
    panel.series = {
        {"min", Series::Kind::min, {}}, {"mean", Series::Kind::mean, {}}, {"max", Series::Kind::max, {}}};
    for (const auto& row : table.rows) {
      panel.n.push_back(row.processes);
      const auto add = [&](std::size_t series, const std::optional<Rational>& value) {
        panel.series[series].values.push_back(value && row.complete ? std::optional(decimal(*value))
                                                                    : std::nullopt);
      };
      add(0, figure(row.cost, Statistic::min));
      add(1, figure(row.cost, Statistic::mean));
      add(2, figure(row.cost, Statistic::max));
    }
    for (const Claim& claim : table.claims) {
      Curve curve{describe(claim), {}};
      for (const int n : panel.n) curve.points.emplace_back(n, decimal(claim.value(n)));
      panel.curves.push_back(std::move(curve));
    }
    if (!panel.n.empty()) panels.push_back(std::move(panel));
  }
  const Scenario& scenario = measurement.runs.front().scenarios.front();
  const std::string title = scenario.model->full_name() + ": costs over all executions";
  const std::string footer = scenario.topology + ", " +
                             boost::describe::enum_to_string(scenario.network, "?") + " network, " +
                             (scenario.faults.any() ? words(scenario.faults) + ", " : "") +
                             words(scenario.identifiers) + "; mean: over the orders, of each one's maximum";
  return to_svg(panels, title, footer);
}

}  // namespace conclave
