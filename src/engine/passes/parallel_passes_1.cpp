#include "engine/passes/parallel_passes.hpp"

#include "engine/passes/fast_passes.hpp"

namespace conclave {

template <>
SizedPass make_parallel_pass_of_few_words<1>(std::size_t words, Machine& machine, Limits& limits,
                                             Widths& widths, int threads) {
  return make_parallel_pass_of<1, 1, 2, 3>(words, machine, limits, widths, threads);
}

}  // namespace conclave
