// $ conclave check meeting -n 2
// 2: model `meeting` in tests/mistakes/property_named_like_a_standard_one.cpp: two properties are called
// `unique-leader`, perhaps one of them a standard one
#include "mistakes/mistake.hpp"

namespace conclave::mistakes {

struct PropertyNamedLikeAStandardOne : Meeting<PropertyNamedLikeAStandardOne> {
  static auto properties() {
    return Properties<PropertyNamedLikeAStandardOne>{
        {Form::invariant, "unique-leader", "one leader",
         [](const Global<PropertyNamedLikeAStandardOne>&) { return true; }}};
  }
};

const Mistake<PropertyNamedLikeAStandardOne> property_named_like_a_standard_one;

}  // namespace conclave::mistakes
