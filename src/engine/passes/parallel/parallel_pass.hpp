// The fast pass over one large instance by several threads. Each thread, called a worker, searches
// depth-first from the initial configuration on, takes successors in a sequence of its own, and does not walk
// into what another worker has finished. The explorer calls it when an instance has turned out to be large.
//
// Claim: the workers decide what one would. A finished configuration has only finished successors, so nothing
// below it leads back to it. A cycle is therefore never finished, and neither is anything that leads to one,
// so the worker that walks around it finds it on its own stack. All is done as soon as one worker has
// finished the initial configuration. What a single thread has finished before is finished here, too.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "engine/passes/fast_pass_seldom.hpp"
#include "engine/passes/fast_pass_violations.hpp"
#include "engine/passes/fast_pass_walk.hpp"
#include "engine/passes/parallel/shared_search.hpp"
#include "engine/passes/parallel/threads.hpp"
#include "engine/storage/heap.hpp"

namespace conclave {

template <std::size_t Words, std::size_t Blocks>
class ParallelPass final : public FastExploration {
 public:
  ParallelPass(Machine& machine, Limits& limits, Widths& widths, const Nearest& nearest, int threads)
      : limits_(limits),
        widths_(widths),
        shared_(limits, nearest.blocks()),
        workers_(static_cast<std::size_t>(threads)) {
    int worker_number = 0;
    for (Worker& worker : workers_)
      worker.pass = std::make_unique<Pass>(machine, limits, widths, nearest, shared_, worker_number++);
  }

  bool run(bool by_independence, const Most&, std::unique_ptr<Finished> before) override;
  std::unique_ptr<Finished> finished() override { return nullptr; }
  bool met_revocation() const override { return revoked_; }
  PropertySet without_lane() const override { return without_lane_; }
  std::optional<Outlook> look_ahead(std::span<const std::uint32_t>) override { return {}; }
  void release() override {
    shared_.release();
    for (Worker& worker : workers_) worker.pass->release();
  }

 private:
  using Pass = FastPass<Words, Blocks, true>;

  // One thread's part of the work.
  struct Worker {
    std::unique_ptr<Pass> pass;
    enum class State { paused, finished, failed } state{};
    // Why the worker paused, if it was not because others did.
    bool full = false;
    std::optional<TooNarrow> narrow;
    std::exception_ptr error;
  };

  bool explore(bool by_independence, std::unique_ptr<Finished> before);
  void walk();
  void walk(Worker&);
  void make_room();
  template <class Work>
  void share(std::size_t from, std::size_t to, const Work&);
  void widen();
  void sum_up(Worker& first);
  void count();

