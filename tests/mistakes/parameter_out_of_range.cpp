// $ conclave check meeting -n 2 --set patience=300
// 2: --set patience takes a whole number from 0 to 255, not `300`
#include "mistakes/mistake.hpp"

namespace conclave::mistakes {

struct ParameterOutOfRange : Meeting<ParameterOutOfRange> {
  struct Parameters {
    std::uint8_t patience = 1;
  };
};

const Mistake<ParameterOutOfRange> parameter_out_of_range;

}  // namespace conclave::mistakes
