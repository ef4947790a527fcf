// Which numbers take ever more values. Where an exploration does not come to its end, it is often because of
// a counter that nobody resets, or of a queue that nobody reads.
#pragma once

#include <vector>

#include "machine/values.hpp"
#include "program/limits.hpp"

namespace conclave {

// Those that took at least 64 values in the instance that is loaded. First comes the one whose least and
// greatest values are farthest apart; there are no more than three. Where very many local states, messages or
// contents of a channel were met, only the first and the last are looked at.
std::vector<Growth> growth(const Values&);

}  // namespace conclave
