// What the main sweep of check() finds: verdicts with the counterexample to show, counts, and costs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/merge/cases.hpp"
#include "engine/merge/costs.hpp"
#include "engine/merge/sum.hpp"
#include "engine/run/check.hpp"
#include "machine/saturating.hpp"

namespace conclave {

// How a property is violated by the instances that violate it.
struct Violation {
  // How long an execution is that shows it, and in which instance. Of several, the least is shown.
  struct Shown {
    bool for_ever = false;
    std::size_t length = 0;
    std::size_t switches = 0;
    Instance instance;
    std::optional<Path> path;  // missing where it has to be found again
  };
  std::optional<Shown> shown;  // nothing if no instance violates the property
  std::uint64_t instances = 0;
  Rational orders = 0;
  std::set<std::size_t> topologies;
};

class Tally final : public Sum {
 public:
  struct Rules {
    bool keep_going = false;    // Otherwise nothing counts after the first instance that is violated.
    bool by_case = false;       // as in an Effort
    bool lengths_only = false;  // as in a Task; then switches do not count
  };
  Tally(const Scenario&, Rules);

  std::unique_ptr<Sum> none() const override;
  bool add(const Instance&, InstanceResult&) override;
  void append(Sum& later) override;
  // Costs that are kept apart, by classes of messages or by cases, are not written. Neither are executions.
  Json write() override;
  void read(const Json&) override;

  // `complete` says that every instance was added.
  CheckResult finish(bool complete);

  std::uint64_t states = 0;
  Saturating transitions = 0;
  std::uint64_t quiescent = 0;
  std::uint64_t instances = 0;  // explored to the end
  Rational orders = 0;          // these two as in CheckResult
  Rational identifier_orders = 0;
  StopReason stopped = StopReason::none;
  std::map<PropertyId, Violation> violations;  // of those that are violated
  std::vector<CostSum> costs;                  // as Costs numbers them; empty before the first instance
  bool misses_event = false;

 private:
  void add_violation(PropertyId, const Instance&, Path&);
  void show(Violation&, Violation::Shown&) const;
  void add_shares(const Instance&, const InstanceResult&, bool is_new);
  template <class Result>
  void take_time_out(Result&) const;
  Tally(const Scenario&, Rules, std::shared_ptr<const Cases>);

  const Scenario& scenario_;
  const Rules rules_;
  std::map<std::string, CostSum> shares_;
  CostSum no_share_;                    // of a class that has not been met yet
  std::shared_ptr<const Cases> cases_;  // if costs are kept apart
  std::map<Case, std::vector<CostSum>> costs_by_case_;
  Last last_case_;
  Last last_order_;
  std::map<PropertyId, Last> last_violating_;
};

}  // namespace conclave
