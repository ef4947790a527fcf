// The result of a check as one JSON object. `check --json` writes it; its keys are a contract with whoever
// reads them.
#pragma once

#include <optional>
#include <vector>

#include "engine/run/check.hpp"
#include "program/json.hpp"
#include "report/run.hpp"
#include "scenario/scenario.hpp"
#include "trace/trace.hpp"

namespace conclave {

Json to_json(const Run&, const std::vector<Trace>& counterexamples, const std::optional<Trace>& witness);
Json to_json(const CostResult&);
Json to_json(const Faults&);
// Six decimals, rounded to the safe side: {"lower": 14.749999, "upper": 14.750001}.
Json bounds_json(const Bounds&);
Json to_json(const Down&);  // "largest", "count:2", or a list of places, which is empty if nobody is down

}  // namespace conclave
