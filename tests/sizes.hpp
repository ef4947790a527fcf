// How much is tested. A usual run goes through all cases, or through a part of them where they are
// thousands that differ in little. A thorough run, where the environment has CONCLAVE_THOROUGH, goes
// through all of them (`tests/run --thorough`). A brief run goes through the same cases with sizes and
// numbers of its own, chosen so that every line still runs: under sanitizers, where everything takes
// some ten times as long, and where the environment has CONCLAVE_BRIEF (`tests/run --fast`).
#pragma once

#include <cstdlib>

namespace conclave::testing {

#ifdef CONCLAVE_SANITIZED
inline constexpr bool sanitized = true;
#else
inline constexpr bool sanitized = false;
#endif
inline const bool brief = sanitized || std::getenv("CONCLAVE_BRIEF");
inline const bool thorough = !brief && std::getenv("CONCLAVE_THOROUGH");

// Of many that differ in little, asked about one after the other: is this one tried? In a brief run one in
// seven is, a number that no nest of loops over networks, initiators or identifiers has for its period. In a
// usual run all are, unless they take so long that one in several has to do.
inline bool is_tried(unsigned one_in_brief = 7, unsigned one_in_usual = 1) {
  static unsigned number = 0;
  return thorough || number++ % (brief ? one_in_brief : one_in_usual) == 0;
}

}  // namespace conclave::testing
