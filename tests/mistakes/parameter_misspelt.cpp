// $ conclave check meeting -n 2 --set patients=3
// 2: meeting has no parameter `patients`; did you mean `patience`? There are patience
#include "mistakes/mistake.hpp"

namespace conclave::mistakes {

struct ParameterMisspelt : Meeting<ParameterMisspelt> {
  struct Parameters {
    std::uint8_t patience = 1;
  };
};

const Mistake<ParameterMisspelt> parameter_misspelt;

}  // namespace conclave::mistakes
