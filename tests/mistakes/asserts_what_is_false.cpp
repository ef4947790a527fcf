// $ conclave check meeting -n 2
// 1: ✗ VIOLATED assertions ... why the assertion `only larger identifiers arrive` fails
#include "mistakes/mistake.hpp"

namespace conclave::mistakes {

struct AssertsWhatIsFalse : Meeting<AssertsWhatIsFalse> {
  static constexpr bool asserts = true;
  static bool loses(auto& p, Id other, Port) {
    p.require(other > p.id, "only larger identifiers arrive");
    return other > p.id;
  }
};

const Mistake<AssertsWhatIsFalse> asserts_what_is_false;

}  // namespace conclave::mistakes
