// Costs and means, kept apart by what claims may read of an instance.
#pragma once

#include <algorithm>
#include <cstddef>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "author/claim.hpp"
#include "engine/merge/means.hpp"
#include "engine/merge/sum.hpp"
#include "engine/run/check.hpp"
#include "scenario/instances.hpp"
#include "scenario/order_classes.hpp"
#include "scenario/scenario.hpp"
#include "scenario/topology.hpp"

namespace conclave {

// What claims may read of the instances of a scenario.
class Cases {
 public:
  explicit Cases(const Scenario& scenario) : scenario_(scenario) {
    for (const Topology& topology : scenario.topologies) diameters_.push_back(diameter(topology));
  }

  Case of(const Instance& instance) const {
    const bool one_set = scenario_.universe() == scenario_.processes || !OrderClasses::apply_to(scenario_);
    Case at;
    at.processes = scenario_.processes;
    if (one_set) at.smallest = code_of(*std::ranges::min_element(instance.ids));
    at.diameter = diameters_[instance.topology];
    at.links = static_cast<int>(scenario_.topologies[instance.topology].links.size());
    for (int place = 0; place < at.processes; ++place)
      at.initiators +=
          may_start(scenario_, instance, place) && !std::ranges::binary_search(instance.down, place) ? 1 : 0;
    at.crashed = static_cast<int>(instance.down.size());
    return at;
  }

 private:
  const Scenario& scenario_;
  std::vector<int> diameters_;  // by topology
};

// The means where something is tossed, of all instances, and kept apart as claims may read them.
class Expectations final : public Sum {
 public:
  explicit Expectations(const Scenario& scenario)
      : Expectations(scenario, std::make_shared<const Cases>(scenario)) {}

  std::unique_ptr<Sum> none() const override {
    return std::unique_ptr<Sum>(new Expectations(scenario_, cases_));
  }
  bool add(const Instance& instance, InstanceResult& found) override {
    by_case_.try_emplace(cases_->of(instance), all_.costs()).first->second.add(instance, found);
    return all_.add(instance, found);
  }
  void append(Sum& sum) override {
    auto& later = dynamic_cast<Expectations&>(sum);
    all_.append(later.all_);
    for (auto& [at, of] : later.by_case_) by_case_.try_emplace(at, all_.costs()).first->second.append(of);
  }
  // Writes them to the result, if something was tossed and all is known.
  void write(CheckResult& result) {
    if (!all_.any()) return;
    write(all_.means(), result);
    for (auto& [at, sum] : by_case_) {
      if (const auto of = result.cases.find(at); of != result.cases.end()) write(sum.means(), of->second);
    }
  }

 private:
  template <class Result>
  void write(const std::vector<Expectation>& means, Result& result) const {
    for (std::size_t cost = 0; cost < means.size(); ++cost) {
      const bool is_time = scenario_.lock_step() && cost + 1 == means.size();
      (is_time ? *result.time : result.costs[cost]).expected = means[cost];
    }
  }

  Expectations(const Scenario& scenario, std::shared_ptr<const Cases> cases)
      : scenario_(scenario), cases_(std::move(cases)), all_(Costs(*scenario.model->program).counted()) {}

  const Scenario& scenario_;
  std::shared_ptr<const Cases> cases_;
  ExpectationSum all_;
  std::map<Case, ExpectationSum> by_case_;
};

}  // namespace conclave
