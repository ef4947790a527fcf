// $ conclave check meeting -n 2
// 2: two models are called `meeting`: one in tests/mistakes/model_name_twice.cpp, one in
// tests/mistakes/model_name_twice.cpp; `about.name` has to tell them apart
#include "mistakes/mistake.hpp"

namespace conclave::mistakes {

struct ModelNameTwice : Meeting<ModelNameTwice> {};
struct ModelNameOnceMore : Meeting<ModelNameOnceMore> {};

const Mistake<ModelNameTwice> model_name_twice;
const Mistake<ModelNameOnceMore> model_name_once_more;

}  // namespace conclave::mistakes
