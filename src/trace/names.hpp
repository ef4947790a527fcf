// What the values of enumerations are called in trace files, in reports and on the command line. Whoever
// prints an enumeration or reads one asks here; each name is written once, in names.cpp.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "scenario/scenario.hpp"

namespace conclave {

// E is Network, Fairness, Step::Kind, RoundEvent::Kind, Extreme or TraceMessage::Fate.
template <class E>
std::string_view name_of(E);
// Nothing if no value is called that.
template <class E>
std::optional<E> called(std::string_view name);
// All names of a type, as in "weak, strong and none".
template <class E>
std::string all_names();

// As in "3,1,2".
std::string list_of(const std::vector<int>& numbers);

}  // namespace conclave
