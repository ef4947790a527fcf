// $ conclave check meeting -n 3
// 1: ✗ VIOLATED unique-leader, max-id ... not by symmetry, because messages carry ports, which are numbers to
// who receives them
#include "mistakes/mistake.hpp"

namespace conclave::mistakes {

struct PortInAMessage : Meeting<PortInAMessage> {
  struct Message {
    Id id;
    Port port;
  };
  static void greet(auto& p) {
    for (const Port port : p.all_ports()) p.send(port, {p.id, port});
  }
  static void receive(auto& p, Message m, Port from) {
    if (m.port == from) p.state.kept = from;
    Meeting::receive(p, {m.id}, from);
  }
  static bool loses(auto& p, Id other, Port) { return other > p.id && !p.state.kept; }
};
BOOST_DESCRIBE_STRUCT(PortInAMessage::Message, (), (id, port))

const Mistake<PortInAMessage> port_in_a_message;

}  // namespace conclave::mistakes
