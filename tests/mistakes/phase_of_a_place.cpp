// $ conclave measure meeting -n 2..3 --by phase --cost messages
// 0: messages, ... phase 0 messages, ... phase 1 messages
#include "mistakes/mistake.hpp"

namespace conclave::mistakes {

// It tells places apart, so that symmetry is not used.
struct PhaseOfAPlace : Meeting<PhaseOfAPlace> {
  static std::optional<int> phase(const Global<PhaseOfAPlace>& g, const Message& m) {
    return g.id(0) == m.id ? 0 : 1;
  }
};

const Mistake<PhaseOfAPlace> phase_of_a_place;

}  // namespace conclave::mistakes
