// The folder pieces: how a sweep divides the instances of a scenario among threads, processes and runs.
//
// A piece is a set of regions of orders of identifiers (scenario/order_classes.hpp) that somebody explores at
// a stretch. What it tells is a Sum (merge/sum.hpp), and what it has not covered comes back as regions. So a
// piece needs no size that is known before: whoever explores it stops after a while, or when others have
// nothing to do.
//
// All regions and all pieces have one order, the canonical one: depth first, each order of identifiers before
// the regions that it leaves behind. A region is always divided into parts that follow on each other there.
// Therefore sums are appended in that order, whoever made them and whenever, and what comes of them is the
// same for each way to divide the work. Agenda (this file) keeps that order; Sweep (sweep.hpp) has threads
// explore; a Ledger (ledger.hpp) keeps what pieces tell, so that nothing is done twice.
//
// This file: Agenda, what is done and what is left to do. It is not safe for several threads at a time.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "engine/merge/sum.hpp"
#include "scenario/order_classes.hpp"

namespace conclave {

// A region has a number, by which a ledger speaks of it. No other region of the sweep ever has it. The region
// of all orders on a topology has the topology's. Among what a piece tells, 0 stands for no number yet.
struct Numbered {
  std::uint64_t number = 0;
  OrderClasses::Region region;
  // Its first order is one for which a process alone has no room.
  bool is_large = false;
};

// Some orders that follow on each other in the canonical order: what was found in them or, if there is no sum
// yet, a region.
struct Stretch {
  std::unique_ptr<Sum> sum = {};
  Numbered region = {};
  // Of a sum: nothing after it counts. Then `whole` says whether every case was looked at of every order that
  // was begun.
  bool ends = false;
  bool whole = true;
};

class Agenda {
  struct Entry;

 public:
  // Whoever numbers regions has so many bits for that, below those that tell who it is.
  static constexpr int bits = 40;

  // Regions that follow on each other, to be explored; and then what became of them.
  struct Piece {
    std::vector<Numbered> regions;

    std::vector<Stretch> told;  // of the same orders
    std::exception_ptr error;   // a ModelError, with which the last sum ends

   private:
    friend class Agenda;
    std::list<Entry>::iterator place;
  };

  explicit Agenda(OrderClasses&);

  // Regions that pieces leave are numbered from here on, after those that were numbered like this already.
  void number_from(std::uint64_t first) { next_number_ = std::max(first, next_number_); }

  // The first regions that wait, or the last ones, at most so many. Nothing if none waits for now.
  std::optional<Piece> take_first(std::size_t most);
  std::optional<Piece> take_last(std::size_t most);
  // The region that waits longest, after all topologies are begun.
  std::optional<Piece> take_oldest();
  // A large region. Nobody else is given one.
  std::optional<Piece> take_large();
  // The regions with these numbers. Nothing if they do not wait, or do not follow on each other.
  std::optional<Piece> take(const std::vector<std::uint64_t>& numbers);
  // Takes back a piece. Its regions wait, and get numbers if they have none.
  void put(Piece&&);
  // Gives regions numbers that have none.
  void number(std::vector<Stretch>&);

  // All that there is, if nothing is being explored; the agenda then has nothing. And the way back: the
  // agenda, which has nothing, has no other topologies then than those of these stretches.
  std::vector<Stretch> give_all();
  void take_all(std::vector<Stretch>);

  // Is anything that may count being explored?
  bool any_busy() const { return busy_ > 0; }
  // May what comes of this piece count? Any thread may ask.
  static bool counts(const Piece& piece) { return !std::atomic_ref(piece.place->dropped).load(); }

  // Begins all topologies.
  void begin_all();
  // Hands out the waiting regions to so many shares in turn. Only those of one share, from 0 on, and what
  // they leave, are handed out from now on.
  void deal(std::size_t shares, std::size_t mine);
  std::size_t waiting() const { return waiting_; }  // of the topologies that were begun

  // Is there something after which nothing counts?
  bool ends() const { return ends_; }
  // Appends all sums to `total`. Returns true if every instance is in it. Throws the error after which
  // nothing counts.
  bool add_up(Sum& total);

 private:
  struct Entry {
    enum class State { waiting, large, elsewhere, busy, done };
    State state = State::waiting;
    Numbered region;  // that waits, here or elsewhere, or is large
    // If it is done:
    std::unique_ptr<Sum> sum;
    bool ends = false;
    bool is_last = false;  // Nothing comes after it anyway.
    std::exception_ptr error;
    // If it is busy: something before it ends.
    bool dropped = false;
  };
  using Place = std::list<Entry>::iterator;

  Place first_waiting();
  bool begin_topology();
  void wait(Place behind, Numbered);
  Piece take(Place from, Place to);
  void drop_after(Place);
  bool join_with_next(Place);

  OrderClasses& classes_;
  std::uint64_t next_number_;
  std::uint64_t next_topology_ = 0;
  std::list<Entry> entries_;                  // in the canonical order
  std::map<std::uint64_t, Place> by_number_;  // those that wait
  std::size_t waiting_ = 0;
  std::size_t busy_ = 0;  // of those that are not dropped
  bool ends_ = false;     // some entry ends
};

}  // namespace conclave
