// The fast passes by number of words, divided among files because each takes a while to compile.
#pragma once

#include "explore/fast_pass.hpp"

namespace conclave {

// Is nothing else to be known of a configuration than what is counted?
bool is_plain(const Scenario&);

// Null where there is no such number. make_fast_pass() chooses among them.
template <std::size_t Blocks>
SizedPass make_fast_pass_of_few_words(std::size_t words, Machine&, Limits&, Widths&);
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
