#include "exercises/tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <stdexcept>

namespace conclave::exercises {

std::optional<Rational> number_in(const Json& value) {
  if (value.is_number_integer()) return Rational(value.get<std::int64_t>());
  if (!value.is_string() || value == "unbounded") return {};
  const auto text = value.get<std::string>();
  const std::size_t bar = text.find('/');
  if (bar == std::string::npos) return Rational(std::stoll(text));
  return Rational(std::stoll(text.substr(0, bar)), std::stoll(text.substr(bar + 1)));
}

std::string shown(const std::optional<Rational>& value) {
  if (!value) return "unbounded";
  const std::string exact = value->str();
  return exact.find('/') == std::string::npos ? exact : fmt::format("{} = {:.3f}", exact, value->to_double());
}

const Json& table_of(const Result& result, const std::string& command, const std::string& cost,
                     std::string_view initiators) {
  for (const Json& table : result.json.at("tables")) {
    if (table.at("cost") == cost && (initiators.empty() || table.at("initiators") == initiators))
      return table;
  }
  throw std::logic_error("`" + command + "` has no table of " + cost + " with the initiators `" +
                         std::string(initiators) + "`");
}

bool is_complete(const Json& table) {
  return std::ranges::all_of(table.at("rows"),
                             [](const Json& row) { return row.at("complete").get<bool>(); });
}

std::optional<Rational> figure_of(const Json& row, Statistic statistic) {
  if (statistic == Statistic::mean && row.contains("expected"))
    return number_in(row.at("expected").at("greatest"));
  return number_in(row.at(statistic == Statistic::min   ? "min"
                          : statistic == Statistic::max ? "max"
                                                        : "mean"));
}

std::string cost_words(std::string_view cost, bool rounds) {
  if (cost == "messages" || cost == "deliveries") return std::string(cost);
  if (cost == "time") return rounds ? "rounds" : "time";
  return std::string(cost) + " messages";
}

std::string model_of(const std::string& command) {
  const std::size_t begin = command.find(' ') + 1;
  return command.substr(begin, command.find(' ', begin) - begin);
}

std::string ids_in(const std::string& command) {
  const std::string option = " --ids ";
  const std::size_t at = command.find(option);
  if (at == std::string::npos) return "";
  const std::size_t begin = at + option.size();
  return ", with identifiers " + command.substr(begin, command.find(' ', begin) - begin);
}

std::string witness_of(const std::string& measure, int processes, const std::string& cost,
                       Statistic statistic) {
  std::istringstream text(measure);
  std::string command = "check";
  std::string word;
  text >> word;  // "measure"
  while (text >> word) {
    const bool is_left_out = word == "-n" || word == "--cost";
    if (is_left_out) text >> word;
    if (!is_left_out) command += " " + word;
  }
  if (command.find(" --ids ") == std::string::npos) command += " -n " + std::to_string(processes);
  return command + " --witness " + cost + (statistic == Statistic::min ? "=min" : "=max");
}

Case of_size(int processes) {
  Case at;
  at.processes = processes;
  return at;
}

std::string name_of(const Figure& figure) {
  const char* which = figure.statistic == Statistic::min   ? "least"
                      : figure.statistic == Statistic::max ? "greatest"
                                                           : "mean";
  return fmt::format("{} number of {}", which, cost_words(figure.cost, true));
}

}  // namespace conclave::exercises
