// The parallel passes by number of words; as fast_passes.hpp.
#pragma once

#include "engine/passes/parallel_pass.hpp"

namespace conclave {

template <std::size_t Blocks, std::size_t Words, std::size_t... More>
SizedPass make_parallel_pass_of(std::size_t words, Machine& machine, Limits& limits, Widths& widths,
                                int threads) {
  if (words <= Words)
    return {Words, std::make_unique<ParallelPass<Words, Blocks>>(machine, limits, widths, threads)};
  if constexpr (sizeof...(More) > 0) {
    return make_parallel_pass_of<Blocks, More...>(words, machine, limits, widths, threads);
  } else {
    return {};
  }
}

}  // namespace conclave
