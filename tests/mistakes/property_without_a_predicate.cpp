// $ conclave check meeting -n 2
// 2: model `meeting` in tests/mistakes/property_without_a_predicate.cpp: property `own`: leads_to needs p and
// q, after_rounds p, until and lock step, every_step `asserts = true`, all others p
#include "mistakes/mistake.hpp"

namespace conclave::mistakes {

struct PropertyWithoutAPredicate : Meeting<PropertyWithoutAPredicate> {
  static auto properties() {
    return Properties<PropertyWithoutAPredicate>{{Form::invariant, "own", "it holds", nullptr}};
  }
};

const Mistake<PropertyWithoutAPredicate> property_without_a_predicate;

}  // namespace conclave::mistakes
