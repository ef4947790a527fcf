// $ conclave check meeting -n 2 --set patience=-1
// 2: --set patience takes a whole number from 0 to 255, not `-1`
#include "mistakes/mistake.hpp"

namespace conclave::mistakes {

struct ParameterBelowItsRange : Meeting<ParameterBelowItsRange> {
  struct Parameters {
    std::uint8_t patience = 1;
  };
};

const Mistake<ParameterBelowItsRange> parameter_below_its_range;

}  // namespace conclave::mistakes
