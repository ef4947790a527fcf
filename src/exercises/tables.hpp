// Reads the figures of `measure` and `check` out of their JSON.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "author/claim.hpp"
#include "author/rational.hpp"
#include "exercises/exercise.hpp"

namespace conclave::exercises {

// "17/2", "8" or 8; nothing for "unbounded" and null.
std::optional<Rational> number_in(const Json&);
// A figure for people: "17/2 = 8.500", or "unbounded".
std::string shown(const std::optional<Rational>&);

// The table of a cost in what `measure` found, for these initiators, or the first one if none are named.
// Throws std::logic_error if there is none.
const Json& table_of(const Result&, const std::string& command, const std::string& cost,
                     std::string_view initiators);
// Was every row explored whole?
bool is_complete(const Json& table);
std::optional<Rational> figure_of(const Json& row, Statistic);
// What a formula that reads n alone reads.
Case of_size(int processes);
// As in "election messages", or "rounds" for time in lock step.
std::string cost_words(std::string_view cost, bool rounds);
// The model that a command is about: its second word.
std::string model_of(const std::string& command);
// ", with identifiers 3,1,2" where the command names them.
std::string ids_in(const std::string& command);
// The command that shows an execution in which what a `measure` command measures is extreme, at one size.
std::string witness_of(const std::string& measure, int processes, const std::string& cost, Statistic);
// As in "greatest number of messages".
std::string name_of(const Figure&);

}  // namespace conclave::exercises
