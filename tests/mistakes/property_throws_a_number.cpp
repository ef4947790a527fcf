// $ conclave check meeting -n 2
// 2: the model went wrong: property own: it throws something that is no std::exception
#include "mistakes/mistake.hpp"

namespace conclave::mistakes {

struct PropertyThrowsANumber : Meeting<PropertyThrowsANumber> {
  static auto properties() {
    return Properties<PropertyThrowsANumber>{
        {Form::invariant, "own", "it holds", [](const Global<PropertyThrowsANumber>&) -> bool { throw 42; }}};
  }
};

const Mistake<PropertyThrowsANumber> property_throws_a_number;

}  // namespace conclave::mistakes
