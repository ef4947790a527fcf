// The process that a handler acts on: its local state, what it knows, and what it may do.
#pragma once

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

#include "author/id.hpp"
#include "program/reflect.hpp"

namespace conclave {

// What a process knows beyond its own identifier and ports. A model states what it uses; the less it knows,
// the more instances can share its memoised outcomes.
enum class Knowledge : unsigned {
  nothing = 0,
  neighbours = 1,   // the identifiers at the other end of its outgoing ports
  place = 2,        // its own place, as the `myId` of a Java listing
  largest = 4,      // the largest identifier of the instance: for assertions only, no algorithm has it
  addresses = 8,    // its own place and those at the other end of its outgoing ports
  root = 16,        // whether it is the distinguished process, at place 0
  tree = 32,        // on a tree: which port leads towards the root, at place 0
  number = 64,      // its identifier as a number, to calculate with
  indices = 128,    // places as numbers: then no symmetry of the topology is one of the algorithm
  processes = 256,  // how many there are
  diameter = 512,   // the longest distance between two processes, along channels
  crashes = 1024,   // which processes had crashed when the round began: reliable detection, in lock step
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

// Is the model written for lock step, and how: with `message` and `transition`, or as a `round` body?
template <class M>
inline constexpr bool has_transition = requires {
  &M::transition;
};
template <class M>
inline constexpr bool has_round = requires {
  &M::round;
};
template <class M>
constexpr bool is_lock_step() {
  return has_transition<M> || has_round<M>;
}

// Does the algorithm never look at identifiers? Then all orders of them are the same to it.
template <class M>
constexpr bool is_anonymous() {
  if constexpr (requires { M::anonymous; }) {
    return M::anonymous;
  } else {
    return false;
  }
}

// What surrounds one process in one instance. Fields that the model does not know are left at their defaults,
// so that equal surroundings mean equal behaviour.
struct Surroundings {
  Id id;
  Place place{-1};
  std::vector<Id> neighbours;    // by outgoing port
  std::vector<Place> addresses;  // by outgoing port
  Id largest;
  int ports = 0;     // outgoing ports
  int in_ports = 0;  // incoming ones go from 0 to this, but for gaps; lock step only
  int processes = 0;
  int diameter = 0;
  bool root = false;
  int parent = -1;     // port, on a tree
  Encoded parameters;  // the model's

  friend bool operator<(const Surroundings& a, const Surroundings& b) {
    const auto less = [](Place x, Place y) { return x.value() < y.value(); };
    if (std::ranges::lexicographical_compare(a.addresses, b.addresses, less)) return true;
    if (a.addresses != b.addresses) return false;
    const auto key = [](const Surroundings& s) {
      return std::tie(s.id, s.neighbours, s.largest, s.ports, s.in_ports, s.processes, s.diameter, s.root,
                      s.parent, s.parameters);
    };
    return std::tuple(a.place.value(), key(a)) < std::tuple(b.place.value(), key(b));
  }
};

// A model's parameters, if it declares none.
struct NoParameters {};
BOOST_DESCRIBE_STRUCT(NoParameters, (), ())

template <class M>
struct ParametersOf {
  using type = NoParameters;
};
template <class M>
requires requires { typename M::Parameters; }
struct ParametersOf<M> {
  using type = typename M::Parameters;
};

struct Named {
  const Id id;
  explicit Named(const Surroundings& around) : id(around.id) {}
};
struct Nameless {
  explicit Nameless(const Surroundings&) {}
};

// What a process can read at any time: itself and its surroundings, as far as `knows` says that it knows
// them.
template <class M>
class Self : public std::conditional_t<is_anonymous<M>(), Nameless, Named> {
 public:
  using Parameters = typename ParametersOf<M>::type;

  explicit Self(const Surroundings& around)
      : std::conditional_t<is_anonymous<M>(), Nameless, Named>(around),
        parameters(reflect::decode<Parameters>(around.parameters)),
        around_(around) {}

  const Parameters parameters;  // as --set has them

