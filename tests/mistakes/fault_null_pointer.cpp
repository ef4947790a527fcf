// $ conclave check meeting -n 2
// 2: the model went wrong: receive ... it reads or writes memory that is not its own: is an index out of
// bounds, or a pointer or an iterator invalid?
#include "mistakes/mistake.hpp"

namespace conclave::mistakes {

const bool* volatile nowhere = reinterpret_cast<const bool*>(8);

struct FaultNullPointer : Meeting<FaultNullPointer> {
  static bool loses(auto& p, Id other, Port) {
    volatile const bool* const beaten = nowhere;
    return *beaten || other > p.id;
  }
};

const Mistake<FaultNullPointer> fault_null_pointer;

}  // namespace conclave::mistakes
