// What a check adds up, against its instances one by one.
#pragma once

#include <string>

#include "scenario/scenario.hpp"

namespace conclave::naive {

// Explores every case of the scenario (without symmetry), adds up what is found, and compares that with what
// the check says, without and with symmetry. Empty, or the differences.
std::string wrong_with_totals(Scenario);

}  // namespace conclave::naive
