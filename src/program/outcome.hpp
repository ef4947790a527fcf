// What one run of a handler found, chose and did. Programs return outcomes; the machine numbers them.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "author/process.hpp"

namespace conclave {

// A message that was sent through a port, or to whoever has an identifier.
struct Sending {
  bool by_identifier = false;
  std::int32_t to = 0;  // a port or an identifier
  Encoded message;

  friend auto operator<=>(const Sending&, const Sending&) = default;
};

// How a choice is taken: 0 by the adversary, or by chance among so many values; of a draw, with this bit.
using Odds = unsigned;
inline constexpr Odds by_lot = Odds{1} << 31;

struct Outcome {
  Encoded state;
  std::vector<Sending> sendings;
  std::vector<std::string> failures;     // the texts of requirements that did not hold
  std::optional<std::string> exception;  // what the printed program throws; it ended the handler
  std::vector<unsigned> choices;         // those taken, in the order in which the handler asked
  std::vector<Odds> odds;                // by choice
  // What a round body took out of the mailbox, in this order, and what it left there.
  std::vector<Encoded> received;
  std::vector<Encoded> unread;
  bool loads_network = false;
  bool stores_network = false;

  friend auto operator<=>(const Outcome&, const Outcome&) = default;
};

// How much memory an outcome takes, roughly.
std::size_t bytes_of(const Outcome&);

// What a process finds when a round begins, if its model asks for it.
struct Findings {
  std::vector<Encoded> mailbox;  // for a round body; sorted
  std::vector<Id> crashed;       // for a model with Knowledge::crashes
};

// The choices of one run of a handler. If the handler is run again and again, with next() in between, it
// meets every combination of choices, in lexicographic order.
struct Choices {
  std::vector<unsigned> taken;
  std::vector<unsigned> arities;  // by choice taken: among how many it was
  std::vector<Odds> odds;         // by choice taken
  std::size_t asked = 0;          // how many of them this run has asked for

  unsigned choose(unsigned k);  // k >= 1
  unsigned toss(unsigned k);    // 1 <= k < by_lot
  unsigned draw(unsigned k);    // 1 <= k < by_lot
  bool next();                  // false: that was the last combination

 private:
  unsigned take(unsigned arity, Odds odds);
};

// Ends a handler that raised an exception of the printed program.
struct Raised {};

}  // namespace conclave
