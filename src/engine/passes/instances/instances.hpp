// How the passes of each size are made: keys of so many words, costs of so many blocks. Each size is compiled
// by itself, and the sizes are divided among files because each takes two seconds. A new size is added to the
// lists below, and to tables.cpp.
#pragma once

#include <memory>

#include "engine/passes/passes.hpp"
#include "engine/storage/nearest.hpp"

namespace conclave {

// The lanes that a pass needs besides those of costs, if these properties are violated.
Nearest nearest(const Machine&, PropertySet violated);
// How many blocks of lanes there are in the plain case (fast_pass.hpp); in other cases 0.
std::size_t plain_blocks(const Machine&, const Nearest&);

// The passes of the plain case. The pass is null if there is none with so many words.
template <std::size_t Blocks>
SizedPass make_plain_pass(std::size_t words, Machine&, Limits&, Widths&, const Nearest&);
template <std::size_t Blocks>
SizedPass make_plain_parallel_pass(std::size_t words, Machine&, Limits&, Widths&, const Nearest&,
                                   int threads);
template <>
SizedPass make_plain_pass<1>(std::size_t, Machine&, Limits&, Widths&, const Nearest&);
template <>
SizedPass make_plain_pass<2>(std::size_t, Machine&, Limits&, Widths&, const Nearest&);
template <>
SizedPass make_plain_pass<3>(std::size_t, Machine&, Limits&, Widths&, const Nearest&);
template <>
SizedPass make_plain_parallel_pass<1>(std::size_t, Machine&, Limits&, Widths&, const Nearest&, int);
template <>
SizedPass make_plain_parallel_pass<2>(std::size_t, Machine&, Limits&, Widths&, const Nearest&, int);

// The numbers of words that passes are compiled for. The sanitized build has fewer, because each is the same
// code, and sanitizers make the compiler three times as slow.
template <std::size_t... Words>
struct Sizes {};
#ifdef CONCLAVE_SANITIZED
using AnySizes = Sizes<1, 2, 12, 100>;
using AnyParallelSizes = Sizes<2, 12>;
using PlainSizes = Sizes<1, 2>;
using PlainParallelSizes = Sizes<2, 3>;
using ClassSizes = Sizes<2, 6>;
using PartSizes = Sizes<1, 2, 12>;
#else
using AnySizes = Sizes<1, 2, 4, 6, 8, 12, 32, 100>;
using AnyParallelSizes = Sizes<2, 6, 12>;
using PlainSizes = Sizes<1, 2, 3>;
using PlainParallelSizes = Sizes<2, 3, 6>;
using ClassSizes = Sizes<2, 3, 6>;
using PartSizes = Sizes<1, 2, 4, 12>;
#endif

template <std::size_t... Words>
constexpr bool has_room(Sizes<Words...>, std::size_t words) {
  return ((words <= Words) || ...);
}

// The pass of the first size that has so many words or more. Sized is SizedPass, SizedClassPass or
// SizedParts.
template <class Sized, template <std::size_t, std::size_t> class Pass, std::size_t Blocks, std::size_t Words,
          std::size_t... More, class... Arguments>
Sized first_with_room(Sizes<Words, More...>, std::size_t words, Machine& machine, Arguments&... arguments) {
  if (words <= Words) return {Words, std::make_unique<Pass<Words, Blocks>>(machine, arguments...)};
  if constexpr (sizeof...(More) > 0) {
    return first_with_room<Sized, Pass, Blocks>(Sizes<More...>(), words, machine, arguments...);
  } else {
    return {};
  }
}

}  // namespace conclave