  int ports() const { return around_.ports; }  // outgoing
  // The identifier of the neighbour at an outgoing port.
  Id neighbour(Port port) const {
    static_assert(has(knowledge_of<M>(), Knowledge::neighbours),
                  "`knows` must include Knowledge::neighbours");
    return around_.neighbours.at(static_cast<std::size_t>(port));
  }
  Place place() const {
    static_assert(has(knowledge_of<M>(), Knowledge::place) || has(knowledge_of<M>(), Knowledge::addresses),
                  "`knows` must include Knowledge::place");
    return around_.place;
  }
  // Who is at an outgoing port, and at which port somebody is. Throws std::logic_error: no neighbour.
  Place place_at(Port port) const {
    static_assert(has(knowledge_of<M>(), Knowledge::addresses), "`knows` must include Knowledge::addresses");
    return around_.addresses.at(static_cast<std::size_t>(port));
  }
  Port port_to(Place who) const {
    static_assert(has(knowledge_of<M>(), Knowledge::addresses), "`knows` must include Knowledge::addresses");
    return index_of(around_.addresses, who);
  }
  Port port_to(Id who) const {
    static_assert(has(knowledge_of<M>(), Knowledge::neighbours),
                  "`knows` must include Knowledge::neighbours");
    return index_of(around_.neighbours, who);
  }
  Id largest_identifier() const {
    static_assert(has(knowledge_of<M>(), Knowledge::largest), "`knows` must include Knowledge::largest");
    return around_.largest;
  }
  bool is_root() const {
    static_assert(has(knowledge_of<M>(), Knowledge::root) || has(knowledge_of<M>(), Knowledge::tree),
                  "`knows` must include Knowledge::root");
    return around_.root;
  }
  // On a tree: the port towards the root; none at the root. All other ports lead to children.
  std::optional<Port> parent() const {
    static_assert(has(knowledge_of<M>(), Knowledge::tree), "`knows` must include Knowledge::tree");
    return around_.parent < 0 ? std::nullopt : std::optional(Port{around_.parent});
  }
  int processes() const {
    static_assert(has(knowledge_of<M>(), Knowledge::processes), "`knows` must include Knowledge::processes");
    return around_.processes;
  }
  int diameter() const {
    static_assert(has(knowledge_of<M>(), Knowledge::diameter), "`knows` must include Knowledge::diameter");
    return around_.diameter;
  }
  int number() const {
    static_assert(has(knowledge_of<M>(), Knowledge::number), "`knows` must include Knowledge::number");
    return around_.id.value();
  }
  static int index(Place place) {
    static_assert(has(knowledge_of<M>(), Knowledge::indices), "`knows` must include Knowledge::indices");
    return place.value();
  }

 protected:
  const Surroundings& around_;

 private:
  template <class T>
  static Port index_of(const std::vector<T>& all, const T& who) {
    const auto at = std::ranges::find(all, who);
    if (at == all.end()) throw std::logic_error("no neighbour is " + std::to_string(who.value()));
    return Port{static_cast<std::int32_t>(at - all.begin())};
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
  std::vector<std::string> failures;     // requirements that did not hold, as text
  std::optional<std::string> exception;  // that the printed program throws; the handler ended there
  std::vector<unsigned> choices;         // the choices taken, in the order in which the handler asked
  // Of a round body: what it took out of the mailbox, in this order, and what it left there.
  std::vector<Encoded> received;
  std::vector<Encoded> unread;
  bool loads_network = false;
  bool stores_network = false;

  friend auto operator<=>(const Outcome&, const Outcome&) = default;
};

struct Raised {};  // ends a handler that raised an exception

// What a process finds when a round begins, if its model asks for it.
struct Findings {
  std::vector<Encoded> mailbox;  // of a round body, sorted
  std::vector<Id> crashed;       // Knowledge::crashes
};

// In lock step: the messages of one round, by incoming port.
template <class Message>
class Incoming {
 public:
  explicit Incoming(std::vector<std::optional<Message>> by_port) : by_port_(std::move(by_port)) {}

  int ports() const { return static_cast<int>(by_port_.size()); }
  const std::optional<Message>& operator[](Port port) const {
    return by_port_.at(static_cast<std::size_t>(port));
  }

