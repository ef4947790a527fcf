// $ conclave measure meeting -n 2
// 2: model `meeting` in tests/mistakes/event_named_like_a_standard_one.cpp: two events or properties are
// called `leader`, perhaps one of them a standard one
#include "mistakes/mistake.hpp"

namespace conclave::mistakes {

struct EventNamedLikeAStandardOne : Meeting<EventNamedLikeAStandardOne> {
  static auto properties() {
    return Properties<EventNamedLikeAStandardOne>{
        {Form::event, "leader", "it has come",
         [](const Global<EventNamedLikeAStandardOne>&) { return true; }}};
  }
};

const Mistake<EventNamedLikeAStandardOne> event_named_like_a_standard_one;

}  // namespace conclave::mistakes
