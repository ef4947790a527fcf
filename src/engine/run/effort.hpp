// How much effort check() and a Sweep make: with how many threads, and how far they go.
#pragma once

#include <cstdint>
#include <optional>

#include "engine/run/result.hpp"
#include "machine/provisos.hpp"

namespace conclave {

struct Effort {
  int threads = 1;
  bool keep_going = false;  // go on after the first instance that violates a property
  // Time is looked for if there are at most so many configurations in all.
  std::uint64_t time_up_to = 0;
  bool expected = false;  // find the means of costs where something is tossed
  Means means = Means::by_size;
  std::optional<Distributed> distributed{};
  bool by_case = false;  // keep costs apart by what claims may read of an instance
  Provisos provisos{};   // only tests turn one off
};

}  // namespace conclave
