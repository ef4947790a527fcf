// The commands that speak of every size: `prove` and `learn`.
#pragma once

#include <CLI/App.hpp>

#include "cli/command_table.hpp"

namespace conclave {

CLI::App* add_prove(CLI::App& app, WordLists&, ProveOptions&);
CLI::App* add_learn(CLI::App& app, WordLists&, LearnOptions&);

}  // namespace conclave
