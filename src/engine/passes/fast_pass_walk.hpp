// The loop of FastPass: configurations go onto the stack, are expanded, and are finished when everything that
// follows on them is. All of it runs for every configuration or every transition, so it is written for speed;
// what is done seldom is in fast_pass_violations.hpp and fast_pass_seldom.hpp.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "engine/passes/fast_pass.hpp"
#include "engine/steps/step_tables_lookup.hpp"

namespace conclave {

template <std::size_t Words, std::size_t Blocks, bool Together>
bool FastPass<Words, Blocks, Together>::run(bool by_independence, const Most& most,
                                            std::unique_ptr<Finished> before) {
  most_ = most;
  if (!begin(by_independence, std::move(before))) return false;
  while (true) {
    try {
      if (!walk()) return false;
      break;
    } catch (const TooNarrow& found) {
      widen(found);
    } catch (const Large&) {
      become_large();
    } catch (const LimitReached&) {
      result.transitions += unfinished_transitions();
      throw;
    }
  }
  sum_up();
  return true;
}

// The steps of the configurations on the stack, which are counted when these are finished.
template <std::size_t Words, std::size_t Blocks, bool Together>
std::uint64_t FastPass<Words, Blocks, Together>::unfinished_transitions() const {
  Saturating count = 0;
  for (const Frame& frame : frames_) count += frame.transitions;
  return count;
}

// Prepares for an instance, and puts the initial configuration onto the stack.
template <std::size_t Words, std::size_t Blocks, bool Together>
bool FastPass<Words, Blocks, Together>::begin(bool by_independence, std::unique_ptr<Finished> before) {
  by_independence_ = by_independence;
  revoked_ = false;
  without_lane_ = {};
  constexpr bool has_room = Words > 3;  // more than the pass that had to give up
  if (has_room && before && before->most > few) steps_.widen_others(widths_, before->continuations.size());
  prepare();
  if (before) take(*before);
  before.reset();
  Pending initial{};  // the initial configuration is all zeros, and scrambling maps zeros to zeros
  initial.label.flags = Tables::changes_facts;
  const bool is_new = seen_.insert(seen_.find(initial.key).slot, initial.key, unfinished);
  return add(seen_, initial, is_new);
}

template <std::size_t Words, std::size_t Blocks, bool Together>
void FastPass<Words, Blocks, Together>::prepare() {
  result = {};
  frames_.clear();
  sums_.clear();
  pending_.clear();
  continuations_.clear();
  fitting_ = 0;
  staying_.clear(costs_.counted());
  elected_ = false;
  reached_ = 0;
  reported_ = 0;
  is_crowded_ = false;
  lay_out();
  if constexpr (!Together) {
    large_.release();
    is_large_ = false;
    seen_.clear(widths_.tag);
  }
}

template <std::size_t Words, std::size_t Blocks, bool Together>
void FastPass<Words, Blocks, Together>::lay_out() {
  steps_.arrange(layout_, widths_);
  steps_.clear(layout_, by_independence_);
  standings_.clear(machine_, layout_, most_standings);
}

// Walks on from the configuration at the top of the stack until the initial one is finished. Returns false if
// the pass has to give up.
template <std::size_t Words, std::size_t Blocks, bool Together>
template <class Set>
bool FastPass<Words, Blocks, Together>::walk(Set& seen) {
  if (!frames_.back().expanded && !expand(seen)) return false;
  while (true) {
    Frame* frame = &frames_.back();
    Lanes* const sums = this->sums();
    const Pending* step = pending_.begin() + frame->at;
    const Pending* const end = pending_.end();
    bool descended = false;
    for (; step != end; ++step) {
      const auto found = seen.find(step->key);
      if (found.tag - 1 < seen.tag_limit() - 1) {  // the target is finished
        if (!plain && statements_.any()) {
          frame->at = number(step);
          if (!keeps_stable(frame->marks.holds, marks(found.tag).holds)) return false;
        }
        combine(*frame, sums, found.tag, step->label.cost);
        continue;
      }
      frame->at = number(step);
      if (found.tag == unfinished && (!Together || is_on_stack(step->key))) [[unlikely]] {
        if (!look_at_unfinished(*step)) return false;
        continue;
      }
      // If a configuration is only on another thread's stack, this thread explores it as well, because it
      // cannot know whether there is a cycle.
      const bool is_new = found.tag != unfinished && seen.insert(found.slot, step->key, unfinished);
      if (!add(seen, *step, is_new)) return false;
      if (!expand(seen)) return false;
      descended = true;  // and pending_ may have been moved in memory
      break;
    }
    if (descended) continue;
    frame->at = number(step);

    std::uint32_t continuation = 0;
    if (!finish_top(seen, continuation)) return false;
    if (frames_.size() == 1) return true;
    pending_.resize_down(frame->first);
    frames_.pop_back();
    if constexpr (!plain) sums_.resize_down(sums_.size() - blocks());
    --frame;
    const std::uint16_t cost = pending_[frame->at].label.cost;
    if constexpr (plain) {
      // The sums are still at hand here, sooner than by the number of their continuation.
      add_up(frame->sums.data(), frame[1].sums.data(), cost);
    } else {
      combine(*frame, this->sums(), continuation, cost);
    }
    ++frame->at;
  }
}

// Puts a configuration that was just found onto the stack, and looks at what holds in it.
template <std::size_t Words, std::size_t Blocks, bool Together>
template <class Set>
bool FastPass<Words, Blocks, Together>::add(const Set& seen, const Pending& found, bool is_new) {
  if (frames_.size() > depth_) [[unlikely]]
    throw LimitReached{StopReason::depth};
  result.states += is_new ? 1 : 0;
  if constexpr (!Together) {
    if (result.states > most_.states) [[unlikely]]
      look_for_help();
  }
  const Key<Words> key = seen.unscramble(found.key);
  std::uint32_t holds = 0;
  if (!plain && statements_.any()) {
    holds = predicates_after(key, found.label.flags);
    if (!frames_.empty() && !keeps_stable(frames_.back().marks.holds, holds)) return false;
  }
  const auto first = static_cast<std::uint32_t>(pending_.size());
  frames_.resize(frames_.size() + 1);
  Frame& frame = frames_.back();
  frame.key = key;
  frame.scrambled = found.key;
  frame.first = frame.at = first;
  frame.marks = {.holds = holds};
  frame.transitions = 0;
  frame.expanded = frame.owed = frame.rests = frame.stays = false;
  if constexpr (plain) {
    frame.sums.fill(lanes::nothing_known);
  } else {
    for (std::size_t block = 0; block < blocks(); ++block) sums_.push_back(lanes::nothing_known);
    if (const std::uint32_t broken = statements_.broken(holds);
        broken != 0 && !note_violation(PropertySet::own(broken)))
      return false;
  }
  if (found.label.flags & Tables::changes_facts) return look_at_standing(key);
  if (nearest_.of().empty()) return true;
  if (watches_leaders_) frame.leads = (&frame)[-1].leads;
  return stands_.empty() || stand_as_before(stands_);
}

// Finds all steps of the configuration at the top of the stack. Those that lead to finished configurations
// are combined at once.
template <std::size_t Words, std::size_t Blocks, bool Together>
template <class Set>
bool FastPass<Words, Blocks, Together>::expand(const Set& seen) {
  limits_.tick();
  if constexpr (Words > 2 || !plain) limits_.poll();  // a thousand such configurations may take a second
  if constexpr (Together) {
    shared_->poll();
    if (const auto more = result.states - reported_; more >= shared_->report_each()) {
      shared_->report(more);
      reported_ = result.states;
    }
  }
  Frame& frame = frames_.back();
  std::uint16_t flags = 0;
  std::uint64_t count = 0;
  if constexpr (plain) {
    flags = list_moving(frame.key);
    count = listed_.size() + loops_.count;
    if (steps_.costs() > step_costs_.size()) [[unlikely]]
      extend_costs();
    if constexpr (Together) reorder(frame);
    if (loops_.count > 0 && !look_at_loops(frame.key)) return false;
    append_listed(steps_, listed_, seen, frame.key, pending_);
    if (pays_to_look(listed_.size())) combine_known(seen, frame);
  } else {
    count = list(seen, frame.key, pending_);
    if (lock_step_ || steps_.costs() > step_costs_.size()) extend_costs();
    for (const Pending& step : pending(frame)) flags |= step.label.flags;
    if (statements_.speaks_of_rounds() && !keeps_rounds(frame)) return false;
  }
  frame.expanded = true;
  frame.owed = flags & Tables::owed;
  frame.transitions = static_cast<decltype(frame.transitions)>(count);
  if ((flags & Tables::broken) && !look_at_broken()) [[unlikely]]
    return false;
  if (by_independence_ && (flags & Tables::revokes) && machine_.provisos().decisions_stay) {
    revoked_ = true;
    return false;
  }
  if (!frame.owed && !rest()) return false;
  if (!plain && pays_to_look(pending(frame).size())) combine_known(seen, frame);
  return true;
}

// Lists all steps of a configuration in listed_, or those of a persistent set if there is one. Returns all
// their flags.
template <std::size_t Words, std::size_t Blocks, bool Together>
std::uint16_t FastPass<Words, Blocks, Together>::list_steps(const Key<Words>& key) {
  listed_.resize_down(0);
  if (by_independence_) {
    const std::uint16_t flags = steps_.list_persistent(key, listed_);
    if (!listed_.empty()) return flags;
  }
  return steps_.list(key, listed_);
}

// The same without the steps that lead back to the configuration; loops_ tells of those.
template <std::size_t Words, std::size_t Blocks, bool Together>
std::uint16_t FastPass<Words, Blocks, Together>::list_moving(const Key<Words>& key) {
  const std::uint16_t flags = list_steps(key);
  loops_.count = 0;
  if (flags & Tables::stays) [[unlikely]]
    loops_ = steps_.take_out_loops(key, listed_);
  return flags;
}

// Combines those pending steps whose targets are finished and lie in their home slots. No predictor could
// know which these are, so there is no branch. All slots were prefetched before, so that the caches answer to
// all requests at once.
template <std::size_t Words, std::size_t Blocks, bool Together>
template <class Set>
void FastPass<Words, Blocks, Together>::combine_known(const Set& seen, Frame& frame) {
  Pending* step = pending_.begin() + frame.first;
  if constexpr (!plain) {
    for (const Pending& each : pending(frame)) {
      const std::uint64_t tag = seen.peek(each.key);
      combine(frame, sums(), tag, each.label.cost);
      const std::uint32_t lost = statements_.lost(frame.marks.holds, marks(tag).holds);
      *step = each;
      step += tag == unfinished || lost != 0 ? 1 : 0;
    }
    pending_.resize_down(static_cast<std::size_t>(step - pending_.begin()));
    return;
  }
  std::array<Lanes, Blocks> sums;
  std::copy_n(this->sums(), Blocks, sums.begin());
  const Lanes* const continuations = continuation_sums();
  const Lanes* const costs = step_costs_.of(Blocks, 0);
  for (const Pending& each : pending(frame)) {
    const std::uint64_t tag = seen.peek(each.key);
    for (std::size_t block = 0; block < Blocks; ++block)
      lanes::raise(sums[block],
                   lanes::sum(continuations[Blocks * tag + block], costs[Blocks * each.label.cost + block]));
    *step = each;
    step += tag == unfinished ? 1 : 0;
  }
  std::copy_n(sums.begin(), Blocks, this->sums());
  pending_.resize_down(static_cast<std::size_t>(step - pending_.begin()));
}

// Finishes the configuration at the top of the stack, because all that follows on it is finished.
template <std::size_t Words, std::size_t Blocks, bool Together>
template <class Set>
bool FastPass<Words, Blocks, Together>::finish_top(Set& seen, std::uint32_t& continuation) {
  const Frame& frame = frames_.back();
  if (!plain && statements_.any()) {
    const std::uint32_t unanswered = statements_.asks(frame.marks.holds) & frame.marks.avoids;
    for (std::uint32_t left = unanswered; left != 0; left &= left - 1)
      keep_evidence(static_cast<PropertyId>(standard_count + std::countr_zero(left)), {});
    if (unanswered != 0) return false;
  }
  Lanes* const sums = this->sums();
  if (looks_back_ && !look_back(sums)) return false;
  if constexpr (Together) {
    continuation =
        plain ? continuations_.template find<Blocks>(sums) : continuations_.find(sums, frame.marks);
    if (continuation == 0) [[unlikely]]
      continuation = shared_->intern(continuations_, sums, frame.marks);
  } else {
    continuation =
        plain ? continuations_.template intern<Blocks>(sums) : continuations_.intern(sums, frame.marks);
  }
  if (continuation > fitting_) [[unlikely]] {
    if (is_too_much(sums)) return false;
    if (continuation >= seen.tag_limit()) throw TooNarrow{layout_.size(), continuation + 1};
    if constexpr (!Together) fitting_ = continuation;
  }
  if (seen.set_tag(seen.find(frame.scrambled).slot, frame.scrambled, continuation)) {
    result.transitions += frame.transitions;
    result.quiescent += frame.rests ? 1 : 0;
  }
  return true;
}

// Combines one finished successor: what may still come from it, after this step, may come from here.
template <std::size_t Words, std::size_t Blocks, bool Together>
void FastPass<Words, Blocks, Together>::combine([[maybe_unused]] Frame& frame, Lanes* sums,
                                                std::size_t continuation, std::uint16_t cost) const {
  if constexpr (!plain) {
    frame.marks.avoids |= marks(continuation).avoids & statements_.unanswered(frame.marks.holds);
  }
  add_up(sums, continuation_sums() + blocks() * continuation, cost);
}

}  // namespace conclave
