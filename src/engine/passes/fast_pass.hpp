// The fast pass over one instance: depth-first, nothing stored but configurations and what is still to come
// from each. In a graph without cycles (self-loops apart) it settles everything but time: safety, liveness,
// reachability and the extreme counts. It gives up, and leaves the instance to the graph pass, at the first
// violation (which needs the shortest execution), cycle, or configuration in which an execution may fairly
// stay for ever.
#pragma once

#include <algorithm>
#include <utility>

#include "engine/passes/passes.hpp"
#include "engine/passes/shared_search.hpp"
#include "engine/steps/statements.hpp"
#include "engine/steps/step_tables.hpp"
#include "engine/storage/continuations.hpp"
#include "engine/storage/key_set.hpp"

namespace conclave {

// Blocks: of costs, in the plain case: nothing else is to be known of a configuration than what is counted.
// 0: any number, with a model's own properties, or in lock step.
// Together: several threads, each with a pass of its own, explore one instance in different orders, and share
// what is settled; only in the plain case. ParallelPass has them do so.
template <std::size_t Words, std::size_t Blocks, bool Together = false>
class FastPass final : public FastExploration {
  using Shared = SharedSearch<Words, Blocks>;
  using Seen = std::conditional_t<Together, SharedKeySet<Words>&, KeySet<Words>>;

 public:
  FastPass(Machine& machine, Limits& limits, Widths& widths) requires(!Together)
      : FastPass(machine, limits, widths, limits, nullptr, nullptr, 0) {}
  // `place`: among those that share.
  FastPass(Machine& machine, Limits& limits, Widths& widths, Shared& shared, int place) requires Together
      : FastPass(machine, limits, widths, shared.seen, &shared, &shared.machine, place) {}

  bool run(bool by_independence, std::uint64_t most) override;
  bool met_revocation() const override { return revoked_; }
  void release() override {
    if constexpr (!Together) seen_.release();
    frames_.release();
    sums_.release();
    pending_.release();
    all_.release();
    listed_.release();
  }

 private:
  template <std::size_t, std::size_t>
  friend class ParallelPass;

  template <class SeenBy>
  FastPass(Machine& machine, Limits& limits, Widths& widths, SeenBy& seen, Shared* shared, std::mutex* turn,
           int place)
      : machine_(machine),
        turn_(turn),
        limits_(limits),
        statements_(machine.scenario()),
        costs_(*machine.scenario().model->program),
        widths_(widths),
        shared_(shared),
        place_(place),
        seen_(seen),
        steps_(machine, limits, turn),
        outcomes_(lanes::blocks_for(costs_.counted())),
        step_costs_(outcomes_.blocks()),
        frames_(limits),
        sums_(limits),
        pending_(limits),
        all_(limits),
        listed_(limits) {
    // Where a key takes several words anyhow, there is room for many outcomes from the start.
    if (Words > 1) widths_.tag = std::max<std::uint8_t>(widths_.tag, 12);
  }

  using Tables = StepTables<Words>;
  using Label = StepLabel;
  using Cells = PackedCells<Words>;
  using Scrambled = typename KeySet<Words>::Slot;

  static constexpr bool plain = Blocks > 0;
  static constexpr std::size_t standing_slots = 64;
  static constexpr std::size_t few = std::size_t{1} << 12;
  // The tag of a configuration on the stack; that of others is the outcome.
  static constexpr std::uint64_t open = 0;

  // A configuration on the stack, and its sums as far as they are known.
  struct Frame {
    Key<Words> key;
    Scrambled scrambled;
    std::uint32_t first;             // in pending_
    std::uint32_t at;                // the one that is being looked at
    std::array<Lanes, Blocks> sums;  // in the plain case
    Continuations::Facts facts;
    std::uint32_t transitions;
    bool expanded;
    bool owed;
    bool rests;  // it is quiescent
    bool stays;  // a step leads back to it
  };

  // A step of a configuration on the stack, and where it leads.
  struct Pending {
    Scrambled key;
    Label label;
  };

