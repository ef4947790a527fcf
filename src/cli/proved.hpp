// What `prove` has proved, kept in the user's cache, so that `check` can say so.
#pragma once

#include <string>
#include <vector>

#include "program/model.hpp"

namespace conclave {

void keep_proved(const Model&, const Encoded& parameters, const std::vector<std::string>& properties);
// By this build of the program, with these parameters; none if nothing is known.
std::vector<std::string> proved_before(const Model&, const Encoded& parameters);

}  // namespace conclave
