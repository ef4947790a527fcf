// $ conclave check meeting -n 3
// 1: ✗ VIOLATED unique-leader, max-id ... not by symmetry, because messages carry ports, which are numbers to
// who receives them
#include "mistakes/mistake.hpp"

namespace conclave::mistakes {

const Mistake<testing::meeting::PortInMessage> port_in_a_message;

}  // namespace conclave::mistakes
