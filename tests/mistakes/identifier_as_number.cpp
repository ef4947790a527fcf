// $ conclave check meeting -n 3
// 1: ✗ VIOLATED unique-leader, max-id ... not by order classes, because receive uses identifiers as numbers
#include "mistakes/mistake.hpp"

namespace conclave::mistakes {

struct IdentifierAsNumber : Meeting<IdentifierAsNumber> {
  static bool loses(auto& p, Id other, Port) { return other > p.id && p.id.value() % 2 == 0; }
};

const Mistake<IdentifierAsNumber> identifier_as_number;

}  // namespace conclave::mistakes
