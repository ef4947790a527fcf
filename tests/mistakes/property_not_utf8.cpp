// $ conclave check meeting -n 2 --json found.json
// 1: VIOLATED gr...hnlich
#include "mistakes/mistake.hpp"

namespace conclave::mistakes {

struct PropertyNotUtf8 : Meeting<PropertyNotUtf8> {
  static Properties<PropertyNotUtf8> properties() {
    return {{Form::invariant,
             "gr\xf6\xdf"
             "e",
             "all are \xe4hnlich", [](const auto& g) { return g.quiet(); }}};
  }
};

const Mistake<PropertyNotUtf8> property_not_utf8;

}  // namespace conclave::mistakes
