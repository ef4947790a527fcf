// How much is tested. Under sanitizers everything takes some ten times as long: a suite does the same there, with sizes
// and numbers of cases of its own, chosen so that every line still runs.
#pragma once

namespace conclave::testing {

#ifdef CONCLAVE_SANITIZED
inline constexpr bool sanitized = true;
#else
inline constexpr bool sanitized = false;
#endif

}  // namespace conclave::testing
