// $ conclave check meeting -n 2
// 2: the model went wrong: property own: asked again about the same configuration, it says something else. It
// must depend on nothing but the configuration: no static or global variable, no address of a local state
#include "mistakes/mistake.hpp"

namespace conclave::mistakes {

struct HiddenStaticInProperty : Meeting<HiddenStaticInProperty> {
  static auto properties() {
    return Properties<HiddenStaticInProperty>{
        {Form::invariant, "own", "it holds", [](const Global<HiddenStaticInProperty>&) {
           static int calls = 0;
           return ++calls % 3 != 0;
         }}};
  }
};

const Mistake<HiddenStaticInProperty> hidden_static_in_property;

}  // namespace conclave::mistakes
