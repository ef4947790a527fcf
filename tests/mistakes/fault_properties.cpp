// $ conclave check meeting -n 2
// 2: model `meeting` in tests/mistakes/fault_properties.cpp: `properties`: it ends the program, as
// std::exit does: throw an exception instead
#include <cstdlib>

#include "mistakes/mistake.hpp"

namespace conclave::mistakes {

struct FaultProperties : Meeting<FaultProperties> {
  static std::vector<Stated<FaultProperties>> properties() { std::exit(0); }
};

const Mistake<FaultProperties> fault_properties;

}  // namespace conclave::mistakes
