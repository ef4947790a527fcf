// The threads of a sweep (oneTBB). Only the sources of Sweep need this.
#pragma once

#include <oneapi/tbb/enumerable_thread_specific.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <memory>

#include "engine/pieces/sweep.hpp"
#include "engine/run/explorer.hpp"
#include "program/limits.hpp"

namespace conclave {

// Each thread has an explorer of its own, made when the thread first explores.
struct Sweep::Threads {
  Threads(const Scenario& scenario, Limits& limits, const Effort& effort)
      : cores(oneapi::tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(effort.threads)),
        explorers([&scenario, &limits, provisos = effort.provisos] {
          return std::make_unique<Explorer>(scenario, limits, provisos);
        }) {}

  const oneapi::tbb::global_control cores;
  oneapi::tbb::enumerable_thread_specific<std::unique_ptr<Explorer>> explorers;
  // Counts how often work went to another thread or came back. oneTBB sees to that by itself, but is not
  // built with the thread sanitizer, which therefore does not see it. This it sees.
  std::atomic<unsigned> handovers{0};
};

// Calls a function on some threads at a time.
template <class Work>
void Sweep::on_threads(std::size_t at_most, const Work& work) {
  const int threads = std::min(effort_.threads, static_cast<int>(at_most));
  auto& handovers = threads_->handovers;
  const auto with_limits = [&](int) {
    ++handovers;  // before anything that another thread has written is read
    const LimitsInForce in_force(&limits_);
    work();
    ++handovers;
  };
  ++handovers;
  if (threads == 1)
    with_limits(0);
  else
    oneapi::tbb::parallel_for(0, threads, with_limits, oneapi::tbb::simple_partitioner());
  ++handovers;
}

}  // namespace conclave
