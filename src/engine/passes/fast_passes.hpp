// The fast passes by number of words, divided among files because each takes a while to compile.
#pragma once

#include "engine/passes/fast_pass.hpp"

namespace conclave {

// Of costs, in the plain case; otherwise 0.
std::size_t plain_blocks(const Machine&);

// Null where there is no such number. make_fast_pass() chooses among them.
template <std::size_t Blocks>
SizedPass make_fast_pass_of_few_words(std::size_t words, Machine&, Limits&, Widths&);
template <std::size_t Blocks>
SizedPass make_parallel_pass_of_few_words(std::size_t words, Machine&, Limits&, Widths&, int threads);
SizedPass make_fast_pass_of_many_words(std::size_t words, Machine&, Limits&, Widths&);

template <std::size_t Blocks, std::size_t Words, std::size_t... More>
SizedPass make_fast_pass_of(std::size_t words, Machine& machine, Limits& limits, Widths& widths) {
  if (words <= Words) return {Words, std::make_unique<FastPass<Words, Blocks>>(machine, limits, widths)};
  if constexpr (sizeof...(More) > 0) {
    return make_fast_pass_of<Blocks, More...>(words, machine, limits, widths);
  } else {
    return {};
  }
}

}  // namespace conclave
