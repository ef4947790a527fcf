// What pieces told, so that nothing is explored twice: a sweep recalls from it what is known, and notes in it
// what comes. The journal (src/journal) keeps one in a file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <vector>

#include "engine/merge/sum.hpp"
#include "engine/pieces/agenda.hpp"
#include "engine/run/check.hpp"
#include "machine/coverage.hpp"
#include "scenario/scenario.hpp"

namespace conclave {

// How the orders were explored. It only grows.
struct Manner {
  Coverage coverage;
  bool independence = false;
  bool draws = false;

  void operator|=(const Manner& other) {
    coverage |= other.coverage;
    independence |= other.independence;
    draws |= other.draws;
  }
};

// Why a scenario is explored in another way than was tried: without a reduction or, if there is none here,
// with lists that have no order.
using Setback = std::optional<Refusal>;

// A ledger cannot keep what it is told, or what it has kept does not fit. The text is one line.
struct LedgerError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class Ledger {
 public:
  // What a piece told. It is of order classes or, where orders are explored one by one, of some that follow
  // on each other.
  struct Entry {
    std::vector<std::uint64_t> took;  // the numbers of the regions
    // Or the orders, with all their cases, from number `from` to before number `to`, as Instances hands them
    // out.
    std::uint64_t from = 0;
    std::uint64_t to = 0;

    std::vector<Stretch> told;  // of orders one by one, one sum
    Manner manner;
    double seconds = 0;  // that it took one thread, or several of a process that helps; 0 if unknown
  };
  // One part of many: the work that is dealt to number `mine` (from 0 on) of `all`.
  struct Share {
    std::size_t mine = 0;
    std::size_t all = 1;
  };

  virtual ~Ledger() = default;

  // The scenario that is explored next, as its reductions are now. Returns why it was given up, if it was.
  virtual std::optional<Setback> begin(const Scenario&) = 0;
  virtual void give_up(const Setback&) = 0;

  // Whose share is explored; nothing if everything is.
  virtual std::optional<Share> share() const = 0;
  // May anything be explored? If not, all that there is comes from here.
  virtual bool explores() const = 0;

  // What is known of the scenario. If its work was divided before it was dealt out, that is how it was
  // divided, and what came after that; otherwise `divided` is empty. `none` is a sum of the right kind.
  struct Known {
    std::vector<Stretch> divided;
    Manner manner;               // of that
    bool dealt = false;          // the work was dealt out for the present share
    std::vector<Entry> entries;  // in the order in which they were noted
  };
  virtual Known known(const Sum& none) = 0;
  // Notes how work is divided that is now dealt out. What was noted before is part of it.
  virtual void divide(const std::vector<Stretch>&, const Manner&) = 0;

  // Throws LedgerError.
  virtual void note(const Entry&) = 0;
};

}  // namespace conclave
