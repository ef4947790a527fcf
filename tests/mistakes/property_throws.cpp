// $ conclave check meeting -n 2
// 2: the model went wrong: property own: no such thing
#include <stdexcept>

#include "mistakes/mistake.hpp"

namespace conclave::mistakes {

struct PropertyThrows : Meeting<PropertyThrows> {
  static auto properties() {
    return Properties<PropertyThrows>{
        {Form::invariant, "own", "it holds", [](const Global<PropertyThrows>& g) -> bool {
           if (!g.quiet()) throw std::runtime_error("no such thing");
           return true;
         }}};
  }
};

const Mistake<PropertyThrows> property_throws;

}  // namespace conclave::mistakes
