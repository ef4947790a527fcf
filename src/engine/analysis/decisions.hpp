// What the scheduler decides of a step, as a number: steps of one configuration with the same number differ
// only in what is tossed. The analyses of liveness and of chance ask for it.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "machine/machine.hpp"

namespace conclave {

class Decisions {
 public:
  explicit Decisions(const Machine& machine) : machine_(machine) {}

  std::uint32_t of(RecordIndex record) {
    if (record >= of_record_.size()) of_record_.resize(2 * std::size_t{record} + 1, 0);
    std::uint32_t& known = of_record_[record];
    if (known == 0) {
      machine_.steps().decision(record, key_);
      known = numbers_.try_emplace(key_, static_cast<std::uint32_t>(numbers_.size()) + 1).first->second;
    }
    return known;
  }

 private:
  const Machine& machine_;
  std::vector<std::uint32_t> key_;
  std::map<std::vector<std::uint32_t>, std::uint32_t> numbers_;
  std::vector<std::uint32_t> of_record_;  // 0: not yet known
};

}  // namespace conclave
