// The Harmony book's chapter: Figure 25.1 and its exercises.
#include "exercises/book.hpp"
#include "exercises/findings.hpp"

namespace conclave::exercises {

using namespace claimed;

std::vector<Exercise> of_harmony() {
  // n! · C(5, n): so many ways to give n of 5 identifiers to n places.
  return {
      {.name = "harmony-1",
       .where = "Figure 25.1",
       .aliases = {"harmony-fig-25.1"},
       .asks =
           "With up to five processors and identifiers out of 1 to 5, is the processor with the highest one, "
           "and no other, the one that finds out that it leads?",
       .parts = {holds_as("no assertion fails, and everybody stops",
                          "check harmony-leader -n 1..5 --universe 5", {"assertions", "termination"}),
                 holds("check harmony-leader:elected -n 1..5 --universe 5", {"unique-leader", "max-id"})},
       .change = "Try NIDS = 6 (-n 1..6 --universe 6), or channels that keep order (--network fifo)."},
  };
}

std::vector<Exercise> of_garg_rings() { return {}; }
std::vector<Exercise> of_garg_graphs() { return {}; }
std::vector<Exercise> of_aalborg() { return {}; }
std::vector<Exercise> of_complete_networks() { return {}; }
std::vector<Exercise> of_birmingham_rings() { return {}; }
std::vector<Exercise> of_birmingham_others() { return {}; }

}  // namespace conclave::exercises
