// $ conclave check meeting -n 2
// 2: model `meeting` in tests/mistakes/property_without_a_name.cpp: a property needs a name, and a sentence
// that says what it is
#include "mistakes/mistake.hpp"

namespace conclave::mistakes {

struct PropertyWithoutAName : Meeting<PropertyWithoutAName> {
  static auto properties() {
    return Properties<PropertyWithoutAName>{
        {Form::invariant, "", "it holds", [](const Global<PropertyWithoutAName>&) { return true; }}};
  }
};

const Mistake<PropertyWithoutAName> property_without_a_name;

}  // namespace conclave::mistakes
