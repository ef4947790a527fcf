// What FastPass does seldom: it packs everything anew when a value has no room, looks at steps that lead back
// and at configurations where an execution may end, and sums up at the end.
// fast_pass_walk.hpp has the loop.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "engine/passes/fast_pass.hpp"
#include "engine/passes/parallel/threads.hpp"

namespace conclave {

// Packs everything anew, because a value has no room.
template <std::size_t Words, std::size_t Blocks, bool Together>
void FastPass<Words, Blocks, Together>::widen(const TooNarrow& found) {
  const Layout before = layout_;
  widths_.widen(found);
  if (result.states > few && !is_large_ && !steps_.widen_others(widths_, continuations_.size())) {
    // To pack all keys anew again and again costs more than longer keys do.
    constexpr bool next_is_little_longer = Words >= 4 && Words <= 8;
    if (next_is_little_longer && is_crowded_ && can_hand_over()) throw KeyOverflow{};
    is_crowded_ = true;
  }
  try {
    lay_out();
  } catch (const KeyOverflow&) {
    layout_ = before;
    throw;
  }
  const Repacking repack(before, layout_);
  repack_stack(repack);
  if constexpr (!Together) {
    if (is_large_) {
      large_.convert(format(), repack);
    } else {
      seen_.convert(widths_.tag, repack);
    }
  }
  scramble_stack();
}

// There are more configurations than the pass was to explore.
template <std::size_t Words, std::size_t Blocks, bool Together>
void FastPass<Words, Blocks, Together>::look_for_help() {
  if (most_.spare == nullptr) throw TooMany{};
  // Without what is finished here, the others would begin anew, which does not pay when it is much.
  constexpr std::uint64_t much = std::uint64_t{1} << 20;
  const bool may_help = result.states < much || can_hand_over();
  const bool is_alone = most_.looks_ahead && result.violated();
  if (may_help && !is_alone && most_.spare->any()) throw TooMany{};
  most_ = may_help ? Most{2 * result.states, most_.spare, most_.looks_ahead} : Most{};
}

template <std::size_t Words, std::size_t Blocks, bool Together>
std::unique_ptr<Finished> FastPass<Words, Blocks, Together>::finished() {
  if constexpr (Together) {
    return nullptr;
  } else {
    if (result.states == 0 || !can_hand_over()) return nullptr;
    auto all = std::make_unique<Finished>(Finished{.most = seen_.size(),
                                                   .layout = layout_,
                                                   .hand_out = {},
                                                   .continuations = std::move(continuations_),
                                                   .unbounded = staying_.unbounded(),
                                                   .elected = elected_,
                                                   .reached = reached_,
                                                   .result = result,
                                                   .by = nullptr});
    all->hand_out = [this](const Finished::Each& each) {
      seen_.each([&](const Key<Words>& key, std::uint64_t tag) {
        if (tag != unfinished) each(key.data(), tag);
      });
    };
    return all;
  }
}

// Takes over what another pass has finished.
template <std::size_t Words, std::size_t Blocks, bool Together>
void FastPass<Words, Blocks, Together>::take(Finished& before) {
  count_too(before);
  continuations_ = std::move(before.continuations);
  if constexpr (!plain) continuations_.mark();
  if constexpr (!Together) {
    const Repacking repack(before.layout, layout_);
    seen_.fill(widths_.tag, before.most, [&](const auto& insert) {
      before.hand_out([&](const std::uint64_t* key, std::uint64_t continuation) {
        insert(repack.pack<Words>(key), continuation);
        ++result.states;
      });
    });
  }
}

template <std::size_t Words, std::size_t Blocks, bool Together>
void FastPass<Words, Blocks, Together>::count_too(const Finished& before) {
  result.transitions += before.result.transitions;
  result.quiescent += before.result.quiescent;
  result.violations.add(before.result.violations);
  staying_.add(before.unbounded);
  elected_ |= before.elected;
  reached_ |= before.reached;
}

// Goes on with a set of configurations that takes less memory, without the bits that are not needed yet.
template <std::size_t Words, std::size_t Blocks, bool Together>
void FastPass<Words, Blocks, Together>::become_large() {
  if constexpr (!Together) {
    for (Pending& step : pending_) step.key = seen_.unscramble(step.key);
    large_.take(seen_, format());
    is_large_ = true;
    const Layout before = layout_;
    steps_.narrow(widths_);
    lay_out();
    const Repacking repack(before, layout_);
    for (Frame& frame : frames_) frame.key = repack(frame.key);
    for (Pending& step : pending_) step.key = repack(step.key);
    large_.convert(format(), repack);
    scramble_stack();
  }
}

// This comes before the set of seen configurations is converted, because scrambling depends on the width of
// tags. If it was the expansion of the configuration at the top of the stack that failed, it will be expanded
// again.
template <std::size_t Words, std::size_t Blocks, bool Together>
void FastPass<Words, Blocks, Together>::repack_stack(const Repacking& repack) {
  if (frames_.empty()) return;
  const Frame& last = frames_.back();
  if (!last.expanded) pending_.resize_down(last.first);
  for (Frame& frame : frames_) {
    limits_.poll();
    frame.key = repack(frame.key);
  }
  for (Pending& step : pending_) {
    limits_.poll();
    step.key = with_seen([&](const auto& seen) { return repack(seen.unscramble(step.key)); });
  }
}

// This comes after the set was converted.
template <std::size_t Words, std::size_t Blocks, bool Together>
void FastPass<Words, Blocks, Together>::scramble_stack() {
  with_seen([&](const auto& seen) {
    for (Frame& frame : frames_) frame.scrambled = seen.scramble(frame.key);
    for (Pending& step : pending_) step.key = seen.scramble(step.key);
  });
}

// A plain search is enough, because this is seldom asked.
template <std::size_t Words, std::size_t Blocks, bool Together>
bool FastPass<Words, Blocks, Together>::is_on_stack(const Scrambled& key) const {
  return std::any_of(frames_.begin(), frames_.end(),
                     [&](const Frame& frame) { return frame.scrambled == key; });
}

// Makes the threads go different ways: worker 0 takes the listed steps as they are, worker 1 takes them
// backwards, and the others begin somewhere in the middle.
template <std::size_t Words, std::size_t Blocks, bool Together>
void FastPass<Words, Blocks, Together>::reorder(const Frame& frame) {
  if (worker_number_ == 0 || listed_.size() < 2) return;
  if (worker_number_ == 1) return std::reverse(listed_.begin(), listed_.end());
  const std::uint64_t hash = (frame.scrambled[0] >> 32) * static_cast<std::uint64_t>(2 * worker_number_ + 1);
  std::rotate(listed_.begin(), listed_.begin() + hash % listed_.size(), listed_.end());
}

// The labels of all steps of the configuration at the top of the stack, which has just been expanded. In the
// plain case these are the steps that have been listed, without those that loops_ tells of.
template <std::size_t Words, std::size_t Blocks, bool Together>
std::vector<StepLabel> FastPass<Words, Blocks, Together>::labels(const Frame& frame) const {
  std::vector<Label> labels;
  if constexpr (plain) {
    for (const std::uint32_t step : listed_) labels.push_back(steps_.label(step));
  } else {
    for (const Pending& step : pending(frame)) labels.push_back(step.label);
  }
  return labels;
}

// Lists all steps of the configuration at the top of the stack with where they lead. Returns for how many
// transitions they stand.
template <std::size_t Words, std::size_t Blocks, bool Together>
template <class Set>
std::uint64_t FastPass<Words, Blocks, Together>::list(const Set& seen, const Key<Words>& key,
                                                      Array<Pending>& steps) {
  if (!plain && lock_step_) return append_rounds(machine_, layout_, seen, key, round_values_, steps);
  list_steps(key);
  if constexpr (Together) reorder(frames_.back());
  append_listed(steps_, listed_, seen, key, steps);
  return listed_.size();
}

// No step is owed at the top of the stack, so an execution may end there, unless somebody has to start.
template <std::size_t Words, std::size_t Blocks, bool Together>
bool FastPass<Words, Blocks, Together>::rest() {
  Frame& frame = frames_.back();
  const Cells cells{frame.key, layout_};
  const auto steps = labels(frame);
  bool decided = false;
  {
    const MachineLock lock(turn_);
    if (machine_.awaits_start(cells, steps)) return true;
    decided = machine_.judge().all_decided(cells);
  }
  frame.rests = true;
  Lanes* const sums = this->sums();
  for (std::size_t block = 0; block < blocks(); ++block) lanes::raise(sums[block], nearest_.rest()[block]);
  if (statements_.any()) frame.marks.avoids = statements_.unanswered(frame.marks.holds);
  PropertySet failed;
  if (!decided) failed.add(PropertyId::termination);
  if (decided && nearest_.asks_for_ends()) nearest_.set_end(sums);
  const PropertySet asked = machine_.scenario().properties;
  if (asked.contains(PropertyId::election) && lacks_leader(cells)) {
    failed.add(PropertyId::election);  // unless somebody was leader before, as look_back() will find
  }
  failed = failed & asked;
  return failed.empty() || note_violation(failed);
}

// Some steps that have been listed lead back to the configuration. Returns false if the graph pass has to
// decide.
template <std::size_t Words, std::size_t Blocks, bool Together>
bool FastPass<Words, Blocks, Together>::look_at_loops(const Key<Words>& key) {
  if (loops_.traits & Tables::optional) return false;  // as in look_at_unfinished()
  if (machine_.scenario().fairness == Fairness::none) return false;
  const bool must_leave = loops_.others_traits & Tables::leaves;
  const bool all_noted = staying_.have_noted(loops_.traits / Tables::first_cost);
  return (must_leave && all_noted) || look_at_each_loop(key, must_leave);
}

template <std::size_t Words, std::size_t Blocks, bool Together>
bool FastPass<Words, Blocks, Together>::look_at_each_loop(const Key<Words>& key, bool must_leave) {
  std::vector<Label> loops;
  std::vector<Label> others;
  list_steps(key);
  for (const std::uint32_t step : listed_)
    (steps_.leads_back(key, step) ? loops : others).push_back(steps_.label(step));
  loops_ = steps_.take_out_loops(key, listed_);
  for (const Label& loop : loops) staying_.note(loop);
  return must_leave || !staying_.may_stay(loops, others);
}

// A step leads to a configuration on the stack. Returns false if the graph pass has to decide.
template <std::size_t Words, std::size_t Blocks, bool Together>
bool FastPass<Words, Blocks, Together>::look_at_unfinished(const Pending& step) {
  Frame& frame = frames_.back();
  if (plain || step.key != frame.scrambled) return false;  // a cycle
  // By optional steps an execution may come back to a quiescent configuration again and again.
  if (!(step.label.flags & Tables::owed)) return false;
  staying_.note(step.label);
  if (frame.stays) return true;
  frame.stays = true;
  const bool unfair = machine_.scenario().fairness == Fairness::none;
  return !unfair && !may_stay(frame);
}

// Does what the model claims of rounds hold of this round and, at rest, of all rounds that follow? How many
// rounds have passed is known only as long as there is one execution; otherwise this returns false, and the
// graph pass has to decide.
template <std::size_t Words, std::size_t Blocks, bool Together>
bool FastPass<Words, Blocks, Together>::keeps_rounds(const Frame& frame) const {
  const auto steps = pending(frame);
  const auto is_optional = [](const Pending& step) { return !(step.label.flags & Tables::owed); };
  if (steps.size() > 1 || std::ranges::any_of(steps, is_optional)) return false;
  const int round = static_cast<int>(frames_.size()) - 1;
  const int last = steps.empty() ? machine_.judge().rounds_claimed() : round;
  for (int r = round; r <= last; ++r) {
    const bool is_known = r == round && statements_.any();  // since the configuration was added
    const std::uint32_t holds =
        is_known ? frame.marks.holds : machine_.judge().predicates(Cells{frame.key, layout_}, r);
    if (statements_.broken_in_round(holds) != 0) return false;
  }
  return true;
}

// May an execution fairly stay in this configuration for ever? It may if every owed action has an outcome
// that changes nothing.
template <std::size_t Words, std::size_t Blocks, bool Together>
bool FastPass<Words, Blocks, Together>::may_stay(const Frame& frame) {
  all_.resize_down(0);
  with_seen([&](const auto& seen) { list(seen, frame.key, all_); });
  const MachineLock lock(turn_);
  return std::ranges::all_of(all_, [&](const Pending& step) {
    return !(step.label.flags & Tables::owed) || std::ranges::any_of(all_, [&](const Pending& other) {
      return other.key == frame.scrambled &&
             machine_.steps().is_same_action(other.label.record, step.label.record);
    });
  });
}

// May a sum be more than a lane can hold?
template <std::size_t Words, std::size_t Blocks, bool Together>
bool FastPass<Words, Blocks, Together>::is_too_much(const Lanes* sums) const {
  const auto is_most = [&](std::size_t cost) { return lanes::most(sums, cost) >= lanes::largest_sum; };
  return is_most(Costs::messages) || is_most(costs_.deliveries()) ||
         (costs_.counts_time() && is_most(costs_.time())) || nearest_.is_far(sums);
}

// Takes the result from the initial configuration, which is finished, and alone on the stack.
template <std::size_t Words, std::size_t Blocks, bool Together>
void FastPass<Words, Blocks, Together>::sum_up() {
  const Lanes* const sums = this->sums();
  for (const Property& p : machine_.scenario().model->properties) {
    if (!nearest_.of().contains(p.id)) continue;
    const auto steps = nearest_.steps(sums, p.id);
    if (!steps) continue;
    auto& path = result.violation(p.id);
    if (!path) path.emplace().shortest = false;
    path->least = steps;
  }
  find_unreached();
  for (std::size_t cost = 0; cost < costs_.counted(); ++cost) {
    Extremes extremes{lanes::least(sums, cost), lanes::most(sums, cost)};
    if (staying_.add_to(cost)) extremes.max.reset();
    result.costs.push_back(extremes);
  }
}

template <std::size_t Words, std::size_t Blocks, bool Together>
void FastPass<Words, Blocks, Together>::extend_costs() {
  const MachineLock lock(turn_);
  step_costs_.extend(machine_.steps().costs());
}

}  // namespace conclave
