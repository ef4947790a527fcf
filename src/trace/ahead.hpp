// What lies ahead of a configuration: everything that can be reached from there, as far as a stated number of
// configurations goes, with the ends and what they cost. The command `explore` jumps by it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "trace/state_space.hpp"

namespace conclave {

class Ahead {
 public:
  using Number = StateSpace::Number;

  // Looks ahead from the end of an execution. The scenario must outlive it. Throws LimitReached.
  Ahead(const Scenario&, const Instance&, const std::vector<Step>& execution, Limits&, std::uint64_t most);

  std::uint64_t configurations() const { return space_.nodes().size(); }
  std::uint64_t steps() const { return space_.edges().size(); }
  bool whole() const { return space_.left_out() == 0; }
  // The graph itself, and the strongly connected component of each configuration; these are numbered so that
  // edges lead to smaller numbers.
  StateSpace& space() { return space_; }
  const std::vector<Number>& components() const { return component_; }
  std::int64_t messages(const StateSpace::Edge&) const;  // that the step sends

  // A quiescent configuration, with the messages that are sent on the way from here. Where not everything
  // is known, an execution that is not known may cost less or more.
  struct Ending {
    Number at = 0;
    std::size_t steps = 0;  // at least
    std::int64_t least = 0;
    std::optional<std::int64_t> most;  // nothing: without bound
    bool decided = false;              // final, as termination wants it
    std::vector<std::size_t> leaders;  // places, ascending
  };
  const std::vector<Ending>& endings() const { return endings_; }  // nearest first

  std::vector<Step> nearest_way(Number to) const;
  std::vector<Step> cheapest_way(Number to) const;
  // Nothing where there is no dearest one.
  std::optional<std::vector<Step>> dearest_way(Number to) const;

  // The shortest way to a configuration in which the property fails, or to a step that breaks it, or to an
  // end that is not as termination wants it. Nothing, if none is known, or if it takes more than that to tell
  // that the property is violated.
  std::optional<std::vector<Step>> way_to_violation(PropertyId) const;

 private:
  using EdgeIndex = std::uint32_t;
  static constexpr EdgeIndex none = ~EdgeIndex{0};

  void find_components();
  void find_nearest();
  void find_cheapest();
  void find_dearest();
  void find_endings();
  std::vector<Step> way(Number to, const std::vector<EdgeIndex>& last) const;
  void add_way_inside(std::vector<EdgeIndex>& backwards, Number from, Number to) const;

  StateSpace space_;
  std::vector<EdgeIndex> first_;     // by configuration: its first edge; one more than there are
  std::vector<EdgeIndex> nearest_;   // by configuration: the last edge of a shortest way
  std::vector<std::size_t> depth_;   // its length
  std::vector<EdgeIndex> cheapest_;  // the same of a cheapest way
  std::vector<std::int64_t> least_;  // its messages
  std::vector<Number> component_;    // by configuration: which strongly connected one it is in
  std::vector<std::optional<std::int64_t>> dearest_;  // by component: the messages of a dearest way into it
  std::vector<EdgeIndex> entry_;                      // by component: the edge by which that way enters it
  std::vector<Ending> endings_;
};

}  // namespace conclave
