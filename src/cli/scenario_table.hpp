// Options that several commands have: the scenario, and how to print.
#pragma once

#include <CLI/App.hpp>

#include "cli/command_table.hpp"

namespace conclave {

// An option that may be given several times, each time with one value.
CLI::Option* repeated(CLI::Option*);
void add_columns(CLI::App&, Display&);
void add_display(CLI::App&, WordLists&, Display&);
void add_scenario_options(CLI::App&, WordLists&, ScenarioOptions&);

}  // namespace conclave
