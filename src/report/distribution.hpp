// How a cost is distributed, as `measure --distribution` tells it: a table, JSON, CSV and a panel of the
// plot.
#pragma once

#include <string>

#include "program/json.hpp"
#include "report/measurement.hpp"
#include "report/measurement_words.hpp"
#include "report/plot.hpp"

namespace conclave {

// Has some row of the table a distribution?
bool has_distribution(const MeasuredTable&);

// The cells by lines; the first one is the head. There is a line for each cost that has a probability. The
// columns are n, the cost, and the probabilities: of exactly and of at most so much or, where it depends on
// the scheduler, the least and the greatest of at most so much.
TableLines distribution_cells(const MeasuredTable&);
// What the probabilities are over, and what is left out.
std::string distribution_notes(const MeasuredTable&);

// All that is in a table, and of each row what is left out.
Json distribution_json(const MeasuredRow&, const Distributed&);
std::string distribution_csv(const Measurement&);
// Of one row of a table.
Panel distribution_panel(const MeasuredTable&, const MeasuredRow&);

}  // namespace conclave
