// $ conclave check meeting -n 2 --crash 1
// 2: the model went wrong: property own: process 0 crashed and has no state
#include "mistakes/mistake.hpp"

namespace conclave::mistakes {

struct StateOfACrashedProcess : Meeting<StateOfACrashedProcess> {
  static auto properties() {
    return Properties<StateOfACrashedProcess>{
        {Form::invariant, "own", "it holds",
         [](const Global<StateOfACrashedProcess>& g) { return !g.state(g.places().front()).leader; }}};
  }
};

const Mistake<StateOfACrashedProcess> state_of_a_crashed_process;

}  // namespace conclave::mistakes
