// $ conclave check meeting -n 2 --set patience
// 2: --set takes NAME=VALUE, not `patience`
#include "mistakes/mistake.hpp"

namespace conclave::mistakes {

struct ParameterWithoutAValue : Meeting<ParameterWithoutAValue> {
  struct Parameters {
    std::uint8_t patience = 1;
  };
};

const Mistake<ParameterWithoutAValue> parameter_without_a_value;

}  // namespace conclave::mistakes
