// What `measure` found as files: CSV, JSON and a picture.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "program/model.hpp"
#include "program/parameters.hpp"
#include "report/distribution.hpp"
#include "report/json.hpp"
#include "report/measurement.hpp"
#include "report/measurement_words.hpp"
#include "report/network_text.hpp"
#include "report/plot.hpp"
#include "report/words.hpp"
#include "trace/names.hpp"

namespace conclave {
namespace {

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
    case Mark::undecided:
      return "undecided";
    case Mark::no_value:
      return "no value";
    case Mark::not_asked:
      return "not asked here";
    case Mark::partial:
      break;
  }
  return "partial";
}

// A fraction and its decimals; of bounds, both lie between two numbers.
std::string mean_cells(const std::optional<Bounds>& mean) {
  if (!mean) return "unbounded,unbounded";
  if (mean->exact()) return mean->lower.str() + "," + std::to_string(mean->lower.to_double());
  const std::string between = rounded_down(mean->lower) + ".." + rounded_up(mean->upper);
  return between + "," + between;
}

Json claim_json(const Checked& checked) {
  Json json;
  json["claim"] = describe(checked.claim);
  json["source"] = checked.claim.source;
  const bool has_value = checked.mark != Mark::not_asked && checked.mark != Mark::no_value;
  json["value"] = has_value ? Json(checked.value.str()) : Json(nullptr);
  json["mark"] = name(checked.mark);
  if (checked.mark == Mark::no_value) json["why_no_value"] = checked.why_no_value;
  if (checked.mark == Mark::quotient) {
    const Bounds quotient{checked.figure->lower / checked.value, checked.figure->upper / checked.value};
    json["quotient"] = quotient.exact() ? Json(quotient.lower.to_double()) : bounds_json(quotient);
  }
  return json;
}

Json row_json(const MeasuredRow& row, const std::optional<Distributed>& distributed) {
  Json json;
  json["processes"] = row.processes;
  json["identifier_orders"] = row.orders.str();
  json["complete"] = row.complete;
  if (row.scenario->until) json["event_may_never_come"] = row.misses_event;
  json.update(to_json(row.cost));
  if (row.cost.distribution) json["distribution"] = distribution_json(row, *distributed);
  json["claims"] = Json::array();
  for (const auto& checked : row.claims) json["claims"].push_back(claim_json(checked));
  return json;
}

Json table_json(const MeasuredTable& table, const std::optional<Distributed>& distributed) {
  Json json;
  json["initiators"] = describe(table.initiators);
  json["cost"] = table.cost;
  json["of_class"] = table.is_share;
  json["rows"] = Json::array();
  for (const auto& row : table.rows) json["rows"].push_back(row_json(row, distributed));
  return json;
}

// The figures of one kind, as the plot takes them; what is partial or unbounded is a gap.
Series series_of(const MeasuredTable& table, const char* label, Series::Kind kind, Statistic statistic) {
  Series series{label, kind, {}};
  for (const auto& row : table.rows) {
    const auto value = measured_figure(row.cost, statistic);
    series.values.push_back(value && row.complete ? std::optional(value->upper.to_double()) : std::nullopt);
  }
  return series;
}

// What a claim says, where it is asked. A bound that leaves a factor open is drawn with the least factor with
// which it bounds what was measured. Nothing if there are no points to draw.
std::optional<Curve> curve_of(const MeasuredTable& table, std::size_t claim) {
  Curve curve{describe(table.claims[claim]), {}, {}};
  Rational factor = 0;
  for (const auto& row : table.rows) {
    const Checked& checked = row.claims[claim];
    if (checked.mark == Mark::not_asked || checked.mark == Mark::no_value) continue;
    curve.points.emplace_back(row.processes, checked.value.to_double());
    if (checked.mark == Mark::violated) curve.violated.push_back(row.processes);
    if (checked.figure && checked.value > 0) factor = std::max(factor, checked.figure->upper / checked.value);
  }
  if (curve.points.empty()) return {};
  if (table.claims[claim].relation == Relation::asymptotic && factor > 0) {
    for (auto& point : curve.points) point.second *= factor.to_double();
    if (factor != 1) curve.name += fmt::format(", drawn {:.3f} times as high", factor.to_double());
  }
  return curve;
}

Panel panel_of(const MeasuredTable& table, bool lock_step) {
  Panel panel;
  panel.title = title_of(table);
  panel.y_label = table.cost + (table.is_kind() ? " messages" : "");
  if (table.is_time()) panel.y_label = lock_step ? "rounds" : "messages in the longest causal chain";
  for (const auto& row : table.rows) panel.n.push_back(row.processes);
  panel.series = {series_of(table, "min", Series::Kind::min, Statistic::min),
                  series_of(table, "mean", Series::Kind::mean, Statistic::mean),
                  series_of(table, "max", Series::Kind::max, Statistic::max)};
  for (std::size_t k = 0; k < table.claims.size(); ++k) {
    if (auto curve = curve_of(table, k)) panel.curves.push_back(std::move(*curve));
  }
  return panel;
}

