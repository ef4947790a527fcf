// $ conclave check meeting -n 3
// 1: ✗ VIOLATED unique-leader, max-id ... not by symmetry, because receive uses places as numbers
#include "mistakes/mistake.hpp"

namespace conclave::mistakes {

struct PlaceLiteral : Meeting<PlaceLiteral> {
  static constexpr Knowledge knows = Knowledge::place;
  static bool loses(auto& p, Id other, Port) { return other > p.id && p.place() != Place(1); }
};

const Mistake<PlaceLiteral> place_literal;

}  // namespace conclave::mistakes
