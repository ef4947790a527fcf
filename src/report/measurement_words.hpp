// The words in which a measurement is told. The tables of the terminal and those of the page are made of
// them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "report/measurement.hpp"

namespace conclave {

// What was measured, and what the words of the tables mean.
std::string scope_of(const Measurement&, const Terminal&);
std::string title_of(const MeasuredTable&);
// The cells by lines; the first one is the head. The columns are n, orders, min, max, one or two means, and
// the claims in their order.
using TableLines = std::vector<std::vector<std::string>>;
TableLines cells_of(const MeasuredTable&);
// What stands under a table: where each claim is from, and by which execution it is violated.
std::string notes_of(const MeasuredTable&, const Terminal&);
// Why a table has no rows.
std::string_view why_empty(const Measurement&);
// What a limit left out, and how long it all took.
std::string end_of(const Measurement&, const Terminal&);

}  // namespace conclave
