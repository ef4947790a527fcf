// Time by explicit clocks: every process has one, and every message on its way its depth in the chain of
// messages that it ends.
#pragma once

#include "oracle/naive_graph.hpp"

namespace conclave::naive {

// A configuration with its clocks. Depths are listed beside messages as a configuration lists those; equal
// ones in a bag by depth.
struct Timed {
  NaiveGraph::Node node = 0;
  std::vector<int> clocks;
  std::map<Mailbox, std::vector<std::pair<Letter, int>>> mail;

  int time() const;     // the longest chain of received messages
  int deepest() const;  // the same, of messages on their way too
  // Nobody has heard less, and no message is less deep.
  bool covers(const Timed&) const;
  friend auto operator<=>(const Timed&, const Timed&) = default;
};

class Clocks {
 public:
  Clocks(const NaiveGraph&, const Scenario&);

  Timed begin() const;
  // Several, if a step may receive one of several copies.
  std::vector<Timed> after(const Timed&, const NaiveEdge&) const;

  // Gives up (false) beyond `cap` nodes; then `time` says nothing, except that `most` is at least what it is.
  struct Measured {
    bool known = false;
    std::optional<std::int64_t> time;
  };
  Measured least(std::size_t cap) const;
  // Does not come to an end by itself where there is no most.
  Measured most(std::size_t cap) const;

 private:
  bool may_take_finite_time() const;
  // By chains of up to `longest` messages: is there a maximal fair execution? Nothing beyond the cap.
  std::optional<bool> possible_within(int longest, std::size_t cap) const;

  const NaiveGraph& graph_;
  const Network network_;
  const std::size_t processes_;
};

}  // namespace conclave::naive
