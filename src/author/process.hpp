// The process that a handler acts on: its local state, what it knows, and what it may do.
#pragma once

#include <cstdint>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "author/about.hpp"
#include "author/draw.hpp"
#include "author/id.hpp"

namespace conclave {

// A value of a model (a local state, a message) as integers. program/codec.hpp says how.
using Encoded = std::vector<std::int32_t>;
struct Shape;
namespace codec {
template <class T>
const Shape& shape_of();
template <class T>
void append(const T&, Encoded&);
template <class T>
Encoded encode(const T&);
template <class T>
T decode(const Encoded&);
}  // namespace codec

// What the checker gives to a handler, and takes from it (program/surroundings.hpp, program/outcome.hpp).
struct Surroundings;
struct Choices;
struct Outcome;
struct Findings;

// The ports 0..count-1, given to an algorithm that goes through them.
std::vector<Port> all_ports(int count);

// The parameters of a model that declares none.
struct NoParameters {};

template <class M>
struct ParametersOf {
  using type = NoParameters;
};
template <class M>
requires requires { typename M::Parameters; }
struct ParametersOf<M> {
  using type = typename M::Parameters;
};

// What does not depend on the model's types. An author uses Self and Process, below.
class SelfBase {
 public:
  explicit SelfBase(const Surroundings& around) : around_(around) {}

  int ports() const;  // how many outgoing ports the process has
  // The outgoing ports, in no order that means anything (except on rings).
  std::vector<Port> all_ports() const;

 protected:
  Id identifier() const;
  Id neighbour_at(Port) const;
  Place own_place() const;
  Place address_at(Port) const;
  Port port_of(Place) const;
  Port port_of(Id) const;
  Id largest() const;
  bool down_at(Port) const;
  bool root() const;
  std::optional<Port> parent_port() const;
  int process_count() const;
  int longest_distance() const;
  const Encoded& encoded_parameters() const;

 private:
  const Surroundings& around_;
};

class NamedSelf : public SelfBase {
 public:
  explicit NamedSelf(const Surroundings& around) : SelfBase(around), id(identifier()) {}
  const Id id;  // the process's own identifier
};

// What a process can read at any time: itself and its surroundings, as far as `knows` says that it knows
// them.
template <class M>
class Self : public std::conditional_t<is_anonymous<M>(), SelfBase, NamedSelf> {
  using Base = std::conditional_t<is_anonymous<M>(), SelfBase, NamedSelf>;

 public:
  using Parameters = typename ParametersOf<M>::type;

  explicit Self(const Surroundings& around)
      : Base(around), parameters(codec::decode<Parameters>(this->encoded_parameters())) {}

  const Parameters parameters;  // as --set has them

  // The identifier of the neighbour at an outgoing port.
  Id neighbour(Port port) const {
    static_assert(has(knowledge_of<M>(), Knowledge::neighbours),
                  "`knows` must include Knowledge::neighbours");
    return this->neighbour_at(port);
  }
  Place place() const {
    static_assert(has(knowledge_of<M>(), Knowledge::place) || has(knowledge_of<M>(), Knowledge::addresses),
                  "`knows` must include Knowledge::place");
    return this->own_place();
  }
  // Who is at an outgoing port, and at which port somebody is. Throws std::logic_error: no neighbour.
  Place place_at(Port port) const {
    static_assert(has(knowledge_of<M>(), Knowledge::addresses), "`knows` must include Knowledge::addresses");
    return this->address_at(port);
  }
  Port port_to(Place who) const {
    static_assert(has(knowledge_of<M>(), Knowledge::addresses), "`knows` must include Knowledge::addresses");
    return this->port_of(who);
  }
  Port port_to(Id who) const {
    static_assert(has(knowledge_of<M>(), Knowledge::neighbours),
                  "`knows` must include Knowledge::neighbours");
    return this->port_of(who);
  }
  Id largest_identifier() const {
    static_assert(has(knowledge_of<M>(), Knowledge::largest), "`knows` must include Knowledge::largest");
    return this->largest();
  }
  // Had the neighbour at an outgoing port crashed before anything happened?
  bool is_down(Port port) const {
    static_assert(has(knowledge_of<M>(), Knowledge::down), "`knows` must include Knowledge::down");
    return this->down_at(port);
  }
  bool is_root() const {
    static_assert(has(knowledge_of<M>(), Knowledge::root) || has(knowledge_of<M>(), Knowledge::tree),
                  "`knows` must include Knowledge::root");
    return this->root();
  }
  // On a tree: the port towards the root; none at the root. All other ports lead to children.
  std::optional<Port> parent() const {
    static_assert(has(knowledge_of<M>(), Knowledge::tree), "`knows` must include Knowledge::tree");
    return this->parent_port();
  }
  int processes() const {
    static_assert(has(knowledge_of<M>(), Knowledge::processes), "`knows` must include Knowledge::processes");
    return this->process_count();
  }
  int diameter() const {
    static_assert(has(knowledge_of<M>(), Knowledge::diameter), "`knows` must include Knowledge::diameter");
    return this->longest_distance();
  }
  int number() const {
    static_assert(has(knowledge_of<M>(), Knowledge::number), "`knows` must include Knowledge::number");
    return this->identifier().value();
  }
  static int index(Place place) {
    static_assert(has(knowledge_of<M>(), Knowledge::indices), "`knows` must include Knowledge::indices");
    return place.value();
  }
};

// In lock step: the messages of one round, by incoming port.
template <class Message>
class Incoming {
 public:
  explicit Incoming(std::vector<std::optional<Message>> by_port) : by_port_(std::move(by_port)) {}

