// The fast pass over one instance: depth-first, nothing stored but configurations and what is still to come
// from each. In a graph without cycles (self-loops apart) it settles everything but time: safety, liveness,
// reachability and the extreme counts. It gives up, and leaves the instance to the graph pass, at the first
// violation (which needs the shortest execution), cycle, or configuration in which an execution may fairly
// stay for ever.
#pragma once

#include <algorithm>
#include <functional>
#include <utility>

#include "explore/key_set.hpp"
#include "explore/outcomes.hpp"
#include "explore/passes.hpp"
#include "explore/shared_search.hpp"
#include "explore/statements.hpp"
#include "explore/step_tables.hpp"

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
        steps_(machine, turn),
        outcomes_(Outcomes::blocks_for(costs_.counted())),
        frames_(limits),
        sums_(limits),
        pending_(limits),
        all_(limits),
        listed_(limits) {
    // Where a key takes several words anyhow, there is room for many outcomes from the start.
    if (Words > 1) widths_.tag = std::max<std::uint8_t>(widths_.tag, 12);
  }

  using Lanes = Outcomes::Lanes;
  // For the arithmetic, because g++ 12 makes sixteen moves of a plain loop over Lanes.
  using Vector [[gnu::vector_size(sizeof(Lanes))]] = std::int16_t;
  using Tables = StepTables<Words>;
  using Label = StepLabel;
  using Cells = PackedCells<Words>;

  static constexpr bool plain = Blocks > 0;
  static constexpr std::int16_t largest_sum = 15000;  // twice this still fits a lane
  static constexpr std::size_t standing_slots = 64;
  static constexpr std::size_t few = std::size_t{1} << 12;
  // The tag of a configuration on the stack; that of others is the outcome.
  static constexpr std::uint64_t open = 0;

  // A configuration on the stack, and its sums as far as they are known.
  struct Frame {
    Key<Words> key;
    std::uint64_t scrambled;
    std::uint32_t first;             // in pending_
    std::uint32_t at;                // the one that is being looked at
    std::array<Lanes, Blocks> sums;  // in the plain case
    Outcomes::Facts facts;
    std::uint32_t transitions;
    bool expanded;
    bool owed;
    bool rests;  // it is quiescent
    bool stays;  // a step leads back to it
  };

  // A step of a configuration on the stack, and where it leads.
  struct Pending {
    Key<Words> key;
    std::uint64_t scrambled;
    Label label;
  };

  bool begin(bool by_independence);
  void prepare();
  void lay_out();
  void widen(const TooNarrow&);
  void choose_widths(const TooNarrow&, std::uint64_t states);
  Key<Words> repack(const Layout& before, const Key<Words>&) const;
  void repack_stack(const Layout& before);
  bool walk();
  [[gnu::always_inline]] inline bool add(const Pending&, bool is_new);
  bool is_on_stack(const Key<Words>&) const;
  [[gnu::noinline]] bool stands(const Key<Words>&);
  [[gnu::always_inline]] inline bool expand();
  [[gnu::always_inline]] inline std::uint16_t list_steps(const Key<Words>&);
  void reorder(const Frame&);
  void list(const Key<Words>&, Array<Pending>&);
  [[gnu::always_inline]] inline void append(const Key<Words>&, Array<Pending>&);
  void list_rounds(const Key<Words>&, Array<Pending>&);
  [[gnu::always_inline]] inline void settle_known(const Frame&);
  [[gnu::noinline]] bool append_others(const Key<Words>&);
  [[gnu::noinline]] bool look_at_loops(const Key<Words>&, bool must_leave);
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
  std::uint32_t number(const Pending* step) const {
    return static_cast<std::uint32_t>(step - pending_.begin());
  }
  std::size_t blocks() const { return plain ? Blocks : outcomes_.blocks(); }
  // Of every outcome, by number.
  const Lanes* outcome_sums() const {
    if constexpr (Together) return shared_->outcomes();
    return outcomes_.sums(0, 0);
  }
  static Lanes sum(const Lanes& a, const Lanes& b) {
    return std::bit_cast<Lanes>(std::bit_cast<Vector>(a) + std::bit_cast<Vector>(b));
  }
  static void raise(Lanes& here, const Lanes& candidate) {
    const auto other = std::bit_cast<Vector>(candidate);
    const auto mine = std::bit_cast<Vector>(here);
    here = std::bit_cast<Lanes>(other > mine ? other : mine);
  }
  [[gnu::always_inline]] inline bool close(std::uint32_t& outcome);
  static std::size_t lane_of(std::size_t cost) { return 2 * (cost % Outcomes::costs_in_block); }
  static std::int16_t most(const Lanes* sums, std::size_t cost) {
    return sums[cost / Outcomes::costs_in_block][lane_of(cost)];
  }
  // That is being looked at.
  std::optional<Machine::RecordIndex> last_step() const {
    if (frames_.empty()) return {};
    return pending_[frames_[frames_.size() - 1].at].label.record;
  }
  [[gnu::noinline]] bool violated(PropertyId, std::optional<Machine::RecordIndex> last);
  [[gnu::noinline]] bool violated(PropertySet, std::optional<Machine::RecordIndex> last);
  bool loses(std::uint32_t before, std::uint32_t holds);
  void finish();
  void find_unreached();
  [[gnu::noinline]] void extend_lanes();
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
  Outcomes outcomes_;
  Array<Frame> frames_;
  Array<Lanes> sums_;       // of each frame, as many blocks as the costs need
  Array<Pending> pending_;  // of each frame, the steps that are not settled
  Array<Pending> all_;      // of one configuration, all steps; for a moment
  Array<std::uint32_t> listed_;
  const bool lock_step_ = machine_.lock_step();
  std::vector<Lanes> lanes_of_cost_;
  std::vector<bool> loops_cost_;          // by cost: a self-loop has some, so the most is unbounded
  std::vector<std::uint8_t> loop_noted_;  // by what a step costs
  std::vector<std::uint32_t> round_values_;
  Key<Words> locals_mask_{};
  std::vector<Key<Words>> standing_;  // local states that together break nothing, each where its hash says
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
  Pending initial{};
  initial.scrambled = seen_.scramble(initial.key);
  initial.label.flags = Tables::changes_facts;
  const auto found = seen_.find(initial.key, initial.scrambled);
  const bool is_new = seen_.insert(found.slot, initial.key, initial.scrambled, open);
  return add(initial, is_new);
}

