// $ conclave check meeting -n 2
// 2: model `meeting` in tests/mistakes/field_called_history.cpp: State has a field `history`, but that is
// what traces call something else; name it otherwise
#include "mistakes/mistake.hpp"

namespace conclave::mistakes {

struct FieldCalledHistory : Meeting<FieldCalledHistory> {
  struct State {
    bool awake = false;
    int heard = 0;
    bool beaten = false;
    bool leader = false;
    int history = 0;
  };
  struct History {
    bool led = false;
  };
  static bool asleep(const State& s) { return !s.awake; }
  static bool is_leader(const State& s) { return s.leader; }
  static bool decided(const State& s) { return s.leader || s.beaten; }
  static void remember(History& h, const State&, const State& after) { h.led |= after.leader; }
};

const Mistake<FieldCalledHistory> field_called_history;

}  // namespace conclave::mistakes
