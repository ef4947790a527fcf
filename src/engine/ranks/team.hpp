// The folder ranks: an instance that is too large for the memory of one process is explored by all of them
// together. A rank is one of these processes, and rank 0 leads. Each rank keeps the configurations that
// belong to it in its own memory, and is sent those that others meet (RankPass, rank_pass.hpp). Which rank a
// configuration belongs to is a matter of a few of its components (Spread, spread.hpp). Numbers of values are
// a rank's own, so what arrives is translated (Translation, translation.hpp).
//
// What the ranks do is in phases. A phase is over when no rank has anything to do and nothing is on its way.
// That is found out as by F. Mattern (Algorithms for distributed termination detection, 1987, section 6, the
// four counters): the leader asks all ranks how much they have sent and received, and the phase is over when
// they answer the same twice, as much was received as was sent, and nobody had anything to do.
//
// This file: Team, through which a rank talks to the others about one instance.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "engine/run/wire.hpp"
#include "program/json.hpp"
#include "program/limits.hpp"

namespace conclave {

// Thrown by a Team. The leader has given up.
struct GivenUp {};
// The same, at the leader: another rank cannot go on, and says why.
struct RankFailed {
  Json why;
};

class Team {
 public:
  // What ranks have expanded, the leader tells its limits, for the progress.
  Team(Wire& wire, Limits& limits);
  // The leader waits until all others have a Team, too. Before that, nobody sends anything but to the leader.
  void wait_for_others();

  bool leads() const { return wire_.number() == 0; }
  std::uint32_t rank() const { return static_cast<std::uint32_t>(wire_.number()); }
  std::uint32_t size() const { return static_cast<std::uint32_t>(wire_.processes()); }
  std::uint64_t bytes_sent() const { return bytes_sent_; }  // as data, by this rank

  // Data from one rank to another arrive in their order. When so many wait at a rank that this one should
  // send no more before they are taken, this one is full; but it may send.
  struct Data {
    std::uint32_t from;
    std::string bytes;
  };
  void send(std::uint32_t to, const std::string& bytes);
  bool is_full() const { return full_ > 0; }
  // The next data that have arrived, if any.
  std::optional<Data> take();

  // Hears what others say, and answers. `idle` says that this rank has nothing to do but what arrives.
  // Returns false if nothing has come. Throws GivenUp, RankFailed.
  bool hear(bool idle);
  // Is the phase over?
  bool is_over() const { return over_; }
  // Waits until all ranks are here. What arrives meanwhile belongs to the next phase.
  void meet();
  // The same at the end. The leader leaves last, so that what it says to others then is not for their Teams.
  void leave();

  // Words besides data, in their order with these. await() hears until there are some; it throws what hear()
  // throws.
  void tell(std::uint32_t to, const Json&);
  void tell_all(const Json&);
  Json await(std::uint32_t from);

  // The leader gives up, for all ranks; whatever is on its way comes to nothing. The others hear of it as
  // GivenUp, and then have to call give_up() as well. It returns at the leader what the others said last.
  std::vector<Json> give_up(const Json& last);
  // A rank that does not lead cannot go on. Returns when the leader has given up.
  void fail(const Json& why);

 private:
  // Data in so many pieces may wait at a rank.
  static constexpr int window = 32;
  // The first letter of a message.
  enum class Kind : char {
    data = 'd',
    taken = 't',
    ask = 'a',
    answer = 'r',
    over = 'o',
    ready = 'y',
    here = 'h',
    gone = 'e',
    give_up = 'g',
    failed = 'f',
    words = 'w',
  };
  struct Counts {
    std::uint64_t sent = 0;
    std::uint64_t received = 0;
    std::uint64_t busy = 0;    // so many ranks have something to do
    std::uint64_t states = 0;  // were expanded since the last answer

    friend bool operator==(const Counts&, const Counts&) = default;
  };
  struct Other {
    int waiting = 0;  // so many of this rank's data wait there
    int met = 0;      // how often it was here
    bool ready = false;
    bool gone = false;
    std::deque<Json> words;
  };

  void post(std::uint32_t to, Kind, const std::string& rest = {});
  void post_all(Kind);
  void receive(const Wire::Message&, bool idle);
  Counts count(bool idle);
  void add(const Counts&);
  void ask_when_due(bool idle);
  void wait_for_all();
  template <class Is>
  void wait_until(const Is&);

  Wire& wire_;
  Limits& limits_;
  std::vector<Other> others_;  // by rank
  std::deque<Data> arrived_;
  std::uint64_t sent_ = 0;      // in this phase
  std::uint64_t received_ = 0;  // likewise
  std::uint64_t told_states_;
  std::uint64_t bytes_sent_ = 0;
  int full_ = 0;  // so many others have a whole window of data waiting
  int meetings_ = 0;
  bool over_ = false;
  bool given_up_ = false;
  std::optional<Json> failure_;
  // Of the leader:
  std::uint32_t answers_ = 0;  // still to come
  Counts now_;                 // as far as answers have come
  std::optional<Counts> before_;
  std::chrono::steady_clock::time_point asked_{};
};

}  // namespace conclave
