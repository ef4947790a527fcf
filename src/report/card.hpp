// A model's card: everything that its author states of it, and where it can run.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "program/model.hpp"

namespace conclave {

// Lines of at most `width` columns. What the model does not have is not there.
std::string card(const Model&, int width);

// The file that it is written in; one of the house as the house names it.
std::string file_of(const Model&);

// The parts of the card that are lists.
std::vector<std::string_view> networks_of(const Model&);   // its own comes first
std::vector<std::string> topologies_of(const Model&);      // as --topology names them
std::vector<std::string> names_of_variants(const Model&);  // the other models of the same algorithm
std::vector<std::string_view> known_by(const Model&);

}  // namespace conclave
