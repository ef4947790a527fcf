// $ conclave check meeting -n 3
// 1: ✗ VIOLATED own ... not by symmetry, because property own tells places apart
#include "mistakes/mistake.hpp"

namespace conclave::mistakes {

struct PlaceInAProperty : Meeting<PlaceInAProperty> {
  static auto properties() {
    return Properties<PlaceInAProperty>{
        {Form::invariant, "own", "it holds",
         [](const Global<PlaceInAProperty>& g) { return !g.state(1).leader; }}};
  }
};

const Mistake<PlaceInAProperty> place_in_a_property;

}  // namespace conclave::mistakes
