// The state space of one instance, walked by hand: where somebody stands, which steps may be taken there, and
// the branches that were tried. The command `explore` reads and prints; everything else that it knows is
// here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "trace/ahead.hpp"
#include "trace/evidence.hpp"

namespace conclave {

class Exploration {
 public:
  // An execution that was walked. Going back does not shorten it; another step taken there begins a new
  // branch, which has the steps before in common with this one.
  struct Branch {
    std::string name;  // a number, as long as nobody gives it a name
    std::vector<Step> steps;
  };

  // Stands at the initial configuration. The scenario must outlive it. What takes too much throws
  // LimitReached.
  Exploration(const Scenario&, Instance, Limits&);

  const Scenario& scenario() const { return scenario_; }
  const Instance& instance() const { return instance_; }

  // Where we are, and how many steps the branch has in all.
  std::size_t at() const { return evidence_->states().size() - 1; }
  std::size_t length() const { return branches_[branch_].steps.size(); }
  // The configurations of the execution so far; the last one is where we are.
  const std::vector<TraceState>& states() const { return evidence_->states(); }
  std::vector<Step> steps() const;  // of the execution so far
  std::int64_t messages() const;    // that were sent so far
  bool rests() const { return evidence_->rests(); }
  bool decided() { return evidence_->walk().all_decided(); }
  // What is violated here, with the reasons. Of liveness, only an execution that may end here tells.
  using Broken = Evidence::Broken;
  std::vector<Broken> broken();

  // What may happen next, faults included.
  std::size_t choices() const { return evidence_->walk().enabled().size(); }
  TraceStep choice(std::size_t index) { return evidence_->walk().show(index); }
  void take(std::size_t index);
  void go_to(std::size_t step);  // of this branch
  void follow(const std::vector<Step>&);
  // Until it may end, or after so many steps more. The same seed takes the same steps.
  void run_at_random(std::uint64_t seed, std::size_t most);

  const std::vector<Branch>& branches() const { return branches_; }
  std::size_t branch() const { return branch_; }
  void switch_to(std::size_t branch);  // at its end
  void rename(const std::string& name) { branches_[branch_].name = name; }

  // What lies ahead, as far as `most` configurations go.
  const Ahead& ahead(std::uint64_t most);
  // The shortest execution from the beginning that violates each property.
  Violations violations() const;

  // The execution so far, as it is shown and saved: as evidence that the property fails, if it is one.
  Trace trace() const;
  Trace trace(PropertyId, const Path&) const;
  // The subject and the channels, for whoever puts single steps into words.
  const Trace& frame() const { return frame_; }

 private:
  void begin();
  void take_alone(std::size_t index);
  std::size_t find(const Step&) const;

  const Scenario& scenario_;
  const Instance instance_;
  Limits& limits_;
  Trace frame_;
  std::unique_ptr<Evidence> evidence_;
  std::vector<Branch> branches_{{"1", {}}};
  std::size_t branch_ = 0;
  std::unique_ptr<Ahead> ahead_;
  std::vector<Step> ahead_of_;
  std::uint64_t ahead_most_ = 0;
};

}  // namespace conclave
