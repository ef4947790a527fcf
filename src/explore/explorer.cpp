#include "explore/explorer.hpp"

#include <limits>
#include <map>
#include <stdexcept>

#include "explore/passes.hpp"

namespace conclave {

template <>
std::unique_ptr<Passes> make_passes<std::uint8_t>(Machine&, Limits&);
template <>
std::unique_ptr<Passes> make_passes<std::uint16_t>(Machine&, Limits&);
template <>
std::unique_ptr<Passes> make_passes<std::uint32_t>(Machine&, Limits&);

// Passes by cell width and number of components: repeated identifiers may share channels, so the number
// varies.
struct Explorer::Layouts {
  std::map<std::pair<int, std::size_t>, std::unique_ptr<Passes>> made;

  Passes& get(int cell_bytes, Machine& machine, Limits& limits) {
    auto& passes = made[{cell_bytes, machine.component_count()}];
    if (!passes) {
      passes = cell_bytes == 1   ? make_passes<std::uint8_t>(machine, limits)
               : cell_bytes == 2 ? make_passes<std::uint16_t>(machine, limits)
                                 : make_passes<std::uint32_t>(machine, limits);
    }
    if (!passes) throw std::length_error("no layout of configurations has room for so many components");
    return *passes;
  }
};

Explorer::Explorer(const Scenario& scenario, Limits& limits)
    : machine_(scenario), limits_(limits), layouts_(std::make_unique<Layouts>()) {}

Explorer::~Explorer() = default;

InstanceResult Explorer::explore(const Instance& instance, const Task& task) {
  while (true) {
    const auto cell_limit = static_cast<std::uint32_t>((std::uint64_t{1} << 8 * cell_bytes_) - 1);
    machine_.load(instance, cell_limit);
    try {
      return layouts_->get(cell_bytes_, machine_, limits_).explore(task);
    } catch (const CellOverflow&) {
      if (cell_bytes_ == 4) throw std::length_error("a component has more than 2^32 values");
      cell_bytes_ *= 2;
      layouts_->made.clear();  // and with it what the attempt had stored
    }
  }
}

}  // namespace conclave
