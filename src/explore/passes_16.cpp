#include "explore/passes_of.hpp"

namespace conclave {

template <>
std::unique_ptr<Passes> make_passes<std::uint16_t>(Machine& machine, Limits& limits) {
  return smallest_layout<std::uint16_t, 3, 5, 8, 48>(machine, limits);
}

}  // namespace conclave
