// $ conclave check meeting -n 2
// 2: model `meeting` in tests/mistakes/properties_throw.cpp: none ready
#include <stdexcept>

#include "mistakes/mistake.hpp"

namespace conclave::mistakes {

struct PropertiesThrow : Meeting<PropertiesThrow> {
  static std::vector<Stated<PropertiesThrow>> properties() { throw std::runtime_error("none ready"); }
};

const Mistake<PropertiesThrow> properties_throw;

}  // namespace conclave::mistakes
