#include "program/comparisons.hpp"

namespace conclave::naming {

std::strong_ordering compare(std::int32_t a, std::int32_t b) { return Comparisons::compare(a, b); }
void note_number(Kind kind) { Comparisons::note_number(kind); }
void note_walk() { Comparisons::note_walk(); }
void note_look() { Comparisons::note_look(); }
bool begin_looks_at_one() { return Comparisons::begin_looks_at_one(); }
void end_looks_at_one(bool before) { Comparisons::end_looks_at_one(before); }

}  // namespace conclave::naming
