// How the command spells what a scenario has: names of options, and what to say of options that do not fit
// together. It stands in this room because the traces made here tell the command that shows them again, and
// replay refuses a trace in the words in which the command refuses its options.
#pragma once

#include <string>
#include <string_view>

#include "program/model.hpp"
#include "scenario/objection.hpp"

namespace conclave {

// How one calls the program: `./conclave` in the tree of its sources, or `conclave` where it is installed.
// What it prints for its user to type begins with that.
const std::string& name_of_command();
void name_command(std::string);

// A word of a command as one types it: with quotes if the shell would take it for something else.
std::string as_typed(const std::string& word);

// An option is called like the budget or parameter that it sets, with dashes: `byzantine-messages`.
std::string option_name(std::string_view name);

// One line: what is wrong, and what would be right. The objection is to the scenario.
std::string sentence(const Objection&, const Scenario&);

}  // namespace conclave
