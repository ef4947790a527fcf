// What a process draws by lot (Process::draw): one of so many values, each with the same probability. Only
// the order of draws counts, as with identifiers, but two draws may be equal.
#pragma once

#include <compare>
#include <cstdint>

namespace conclave {

// Draw() is what nobody has drawn, and smaller than all that is.
class Draw {
 public:
  constexpr Draw() = default;
  friend constexpr auto operator<=>(Draw, Draw) = default;

 private:
  std::int32_t code_ = -1;
  friend struct Sealed;
};

}  // namespace conclave
