#include "explore/check.hpp"

#include <oneapi/tbb/enumerable_thread_specific.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_pipeline.h>

#include <chrono>
#include <utility>

namespace conclave {
namespace {

constexpr std::size_t batch_size = 16;

// Some instances in a row, and what exploring them found.
struct Batch {
  std::vector<Instance> instances;
  std::vector<InstanceResult> results;
};

// Adds up the results of instances, in their order.
class Merge {
 public:
  explicit Merge(const Scenario& scenario, bool keep_going) : keep_going_(keep_going) {
    result_.processes = scenario.processes;
    for (const Property& p : all_properties) {
      if (!scenario.properties.contains(p.id)) continue;
      result_.properties.emplace_back().id = p.id;
    }
  }

  bool done() const { return done_.load(std::memory_order_relaxed); }

  void add(Instance& instance, InstanceResult& found) {
    if (done()) {
      all_merged_ = false;
      return;
    }
    result_.states += found.states;
    result_.transitions += found.transitions;
    result_.quiescent += found.quiescent;
    for (auto& property : result_.properties) {
      auto& path = found.violations[static_cast<std::size_t>(property.id)];
      if (path) add(property, instance, *path);
    }
    if (found.stopped != StopReason::none) {
      result_.stopped = found.stopped;
      return;
    }
    ++result_.instances;
    result_.orders += instance.orders;
    add_messages(found.messages, instance.orders);
    if (found.violated() && !keep_going_) done_ = true;
  }

  // Instances that were not explored, or explored for nothing: no property may be said to hold of them.
  void leave_out() { all_merged_ = false; }

  CheckResult finish(StopReason stopped) {
    if (result_.stopped == StopReason::none && !all_merged_ && !done()) result_.stopped = stopped;
    const bool complete = all_merged_ && result_.stopped == StopReason::none;
    result_.verdict = Verdict::holds;
    for (auto& property : result_.properties) {
      property.verdict = property.counterexample ? Verdict::violated
                         : complete              ? Verdict::holds
                                                 : Verdict::inconclusive;
      result_.verdict = worse(result_.verdict, property.verdict);
    }
    for (std::size_t metric = 0; metric < result_.messages.size(); ++metric) {
      if (sums_[metric] && result_.orders > 0) {
        result_.messages[metric].mean_of_maxima =
            boost::multiprecision::cpp_rational(*sums_[metric], result_.orders);
      }
    }
    return std::move(result_);
  }

 private:
  static void add(PropertyResult& property, const Instance& instance, Path& path) {
    ++property.violating_instances;
    // An execution that ends is shorter than one that goes on for ever.
    const auto length = [](const Path& p) { return std::pair(p.loop.has_value(), p.steps.size()); };
    if (property.counterexample && length(property.counterexample->path) <= length(path)) return;
    property.counterexample = Counterexample{instance, std::move(path)};
  }

  void add_messages(const std::vector<Extremes>& messages, std::uint64_t orders) {
    if (result_.messages.empty()) {
      for (const auto& extremes : messages) {
        result_.messages.push_back({extremes.min, extremes.max, {}});
        sums_.emplace_back(0);
      }
    }
    for (std::size_t metric = 0; metric < messages.size(); ++metric) {
      auto& [min, max, mean] = result_.messages[metric];
      const auto& of = messages[metric];
      // The least of all: an instance in which every execution sends for ever does not count unless all do.
      if (of.min && (!min || *of.min < *min)) min = of.min;
      if (!of.max || !max) {
        max.reset();
      } else {
        max = std::max(*max, *of.max);
      }
      auto& sum = sums_[metric];
      if (of.max && sum) {
        *sum += boost::multiprecision::cpp_int(*of.max) * orders;
      } else {
        sum.reset();
      }
    }
  }

  bool keep_going_;
  bool all_merged_ = true;
  CheckResult result_;
  std::vector<std::optional<boost::multiprecision::cpp_int>> sums_;
  std::atomic<bool> done_{false};
};

Batch explore(Explorer& explorer, std::vector<Instance> instances, const Limits& limits, bool keep_going) {
  Batch batch{std::move(instances), {}};
  for (const auto& instance : batch.instances) {
    if (limits.reason() != StopReason::none) break;
    batch.results.push_back(explorer.explore(instance));
    if (batch.results.back().violated() && !keep_going) break;
  }
  return batch;
}

}  // namespace

Verdict worse(Verdict a, Verdict b) {
  if (a == Verdict::violated || b == Verdict::violated) return Verdict::violated;
  if (a == Verdict::inconclusive || b == Verdict::inconclusive) return Verdict::inconclusive;
  return Verdict::holds;
}

CheckResult check(const Scenario& scenario, Limits& limits, int threads, bool keep_going) {
  const auto began = std::chrono::steady_clock::now();
  const tbb::global_control cores(tbb::global_control::max_allowed_parallelism,
                                  static_cast<std::size_t>(threads));
  tbb::enumerable_thread_specific<std::unique_ptr<Explorer>> explorers(
      [&] { return std::make_unique<Explorer>(scenario, limits); });
  Instances instances(scenario);
  Merge merge(scenario, keep_going);

  const auto next_batch = [&](tbb::flow_control& control) {
    std::vector<Instance> batch;
    Instance instance;
    while (!merge.done() && limits.reason() == StopReason::none && batch.size() < batch_size &&
           instances.next(instance)) {
      batch.push_back(instance);
    }
    if (batch.empty()) control.stop();
    return batch;
  };
  const auto explore_batch = [&](std::vector<Instance> batch) {
    return explore(*explorers.local(), std::move(batch), limits, keep_going);
  };
  const auto merge_batch = [&](Batch batch) {
    for (std::size_t i = 0; i < batch.results.size(); ++i) merge.add(batch.instances[i], batch.results[i]);
    if (batch.results.size() < batch.instances.size()) merge.leave_out();
    limits.instances += batch.results.size();
  };
  tbb::parallel_pipeline(
      static_cast<std::size_t>(4 * threads),
      tbb::make_filter<void, std::vector<Instance>>(tbb::filter_mode::serial_in_order, next_batch) &
          tbb::make_filter<std::vector<Instance>, Batch>(tbb::filter_mode::parallel, explore_batch) &
          tbb::make_filter<Batch, void>(tbb::filter_mode::serial_in_order, merge_batch));

  Instance rest;
  if (instances.next(rest)) merge.leave_out();
  CheckResult result = merge.finish(limits.reason());
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  return result;
}

}  // namespace conclave
