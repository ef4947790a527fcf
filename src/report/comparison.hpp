// What `compare` found of two models: their verdicts, their costs order by order, and where they part.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "engine/compare/compare.hpp"
#include "program/json.hpp"
#include "report/run.hpp"
#include "report/terminal.hpp"
#include "trace/trace.hpp"

namespace conclave {

struct Compared {
  // What was checked: the first model and the second, of the same sizes.
  std::array<Run, 2> runs;
  std::vector<Comparison> sizes;  // as many as both runs have results; fewer if a limit was reached
  // What both do until they part, at the smallest size at which they do.
  std::optional<std::array<Trace, 2>> apart;

  // The names of properties of which both models have a verdict, and not the same one.
  std::vector<std::string> different_verdicts() const;
  bool differ() const;               // in a verdict, in a cost, or in what they do
  bool complete() const;             // was everything compared?
  const Comparison* parted() const;  // where they part first; null: nowhere
};

std::string describe(const Compared&, const Terminal&);
Json to_json(const Compared&);

}  // namespace conclave
