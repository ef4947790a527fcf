// What the command line asked for: from text to scenarios.
#pragma once

#include <string>
#include <vector>

#include "report/terminal.hpp"
#include "scenario/scenario.hpp"

namespace conclave {

// As typed; empty: not given.
struct CheckOptions {
  std::string model;
  std::string processes;
  std::string ids;
  std::string universe;
  std::string initiators;
  std::string network;
  std::vector<std::string> properties;
  std::string reduction;
  std::string threads;
  std::string memory;
  std::string time;
  bool keep_going = false;
  std::string json;
  std::string trace;
  bool quiet = false;
  bool no_progress = false;
  ColorChoice color = ColorChoice::automatic;
};

// All of these throw UsageError.

const Model& model_named(const std::string& full_name);
// One scenario for each number of processes, smallest first.
std::vector<Scenario> read_scenarios(const CheckOptions&);
std::size_t read_memory(
    const std::string& text);                  // "64M", "2G", "80%" or a number of bytes; empty: 80 % of RAM
double read_seconds(const std::string& text);  // empty: 0, no limit
int read_threads(const std::string& text);     // empty: every core

}  // namespace conclave
