#include "engine/passes/fast_passes.hpp"

namespace conclave {

template <>
SizedPass make_fast_pass_of_few_words<2>(std::size_t words, Machine& machine, Limits& limits,
                                         Widths& widths) {
  return make_fast_pass_of<2, 1, 2, 3>(words, machine, limits, widths);
}

}  // namespace conclave
