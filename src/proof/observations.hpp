// What can be seen in the configurations of any model, on its own network: relations between processes, out
// of which facts are learned for people to read. A proof needs more (theory.hpp).
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "program/limits.hpp"
#include "proof/clause.hpp"
#include "scenario/scenario.hpp"

namespace conclave::proof {

class Observations {
 public:
  // `on_ring`: the processes are on a ring, so that one may lie between others.
  explicit Observations(bool on_ring) : on_ring_(on_ring) {}

  // Looks at every reachable configuration of a scenario that has no reductions of steps. If there are more
  // than so many in all, it forgets those of this scenario and returns false. Throws LimitReached,
  // ModelError.
  bool look_at(const Scenario&, std::uint64_t most, Limits&);

  std::uint64_t configurations() const { return seen_.size(); }
  bool on_ring() const { return on_ring_; }
  // What of local states and messages is not looked at, by name.
  const std::vector<std::string>& left_out() const { return left_out_; }
  // The relations, and a ring for each configuration. Where processes are on no ring, `between` means
  // nothing.
  struct Seen {
    std::vector<Relation> relations;
    std::vector<Ring> rings;
  };
  // The result has to stay where it is as long as its rings are looked at.
  void write(Seen&) const;

 private:
  friend class Observer;
  struct Fact {
    std::size_t relation;
    std::vector<std::uint8_t> of;
    friend auto operator<=>(const Fact&, const Fact&) = default;
  };
  struct Number {
    std::size_t variable;
    std::uint8_t process;
    std::int64_t value;
    friend auto operator<=>(const Number&, const Number&) = default;
  };
  struct Observation {
    std::vector<int> ranks;
    std::vector<Fact> facts;
    std::vector<Number> numbers;
    friend auto operator<=>(const Observation&, const Observation&) = default;
  };

  bool on_ring_;
  std::vector<Observation> seen_;
  std::vector<Relation> relations_{{Relation::Of::order, "below", "$1 < $2", 2},
                                   {Relation::Of::ring, "between", "$2 lies between $1 and $3", 3}};
  std::map<std::string, std::size_t> by_name_;
  std::map<std::string, std::size_t> fields_;  // the numbers of variables
  std::vector<std::string> numbers_;           // variables that hold numbers, by what is said of them
  std::vector<std::string> left_out_;
};

}  // namespace conclave::proof
