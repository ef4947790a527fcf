#include "explore/passes_of.hpp"

namespace conclave {

template <>
std::unique_ptr<Passes> make_passes<std::uint16_t>(Machine& machine, Limits& limits) {
  return smallest_layout<std::uint16_t, std::uint32_t, 5, 7, 8, 9, 16, 96>(machine, limits);
}

}  // namespace conclave
