// Explores one instance after the other: chooses the layout of configurations and the pass that is needed.
#pragma once

#include <memory>

#include "explore/task.hpp"

namespace conclave {

// One per thread; keeps what instances share. The scenario and the limits must outlive it.
class Explorer {
 public:
  Explorer(const Scenario&, Limits&);
  ~Explorer();

  // Exact, unless `stopped` says that a limit was reached. Throws ModelError.
  InstanceResult explore(const Instance&, const Task& = {});

  const Machine& machine() const { return machine_; }

 private:
  bool explore_fast(const Instance&, const Task&, InstanceResult&);

  Machine machine_;
  Limits& limits_;
  int cell_bytes_ = 1;  // grows when an instance needs it, and stays: the next one is alike
  struct Layouts;
  std::unique_ptr<Layouts> layouts_;
};

}  // namespace conclave
