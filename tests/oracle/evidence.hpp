// Is what the engine shows for a violated property, or for the extreme of a cost, what it says it is?
#pragma once

#include "engine/run/task.hpp"
#include "machine/machine.hpp"
#include "oracle/judge.hpp"
#include "oracle/replay.hpp"

namespace conclave::naive {

// Empty, or what is wrong.
std::string wrong_with_evidence(const Property&, const Path&, const Finding&, const Checker&,
                                const NaiveGraph&, const Judgement&, const Machine&);
std::string wrong_with_witness(const Task::Witness&, const Extremes&, const std::optional<Path>&,
                               const Checker&, const NaiveGraph&, const Machine&);

}  // namespace conclave::naive
