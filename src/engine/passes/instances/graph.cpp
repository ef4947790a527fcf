// GraphPass, for cells of one, two and four bytes.
#include "engine/passes/graph_pass.hpp"
#include "engine/passes/passes.hpp"

#include <new>

namespace conclave {
namespace {

template <class C>
class GraphPassOf final : public GraphExploration {
 public:
  GraphPassOf(Machine& machine, Limits& limits) : machine_(machine), limits_(limits) {}

  InstanceResult explore(const Task& task) override {
    return within_limits([&](GraphPass<C>& pass) { pass.run(task); });
  }
  InstanceResult find(const Wanted& wanted) override {
    return within_limits([&](GraphPass<C>& pass) { pass.find(wanted); });
  }

 private:
  template <class Work>
  InstanceResult within_limits(const Work& work) {
    GraphPass<C> pass(machine_, limits_);
    try {
      work(pass);
    } catch (const LimitReached& limit) {
      pass.result.stopped = limit.reason;
    } catch (const std::bad_alloc&) {
      pass.result.stopped = limits_.out_of_memory();
    }
    return std::move(pass.result);
  }

  Machine& machine_;
  Limits& limits_;
};

template <class Cell, std::size_t Words, std::size_t... Larger>
std::unique_ptr<GraphExploration> smallest_layout(Machine& machine, Limits& limits) {
  using C = Configuration<Cell, Words>;
  if (machine.values().component_count() <= C::capacity)
    return std::make_unique<GraphPassOf<C>>(machine, limits);
  if constexpr (sizeof...(Larger) > 0) {
    return smallest_layout<Cell, Larger...>(machine, limits);
  } else {
    static_assert(C::capacity == most_components);
    return nullptr;
  }
}

}  // namespace

std::unique_ptr<GraphExploration> make_graph_pass(int cell_bytes, Machine& machine, Limits& limits) {
  switch (cell_bytes) {
    case 1:
      return smallest_layout<std::uint8_t, 1, 2, 3, 4, 8, 24>(machine, limits);
    case 2:
      return smallest_layout<std::uint16_t, 3, 5, 48>(machine, limits);
    default:
      return smallest_layout<std::uint32_t, 16, 96>(machine, limits);
  }
}

}  // namespace conclave
