// The folder api: the library. Its public header (conclave.hpp) has values only; here the results of the
// other rooms become such values.
#pragma once

#include <vector>

#include "api/conclave/conclave.hpp"
#include "program/limits.hpp"
#include "program/model.hpp"
#include "report/run.hpp"

namespace conclave::api {

Model value_of(const conclave::Model&);

// The run of the model that was asked for comes first; there may be another, of its variant that remembers
// who was elected. The limits are for the reasons that traces give.
Result value_of(const std::vector<Run>&, conclave::Limits&);

}  // namespace conclave::api