  Limits& limits_;
  Widths& widths_;
  SharedSearch<Words, Blocks> shared_;
  std::vector<Worker> workers_;
  bool revoked_ = false;
  PropertySet without_lane_;
};

template <std::size_t Words, std::size_t Blocks>
bool ParallelPass<Words, Blocks>::run(bool by_independence, const Most&, std::unique_ptr<Finished> before) {
  result = {};
  revoked_ = false;
  without_lane_ = {};
  try {
    return explore(by_independence, std::move(before));
  } catch (...) {
    count();
    // Much of what is on one stack is on the others, too.
    std::uint64_t unfinished = 0;
    for (const Worker& worker : workers_)
      unfinished = std::max(unfinished, worker.pass->unfinished_transitions());
    result.transitions += unfinished;
    throw;
  }
}

template <std::size_t Words, std::size_t Blocks>
bool ParallelPass<Words, Blocks>::explore(bool by_independence, std::unique_ptr<Finished> before) {
  shared_.clear(widths_.tag);
  for (Worker& worker : workers_) {
    if (worker.pass->begin(by_independence, nullptr)) continue;
    without_lane_ = worker.pass->without_lane();
    return false;
  }
  if (before) {
    Pass& first = *workers_.front().pass;
    first.result.states += shared_.take(*before, Repacking(before->layout, first.layout_));
    first.count_too(*before);
    before.reset();
  }
  while (true) {
    walk();
    for (Worker& worker : workers_) {
      if (worker.state != Worker::State::finished) continue;
      sum_up(worker);
      return true;
    }
    for (const Worker& worker : workers_) {
      if (worker.error) std::rethrow_exception(worker.error);
    }
    bool failed = false;
    for (Worker& worker : workers_) {
      if (worker.state != Worker::State::failed) continue;
      failed = true;
      revoked_ |= worker.pass->met_revocation();
      without_lane_ = without_lane_ | worker.pass->without_lane();
      if (!result.violated()) result = std::move(worker.pass->result);
    }
    if (failed) return false;
    make_room();
  }
}

// Lets all workers walk until each has paused.
template <std::size_t Words, std::size_t Blocks>
void ParallelPass<Words, Blocks>::walk() {
  shared_.go_on();
  for (Worker& worker : workers_) {
    worker.state = Worker::State::paused;
    worker.full = false;
    worker.error = nullptr;
    worker.narrow.reset();
  }
  on_threads(limits_, workers_.size(), [this](std::size_t i) {
    prepare_thread_heap();
    walk(workers_[i]);
  });
}

template <std::size_t Words, std::size_t Blocks>
void ParallelPass<Words, Blocks>::walk(Worker& worker) {
  try {
    worker.state = worker.pass->walk() ? Worker::State::finished : Worker::State::failed;
  } catch (const Pause&) {
  } catch (const Full&) {
    worker.full = true;
  } catch (const TooNarrow& found) {
    worker.narrow = found;
  } catch (...) {
    worker.error = std::current_exception();
  }
  shared_.pause();
}

template <std::size_t Words, std::size_t Blocks>
void ParallelPass<Words, Blocks>::make_room() {
  const bool full = std::ranges::any_of(workers_, &Worker::full);
  if (full || shared_.states() >= shared_.seen.most()) {
    shared_.grow([this](std::size_t from, std::size_t to, const auto& work) { share(from, to, work); });
  }
  widen();
}

// Does the work for each number from `from` to before `to`, on several threads if that is worth it.
template <std::size_t Words, std::size_t Blocks>
template <class Work>
void ParallelPass<Words, Blocks>::share(std::size_t from, std::size_t to, const Work& work) {
  std::atomic<std::size_t> begun{from};
  const std::size_t useful = shared_.seen.is_small() ? 1 : std::min(to - from, workers_.size());
  on_threads(limits_, useful, [&](std::size_t) {
    try {
      for (std::size_t i = begun++; i < to; i = begun++) work(i);
    } catch (...) {
      begun = to;  // the others need not go on
      throw;
    }
  });
}

template <std::size_t Words, std::size_t Blocks>
void ParallelPass<Words, Blocks>::widen() {
  const Pass& one = *workers_.front().pass;
  const Layout before = one.layout_;
  bool wider = false;
  for (Worker& worker : workers_) {
    if (!worker.narrow || (wider && widths_.have_room(*worker.narrow))) continue;
    widths_.widen(*worker.narrow);
    wider = true;
  }
  if (!wider) return;
  if (shared_.states() > Pass::few) one.steps_.widen_others(widths_, shared_.continuations_met());
  for (Worker& worker : workers_) {
    worker.pass->lay_out();
    worker.pass->repack_stack(Repacking(before, worker.pass->layout_));
  }
  shared_.convert(widths_.tag, Repacking(before, one.layout_));
  for (Worker& worker : workers_) worker.pass->scramble_stack();
}

// Takes the result from a worker that has finished the initial configuration.
template <std::size_t Words, std::size_t Blocks>
void ParallelPass<Words, Blocks>::sum_up(Worker& first) {
  Pass& pass = *first.pass;
  for (const Worker& worker : workers_) {
    pass.elected_ |= worker.pass->elected_;
    pass.reached_ |= worker.pass->reached_;
    pass.staying_.add(worker.pass->staying_.unbounded());
  }
  for (const Worker& worker : workers_) {
    for (std::size_t p = 0; p < most_properties && worker.pass->result.violated(); ++p) {
      auto& evidence = worker.pass->result.violations[p];
      if (evidence && !std::as_const(pass.result.violations)[p]) pass.result.violations[p] = evidence;
    }
  }
  pass.sum_up();
  count();
  result.costs = std::move(pass.result.costs);
  result.violations = std::move(pass.result.violations);
}

template <std::size_t Words, std::size_t Blocks>
void ParallelPass<Words, Blocks>::count() {
  result.states = result.transitions = result.quiescent = 0;
  for (const Worker& worker : workers_) {
    result.states += worker.pass->result.states;
    result.transitions += worker.pass->result.transitions;
    result.quiescent += worker.pass->result.quiescent;
  }
}

}  // namespace conclave
