// What StepTables do for every step: they say where it leads. All of it is in the inner loop of the fast
// pass.
#pragma once

#include <cstddef>
#include <cstdint>

#include "engine/steps/step_tables.hpp"

namespace conclave {

template <std::size_t Words>
[[gnu::always_inline]] inline Key<Words> StepTables<Words>::take(const Key<Words>& key, StepIndex index) {
  const PackedStep& step = steps_[index];
  const std::size_t at = Words == 1 ? 0 : step.word;
  const std::uint64_t pushed = std::uint64_t{pushed_change(key, index)} << step.shift;
  Key<Words> child;
  for (std::size_t w = 0; w < Words; ++w) child[w] = key[w] ^ step.change[w] ^ (w == at ? pushed : 0);
  if (step.label.flags & rare) [[unlikely]]
    take_rare(key, index, child);
  return child;
}

template <std::size_t Words>
[[gnu::always_inline]] inline std::uint32_t StepTables<Words>::leads_back(const Key<Words>& key,
                                                                          StepIndex index) {
  const std::uint32_t traits = steps_[index].traits;
  const std::uint32_t change = pushed_change(key, index);
  if (traits & is_rare) [[unlikely]]
    return traits & (take(key, index) == key ? 1U : 0U);
  return traits & (change == 0 ? 1U : 0U);
}

template <std::size_t Words>
[[gnu::always_inline]] inline std::uint32_t StepTables<Words>::pushed_change(const Key<Words>& key,
                                                                             StepIndex index) {
  const PackedStep& step = steps_[index];
  const std::size_t at = Words == 1 ? 0 : step.word;
  const std::uint64_t word = key[at] ^ step.change[at];
  const std::uint32_t content = static_cast<std::uint32_t>(word >> step.shift) & step.mask;
  const std::uint32_t change = rows_[step.row + content];
  if (change == unknown) [[unlikely]]
    return fill_push(pushes_[details_[index].first_push], content);
  return change;
}

}  // namespace conclave
