// $ conclave check meeting -n 3
// 1: ✗ VIOLATED unique-leader, max-id ... not by order classes, because receive uses identifiers as numbers
#include "mistakes/mistake.hpp"

namespace conclave::mistakes {

struct IdentifierLiteral : Meeting<IdentifierLiteral> {
  static bool loses(auto& p, Id other, Port) { return other > p.id && p.id != Id(2); }
};

const Mistake<IdentifierLiteral> identifier_literal;

}  // namespace conclave::mistakes
