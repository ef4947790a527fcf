// $ conclave check meeting -n 2
// 2: model `meeting` in tests/mistakes/property_without_a_sentence.cpp: a property needs a name, and a
// sentence that says what it is
#include "mistakes/mistake.hpp"

namespace conclave::mistakes {

struct PropertyWithoutASentence : Meeting<PropertyWithoutASentence> {
  static auto properties() {
    return Properties<PropertyWithoutASentence>{
        {Form::invariant, "own", "", [](const Global<PropertyWithoutASentence>&) { return true; }}};
  }
};

const Mistake<PropertyWithoutASentence> property_without_a_sentence;

}  // namespace conclave::mistakes
