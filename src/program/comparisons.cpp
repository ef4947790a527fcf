#include "program/comparisons.hpp"

#include "author/id.hpp"

namespace conclave::identifiers {

std::strong_ordering compare(std::int32_t a, std::int32_t b) { return Comparisons::compare(a, b); }
void note_number() { Comparisons::note_number(); }

}  // namespace conclave::identifiers
