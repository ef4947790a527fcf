// How much is tested. A brief run goes through the same cases as a whole one, with sizes and numbers of its
// own, chosen so that every line still runs. Runs are brief under sanitizers, where everything takes some ten
// times as long, and where the environment has CONCLAVE_BRIEF, as in `tests/run --fast`.
#pragma once

#include <cstdlib>

namespace conclave::testing {

#ifdef CONCLAVE_SANITIZED
inline constexpr bool sanitized = true;
#else
inline constexpr bool sanitized = false;
#endif
inline const bool brief = sanitized || std::getenv("CONCLAVE_BRIEF");

// Of many that differ in little, asked about one after the other: is this one tried? In a brief run one in
// seven is, a number that no nest of loops over networks, initiators or identifiers has for its period.
inline bool is_tried(unsigned one_in = 7) {
  static unsigned number = 0;
  return !brief || number++ % one_in == 0;
}

}  // namespace conclave::testing
