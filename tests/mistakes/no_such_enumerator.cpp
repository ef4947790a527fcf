// $ conclave check meeting -n 2
// 2: the model went wrong: process with identifier 2 in state
// {"awake":false,"heard":0,"beaten":false,"leader":false,"kept":null}, start: an enumeration has the value 7,
// which is none of its enumerators
#include "mistakes/mistake.hpp"

namespace conclave::mistakes {

struct NoSuchEnumerator : Meeting<NoSuchEnumerator> {
  enum class Mood { calm, eager };
  struct Message {
    Id id;
    Mood mood;
  };
  static void greet(auto& p) { p.send_all({p.id, static_cast<Mood>(7)}); }
  static void receive(auto& p, Message m, Port from) { Meeting::receive(p, {m.id}, from); }
};

const Mistake<NoSuchEnumerator> no_such_enumerator;

}  // namespace conclave::mistakes
