// $ conclave check meeting -n 2
// 2: model `meeting` in tests/mistakes/leads_to_nothing.cpp: property `own`: leads_to needs p and q,
// after_rounds p, until and lock step, every_step `asserts = true`, all others p
#include "mistakes/mistake.hpp"

namespace conclave::mistakes {

struct LeadsToNothing : Meeting<LeadsToNothing> {
  static auto properties() {
    return Properties<LeadsToNothing>{
        {Form::leads_to, "own", "p leads to q", [](const Global<LeadsToNothing>&) { return true; }}};
  }
};

const Mistake<LeadsToNothing> leads_to_nothing;

}  // namespace conclave::mistakes