bool is_nothing(const Panel& panel) {
  return panel.curves.empty() && std::ranges::all_of(panel.series, [](const Series& series) {
           return std::ranges::all_of(series.values, [](const auto& value) { return value == 0.0; });
         });
}

bool looks_alike(const Panel& panel, const Panel& other) {
  return panel.curves.empty() && panel.n == other.n && panel.y_label != other.y_label &&
         std::ranges::equal(panel.series, other.series, {}, &Series::values, &Series::values);
}

// A cost that is always 0, or the same as another one with the same initiators, gets a sentence and no panel.
struct Panels {
  std::vector<Panel> drawn;
  std::string noted;
};

Panels panels_of(const Measurement& measurement, bool lock_step) {
  Panels panels;
  std::vector<const MeasuredTable*> tables;  // of those that are drawn
  for (const auto& table : measurement.tables) {
    if (table.rows.empty()) continue;
    Panel panel = panel_of(table, lock_step);
    std::size_t like = 0;
    while (like < tables.size() && !(describe(tables[like]->initiators) == describe(table.initiators) &&
                                     looks_alike(panel, panels.drawn[like])))
      ++like;
    if (is_nothing(panel)) {
      panels.noted += panel.title + ": always 0; ";
    } else if (like < tables.size()) {
      panels.noted += panel.title + ": the same figures as " + tables[like]->cost + "; ";
    } else {
      panels.drawn.push_back(std::move(panel));
      tables.push_back(&table);
    }
  }
  for (const auto& table : measurement.tables) {
    for (const auto& row : table.rows) {
      if (row.cost.distribution) panels.drawn.push_back(distribution_panel(table, row));
    }
  }
  return panels;
}

}  // namespace

std::string to_csv(const Measurement& measurement) {
  if (measurement.distributed) return distribution_csv(measurement);
  std::string csv =
      "model,network,initiators,cost,n,orders,complete,min,mean,mean_decimal,max,claims,until\n";
  const Scenario& scenario = measurement.runs.front().scenarios.front();
  for (const auto& table : measurement.tables) {
    for (const auto& row : table.rows) {
      const CostResult& cost = row.cost;
      const auto mean = measured_figure(cost, Statistic::mean);
      csv += fmt::format("{},{},\"{}\",{},{},{},{},{},{},{},\"", scenario.model->full_name(),
                         name_of(scenario.network), describe(table.initiators), table.cost,
                         std::to_string(row.processes), row.orders.str(), row.complete ? "yes" : "no",
                         bound(cost.min), mean_cells(mean), bound(cost.max));
      for (const auto& checked : row.claims) {
        csv += (&checked == row.claims.data() ? "" : "; ") + describe(checked.claim) + ": " +
               std::string(name(checked.mark));
      }
      csv += "\"," + (scenario.until ? scenario.until->name : "") + "\n";
    }
  }
  return csv;
}

Json to_json(const Measurement& measurement, const std::vector<Trace>& witnesses) {
  const Scenario& scenario = measurement.runs.front().scenarios.front();
  const Model& model = *scenario.model;
  Json json;
  json["conclave"] = CONCLAVE_VERSION;
  json["model"] = model.name;
  json["variant"] = model.variant.empty() ? Json(nullptr) : Json(model.variant);
  json["network"] = name_of(scenario.network);
  json["topology"] = scenario.topology;
  json["down"] = to_json(scenario.down);
  json["faults"] = to_json(scenario.faults);
  json["parameters"] = parameters_json(*model.program, scenario.parameters);
  json["fairness"] = name_of(scenario.fairness);
  json["until"] = scenario.until ? Json(scenario.until->name) : Json(nullptr);
  json["by"] = Json::array();
  for (const Split& split : scenario.split) json["by"].push_back(split.name);
  json["complete"] = measurement.complete();
  json["tables"] = Json::array();
  for (const auto& table : measurement.tables)
    json["tables"].push_back(table_json(table, measurement.distributed));
  json["witnesses"] = Json::array();
  for (const auto& witness : witnesses) json["witnesses"].push_back(to_itf(witness));
  json["seconds"] = measurement.seconds;
  return json;
}

std::string to_svg(const Measurement& measurement) {
  const Scenario& scenario = measurement.runs.front().scenarios.front();
  const Panels panels = panels_of(measurement, scenario.lock_step());
  const std::string title = scenario.model->full_name() + ": costs over all executions";
  const std::string footer =
      fmt::format("{}{}, {} network, {}{}; mean: over the orders, of each one's maximum", panels.noted,
                  topology_words(scenario), name_of(scenario.network), circumstances(scenario),
                  identifier_words(scenario));
  return to_svg(panels.drawn, title, footer);
}

}  // namespace conclave
