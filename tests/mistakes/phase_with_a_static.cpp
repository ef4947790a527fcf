// $ conclave measure meeting -n 2 --by phase
// 2: the model went wrong: `phase`: asked again about the same configuration, it says something else. It must
// depend on nothing but the configuration and the message
#include "mistakes/mistake.hpp"

namespace conclave::mistakes {

struct PhaseWithAStatic : Meeting<PhaseWithAStatic> {
  static std::optional<int> phase(const auto&, const auto&) {
    static int calls = 0;
    return ++calls;
  }
};

const Mistake<PhaseWithAStatic> phase_with_a_static;

}  // namespace conclave::mistakes