  int ports() const { return static_cast<int>(by_port_.size()); }
  std::vector<Port> all_ports() const { return conclave::all_ports(ports()); }
  // None also at a port at which nothing can come in.
  const std::optional<Message>& operator[](Port port) const {
    static const std::optional<Message> none;
    const int at = Sealed::taken(port);
    return at < 0 || at >= ports() ? none : by_port_[static_cast<std::size_t>(at)];
  }

 private:
  std::vector<std::optional<Message>> by_port_;
};

// What a handler does, without the model's types: it is written into an Outcome.
class HandlerContext {
 public:
  HandlerContext(Choices& choices, Outcome& outcome, const Findings& findings)
      : choices_(choices), outcome_(outcome), findings_(findings) {}

  void send(Port, int ports, Encoded message);
  void send_to(Id receiver, Encoded message);
  unsigned choose(unsigned k);
  unsigned toss(unsigned k);
  Draw draw(unsigned k);
  std::optional<Encoded> receive();
  bool has_crashed(Id) const;
  int crashes() const;
  void fail(const char* requirement);
  [[noreturn]] void raise(const char* exception);
  void load_network();
  void store_network();

 private:
  Choices& choices_;
  Outcome& outcome_;
  const Findings& findings_;
};

// What every model has to define; said before anything else of it is looked at.
template <class M>
struct NeededTypes {
  static_assert(
      requires { typename M::State; }, "the model needs a struct State: the variables of one process");
  static_assert(
      requires { typename M::Message; }, "the model needs a struct Message: what a message carries");
};

// M is the model. A handler must be a pure function of what it can read here, because it is run once and its
// outcome is kept.
template <class M>
class Process : public Self<M> {
  static_assert(sizeof(NeededTypes<M>) > 0);

 public:
  using State = typename M::State;
  using Message = typename M::Message;

  Process(const Surroundings& around, State before, Choices& choices, Outcome& outcome,
          const Findings& findings)
      : Self<M>(around), state(std::move(before)), context_(choices, outcome, findings) {}

  // A handler that took a copy would change nothing.
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  State state;  // the local state, to read and to change

  // Sends through a port. Throws std::logic_error if the process has no such outgoing port.
  void send(Port port, const Message& message) {
    static_assert(!has_transition<M>, "in lock step `message` says what is sent; `transition` sends nothing");
    context_.send(port, this->ports(), codec::encode(message));
  }

  // Sends to whoever has this identifier. Only a neighbour's is allowed; the machine checks it.
  void send_to(Id receiver, const Message& message) {
    static_assert(addressing_of<M>() == Addressing::by_identifier,
                  "send_to needs `addressing = Addressing::by_identifier` in the model");
    context_.send_to(receiver, codec::encode(message));
  }

  // Sends through every port, or through every port but one.
  void send_all(const Message& message) { send_others(Port(), message); }
  void send_others(Port but, const Message& message) {
    for (int port = 0; port < this->ports(); ++port) {
      if (given_port(port) != but) send(given_port(port), message);
    }
  }

  // The adversary picks one of 0..k-1, and every choice is explored. k >= 1.
  unsigned choose(unsigned k) { return context_.choose(k); }

  // Chance picks one of 0..k-1, each with the same probability and independently of all else. k >= 1. A
  // handler that both chooses and tosses chooses first, because the adversary does not know what comes up.
  unsigned toss(unsigned k) { return context_.toss(k); }
  // The same for an algorithm that only compares what it draws: then one order of draws stands for all that
  // are alike, where nobody compares a draw with one of an earlier round.
  Draw draw(unsigned k) { return context_.draw(k); }

  // Of a round body: takes the next message out of the mailbox, none if it is empty. The adversary says which
  // is the next. What is sent in a round can be received from the next round on; what is not received stays.
  std::optional<Message> receive() {
    static_assert(has_round<M>, "only a `round` body takes messages out of a mailbox");
    const std::optional<Encoded> taken = context_.receive();
    return taken ? std::optional(codec::decode<Message>(*taken)) : std::nullopt;
  }

  // Had this process crashed when the round began? And how many had?
  bool has_crashed(Id who) const {
    static_assert(has(knowledge_of<M>(), Knowledge::crashes), "`knows` must include Knowledge::crashes");
    return context_.has_crashed(who);
  }
  int crashes() const {
    static_assert(has(knowledge_of<M>(), Knowledge::crashes), "`knows` must include Knowledge::crashes");
    return context_.crashes();
  }

  // An assertion of the source. One that fails violates the property of that name if the model states one in
  // the form `every_step`, and otherwise the property `assertions`; the handler goes on.
  void require(bool condition, const char* text) {
    static_assert(asserts<M>(), "require needs `asserts = true` in the model");
    if (!condition) context_.fail(text);
  }

  // An exception that the printed program throws here; it violates `no-exception`. What the handler has done
  // so far stays done, and the rest of it does not happen.
  [[noreturn]] void raise(const char* exception) {
    static_assert(throws<M>(), "raise needs `throws = true` in the model");
    context_.raise(exception);
  }

  // For a network that is not written atomically: the process takes a private copy of all of it, and later
  // writes the copy back, so that what others sent in between is lost. Messages sent by the same handler are
  // added after the write.
  void load_network() {
    static_assert(copies_network<M>(), "load_network needs `copies_network = true` in the model");
    context_.load_network();
  }
  void store_network() {
    static_assert(copies_network<M>(), "store_network needs `copies_network = true` in the model");
    context_.store_network();
  }

 private:
  HandlerContext context_;
};

}  // namespace conclave
