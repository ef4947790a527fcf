// $ conclave check meeting -n 2
// 2: model `meeting` in tests/mistakes/too_many_properties.cpp: a model states at most 16 properties of its
// own, not 20
#include "mistakes/mistake.hpp"

namespace conclave::mistakes {

struct TooManyProperties : Meeting<TooManyProperties> {
  static auto properties() {
    return Properties<TooManyProperties>(
        20, {Form::invariant, "own", "it holds", [](const Global<TooManyProperties>&) { return true; }});
  }
};

const Mistake<TooManyProperties> too_many_properties;

}  // namespace conclave::mistakes