template <std::size_t Words, std::size_t Blocks, bool Together>
void FastPass<Words, Blocks, Together>::prepare() {
  result = {};
  frames_.clear();
  sums_.clear();
  pending_.clear();
  outcomes_.clear();
  loops_cost_.assign(costs_.counted(), false);
  std::ranges::fill(loop_noted_, false);
  elected_ = false;
  reached_ = 0;
  reported_ = 0;
  lay_out();
  if constexpr (!Together) seen_.clear(widths_.tag);
}

template <std::size_t Words, std::size_t Blocks, bool Together>
void FastPass<Words, Blocks, Together>::lay_out() {
  if (!layout_.arrange(widths_, steps_.pairs(), Words)) throw KeyOverflow{};
  steps_.clear(layout_);
  locals_mask_ = {};
  for (std::size_t i = 0; i < machine_.ids().size(); ++i) layout_.set(locals_mask_, i, layout_[i].mask);
  standing_.assign(standing_slots, Key<Words>{1});  // no local states: bits of the tag
}

// A value has no room: packs everything anew, in place.
template <std::size_t Words, std::size_t Blocks, bool Together>
void FastPass<Words, Blocks, Together>::widen(const TooNarrow& found) {
  const Layout before = layout_;
  choose_widths(found, result.states);
  lay_out();
  if constexpr (!Together)
    seen_.convert(widths_.tag, [&](const Key<Words>& key) { return repack(before, key); });
  repack_stack(before);
}

