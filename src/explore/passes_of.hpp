// make_passes<Cell>, to be instantiated once for each width of cell.
#pragma once

#include "explore/fast_pass.hpp"
#include "explore/graph_pass.hpp"
#include "explore/passes.hpp"

namespace conclave {

template <class C>
class PassesOf final : public Passes {
 public:
  PassesOf(Machine& machine, Limits& limits) : machine_(machine), limits_(limits), fast_(machine, limits) {}

  InstanceResult explore(const Task& task) override {
    const bool fast_pass_first = !task.always_store_graph && !task.time && !task.witness;
    if (fast_pass_first) {
      try {
        if (fast_.run(independence_applies(machine_.scenario()))) return std::move(fast_.result);
        if (fast_.met_revocation() && fast_.run(false)) return std::move(fast_.result);
      } catch (const LimitReached& limit) {
        fast_.result.stopped = limit.reason;
        return std::move(fast_.result);
      }
      fast_.release();
    }
    GraphPass<C> pass(machine_, limits_);
    try {
      pass.run(task);
    } catch (const LimitReached& limit) {
      pass.result.stopped = limit.reason;
      // What the fast pass found stays found, though perhaps not by the shortest execution.
      if (fast_pass_first) {
        for (std::size_t p = 0; p < most_properties; ++p) {
          if (!pass.result.violations[p]) pass.result.violations[p] = std::move(fast_.result.violations[p]);
        }
      }
    }
    return std::move(pass.result);
  }

 private:
  Machine& machine_;
  Limits& limits_;
  FastPass<C> fast_;
};

template <class Cell, class Word, std::size_t Words, std::size_t... Larger>
std::unique_ptr<Passes> smallest_layout(Machine& machine, Limits& limits) {
  using C = Configuration<Cell, Words, Word>;
  if (machine.component_count() <= C::capacity) return std::make_unique<PassesOf<C>>(machine, limits);
  if constexpr (sizeof...(Larger) > 0) {
    return smallest_layout<Cell, Word, Larger...>(machine, limits);
  } else {
    return nullptr;
  }
}

}  // namespace conclave
