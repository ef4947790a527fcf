// What the command line asked for: from text to scenarios.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "engine/run/task.hpp"
#include "report/terminal.hpp"
#include "scenario/scenario.hpp"

namespace conclave {

// As typed; empty: not given.
struct ScenarioOptions {
  std::string model;
  std::string processes;
  std::string ids;
  std::string universe;
  std::string initiators;
  std::string network;
  std::string topology;
  std::string byzantine;
  std::string byzantine_at;
  std::array<std::string, conclave::budgets.size()> fault_budgets;  // as `budgets` has them
  std::vector<std::string> parameters;
  std::string fairness;
  std::vector<std::string> properties;
  std::string reduction;
};

struct EffortOptions {
  std::string threads;
  std::string memory;
  std::string time;
  bool quiet = false;
  bool no_progress = false;
  ColorChoice color = ColorChoice::automatic;
};

struct CheckOptions : ScenarioOptions, EffortOptions {
  bool keep_going = false;
  std::string witness;
  std::string json;
  std::string trace;
};

struct MeasureOptions : ScenarioOptions, EffortOptions {
  std::vector<std::string> costs;
  bool by_kind = false;
  std::string witness;
  std::string csv;
  std::string json;
  std::string svg;
  std::string trace;
};

// All of these throw UsageError.

const Model& model_named(const std::string& full_name);
// One scenario for each number of processes, smallest first.
std::vector<Scenario> read_scenarios(const ScenarioOptions&);
// A cost by its name, as Costs numbers them.
std::size_t read_cost(const std::string& name, const Model&);
// "COST=min" or "COST=max".
Task::Witness read_witness(const std::string& text, const Model&);
std::size_t read_memory(
    const std::string& text);                  // "64M", "2G", "80%" or a number of bytes; empty: 80 % of RAM
double read_seconds(const std::string& text);  // empty: 0, no limit
int read_threads(const std::string& text);     // empty: every core

}  // namespace conclave
