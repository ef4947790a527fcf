// The commands that speak of every size: `prove` and `learn`.
#pragma once

#include <CLI/App.hpp>

#include "cli/command_table.hpp"

namespace conclave {

void add_prove_options(CLI::App& prove, WordLists&, ProveOptions&);
void add_learn_options(CLI::App& learn, WordLists&, LearnOptions&);

}  // namespace conclave
