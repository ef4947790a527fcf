// $ conclave check meeting -n 2
// 2: model `meeting` in tests/mistakes/property_name_twice.cpp: two properties are called `own`, perhaps one
// of them a standard one
#include "mistakes/mistake.hpp"

namespace conclave::mistakes {

struct PropertyNameTwice : Meeting<PropertyNameTwice> {
  static auto properties() {
    return Properties<PropertyNameTwice>{
        {Form::invariant, "own", "it holds", [](const Global<PropertyNameTwice>&) { return true; }},
        {Form::stable, "own", "it stays", [](const Global<PropertyNameTwice>&) { return true; }}};
  }
};

const Mistake<PropertyNameTwice> property_name_twice;

}  // namespace conclave::mistakes
