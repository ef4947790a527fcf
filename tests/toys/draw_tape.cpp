#include <rapidcheck.h>

#include "toys/tape.hpp"

namespace conclave::testing {

std::vector<int> draw_tape(std::size_t length) {
  return *rc::gen::container<std::vector<int>>(length, rc::gen::resize(100, rc::gen::inRange(0, 100)));
}

}  // namespace conclave::testing
