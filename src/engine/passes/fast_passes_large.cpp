#include "engine/passes/fast_passes.hpp"

namespace conclave {

SizedPass make_fast_pass_of_many_words(std::size_t words, Machine& machine, Limits& limits, Widths& widths) {
  return make_fast_pass_of<0, 4, 6, 12, 32, 100>(words, machine, limits, widths);
}

}  // namespace conclave
