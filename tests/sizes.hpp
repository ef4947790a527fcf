// How much is tested. Under sanitizers everything takes some ten times as long: a suite does the same there,
// with sizes and numbers of cases of its own, chosen so that every line still runs.
#pragma once

namespace conclave::testing {

#ifdef CONCLAVE_SANITIZED
inline constexpr bool sanitized = true;
#else
inline constexpr bool sanitized = false;
#endif

// Of many that differ in little, asked about one after the other: is this one tried? Under sanitizers one in
// seven is, a number that no nest of loops over networks, initiators or identifiers has for its period.
inline bool is_tried(unsigned one_in = 7) {
  static unsigned number = 0;
  return !sanitized || number++ % one_in == 0;
}

}  // namespace conclave::testing
