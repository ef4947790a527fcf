// GraphPass for each number of words.
#include <algorithm>

#include "engine/passes/graph_pass_search.hpp"
#include "engine/passes/graph_pass_walk.hpp"
#include "engine/passes/instances/instances.hpp"

namespace conclave {
namespace {

template <std::size_t Words, std::size_t>
using Graph = GraphPass<Words>;

template <std::size_t... Words>
constexpr std::size_t longest(Sizes<Words...>) {
  return std::max({Words...});
}
// Two components of 32 bits lie in one word, and the tag in one more.
static_assert(2 * (longest(AnySizes()) - 1) >= most_components);

}  // namespace

SizedGraphPass make_graph_pass(std::size_t words, Machine& machine, Limits& limits, Widths& widths) {
  return first_with_room<SizedGraphPass, Graph, 0>(AnySizes(), words, machine, limits, widths);
}

}  // namespace conclave