  bool begin(bool by_independence);
  void prepare();
  void lay_out();
  void widen(const TooNarrow&);
  void choose_widths(const TooNarrow&, std::uint64_t states);
  Key<Words> repack(const Layout& before, const Key<Words>&) const;
  void repack_stack(const Layout& before);
  void scramble_stack();
  bool walk();
  [[gnu::always_inline]] inline bool add(const Pending&, bool is_new);
  bool is_on_stack(const Scrambled&) const;
  [[gnu::noinline]] bool look_at_standing(const Key<Words>&);
  [[gnu::always_inline]] inline bool expand();
  [[gnu::always_inline]] inline std::uint16_t list_steps(const Key<Words>&);
  [[gnu::always_inline]] inline std::uint16_t list_moving(const Key<Words>&);
  void reorder(const Frame&);
  void list(const Key<Words>&, Array<Pending>&);
  [[gnu::always_inline]] inline void append(const Key<Words>&, Array<Pending>&);
  void list_rounds(const Key<Words>&, Array<Pending>&);
  [[gnu::always_inline]] inline void combine_known(const Frame&);
  bool look_at_loops(const Key<Words>&);
  [[gnu::noinline]] bool look_at_each_loop(const Key<Words>&, bool must_leave);
  std::vector<Label> labels(const Frame&) const;
  std::span<const Pending> pending(const Frame& frame) const {
    return {pending_.begin() + frame.first, pending_.end()};
  }
  [[gnu::noinline]] bool look_at_broken();
  [[gnu::noinline]] bool rest();
  [[gnu::noinline]] bool look_at_open(const Pending&);
  void note_loop(const Label&);
  bool may_stay(const Frame&);
  bool may_stay_by(std::span<const Label> loops, std::span<const Label> others) const;
  bool keeps_rounds(const Frame&) const;
  [[gnu::always_inline]] inline void combine(Frame&, Lanes* sums, std::size_t outcome,
                                             std::uint16_t cost) const;
  [[gnu::always_inline]] inline void add_up(Lanes* sums, const Lanes* theirs, std::uint16_t cost) const {
    const Lanes* const step = step_costs_.of(blocks(), cost);
    for (std::size_t block = 0; block < blocks(); ++block)
      lanes::raise(sums[block], lanes::sum(theirs[block], step[block]));
  }
  std::uint32_t number(const Pending* step) const {
    return static_cast<std::uint32_t>(step - pending_.begin());
  }
  std::size_t blocks() const { return plain ? Blocks : outcomes_.blocks(); }
  // Of every outcome, by number.
  const Lanes* outcome_sums() const {
    if constexpr (Together) return shared_->outcomes();
    return outcomes_.sums(0, 0);
  }
  [[gnu::always_inline]] inline bool close(std::uint32_t& outcome);
  bool is_too_much(const Lanes* sums) const;
  // That is being looked at.
  std::optional<RecordIndex> last_step() const {
    if (frames_.empty()) return {};
    return pending_[frames_[frames_.size() - 1].at].label.record;
  }
  [[gnu::noinline]] bool violated(PropertyId, std::optional<RecordIndex> last);
  [[gnu::noinline]] bool violated(PropertySet, std::optional<RecordIndex> last);
  bool loses(std::uint32_t before, std::uint32_t holds);
  void finish();
  void find_unreached();
  [[gnu::noinline]] void extend_costs();
  Lanes* sums() {  // of the last frame
    if constexpr (plain) return frames_.back().sums.data();
    return sums_.end() - blocks();
  }

