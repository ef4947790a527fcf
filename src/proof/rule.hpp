// The steps of a model as rules: what has to hold of a process and of a message, and what is then done. A
// rule speaks of identifiers by their slots, which are the names that a handler sees; it holds for every
// ring.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "proof/fields.hpp"

namespace conclave::proof {

// A kind of message: everything about it but whose identifiers it carries.
struct MessageKind {
  Parts parts;   // of an identifier: 1, or 0 if it is nobody's
  int port = 0;  // at which it comes in; 0 on networks that are addressed by identifier

  friend auto operator<=>(const MessageKind&, const MessageKind&) = default;
};

// What a step is a reaction to.
struct Event {
  enum class Kind {
    start,
    own,      // a step of its own accord
    receive,  // a message
    emit,     // in lock step: the process sends what its state says through a port
    round,    // in lock step: a transition, or a round of the body
  };
  Kind kind{};
  std::size_t number = 0;                // of an own step, or of the port of emit
  std::vector<std::size_t> inputs = {};  // the kinds of the messages that are taken, by number

  friend auto operator<=>(const Event&, const Event&) = default;
};

// A process that a step may speak of.
struct Slot {
  enum class Of { self, next, previous, largest, variable, message };
  Of of{};
  std::size_t variable = 0;  // that holds its identifier, of the state or of the message
  std::size_t input = 0;     // which of the messages taken
  bool is_seen = true;       // The handler sees the identifier. If not, it is only where messages go.

  friend bool operator==(const Slot&, const Slot&) = default;
};

struct Test {
  enum class Of {
    value,  // variable `first` has the value `second`
    name,   // variable `first` holds an identifier
    less,   // the identifier in slot `first` is smaller than that in `second`
    equal,  // they are the same
  };
  Of of{};
  std::size_t first = 0;
  std::size_t second = 0;
  bool positive = true;

  friend bool operator==(const Test&, const Test&) = default;
};

struct Change {
  enum class To { value, name, nobody };
  std::size_t variable = 0;
  To to{};
  std::size_t what = 0;  // the value, or the slot
};

struct Delivery {
  std::size_t kind = 0;                 // of the message, by number
  std::size_t to = 0;                   // the slot
  std::vector<std::size_t> names = {};  // the slots whose identifiers it carries
};

struct Rule {
  Event event;
  std::vector<Slot> slots;
  std::vector<Test> guard;  // all of these
  std::vector<Change> changes = {};
  std::vector<Delivery> sent = {};
  std::vector<std::string> breaks = {};  // the properties that such a step violates
  std::string error = {};                // what the handler ends with, if it does

  bool is_bad() const { return !breaks.empty() || !error.empty(); }
};

}  // namespace conclave::proof
