#include "explore/passes_of.hpp"

namespace conclave {

template <>
std::unique_ptr<Passes> make_passes<std::uint8_t>(Machine& machine, Limits& limits) {
  return smallest_layout<std::uint8_t, std::uint64_t, 1, 2, 3, 4, 8, 24>(machine, limits);
}

}  // namespace conclave
