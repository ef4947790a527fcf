// Both passes for one layout of configurations, behind an interface, so that each layout compiles by itself.
#pragma once

#include <memory>

#include "explore/task.hpp"

namespace conclave {

class Passes {
 public:
  virtual ~Passes() = default;
  // Explores the instance that the machine holds. Throws CellOverflow, ModelError. A limit reached is told in
  // `stopped`.
  virtual InstanceResult explore(const Task&) = 0;
};

// Cell: std::uint8_t, std::uint16_t or std::uint32_t. Null if no layout has room for that many components.
template <class Cell>
std::unique_ptr<Passes> make_passes(Machine&, Limits&);

}  // namespace conclave
