// Where FastPass looks for violations: what it asks of a configuration and of a step, what it keeps of a
// violation, and whether an execution may still end well. fast_pass_walk.hpp has the loop.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <utility>

#include "engine/passes/fast_pass.hpp"

namespace conclave {

// The standing of a configuration depends on its local states only. The model's own statements depend on
// these, too, or also on whether no message is on its way, unless they look at the messages themselves.
template <std::size_t Words, std::size_t Blocks, bool Together>
const typename Standings<Words>::Standing& FastPass<Words, Blocks, Together>::standing(
    const Key<Words>& key) {
  const Cells cells{key, layout_};
  const bool quiet = keeps_predicates_ && sees_network_ && machine_.values().quiet(cells);
  return standings_.at(key, quiet, [&]() -> typename Standings<Words>::Standing {
    const auto standing = [&] {
      const MachineLock lock(turn_);
      return machine_.judge().standing(cells);
    }();
    elected_ |= standing.elected;
    const std::uint32_t holds = keeps_predicates_ ? predicates(key) : 0;
    return {.failed = standing.failed, .holds = holds, .leads = standing.has_leader};
  });
}

// Looks at the standing of the configuration at the top of the stack, and in the plain case at the model's
// own statements. Elsewhere, add() looks at these.
template <std::size_t Words, std::size_t Blocks, bool Together>
bool FastPass<Words, Blocks, Together>::look_at_standing(const Key<Words>& key) {
  const auto& known = standing(key);
  if (watches_leaders_) frames_.back().leads = known.leads;
  PropertySet failed = known.failed;
  if (plain && statements_.any())
    failed = failed | PropertySet::own(statements_.broken(keeps_predicates_ ? known.holds : predicates(key)));
  return failed.empty() || note_violation(failed);
}

// What the model's own statements say of a configuration.
template <std::size_t Words, std::size_t Blocks, bool Together>
std::uint32_t FastPass<Words, Blocks, Together>::predicates(const Key<Words>& key) {
  // Where a model speaks of rounds there is one execution, or keeps_rounds() gives up.
  const int rounds = statements_.speaks_of_rounds() ? static_cast<int>(frames_.size()) : -1;
  const MachineLock lock(turn_);
  const std::uint32_t holds = machine_.judge().predicates(Cells{key, layout_}, rounds);
  reached_ |= statements_.reached(holds);
  return holds;
}

// The same of one that a step with these flags has found, before it is on the stack.
template <std::size_t Words, std::size_t Blocks, bool Together>
std::uint32_t FastPass<Words, Blocks, Together>::predicates_after(const Key<Words>& key,
                                                                  std::uint16_t flags) {
  if (!keeps_predicates_) return predicates(key);
  return flags & Tables::changes_facts ? standing(key).holds : frames_.back().marks.holds;
}

// The step to the configuration at the top of the stack changes nothing that these properties look at.
template <std::size_t Words, std::size_t Blocks, bool Together>
bool FastPass<Words, Blocks, Together>::stand_as_before(PropertySet properties) {
  const Lanes* before = nullptr;
  if constexpr (plain) {
    before = frames_[frames_.size() - 2].sums.data();
  } else {
    before = sums_.end() - 2 * blocks();
  }
  PropertySet failed;
  for (unsigned bits = properties.bits(); bits != 0; bits &= bits - 1) {
    const auto id = static_cast<PropertyId>(std::countr_zero(bits));
    if (nearest_.steps(before, id) == 0) failed.add(id);
  }
  return failed.empty() || note_violation(failed);
}

// Some step breaks a property by itself.
template <std::size_t Words, std::size_t Blocks, bool Together>
bool FastPass<Words, Blocks, Together>::look_at_broken() {
  if constexpr (plain) list_steps(frames_.back().key);  // this time with the steps that lead back
  for (const Label& label : labels(frames_.back())) {
    const PropertySet broken = [&] {
      const MachineLock lock(turn_);
      return machine_.steps().record(label.record).broken;
    }();
    if (!broken.empty() && !note_violation(broken, label.record)) return false;
  }
  return true;
}

template <std::size_t Words, std::size_t Blocks, bool Together>
bool FastPass<Words, Blocks, Together>::lacks_leader(const Cells& cells) const {
  const MachineLock lock(turn_);
  return machine_.judge().standing(cells).lacks_leader();
}

// Looks at the configuration at the top of the stack again, when all that follows on it is known.
template <std::size_t Words, std::size_t Blocks, bool Together>
bool FastPass<Words, Blocks, Together>::look_back(Lanes* sums) {
  // No execution through this configuration is without a leader.
  if (watches_leaders_ && frames_.back().leads) nearest_.forget(sums, PropertyId::election);
  if (!nearest_.asks_for_ends() || nearest_.may_end(sums)) return true;
  PropertySet failed;
  failed.add(PropertyId::can_terminate);
  return note_violation(failed);
}

// Does a stable property still hold where the step leads that is being looked at?
template <std::size_t Words, std::size_t Blocks, bool Together>
bool FastPass<Words, Blocks, Together>::keeps_stable(std::uint32_t before, std::uint32_t holds) {
  const std::uint32_t lost = statements_.lost(before, holds);
  return lost == 0 || note_violation(PropertySet::own(lost), last_step());
}

// At the configuration at the top of the stack, or in the step `last` out of it, these properties are
// violated. Returns false if the pass has to end, because one of them has no lane.
template <std::size_t Words, std::size_t Blocks, bool Together>
bool FastPass<Words, Blocks, Together>::note_violation(PropertySet failed, std::optional<RecordIndex> last) {
  for (unsigned bits = failed.bits(); bits != 0; bits &= bits - 1)
    keep_evidence(static_cast<PropertyId>(std::countr_zero(bits)), last);
  without_lane_ = failed.without(nearest_.of());
  if (!without_lane_.empty()) return false;
  nearest_.found(sums(), failed, last ? 1 : 0);
  return true;
}

// Keeps the execution on the stack as evidence, with `last` as one more step, in case that a limit is reached
// before the shortest one is known.
template <std::size_t Words, std::size_t Blocks, bool Together>
void FastPass<Words, Blocks, Together>::keep_evidence(PropertyId id, std::optional<RecordIndex> last) {
  if (result.violations[static_cast<std::size_t>(id)]) return;
  // Somebody may have been leader before.
  if (id == PropertyId::election && (!watches_leaders_ || std::ranges::any_of(frames_, &Frame::leads)))
    return;
  const MachineLock lock(turn_);
  Path path;
  path.shortest = false;
  for (std::size_t f = 0; f + 1 < frames_.size(); ++f)
    path.steps.push_back(machine_.steps().step(pending_[frames_[f].at].label.record));
  if (last) path.steps.push_back(machine_.steps().step(*last));
  result.violations[static_cast<std::size_t>(id)] = std::move(path);
}

// A property of reachability that is violated has no execution to show, because no execution gets there.
template <std::size_t Words, std::size_t Blocks, bool Together>
void FastPass<Words, Blocks, Together>::find_unreached() {
  if (!elected_ && machine_.scenario().properties.contains(PropertyId::can_elect))
    result.violation(PropertyId::can_elect).emplace();
  const PropertySet missed = PropertySet::own(statements_.reachable() & ~reached_);
  for (const Property& p : machine_.scenario().model->properties) {
    if (missed.contains(p.id)) result.violation(p.id).emplace();
  }
}

template <std::size_t Words, std::size_t Blocks, bool Together>
Outlook FastPass<Words, Blocks, Together>::outlook(const Lanes* sums) const {
  Outlook outlook;
  if (nearest_.asks_for_ends()) outlook.may_end = nearest_.may_end(sums);
  for (const Property& p : machine_.scenario().model->properties) {
    if (nearest_.of().contains(p.id))
      outlook.steps[static_cast<std::size_t>(p.id)] = nearest_.steps(sums, p.id);
  }
  return outlook;
}

// Goes on from this configuration if the pass has not visited it.
template <std::size_t Words, std::size_t Blocks, bool Together>
std::optional<Outlook> FastPass<Words, Blocks, Together>::look_ahead(std::span<const std::uint32_t> values) {
  if (Together) return {};
  frames_.clear();
  sums_.clear();
  pending_.clear();
  most_ = {};
  while (true) {
    try {
      if (frames_.empty()) {
        Pending start{};
        for (std::size_t c = 0; c < values.size(); ++c) layout_.set(start.key, c, values[c]);
        start.label.flags = Tables::changes_facts;
        std::uint64_t continuation = unfinished;
        const bool goes_on = with_seen([&](auto& seen) {
          start.key = seen.scramble(start.key);
          const auto known = seen.find(start.key);
          if (known.tag - 1 >= seen.tag_limit() - 1)
            return add(seen, start, seen.insert(known.slot, start.key, unfinished));
          continuation = known.tag;
          return true;
        });
        if (continuation != unfinished) return outlook(continuations_.sums(blocks(), continuation));
        if (!goes_on) return {};
      }
      if (!walk()) return {};
      return outlook(sums());
    } catch (const TooNarrow& found) {
      widen(found);
    } catch (const Large&) {
      become_large();
    }
  }
}

}  // namespace conclave