  Machine& machine_;
  std::mutex* const turn_;  // of the machine
  Limits& limits_;
  const Statements statements_;
  const Costs costs_;
  Widths& widths_;
  Layout layout_;
  Shared* const shared_;
  const int place_;
  Seen seen_;
  Tables steps_;
  typename Tables::Loops loops_;  // of the steps that have been listed
  Continuations outcomes_;
  StepCosts step_costs_;
  Array<Frame> frames_;
  Array<Lanes> sums_;       // of each frame, as many blocks as the costs need
  Array<Pending> pending_;  // of each frame, the steps that are not settled
  Array<Pending> all_;      // of one configuration, all steps; for a moment
  Array<std::uint32_t> listed_;
  const bool lock_step_ = machine_.scenario().lock_step();
  std::vector<bool> loops_cost_;   // by cost: a self-loop has some, so the most is unbounded
  std::uint32_t loops_noted_ = 0;  // by what a step costs, a bit each, as in Tables::Trait
  std::vector<std::uint32_t> round_values_;
  Key<Words> locals_mask_{};
  std::vector<Key<Words>> standing_;  // local states that together break nothing, each where its hash says
  std::uint32_t fitting_ = 0;         // outcomes up to this one have been looked at: sums and tags have room
  std::uint64_t most_ = 0;            // configurations; more are too many
  std::uint64_t reported_ = 0;        // configurations of which the others know
  bool by_independence_ = false;
  bool revoked_ = false;
  bool elected_ = false;
  std::uint32_t reached_ = 0;
};

template <std::size_t Words, std::size_t Blocks, bool Together>
bool FastPass<Words, Blocks, Together>::run(bool by_independence, std::uint64_t most) {
  most_ = most;
  if (!begin(by_independence)) return false;
  while (true) {
    try {
      if (!walk()) return false;
      break;
    } catch (const TooNarrow& found) {
      widen(found);
    }
  }
  finish();
  return true;
}

// With the initial configuration on the stack.
template <std::size_t Words, std::size_t Blocks, bool Together>
bool FastPass<Words, Blocks, Together>::begin(bool by_independence) {
  by_independence_ = by_independence;
  revoked_ = false;
  prepare();
  Pending initial{};  // all zeros, which scrambling leaves alone
  initial.label.flags = Tables::changes_facts;
  const bool is_new = seen_.insert(seen_.find(initial.key).slot, initial.key, open);
  return add(initial, is_new);
}

template <std::size_t Words, std::size_t Blocks, bool Together>
void FastPass<Words, Blocks, Together>::prepare() {
  result = {};
  frames_.clear();
  sums_.clear();
  pending_.clear();
  outcomes_.clear();
  fitting_ = 0;
  loops_cost_.assign(costs_.counted(), false);
  loops_noted_ = 0;
  elected_ = false;
  reached_ = 0;
  reported_ = 0;
  lay_out();
  if constexpr (!Together) seen_.clear(widths_.tag);
}

template <std::size_t Words, std::size_t Blocks, bool Together>
void FastPass<Words, Blocks, Together>::lay_out() {
  if (!layout_.arrange(widths_, steps_.pairs(), Words)) throw KeyOverflow{};
  steps_.clear(layout_, by_independence_);
  locals_mask_ = {};
  for (std::size_t i = 0; i < machine_.ids().size(); ++i) layout_.set(locals_mask_, i, layout_[i].mask);
  standing_.assign(standing_slots, Key<Words>{1});  // no local states: bits of the tag
}

// From the configuration at the top of the stack on.
template <std::size_t Words, std::size_t Blocks, bool Together>
bool FastPass<Words, Blocks, Together>::walk() {
  if (!frames_.back().expanded && !expand()) return false;
  while (true) {
    Frame* frame = &frames_.back();
    Lanes* const sums = this->sums();
    const Pending* step = pending_.begin() + frame->at;
    const Pending* const end = pending_.end();
    bool descended = false;
    for (; step != end; ++step) {
      const auto found = seen_.find(step->key);
      if (found.tag - 1 < seen_.tag_limit() - 1) {  // closed
        if (!plain && statements_.any()) {
          frame->at = number(step);
          if (loses(frame->facts.holds, outcomes_.facts(found.tag).holds)) return false;
        }
        combine(*frame, sums, found.tag, step->label.cost);
        continue;
      }
      frame->at = number(step);
      if (found.tag == open && (!Together || is_on_stack(step->key))) [[unlikely]] {
        if (!look_at_open(*step)) return false;
        continue;
      }
      // What is on another thread's stack only, this one explores as well: it knows of no cycle there.
      const bool is_new = found.tag != open && seen_.insert(found.slot, step->key, open);
      if (!add(*step, is_new)) return false;
      if (!expand()) return false;
      descended = true;  // and pending_ may have moved
      break;
    }
    if (descended) continue;
    frame->at = number(step);

    std::uint32_t outcome = 0;
    if (!close(outcome)) return false;
    if (frames_.size() == 1) return true;
    pending_.resize_down(frame->first);
    frames_.pop_back();
    if constexpr (!plain) sums_.resize_down(sums_.size() - blocks());
    --frame;
    const std::uint16_t cost = pending_[frame->at].label.cost;
    if constexpr (plain) {
      add_up(frame->sums.data(), frame[1].sums.data(), cost);  // at hand sooner than by its number
    } else {
      combine(*frame, this->sums(), outcome, cost);
    }
    ++frame->at;
  }
}

// A configuration that was just found goes onto the stack.
template <std::size_t Words, std::size_t Blocks, bool Together>
bool FastPass<Words, Blocks, Together>::add(const Pending& found, bool is_new) {
  result.states += is_new ? 1 : 0;
  if constexpr (plain && !Together) {
    if (result.states > most_) [[unlikely]]
      throw TooMany{};
  }
  const Key<Words> key = seen_.unscramble(found.key);
  if ((found.label.flags & Tables::changes_facts) && !look_at_standing(key)) return false;
  std::uint32_t holds = 0;
  if (!plain && statements_.any()) {
    holds = machine_.judge().predicates(Cells{key, layout_});
    reached_ |= statements_.reached(holds);
    const std::uint32_t broken = statements_.broken(holds);
    if (broken != 0) return violated(PropertySet::own(broken), last_step());
    if (!frames_.empty() && loses(frames_.back().facts.holds, holds)) return false;
  }
  const auto first = static_cast<std::uint32_t>(pending_.size());
  frames_.resize(frames_.size() + 1);
  Frame& frame = frames_.back();
  frame.key = key;
  frame.scrambled = found.key;
  frame.first = frame.at = first;
  frame.facts = {0, holds, 0};
  frame.transitions = 0;
  frame.expanded = frame.owed = frame.rests = frame.stays = false;
  if constexpr (plain) {
    frame.sums.fill(lanes::nothing_known);
  } else {
    for (std::size_t block = 0; block < blocks(); ++block) sums_.push_back(lanes::nothing_known);
  }
  return true;
}

// Finds all steps of the configuration at the top of the stack; in the plain case those of them that are not
// settled at once.
template <std::size_t Words, std::size_t Blocks, bool Together>
bool FastPass<Words, Blocks, Together>::expand() {
  limits_.tick();
  if constexpr (Together) {
    shared_->poll();
    if (const auto more = result.states - reported_; more >= shared_->report_each()) {
      shared_->report(more);
      reported_ = result.states;
    }
  }
  Frame& frame = frames_.back();
  std::uint16_t flags = 0;
  std::size_t count = 0;
  if constexpr (plain) {
    flags = list_moving(frame.key);
    count = listed_.size() + loops_.count;
    if (steps_.costs() > step_costs_.size()) [[unlikely]]
      extend_costs();
    if constexpr (Together) reorder(frame);
    if (loops_.count > 0 && !look_at_loops(frame.key)) return false;
    append(frame.key, pending_);
    if (!by_independence_) combine_known(frame);  // else there are few
  } else {
    list(frame.key, pending_);
    extend_costs();
    for (const Pending& step : pending(frame)) flags |= step.label.flags;
    count = pending(frame).size();
    if (statements_.speaks_of_rounds() && !keeps_rounds(frame)) return false;
  }
  frame.expanded = true;
  frame.owed = flags & Tables::owed;
  frame.transitions = static_cast<std::uint32_t>(count);
  if (flags & Tables::broken) [[unlikely]]
    return look_at_broken();
  if (by_independence_ && (flags & Tables::revokes) && machine_.provisos().decisions_stay) {
    revoked_ = true;
    return false;
  }
  return frame.owed || rest();
}

// Into listed_: all steps, or those of one process where they stand for all. Returns all their flags.
template <std::size_t Words, std::size_t Blocks, bool Together>
std::uint16_t FastPass<Words, Blocks, Together>::list_steps(const Key<Words>& key) {
  listed_.resize_down(0);
  if (by_independence_) {
    const std::uint16_t flags = steps_.list_persistent(key, listed_);
    if (!listed_.empty()) return flags;
  }
  return steps_.list(key, listed_);
}

// The same but for those that lead back, which go to loops_.
template <std::size_t Words, std::size_t Blocks, bool Together>
std::uint16_t FastPass<Words, Blocks, Together>::list_moving(const Key<Words>& key) {
  const std::uint16_t flags = list_steps(key);
  loops_.count = 0;
  if (flags & Tables::stays) [[unlikely]]
    loops_ = steps_.take_out_loops(key, listed_);
  return flags;
}

// The steps that have been listed, with where they lead.
template <std::size_t Words, std::size_t Blocks, bool Together>
void FastPass<Words, Blocks, Together>::append(const Key<Words>& key_there, Array<Pending>& steps) {
  const Key<Words> key = key_there;  // not to be read again and again
  const std::size_t before = steps.size();
  steps.resize(before + listed_.size());
  Pending* step = steps.begin() + before;
  for (const std::uint32_t listed : listed_) {
    step->key = seen_.scramble(steps_.take(key, listed));
    step->label = steps_.label(listed);
    seen_.prefetch(step->key);
    ++step;
  }
}

// Of what is pending, combines those steps that lead to what is closed, where the first glance tells. No
// predictor could know which: so there is no branch. All slots were asked for before, so that the caches
// answer to all at once.
template <std::size_t Words, std::size_t Blocks, bool Together>
void FastPass<Words, Blocks, Together>::combine_known(const Frame& frame) {
  std::array<Lanes, Blocks> sums;
  std::copy_n(this->sums(), Blocks, sums.begin());
  const Lanes* const outcomes = outcome_sums();
  const Lanes* const costs = step_costs_.of(Blocks, 0);
  Pending* step = pending_.begin() + frame.first;
  for (const Pending& each : pending(frame)) {
    const std::uint64_t tag = seen_.peek(each.key);
    for (std::size_t block = 0; block < Blocks; ++block)
      lanes::raise(sums[block],
                   lanes::sum(outcomes[Blocks * tag + block], costs[Blocks * each.label.cost + block]));
    *step = each;
    step += tag == open ? 1 : 0;
  }
  std::copy_n(sums.begin(), Blocks, this->sums());
  pending_.resize_down(static_cast<std::size_t>(step - pending_.begin()));
}

// Everything after the configuration at the top of the stack is settled, and so is that.
template <std::size_t Words, std::size_t Blocks, bool Together>
bool FastPass<Words, Blocks, Together>::close(std::uint32_t& outcome) {
  const Frame& frame = frames_.back();
  if (!plain && !frame.facts.can_end && machine_.scenario().properties.contains(PropertyId::can_terminate))
    return false;
  if (!plain && statements_.any()) {
    const std::uint32_t unanswered = statements_.asks(frame.facts.holds) & frame.facts.avoids;
    if (unanswered != 0) return violated(PropertySet::own(unanswered), {});
  }
  const Lanes* const sums = this->sums();
  if constexpr (Together) {
    outcome = outcomes_.template find<Blocks>(sums);
    if (outcome == 0) [[unlikely]]
      outcome = shared_->intern(outcomes_, sums);
  } else {
    outcome = plain ? outcomes_.template intern<Blocks>(sums) : outcomes_.intern(sums, frame.facts);
  }
  if (outcome > fitting_) [[unlikely]] {
    if (is_too_much(sums)) return false;
    if (outcome >= seen_.tag_limit()) throw TooNarrow{layout_.size(), outcome + 1};
    if constexpr (!Together) fitting_ = outcome;
  }
  if (seen_.set_tag(seen_.find(frame.scrambled).slot, frame.scrambled, outcome)) {
    result.transitions += frame.transitions;
    result.quiescent += frame.rests ? 1 : 0;
  }
  return true;
}

// A successor is settled: what is to come from it, after this step, is to come from here.
template <std::size_t Words, std::size_t Blocks, bool Together>
void FastPass<Words, Blocks, Together>::combine([[maybe_unused]] Frame& frame, Lanes* sums,
                                                std::size_t outcome, std::uint16_t cost) const {
  if constexpr (!plain) {
    const Continuations::Facts& facts = outcomes_.facts(outcome);
    frame.facts.can_end |= facts.can_end;
    frame.facts.avoids |= facts.avoids & statements_.unanswered(frame.facts.holds);
  }
  add_up(sums, outcome_sums() + blocks() * outcome, cost);
}

}  // namespace conclave

#include "engine/passes/fast_pass_seldom.hpp"
