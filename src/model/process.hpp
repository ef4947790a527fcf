// The process that a handler acts on: its local state, what it knows, and what it may do.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "model/id.hpp"
#include "model/reflect.hpp"

namespace conclave {

// What a process knows beyond its own identifier and ports. A model states what it uses; the less it knows,
// the more instances can share its memoised outcomes.
enum class Knowledge : unsigned {
  nothing = 0,
  neighbours = 1,  // the identifiers at the other end of its outgoing ports
  place = 2,       // its own place, as the `myId` of a Java listing
  largest = 4,     // the largest identifier of the instance: for assertions only, no algorithm has it
};
constexpr Knowledge operator|(Knowledge a, Knowledge b) {
  return static_cast<Knowledge>(static_cast<unsigned>(a) | static_cast<unsigned>(b));
}
constexpr bool has(Knowledge set, Knowledge item) {
  return (static_cast<unsigned>(set) & static_cast<unsigned>(item)) != 0;
}

template <class M>
constexpr Knowledge knowledge_of() {
  if constexpr (requires { M::knows; }) {
    return M::knows;
  } else {
    return Knowledge::nothing;
  }
}

// What surrounds one process in one instance. Fields that the model does not know are left at their defaults,
// so that equal surroundings mean equal behaviour.
struct Surroundings {
  Id id;
  Place place{-1};
  std::vector<Id> neighbours;  // by outgoing port
  Id largest;
  int ports = 0;  // outgoing ports

  friend bool operator<(const Surroundings& a, const Surroundings& b) {
    return std::tuple(a.id, a.place.value(), a.neighbours, a.largest, a.ports) <
           std::tuple(b.id, b.place.value(), b.neighbours, b.largest, b.ports);
  }
};

// A message sent: through a port, or to whoever has an identifier.
struct Sending {
  bool by_identifier = false;
  std::int32_t to = 0;  // port or identifier
  Encoded message;

  friend auto operator<=>(const Sending&, const Sending&) = default;
};

// What one run of a handler did.
struct Outcome {
  Encoded state;
  std::vector<Sending> sendings;
  std::vector<std::string> failures;  // requirements that did not hold, as text
  std::vector<unsigned> choices;      // the choices taken, in the order in which the handler asked
  bool loads_network = false;
  bool stores_network = false;

  friend auto operator<=>(const Outcome&, const Outcome&) = default;
};

// M is the model. A handler must be a pure function of what it can read here: its outcome is memoised.
template <class M>
class Process {
 public:
  using State = typename M::State;
  using Message = typename M::Message;

  // `arities` holds, for each choice taken before, how many there were; both grow as the handler asks.
  Process(const Surroundings& around, State initial, std::vector<unsigned>& choices,
          std::vector<unsigned>& arities, Outcome& outcome)
      : state(std::move(initial)),
        id(around.id),
        around_(around),
        choices_(choices),
        arities_(arities),
        outcome_(outcome) {}

  State state;  // the local state, to read and to change
  const Id id;

  // Sends through a port. Throws std::logic_error if the process has no such outgoing port.
  void send(Port port, const Message& message) {
    if (static_cast<int>(port) < 0 || static_cast<int>(port) >= around_.ports)
      throw std::logic_error("sends on port " + std::to_string(static_cast<int>(port)) + ", but has " +
                             std::to_string(around_.ports) + " outgoing");
    outcome_.sendings.push_back({false, static_cast<std::int32_t>(port), reflect::encode(message)});
  }

  // Sends to whoever has this identifier; only a neighbour's is allowed (the machine checks it).
  void send_to(Id receiver, const Message& message) {
    static_assert(
        requires { M::addressing; }, "send_to needs `addressing = Addressing::by_identifier` in the model");
    outcome_.sendings.push_back({true, receiver.value(), reflect::encode(message)});
  }

  // The identifier of the neighbour at an outgoing port.
  Id neighbour(Port port) const {
    static_assert(has(knowledge_of<M>(), Knowledge::neighbours),
                  "`knows` must include Knowledge::neighbours");
    return around_.neighbours.at(static_cast<std::size_t>(port));
  }
  Place place() const {
    static_assert(has(knowledge_of<M>(), Knowledge::place), "`knows` must include Knowledge::place");
    return around_.place;
  }
  Id largest_identifier() const {
    static_assert(has(knowledge_of<M>(), Knowledge::largest), "`knows` must include Knowledge::largest");
    return around_.largest;
  }

  // The adversary picks 0..k-1; every choice is explored. k >= 1.
  unsigned choose(unsigned k) {
    if (k == 0) throw std::logic_error("chooses among nothing: choose(0)");
    if (asked_ == choices_.size()) {
      choices_.push_back(0);
      arities_.push_back(k);
    }
    return choices_[asked_++];
  }

  // An assertion of the source. One that fails violates the property `assertions`; the handler goes on.
  void require(bool condition, const char* text) {
    static_assert(
        requires { M::asserts; }, "require needs `asserts = true` in the model");
    if (!condition) outcome_.failures.emplace_back(text);
  }

  // A network that is not written atomically: take a private copy of all of it; write the copy back, so that
  // what others sent in between is lost. Messages sent by the same handler are added after the write.
  void load_network() {
    static_assert(
        requires { M::copies_network; }, "load_network needs `copies_network = true` in the model");
    outcome_.loads_network = true;
  }
  void store_network() {
    static_assert(
        requires { M::copies_network; }, "store_network needs `copies_network = true` in the model");
    outcome_.stores_network = true;
  }

 private:
  const Surroundings& around_;
  std::vector<unsigned>& choices_;
  std::vector<unsigned>& arities_;
  std::size_t asked_ = 0;
  Outcome& outcome_;
};

}  // namespace conclave
