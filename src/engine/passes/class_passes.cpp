#include "engine/passes/class_pass.hpp"
#include "engine/passes/fast_passes.hpp"

namespace conclave {
namespace {

template <std::size_t Blocks, std::size_t Words, std::size_t... More>
SizedClassPass make(std::size_t words, Machine& machine, Limits& limits, Widths& widths) {
  if (words <= Words) return {Words, std::make_unique<ClassPass<Words, Blocks>>(machine, limits, widths)};
  if constexpr (sizeof...(More) > 0) {
    return make<Blocks, More...>(words, machine, limits, widths);
  } else {
    return {};
  }
}

}  // namespace

SizedClassPass make_class_pass(std::size_t words, Machine& machine, Limits& limits, Widths& widths) {
  switch (plain_blocks(machine)) {
    case 1:
      return make<1, 2, 3, 4, 6>(words, machine, limits, widths);
    case 2:
      return make<2, 2, 3, 4, 6>(words, machine, limits, widths);
    default:
      return {};
  }
}

}  // namespace conclave