 private:
  std::vector<std::optional<Message>> by_port_;
};

// M is the model. A handler must be a pure function of what it can read here: its outcome is memoised.
template <class M>
class Process : public Self<M> {
 public:
  using State = typename M::State;
  using Message = typename M::Message;

  // `arities` holds, for each choice taken before, how many there were; both grow as the handler asks.
  Process(const Surroundings& around, State initial, std::vector<unsigned>& choices,
          std::vector<unsigned>& arities, Outcome& outcome, Findings findings = {})
      : Self<M>(around),
        state(std::move(initial)),
        choices_(choices),
        arities_(arities),
        outcome_(outcome),
        findings_(std::move(findings)) {}

  State state;  // the local state, to read and to change

  // Sends through a port. Throws std::logic_error if the process has no such outgoing port.
  void send(Port port, const Message& message) {
    static_assert(!has_transition<M>, "in lock step `message` says what is sent; `transition` sends nothing");
    if (static_cast<int>(port) < 0 || static_cast<int>(port) >= this->ports())
      throw std::logic_error("sends on port " + std::to_string(static_cast<int>(port)) + ", but has " +
                             std::to_string(this->ports()) + " outgoing");
    outcome_.sendings.push_back({false, static_cast<std::int32_t>(port), reflect::encode(message)});
  }

  // Sends to whoever has this identifier; only a neighbour's is allowed (the machine checks it).
  void send_to(Id receiver, const Message& message) {
    static_assert(
        requires { M::addressing; }, "send_to needs `addressing = Addressing::by_identifier` in the model");
    outcome_.sendings.push_back({true, receiver.code(), reflect::encode(message)});
  }

  // Through every port, or every port but one.
  void send_all(const Message& message) { send_others(Port{-1}, message); }
  void send_others(Port but, const Message& message) {
    for (int port = 0; port < this->ports(); ++port) {
      if (Port{port} != but) send(Port{port}, message);
    }
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

  // Of a round body: the next message of the mailbox, the adversary says which; none if it is empty. What is
  // sent in a round can be received from the next one on; what is not received stays.
  std::optional<Message> receive() {
    static_assert(has_round<M>, "only a `round` body takes messages out of a mailbox");
    auto& mailbox = findings_.mailbox;
    if (mailbox.empty()) return {};
    std::size_t at = 0;
    std::vector<std::size_t> firsts{0};  // of equal messages it does not matter which
    while (++at < mailbox.size()) {
      if (mailbox[at] != mailbox[at - 1]) firsts.push_back(at);
    }
    at = firsts.size() == 1 ? 0 : firsts[choose(static_cast<unsigned>(firsts.size()))];
    outcome_.received.push_back(mailbox[at]);
    mailbox.erase(mailbox.begin() + static_cast<std::ptrdiff_t>(at));
    return reflect::decode<Message>(outcome_.received.back());
  }
  const std::vector<Encoded>& unread() const { return findings_.mailbox; }

  // Had it crashed when this round began? And how many had?
  bool has_crashed(Id who) const {
    static_assert(has(knowledge_of<M>(), Knowledge::crashes), "`knows` must include Knowledge::crashes");
    return std::ranges::find(findings_.crashed, who) != findings_.crashed.end();
  }
  int crashes() const {
    static_assert(has(knowledge_of<M>(), Knowledge::crashes), "`knows` must include Knowledge::crashes");
    return static_cast<int>(findings_.crashed.size());
  }

  // An assertion of the source. One that fails violates the property of that name, if the model states one in
  // the form `every_step`, otherwise `assertions`; the handler goes on.
  void require(bool condition, const char* text) {
    static_assert(
        requires { M::asserts; }, "require needs `asserts = true` in the model");
    if (!condition) outcome_.failures.emplace_back(text);
  }

  // An exception that the printed program throws here: violates `no-exception`. What the handler did so far
  // stays done; the rest of it does not happen.
  [[noreturn]] void raise(const char* exception) {
    static_assert(
        requires { M::throws; }, "raise needs `throws = true` in the model");
    outcome_.exception = exception;
    throw Raised{};
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
  std::vector<unsigned>& choices_;
  std::vector<unsigned>& arities_;
  std::size_t asked_ = 0;
  Outcome& outcome_;
  Findings findings_;
};

}  // namespace conclave
