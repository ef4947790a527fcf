// The passes for keys of so many words, and costs of so many blocks. Each is compiled for itself, and they
// are divided among files because each takes two seconds. A new size is added to a list in one of these
// files.
#pragma once

#include "engine/passes/passes.hpp"

namespace conclave {

// How many blocks of costs there are in the plain case, where nothing else is asked of a configuration than
// what is counted; otherwise 0.
std::size_t plain_blocks(const Machine&);

// The passes of the plain case, of so many blocks. Null where there is no such number of words.
template <std::size_t Blocks>
SizedPass make_plain_pass(std::size_t words, Machine&, Limits&, Widths&);
template <std::size_t Blocks>
SizedPass make_plain_parallel_pass(std::size_t words, Machine&, Limits&, Widths&, int threads);
template <>
SizedPass make_plain_pass<1>(std::size_t, Machine&, Limits&, Widths&);
template <>
SizedPass make_plain_pass<2>(std::size_t, Machine&, Limits&, Widths&);
template <>
SizedPass make_plain_parallel_pass<1>(std::size_t, Machine&, Limits&, Widths&, int);
template <>
SizedPass make_plain_parallel_pass<2>(std::size_t, Machine&, Limits&, Widths&, int);

// The first pass of a list that has so many words or more. Sized is SizedPass or SizedClassPass.
template <class Sized, template <std::size_t, std::size_t> class Pass, std::size_t Blocks, std::size_t Words,
          std::size_t... More, class... Arguments>
Sized first_with_room(std::size_t words, Machine& machine, Arguments&... arguments) {
  if (words <= Words) return {Words, std::make_unique<Pass<Words, Blocks>>(machine, arguments...)};
  if constexpr (sizeof...(More) > 0) {
    return first_with_room<Sized, Pass, Blocks, More...>(words, machine, arguments...);
  } else {
    return {};
  }
}

}  // namespace conclave
