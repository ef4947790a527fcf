// An execution that the engine gives, followed in the naive semantics.
#pragma once

#include "machine/machine.hpp"
#include "oracle/clocks.hpp"

namespace conclave::naive {

class Replay {
 public:
  // The machine says which channel is which.
  Replay(const Checker&, const NaiveGraph&, const Machine&);

  // Empty, or what is not possible. In lock step, rounds may pass in which all rests.
  std::string follow(const Path&, bool may_rest = false);

  NaiveGraph::Node here() const { return passed_.back(); }
  const std::vector<NaiveGraph::Node>& passed() const { return passed_; }  // one more than steps
  const NaiveEdge* last() const { return taken_.empty() ? nullptr : taken_.back(); }
  std::optional<std::size_t> loop() const { return loop_; }

  // What keeps it from being a maximal fair execution.
  std::string wrong_as_execution() const;
  // What keeps the loop from coming back, and from being fair.
  std::string wrong_with_loop() const;
  // Of the whole execution, the loop taken once; and of the loop.
  std::int64_t cost(std::size_t cost) const { return sum(cost, 0); }
  std::int64_t cost_of_loop(std::size_t cost) const { return sum(cost, loop_.value_or(taken_.size())); }

  // The least or most time of the execution, its loop taken again and again, if it is not without end.
  std::int64_t time(Extreme) const;
  // Does the loop make chains longer without end?
  bool loop_takes_for_ever() const;

 private:
  using Timings = std::vector<Timed>;  // all that the clocks may show
  Mailbox mailbox(int channel, std::optional<int> sender) const;
  Action action(const Step&) const;
  std::vector<Event> events(const Step&) const;
  std::int64_t sum(std::size_t cost, std::size_t from) const;
  Timings after(const Timings&, std::size_t step) const;
  Timings after_loop(Timings) const;
  Timings after_stem() const;

  const Checker& checker_;
  const NaiveGraph& graph_;
  const Machine& machine_;
  const Clocks clocks_;
  std::vector<NaiveGraph::Node> passed_{0};
  std::vector<const NaiveEdge*> taken_;
  std::optional<std::size_t> loop_;
};

}  // namespace conclave::naive
