// $ conclave check meeting -n 2
// 2: the model went wrong: initial: a local state holds 20000005 values; there may be 65536
#include "mistakes/mistake.hpp"

namespace conclave::mistakes {

struct FaultHugeState : Meeting<FaultHugeState> {
  struct State {
    bool awake = false;
    int heard = 0;
    bool beaten = false;
    bool leader = false;
    std::vector<int> all;
  };
  BOOST_DESCRIBE_CLASS(State, (), (awake, heard, beaten, leader, all), (), ())
  static State initial(Id) { return {.all = std::vector<int>(20'000'000)}; }
  static bool asleep(const State& s) { return !s.awake; }
  static bool is_leader(const State& s) { return s.leader; }
  static bool decided(const State& s) { return s.leader || s.beaten; }
};

const Mistake<FaultHugeState> fault_huge_state;

}  // namespace conclave::mistakes
