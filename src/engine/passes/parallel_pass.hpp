// The fast pass over one large instance, by several threads: each searches depth-first from the initial
// configuration on, in an order of its own, and goes round what another one has settled.
//
// What is settled has only settled successors, so nothing below it leads back to it: a cycle is never
// settled, nor is what leads to one, and the thread that walks round it finds it on its own stack. All is
// done as soon as one thread has settled the initial configuration.
#pragma once

#include <exception>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

#include "engine/passes/fast_pass_seldom.hpp"

namespace conclave {

template <std::size_t Words, std::size_t Blocks>
class ParallelPass final : public FastExploration {
 public:
  ParallelPass(Machine& machine, Limits& limits, Widths& widths, int threads)
      : widths_(widths), shared_(limits), members_(static_cast<std::size_t>(threads)) {
    int place = 0;
    for (Member& member : members_)
      member.pass = std::make_unique<Pass>(machine, limits, widths, shared_, place++);
  }

  bool run(bool by_independence, std::uint64_t most) override;
  bool met_revocation() const override { return revoked_; }
  void release() override {
    shared_.release();
    for (Member& member : members_) member.pass->release();
  }

 private:
  using Pass = FastPass<Words, Blocks, true>;

  // One thread's part.
  struct Member {
    std::unique_ptr<Pass> pass;
    enum class State { paused, finished, failed } state{};
    // Why it paused, if not because others did.
    bool full = false;
    std::optional<TooNarrow> narrow;
    std::exception_ptr error;
  };

  bool explore(bool by_independence);
  void walk();
  void walk(Member&);
  void make_room();
  template <class Work>
  void share(std::size_t from, std::size_t to, const Work&);
  void widen();
  void finish(Member& first);
  void count();

  Widths& widths_;
  SharedSearch<Words, Blocks> shared_;
  std::vector<Member> members_;
  bool revoked_ = false;
};

template <std::size_t Words, std::size_t Blocks>
bool ParallelPass<Words, Blocks>::run(bool by_independence, std::uint64_t) {
  result = {};
  revoked_ = false;
  try {
    return explore(by_independence);
  } catch (...) {
    count();
    throw;
  }
}

template <std::size_t Words, std::size_t Blocks>
bool ParallelPass<Words, Blocks>::explore(bool by_independence) {
  shared_.clear(widths_.tag);
  for (Member& member : members_) {
    if (!member.pass->begin(by_independence)) return false;
  }
  while (true) {
    walk();
    for (Member& member : members_) {
      if (member.state != Member::State::finished) continue;
      finish(member);
      return true;
    }
    for (const Member& member : members_) {
      if (member.error) std::rethrow_exception(member.error);
    }
    bool failed = false;
    for (Member& member : members_) {
      if (member.state != Member::State::failed) continue;
      failed = true;
      revoked_ |= member.pass->met_revocation();
      if (!result.violated()) result = std::move(member.pass->result);
    }
    if (failed) return false;
    make_room();
  }
}

// All threads, until each pauses.
template <std::size_t Words, std::size_t Blocks>
void ParallelPass<Words, Blocks>::walk() {
  shared_.go_on();
  std::vector<std::jthread> threads;
  for (std::size_t i = 1; i < members_.size(); ++i) threads.emplace_back([this, i] { walk(members_[i]); });
  walk(members_.front());
}

template <std::size_t Words, std::size_t Blocks>
void ParallelPass<Words, Blocks>::walk(Member& member) {
  member.state = Member::State::paused;
  member.full = false;
  member.error = nullptr;
  member.narrow.reset();
  try {
    member.state = member.pass->walk() ? Member::State::finished : Member::State::failed;
  } catch (const Pause&) {
  } catch (const Full&) {
    member.full = true;
  } catch (const TooNarrow& found) {
    member.narrow = found;
  } catch (...) {
    member.error = std::current_exception();
  }
  shared_.pause();
}

template <std::size_t Words, std::size_t Blocks>
void ParallelPass<Words, Blocks>::make_room() {
  const bool full = std::ranges::any_of(members_, &Member::full);
  if (full || shared_.states() >= shared_.seen.most()) {
    shared_.grow([this](std::size_t from, std::size_t to, const auto& work) { share(from, to, work); });
  }
  widen();
}

// Has threads work on each number, where that is worth it.
template <std::size_t Words, std::size_t Blocks>
template <class Work>
void ParallelPass<Words, Blocks>::share(std::size_t from, std::size_t to, const Work& work) {
  std::atomic<std::size_t> begun{from};
  const auto take = [&] {
    for (std::size_t i = begun++; i < to; i = begun++) work(i);
  };
  std::vector<std::jthread> threads;
  const std::size_t useful = shared_.seen.is_small() ? 1 : std::min(to - from, members_.size());
  while (threads.size() + 1 < useful) threads.emplace_back(take);
  take();
}

template <std::size_t Words, std::size_t Blocks>
void ParallelPass<Words, Blocks>::widen() {
  const Pass& one = *members_.front().pass;
  const Layout before = one.layout_;
  bool wider = false;
  for (Member& member : members_) {
    if (!member.narrow || (wider && widths_.have_room(*member.narrow))) continue;
    member.pass->choose_widths(*member.narrow, shared_.states());
    wider = true;
  }
  if (!wider) return;
  for (Member& member : members_) {
    member.pass->lay_out();
    member.pass->repack_stack(before);
  }
  shared_.convert(widths_.tag, [&](const Key<Words>& key) { return one.repack(before, key); });
  for (Member& member : members_) member.pass->scramble_stack();
}

// Of one that has settled the initial configuration.
template <std::size_t Words, std::size_t Blocks>
void ParallelPass<Words, Blocks>::finish(Member& first) {
  Pass& pass = *first.pass;
  for (const Member& member : members_) {
    pass.elected_ |= member.pass->elected_;
    for (std::size_t cost = 0; cost < pass.loops_cost_.size(); ++cost) {
      if (member.pass->loops_cost_[cost]) pass.loops_cost_[cost] = true;
    }
  }
  pass.finish();
  count();
  result.costs = std::move(pass.result.costs);
  result.violations = std::move(pass.result.violations);
}

template <std::size_t Words, std::size_t Blocks>
void ParallelPass<Words, Blocks>::count() {
  result.states = result.transitions = result.quiescent = 0;
  for (const Member& member : members_) {
    result.states += member.pass->result.states;
    result.transitions += member.pass->result.transitions;
    result.quiescent += member.pass->result.quiescent;
  }
}

}  // namespace conclave
