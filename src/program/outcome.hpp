// What one run of a handler found, chose and did.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "author/process.hpp"

namespace conclave {

// A message sent: through a port, or to whoever has an identifier.
struct Sending {
  bool by_identifier = false;
  std::int32_t to = 0;  // a port or an identifier
  Encoded message;

  friend auto operator<=>(const Sending&, const Sending&) = default;
};

struct Outcome {
  Encoded state;
  std::vector<Sending> sendings;
  std::vector<std::string> failures;     // requirements that did not hold, as text
  std::optional<std::string> exception;  // that the printed program throws; the handler ended there
  std::vector<unsigned> choices;         // that were taken, in the order in which the handler asked
  // Of a round body: what it took out of the mailbox, in this order, and what it left there.
  std::vector<Encoded> received;
  std::vector<Encoded> unread;
  bool loads_network = false;
  bool stores_network = false;

  friend auto operator<=>(const Outcome&, const Outcome&) = default;
};

// What a process finds when a round begins, if its model asks for it.
struct Findings {
  std::vector<Encoded> mailbox;  // of a round body, sorted
  std::vector<Id> crashed;       // with Knowledge::crashes
};

// The choices of one run of a handler. A handler that is run again and again, with next() in between, meets every
// combination of choices, in lexicographic order.
struct Choices {
  std::vector<unsigned> taken;
  std::vector<unsigned> arities;  // for each choice taken, among how many
  std::size_t asked = 0;          // so many of them in this run

  unsigned choose(unsigned k);  // k >= 1
  bool next();                  // false: that was the last combination
};

// Thrown by a handler that raised an exception of the printed program, to end it.
struct Raised {};

}  // namespace conclave
