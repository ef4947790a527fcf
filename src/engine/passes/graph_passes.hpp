// make_graph_pass<Cell>, to be instantiated once for each width of cell.
#pragma once

#include "engine/passes/graph_pass.hpp"
#include "engine/passes/passes.hpp"

namespace conclave {

template <class C>
class GraphPassOf final : public GraphExploration {
 public:
  GraphPassOf(Machine& machine, Limits& limits) : machine_(machine), limits_(limits) {}

  InstanceResult explore(const Task& task) override {
    GraphPass<C> pass(machine_, limits_);
    try {
      pass.run(task);
    } catch (const LimitReached& limit) {
      pass.result.stopped = limit.reason;
    }
    return std::move(pass.result);
  }

 private:
  Machine& machine_;
  Limits& limits_;
};

template <class Cell, class Word, std::size_t Words, std::size_t... Larger>
std::unique_ptr<GraphExploration> smallest_layout(Machine& machine, Limits& limits) {
  using C = Configuration<Cell, Words, Word>;
  if (machine.values().component_count() <= C::capacity) return std::make_unique<GraphPassOf<C>>(machine, limits);
  if constexpr (sizeof...(Larger) > 0) {
    return smallest_layout<Cell, Word, Larger...>(machine, limits);
  } else {
    static_assert(C::capacity == most_components);
    return nullptr;
  }
}

}  // namespace conclave