template <std::size_t Words, std::size_t Blocks, bool Together>
void FastPass<Words, Blocks, Together>::choose_widths(const TooNarrow& found, std::uint64_t states) {
  widths_.widen(found);
  if (states > few) {  // it takes a while: where there is plenty of room, all get more at once
    Widths generous = widths_;
    for (auto& bits : generous.component) bits = static_cast<std::uint8_t>(bits + (bits < 8 ? 1 : 0));
    ++generous.tag;
    Widths with_reserve = generous;
    with_reserve.tag = static_cast<std::uint8_t>(with_reserve.tag + 12);
    if (Layout().arrange(with_reserve, steps_.pairs(), Words)) widths_ = generous;
  }
}

template <std::size_t Words, std::size_t Blocks, bool Together>
Key<Words> FastPass<Words, Blocks, Together>::repack(const Layout& before, const Key<Words>& key) const {
  Key<Words> packed{};
  for (std::size_t c = 0; c < before.size(); ++c) layout_.set(packed, c, before[c].get(key));
  return packed;
}

// The configuration at the top of the stack is expanded again if it was that which failed.
template <std::size_t Words, std::size_t Blocks, bool Together>
void FastPass<Words, Blocks, Together>::repack_stack(const Layout& before) {
  const Frame& last = frames_.back();
  if (!last.expanded) pending_.resize_down(last.first);
  for (Frame& frame : frames_) {
    frame.key = repack(before, frame.key);
    frame.scrambled = seen_.scramble(frame.key);
  }
  for (Pending& step : pending_) {
    step.key = repack(before, step.key);
    step.scrambled = seen_.scramble(step.key);
  }
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
      const auto found = seen_.find(step->key, step->scrambled);
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
      const bool is_new = found.tag != open && seen_.insert(found.slot, step->key, step->scrambled, open);
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
    combine(*frame, this->sums(), outcome, pending_[frame->at].label.cost);
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
  if ((found.label.flags & Tables::changes_facts) && !stands(found.key)) return false;
  std::uint32_t holds = 0;
  if (!plain && statements_.any()) {
    holds = machine_.predicates(Cells{found.key, layout_});
    reached_ |= statements_.reached(holds);
    const std::uint32_t broken = statements_.broken(holds);
    if (broken != 0) return violated(PropertySet::own(broken), last_step());
    if (!frames_.empty() && loses(frames_.back().facts.holds, holds)) return false;
  }
  const auto first = static_cast<std::uint32_t>(pending_.size());
  frames_.resize(frames_.size() + 1);
  Frame& frame = frames_.back();
  frame.key = found.key;
  frame.scrambled = found.scrambled;
  frame.first = frame.at = first;
  frame.facts = {0, holds, 0};
  frame.transitions = 0;
  frame.expanded = frame.owed = frame.rests = frame.stays = false;
  if constexpr (plain) {
    frame.sums.fill(Outcomes::nothing_known);
  } else {
    for (std::size_t block = 0; block < blocks(); ++block) sums_.push_back(Outcomes::nothing_known);
  }
  return true;
}

// Seldom asked.
template <std::size_t Words, std::size_t Blocks, bool Together>
bool FastPass<Words, Blocks, Together>::is_on_stack(const Key<Words>& key) const {
  return std::any_of(frames_.begin(), frames_.end(), [&](const Frame& frame) { return frame.key == key; });
}

