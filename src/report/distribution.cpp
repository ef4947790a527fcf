#include "report/distribution.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>
#include <vector>

#include "program/model.hpp"
#include "report/words.hpp"
#include "trace/names.hpp"

namespace conclave {
namespace {

// A cost that has a probability, with that of costing at most so much, and of costing less.
struct Point {
  std::size_t cost = 0;
  Chances at_most;
  Chances less;

  Rational exactly() const { return at_most.least - less.least; }  // where no scheduler makes a difference
};

std::vector<Point> points_of(const Distribution& distribution) {
  std::vector<Point> points;
  Chances before{0, 0};
  for (std::size_t cost = 0; cost < distribution.size(); ++cost) {
    if (distribution[cost] != before) points.push_back({cost, distribution[cost], before});
    before = distribution[cost];
  }
  return points;
}

bool one_scheduler(const Distribution& distribution) {
  return std::ranges::all_of(distribution,
                             [](const Chances& chances) { return chances.least == chances.greatest; });
}

bool one_scheduler(const MeasuredTable& table) {
  return std::ranges::all_of(table.rows, [](const MeasuredRow& row) {
    return !row.cost.distribution || one_scheduler(*row.cost.distribution);
  });
}

// The probability of more than what is in the distribution.
Chances left_out(const Distribution& distribution) {
  const Chances& last = distribution.back();
  return {1 - last.greatest, 1 - last.least};
}

// A fraction of many digits is for the files.
std::string chance(const Rational& probability) {
  constexpr std::size_t readable = 21;
  const std::string fraction = probability.str();
  if (fraction.find('/') == std::string::npos) return fraction;
  return (fraction.size() <= readable ? fraction + " = " : "") + decimals(probability);
}

// What the probabilities are over.
std::string over(const MeasuredTable& table) {
  std::vector<std::string_view> parts;
  const auto some = [&](const auto& row) { return std::ranges::any_of(table.rows, row); };
  if (some([](const MeasuredRow& row) { return row.cost.expected.has_value(); }))
    parts.emplace_back("what is tossed");
  const Scenario& scenario = *table.rows.front().scenario;
  if (!scenario.model->anonymous && some([](const MeasuredRow& row) { return row.orders > 1; }))
    parts.emplace_back("the orders of identifiers, each equally likely");
  if (scenario.topologies.size() > 1) parts.emplace_back("the graphs, each equally likely");
  if (table.initiators.kind == Initiators::Kind::counted)
    parts.emplace_back("who starts, each equally likely");
  if (scenario.down.kind == Down::Kind::counted) parts.emplace_back("who is down, each equally likely");
  return parts.empty() ? "nothing, because there is one case only"
                       : fmt::format("{}", fmt::join(parts, ", and "));
}

std::string unit(const MeasuredTable& table) {
  return table.is_time() ? "rounds" : table.cost + (table.is_kind() ? " messages" : "");
}

}  // namespace

bool has_distribution(const MeasuredTable& table) {
  return std::ranges::any_of(table.rows,
                             [](const MeasuredRow& row) { return row.cost.distribution.has_value(); });
}

TableLines distribution_cells(const MeasuredTable& table) {
  const bool one = one_scheduler(table);
  TableLines lines{{"n", unit(table), one ? "exactly so many" : "at most so many: least",
                    one ? "at most so many" : "greatest"}};
  for (const MeasuredRow& row : table.rows) {
    if (!row.cost.distribution) continue;
    for (const Point& point : points_of(*row.cost.distribution))
      lines.push_back({std::to_string(row.processes), std::to_string(point.cost),
                       chance(one ? point.exactly() : point.at_most.least), chance(point.at_most.greatest)});
  }
  return lines;
}

std::string distribution_notes(const MeasuredTable& table) {
  std::string text;
  for (const MeasuredRow& row : table.rows) {
    if (!row.cost.distribution) continue;
    const Chances more = left_out(*row.cost.distribution);
    if (more.greatest == 0) continue;
    text += fmt::format(
        "  n={}: more than {} with probability {}{}\n", row.processes, row.cost.distribution->size() - 1,
        more.least == more.greatest ? "" : chance(more.least) + " to ", chance(more.greatest));
  }
  return text + "  over " + over(table) +
         (one_scheduler(table) ? ", the same under every scheduler\n"
                               : ", under the scheduler that makes it least, and greatest\n");
}

Json distribution_json(const MeasuredRow& row, const Distributed& asked) {
  const Distribution& distribution = *row.cost.distribution;
  Json json;
  json["until"] = asked.until.str();
  json["up_to"] = asked.up_to;
  json["at_most"] = Json::array();
  for (const Point& point : points_of(distribution))
    json["at_most"].push_back({{"cost", point.cost},
                               {"least", point.at_most.least.str()},
                               {"greatest", point.at_most.greatest.str()}});
  const Chances more = left_out(distribution);
  json["more"] = {
      {"than", distribution.size() - 1}, {"least", more.least.str()}, {"greatest", more.greatest.str()}};
  return json;
}

std::string distribution_csv(const Measurement& measurement) {
  std::string csv = "model,network,initiators,cost,n,at_most,least,least_decimal,greatest,greatest_decimal\n";
  const Scenario& scenario = measurement.runs.front().scenarios.front();
  for (const MeasuredTable& table : measurement.tables) {
    for (const MeasuredRow& row : table.rows) {
      if (!row.cost.distribution) continue;
      for (const Point& point : points_of(*row.cost.distribution)) {
        const auto& [least, greatest] = point.at_most;
        csv += fmt::format("{},{},\"{}\",{},{},{},{},{},{},{}\n", scenario.model->full_name(),
                           name_of(scenario.network), describe(table.initiators), table.cost, row.processes,
                           point.cost, least.str(), decimals(least), greatest.str(), decimals(greatest));
      }
    }
  }
  return csv;
}

Panel distribution_panel(const MeasuredTable& table, const MeasuredRow& row) {
  Panel panel;
  panel.title = fmt::format("{}, n = {}: how likely", title_of(table), row.processes);
  panel.y_label = "probability";
  panel.x_label = unit(table);
  panel.x_name = "k";
  panel.whole = false;
  const bool one = one_scheduler(*row.cost.distribution);
  panel.series = {
      {one ? "exactly k" : "at most k, least", Series::Kind::min, {}},
      {one ? "at most k" : "at most k, greatest", one ? Series::Kind::mean : Series::Kind::max, {}}};
  for (const Point& point : points_of(*row.cost.distribution)) {
    panel.n.push_back(static_cast<int>(point.cost));
    panel.series[0].values.emplace_back((one ? point.exactly() : point.at_most.least).to_double());
    panel.series[1].values.emplace_back(point.at_most.greatest.to_double());
  }
  return panel;
}

}  // namespace conclave