// Looks at what the processes say of themselves in a configuration.
template <std::size_t Words, std::size_t Blocks, bool Together>
bool FastPass<Words, Blocks, Together>::stands(const Key<Words>& key) {
  Key<Words> locals;
  std::uint64_t hash = 0;
  for (std::size_t w = 0; w < Words; ++w) {
    locals[w] = key[w] & locals_mask_[w];
    hash = (hash ^ locals[w]) * 0x9e3779b97f4a7c15ULL;
  }
  Key<Words>& known = standing_[hash >> (64 - std::bit_width(standing_slots - 1))];
  std::uint64_t difference = 0;
  for (std::size_t w = 0; w < Words; ++w) difference |= known[w] ^ locals[w];
  if (difference == 0) return true;
  const auto standing = [&] {
    const Turn turn(turn_);
    return machine_.standing(Cells{key, layout_});
  }();
  elected_ |= standing.elected;
  if (!standing.failed.empty()) return violated(standing.failed, last_step());
  known = locals;
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
    flags = list_steps(frame.key);
    count = listed_.size();
    if (steps_.costs() * blocks() > lanes_of_cost_.size()) [[unlikely]]
      extend_lanes();
    if constexpr (Together) reorder(frame);
    if (flags & Tables::stays) [[unlikely]] {
      if (!append_others(frame.key)) return false;
    } else {
      append(frame.key, pending_);
    }
    if (!by_independence_) settle_known(frame);  // else there are few
  } else {
    list(frame.key, pending_);
    extend_lanes();
    for (const Pending& step : pending(frame)) flags |= step.label.flags;
    count = pending(frame).size();
    if (statements_.speaks_of_rounds() && !keeps_rounds(frame)) return false;
  }
  frame.expanded = true;
  frame.owed = flags & Tables::owed;
  frame.transitions = static_cast<std::uint32_t>(count);
  if (flags & Tables::broken) [[unlikely]]
    return look_at_broken();
  if (by_independence_ && (flags & Tables::revokes) &&
      machine_.scenario().reduction.provisos.decisions_stay) {
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

// So that threads part: one takes the steps that have been listed as they are, one backwards, others begin
// somewhere.
template <std::size_t Words, std::size_t Blocks, bool Together>
void FastPass<Words, Blocks, Together>::reorder(const Frame& frame) {
  if (place_ == 0 || listed_.size() < 2) return;
  if (place_ == 1) return std::reverse(listed_.begin(), listed_.end());
  const std::uint64_t hash = (frame.scrambled >> 32) * static_cast<std::uint64_t>(2 * place_ + 1);
  std::rotate(listed_.begin(), listed_.begin() + hash % listed_.size(), listed_.end());
}

// A step breaks something by itself.
template <std::size_t Words, std::size_t Blocks, bool Together>
bool FastPass<Words, Blocks, Together>::look_at_broken() {
  for (const Label& label : labels(frames_.back())) {
    const PropertySet broken = [&] {
      const Turn turn(turn_);
      return machine_.record(label.record).broken;
    }();
    if (!broken.empty()) return violated(broken, label.record);
  }
  return true;
}

// Of all steps of the configuration at the top of the stack, which has just been expanded.
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

template <std::size_t Words, std::size_t Blocks, bool Together>
void FastPass<Words, Blocks, Together>::list(const Key<Words>& key, Array<Pending>& steps) {
  if (!plain && lock_step_) return list_rounds(key, steps);
  list_steps(key);
  append(key, steps);
}

// The steps that have been listed, with where they lead.
template <std::size_t Words, std::size_t Blocks, bool Together>
void FastPass<Words, Blocks, Together>::append(const Key<Words>& key_there, Array<Pending>& steps) {
  const Key<Words> key = key_there;  // not to be read again and again
  const std::size_t before = steps.size();
  steps.resize(before + listed_.size());
  Pending* step = steps.begin() + before;
  for (const std::uint32_t listed : listed_) {
    step->key = steps_.take(key, listed);
    step->scrambled = seen_.scramble(step->key);
    step->label = steps_.label(listed);
    seen_.prefetch(step->scrambled);
    ++step;
  }
}

template <std::size_t Words, std::size_t Blocks, bool Together>
void FastPass<Words, Blocks, Together>::list_rounds(const Key<Words>& key, Array<Pending>& steps) {
  round_values_.resize(machine_.component_count());
  for (std::size_t c = 0; c < round_values_.size(); ++c) round_values_[c] = layout_[c].get(key);
  for (const auto& successor : machine_.round_successors(round_values_)) {
    const Machine::Record& record = machine_.record(successor.record);
    Pending step{{}, 0, {successor.record, record.cost, Tables::flags(record)}};
    for (std::size_t c = 0; c < successor.values.size(); ++c) layout_.set(step.key, c, successor.values[c]);
    step.scrambled = seen_.scramble(step.key);
    steps.push_back(step);
  }
}

// Of what is pending, combines those steps that lead to what is closed, where the first glance tells. No
// predictor could know which: so there is no branch. All slots were asked for before, so that the caches
// answer to all at once.
template <std::size_t Words, std::size_t Blocks, bool Together>
void FastPass<Words, Blocks, Together>::settle_known(const Frame& frame) {
  std::array<Lanes, Blocks> sums;
  std::copy_n(this->sums(), Blocks, sums.begin());
  const Lanes* const outcomes = outcome_sums();
  const Lanes* const costs = lanes_of_cost_.data();
  Pending* step = pending_.begin() + frame.first;
  for (const Pending& each : pending(frame)) {
    const std::uint64_t tag = seen_.peek(each.key, each.scrambled);
    for (std::size_t block = 0; block < Blocks; ++block)
      raise(sums[block], sum(outcomes[Blocks * tag + block], costs[Blocks * each.label.cost + block]));
    *step = each;
    step += tag == open ? 1 : 0;
  }
  std::copy_n(sums.begin(), Blocks, this->sums());
  pending_.resize_down(static_cast<std::size_t>(step - pending_.begin()));
}

// No step is owed at the top of the stack: an execution may end there, unless somebody is awaited.
template <std::size_t Words, std::size_t Blocks, bool Together>
bool FastPass<Words, Blocks, Together>::rest() {
  Frame& frame = frames_.back();
  const Cells cells{frame.key, layout_};
  const auto steps = labels(frame);
  bool decided = false;
  {
    const Turn turn(turn_);
    if (machine_.awaits_start(cells, steps)) return true;
    decided = machine_.all_decided(cells);
  }
  frame.rests = true;
  for (std::size_t block = 0; block < blocks(); ++block) raise(sums()[block], {});
  if (statements_.any()) frame.facts.avoids = statements_.unanswered(frame.facts.holds);
  if (decided) {
    frame.facts.can_end = 1;
  } else if (machine_.scenario().properties.contains(PropertyId::termination)) {
    return violated(PropertyId::termination, {});
  }
  return true;
}

// As append(), without steps that lead back to the same configuration. False where the graph pass has to
// tell.
template <std::size_t Words, std::size_t Blocks, bool Together>
bool FastPass<Words, Blocks, Together>::append_others(const Key<Words>& key_there) {
  constexpr std::uint32_t leaves = Tables::owed | Tables::only_outcome;
  const Key<Words> key = key_there;
  const std::size_t before = pending_.size();
  pending_.resize(before + listed_.size());
  Pending* other = pending_.begin() + before;
  bool must_leave = false;
  std::uint32_t lacking = 0;  // flags, each in some loop
  bool unnoted = false;
  for (const std::uint32_t step : listed_) {  // no predictor could know which: so there is no branch
    const Key<Words> child = steps_.take(key, step);
    const Label label = steps_.label(step);
    const std::uint32_t flags = label.flags;
    const std::uint32_t is_loop = (child == key ? 1U : 0U) & flags / Tables::stays;
    other->key = child;
    other->scrambled = seen_.scramble(child);
    other->label = label;
    must_leave |= (flags & leaves & ~(0U - is_loop)) == leaves;
    lacking |= ~flags & (0U - is_loop);
    unnoted |= is_loop & ~std::uint32_t{loop_noted_[label.cost]};
    other += 1 - is_loop;
  }
  const auto others = static_cast<std::size_t>(other - (pending_.begin() + before));
  pending_.resize_down(before + others);
  for (const Pending* each = pending_.begin() + before; each != other; ++each)
    seen_.prefetch(each->scrambled);
  if (others == listed_.size()) return true;
  if (lacking & Tables::owed) return false;  // as in look_at_open()
  if (machine_.scenario().fairness == Fairness::none) return false;
  return (must_leave && !unnoted) || look_at_loops(key, must_leave);
}

// Of the steps that have been listed, some lead back.
template <std::size_t Words, std::size_t Blocks, bool Together>
bool FastPass<Words, Blocks, Together>::look_at_loops(const Key<Words>& key, bool must_leave) {
  std::vector<Label> loops;
  std::vector<Label> others;
  for (const std::uint32_t step : listed_) {
    const Label& label = steps_.label(step);
    const bool is_loop = (label.flags & Tables::stays) && steps_.take(key, step) == key;
    (is_loop ? loops : others).push_back(label);
  }
  for (const Label& loop : loops) note_loop(loop);
  return must_leave || !may_stay_by(loops, others);
}

template <std::size_t Words, std::size_t Blocks, bool Together>
void FastPass<Words, Blocks, Together>::note_loop(const Label& label) {
  if (loop_noted_[label.cost]) return;
  const Turn turn(turn_);
  loop_noted_[label.cost] = true;
  for (std::size_t cost = 0; cost < loops_cost_.size(); ++cost) {
    if (machine_.costs()[label.cost][cost] > 0) loops_cost_[cost] = true;
  }
}

// As may_stay().
template <std::size_t Words, std::size_t Blocks, bool Together>
bool FastPass<Words, Blocks, Together>::may_stay_by(std::span<const Label> loops,
                                                    std::span<const Label> others) const {
  return std::ranges::all_of(others, [&](const Label& other) {
    if (!(other.flags & Tables::owed)) return true;
    if (other.flags & Tables::only_outcome) return false;
    const Turn turn(turn_);
    return std::ranges::any_of(
        loops, [&](const Label& loop) { return machine_.is_same_action(loop.record, other.record); });
  });
}

// A step leads to a configuration on the stack.
template <std::size_t Words, std::size_t Blocks, bool Together>
bool FastPass<Words, Blocks, Together>::look_at_open(const Pending& step) {
  Frame& frame = frames_.back();
  if (plain || step.key != frame.key) return false;  // a cycle
  // An execution may come back to where only optional steps are left.
  if (!(step.label.flags & Tables::owed)) return false;
  note_loop(step.label);
  if (frame.stays) return true;
  frame.stays = true;
  const bool unfair = machine_.scenario().fairness == Fairness::none;
  return !unfair && !may_stay(frame);
}

// Does what is claimed of rounds hold of this one, and, at rest, of all that follow? How many have passed is
// known only as long as there is one execution: otherwise the graph pass has to tell.
template <std::size_t Words, std::size_t Blocks, bool Together>
bool FastPass<Words, Blocks, Together>::keeps_rounds(const Frame& frame) const {
  const auto steps = pending(frame);
  const auto is_optional = [](const Pending& step) { return !(step.label.flags & Tables::owed); };
  if (steps.size() > 1 || std::ranges::any_of(steps, is_optional)) return false;
  const int round = static_cast<int>(frames_.size()) - 1;
  const int last = steps.empty() ? machine_.rounds_claimed() : round;
  for (int r = round; r <= last; ++r) {
    if (statements_.broken_in_round(machine_.predicates(Cells{frame.key, layout_}, r)) != 0) return false;
  }
  return true;
}

// May an execution fairly stay here for ever? Yes, if every owed action has an outcome that changes nothing.
template <std::size_t Words, std::size_t Blocks, bool Together>
bool FastPass<Words, Blocks, Together>::may_stay(const Frame& frame) {
  all_.resize_down(0);
  list(frame.key, all_);
  return std::ranges::all_of(all_, [&](const Pending& step) {
    return !(step.label.flags & Tables::owed) || std::ranges::any_of(all_, [&](const Pending& other) {
      return other.key == frame.key && machine_.is_same_action(other.label.record, step.label.record);
    });
  });
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
  if (most(sums, Costs::messages) >= largest_sum || most(sums, costs_.deliveries()) >= largest_sum ||
      (costs_.counts_time() && most(sums, costs_.time()) >= largest_sum))
    return false;
  if constexpr (Together) {
    outcome = outcomes_.template find<Blocks>(sums);
    if (outcome == 0) [[unlikely]]
      outcome = shared_->intern(outcomes_, sums);
  } else {
    outcome = plain ? outcomes_.template intern<Blocks>(sums) : outcomes_.intern(sums, frame.facts);
  }
  if (outcome >= seen_.tag_limit()) [[unlikely]]
    throw TooNarrow{layout_.size(), outcome + 1};
  if (seen_.set_tag(seen_.find(frame.key, frame.scrambled).slot, frame.scrambled, outcome)) {
    result.transitions += frame.transitions;
    result.quiescent += frame.rests ? 1 : 0;
  }
  return true;
}

// All is settled, and the initial configuration alone on the stack.
template <std::size_t Words, std::size_t Blocks, bool Together>
void FastPass<Words, Blocks, Together>::finish() {
  const Lanes* const sums = this->sums();
  find_unreached();
  for (std::size_t cost = 0; cost < costs_.counted(); ++cost) {
    Extremes extremes{-sums[cost / Outcomes::costs_in_block][lane_of(cost) + 1], most(sums, cost)};
    if (loops_cost_[cost]) extremes.max.reset();
    result.costs.push_back(extremes);
  }
}

// A successor is settled: what is to come from it, after this step, is to come from here.
template <std::size_t Words, std::size_t Blocks, bool Together>
void FastPass<Words, Blocks, Together>::combine([[maybe_unused]] Frame& frame, Lanes* sums,
                                                std::size_t outcome, std::uint16_t cost) const {
  if constexpr (!plain) {
    const Outcomes::Facts& facts = outcomes_.facts(outcome);
    frame.facts.can_end |= facts.can_end;
    frame.facts.avoids |= facts.avoids & statements_.unanswered(frame.facts.holds);
  }
  const std::size_t blocks = this->blocks();
  const Lanes* const theirs = outcome_sums() + blocks * outcome;
  const Lanes* const step = lanes_of_cost_.data() + blocks * cost;
  for (std::size_t block = 0; block < blocks; ++block) {
    raise(sums[block],
          std::bit_cast<Lanes>(std::bit_cast<Vector>(theirs[block]) + std::bit_cast<Vector>(step[block])));
  }
}

// Keeps the execution on the stack as evidence, in case that the graph pass cannot finish; and a last step.
template <std::size_t Words, std::size_t Blocks, bool Together>
bool FastPass<Words, Blocks, Together>::violated(PropertyId id, std::optional<Machine::RecordIndex> last) {
  if (frames_.empty()) return false;
  const Turn turn(turn_);
  Path path;
  path.shortest = false;
  for (std::size_t f = 0; f + 1 < frames_.size(); ++f)
    path.steps.push_back(machine_.step(pending_[frames_[f].at].label.record));
  if (last) path.steps.push_back(machine_.step(*last));
  result.violations[static_cast<std::size_t>(id)] = std::move(path);
  return false;
}

template <std::size_t Words, std::size_t Blocks, bool Together>
bool FastPass<Words, Blocks, Together>::violated(PropertySet failed,
                                                 std::optional<Machine::RecordIndex> last) {
  for (const Property& p : machine_.scenario().model->properties) {
    if (failed.contains(p.id)) return violated(p.id, last);
  }
  return false;
}

// Does the step that is being looked at end what should be stable?
template <std::size_t Words, std::size_t Blocks, bool Together>
bool FastPass<Words, Blocks, Together>::loses(std::uint32_t before, std::uint32_t holds) {
  const std::uint32_t lost = statements_.lost(before, holds);
  if (lost != 0) violated(PropertySet::own(lost), last_step());
  return lost != 0;
}

// Reachability has no execution to show: none gets there.
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
void FastPass<Words, Blocks, Together>::extend_lanes() {
  const Turn turn(turn_);
  const std::size_t blocks = this->blocks();
  while (lanes_of_cost_.size() < blocks * machine_.costs().size()) {
    const auto& counts = machine_.costs()[lanes_of_cost_.size() / blocks];
    for (std::size_t block = 0; block < blocks; ++block) {
      Lanes sums{};
      for (std::size_t lane = 0; lane < Outcomes::lanes; lane += 2) {
        const std::size_t cost = block * Outcomes::costs_in_block + lane / 2;
        if (cost >= counts.size()) break;
        sums[lane] = static_cast<std::int16_t>(std::min<int>(counts[cost], largest_sum));
        sums[lane + 1] = static_cast<std::int16_t>(-sums[lane]);
      }
      lanes_of_cost_.push_back(sums);
    }
  }
  loop_noted_.resize(machine_.costs().size(), false);
}

}  // namespace conclave
