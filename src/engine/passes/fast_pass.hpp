// The fast pass over one instance: it searches depth-first, and stores nothing but the configurations and
// what may still come from each. In a graph without cycles (self-loops apart) it decides everything but time:
// safety, liveness, reachability and the extreme counts. Of a violation it finds how many steps lead there at
// least, if it has a lane for the property (Nearest); otherwise it ends, and the explorer makes one that has.
// It gives up and leaves the instance to the graph pass at the first cycle, at the first configuration in
// which an execution can fairly stay for ever, and at violations of properties that say what follows on what.
//
// This file declares the class. fast_pass_walk.hpp has the loop, fast_pass_violations.hpp what is looked at
// and kept of violations, fast_pass_seldom.hpp what else is done seldom; whoever compiles the pass includes
// all three.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

#include "engine/passes/parallel/shared_search.hpp"
#include "engine/passes/passes.hpp"
#include "engine/steps/standings.hpp"
#include "engine/steps/statements.hpp"
#include "engine/steps/staying.hpp"
#include "engine/steps/step_tables.hpp"
#include "engine/steps/successors.hpp"
#include "engine/storage/continuations.hpp"
#include "engine/storage/nearest.hpp"
#include "engine/storage/sets/compact_key_set.hpp"
#include "engine/storage/sets/key_set.hpp"

namespace conclave {

// Blocks is the number of blocks of costs in the plain case, in which nothing has to be known of what follows
// on a configuration but what is counted. Blocks is 0 in every other case: the number of blocks is then found
// at run time, properties may speak of what comes after what, and the network may be lock step.
//
// Together means that several threads, each with a pass of its own, explore one instance in different
// sequences and share what is finished. ParallelPass runs them, but not in lock step.
template <std::size_t Words, std::size_t Blocks, bool Together = false>
class FastPass final : public FastExploration {
  using Shared = SharedSearch<Words, Blocks>;
  using Seen = std::conditional_t<Together, SharedKeySet<Words>&, KeySet<Words>>;

 public:
  FastPass(Machine& machine, Limits& limits, Widths& widths, const Nearest& nearest) requires(!Together)
      : FastPass(machine, limits, widths, nearest, limits, nullptr, nullptr, 0) {}
  // `worker_number` tells the passes apart that share the search; they count from 0.
  FastPass(Machine& machine, Limits& limits, Widths& widths, const Nearest& nearest, Shared& shared,
           int worker_number) requires Together
      : FastPass(machine, limits, widths, nearest, shared.seen, &shared, &shared.machine, worker_number) {}

  bool run(bool by_independence, const Most&, std::unique_ptr<Finished> before) override;
  std::unique_ptr<Finished> finished() override;
  bool met_revocation() const override { return revoked_; }
  PropertySet without_lane() const override { return without_lane_; }
  std::optional<Outlook> look_ahead(std::span<const std::uint32_t> values) override;
  void release() override {
    if constexpr (!Together) {
      seen_.release();
      large_.release();
    }
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
  FastPass(Machine& machine, Limits& limits, Widths& widths, const Nearest& nearest, SeenBy& seen,
           Shared* shared, std::mutex* turn, int worker_number)
      : machine_(machine),
        turn_(turn),
        limits_(limits),
        statements_(machine.scenario()),
        costs_(*machine.scenario().model->program),
        widths_(widths),
        shared_(shared),
        worker_number_(worker_number),
        seen_(seen),
        large_(limits),
        steps_(machine, limits, turn),
        nearest_(nearest),
        continuations_(nearest.blocks()),
        step_costs_(nearest.step()),
        frames_(limits),
        sums_(limits),
        pending_(limits),
        all_(limits),
        listed_(limits),
        staying_(machine, turn) {
    // A key of several words has room for many continuations from the start.
    if (Words > 1) widths_.tag = std::max<std::uint8_t>(widths_.tag, 12);
    if constexpr (!Together) seen_.leave_room();
    if (sees_network_ && (plain || keeps_predicates_)) steps_.look_at_each();
  }

  using Tables = StepTables<Words>;
  using Label = StepLabel;
  using Cells = PackedCells;
  using Scrambled = typename KeySet<Words>::Slot;

  static constexpr bool plain = Blocks > 0;
  static constexpr std::size_t most_standings = 256;
  static constexpr std::size_t few = std::size_t{1} << 12;
  // Of the memory, in percent. The pass that takes what is finished may need more than twice as much.
  static constexpr int most_handed_over = 15;
  // The tag of a configuration that is not finished, and so on some stack. The tag of a finished one is the
  // number of its continuation.
  static constexpr std::uint64_t unfinished = 0;

  // A configuration on the stack, with its sums as far as they are known.
  struct Frame {
    Key<Words> key;
    Scrambled scrambled;
    std::uint32_t first;             // in pending_
    std::uint32_t at;                // the pending step that is being looked at
    std::array<Lanes, Blocks> sums;  // in the plain case
    Continuations::Marks marks;
    std::conditional_t<plain, std::uint32_t, std::uint64_t> transitions;
    bool expanded;
    bool owed;
    bool rests;  // the configuration is quiescent
    bool stays;  // a step leads from the configuration back to it
    bool leads;  // somebody is leader; only known if watches_leaders_
  };

  using Pending = Successor<Words>;  // a step of a configuration on the stack

  bool begin(bool by_independence, std::unique_ptr<Finished> before);
  void take(Finished&);
  void count_too(const Finished&);
  bool can_hand_over() const { return !Together && !is_large_ && !limits_.is_used_beyond(most_handed_over); }
  void prepare();
  void lay_out();
  void widen(const TooNarrow&);
  void become_large();
  [[gnu::noinline]] void look_for_help();
  std::uint64_t unfinished_transitions() const;
  void repack_stack(const Repacking&);
  void scramble_stack();
  // Does something with the set that holds the configurations now.
  template <class Work>
  decltype(auto) with_seen(const Work& work) {
    if constexpr (!Together) {
      if (is_large_) return work(large_);
    }
    return work(seen_);
  }
  typename CompactKeySet<Words>::Format format() const {
    return {widths_.tag, layout_.template used<Words>()};
  }
  bool walk() {
    return with_seen([this](auto& seen) { return walk(seen); });
  }
  template <class Set>
  bool walk(Set& seen);
  template <class Set>
  [[gnu::always_inline]] inline bool add(const Set& seen, const Pending&, bool is_new);
  bool is_on_stack(const Scrambled&) const;
  PropertySet standing_properties() const {
    PropertySet of = plain ? PropertySet::own(statements_.broken(0)) : PropertySet{};
    for (const PropertyId id : {PropertyId::unique_leader, PropertyId::max_id, PropertyId::agreement})
      of.add(id);
    return of;
  }
  bool lacks_leader(const Cells&) const;
  const typename Standings<Words>::Standing& standing(const Key<Words>&);
  [[gnu::noinline]] bool look_at_standing(const Key<Words>&);
  std::uint32_t predicates(const Key<Words>&);
  std::uint32_t predicates_after(const Key<Words>&, std::uint16_t flags);
  [[gnu::noinline]] bool stand_as_before(PropertySet);
  template <class Set>
  [[gnu::always_inline]] inline bool expand(const Set& seen);
  [[gnu::always_inline]] inline std::uint16_t list_steps(const Key<Words>&);
  [[gnu::always_inline]] inline std::uint16_t list_moving(const Key<Words>&);
  void reorder(const Frame&);
  template <class Set>
  std::uint64_t list(const Set& seen, const Key<Words>&, Array<Pending>&);
  template <class Set>
  [[gnu::always_inline]] inline void combine_known(const Set& seen, Frame&);
  // Does it pay to call it for so many steps? Where independence leaves few, it does not.
  bool pays_to_look(std::size_t steps) const { return !by_independence_ || steps >= 4; }
  bool look_at_loops(const Key<Words>&);
  [[gnu::noinline]] bool look_at_each_loop(const Key<Words>&, bool must_leave);
  std::vector<Label> labels(const Frame&) const;
  std::span<const Pending> pending(const Frame& frame) const {
    return {pending_.begin() + frame.first, pending_.end()};
  }
  [[gnu::noinline]] bool look_at_broken();
  [[gnu::noinline]] bool rest();
  [[gnu::noinline]] bool look_back(Lanes* sums);
  [[gnu::noinline]] bool look_at_unfinished(const Pending&);
  bool may_stay(const Frame&);
  bool keeps_rounds(const Frame&) const;
  [[gnu::always_inline]] inline void combine(Frame&, Lanes* sums, std::size_t continuation,
                                             std::uint16_t cost) const;
  [[gnu::always_inline]] inline void add_up(Lanes* sums, const Lanes* theirs, std::uint16_t cost) const {
    const Lanes* const step = step_costs_.of(blocks(), cost);
    for (std::size_t block = 0; block < blocks(); ++block)
      lanes::raise(sums[block], lanes::sum(theirs[block], step[block]));
  }
  std::uint32_t number(const Pending* step) const {
    return static_cast<std::uint32_t>(step - pending_.begin());
  }
  std::size_t blocks() const { return plain ? Blocks : continuations_.blocks(); }
  // The sums of all continuations, by number.
  const Lanes* continuation_sums() const {
    if constexpr (Together) return shared_->continuations();
    return continuations_.sums(0, 0);
  }
  const Continuations::Marks& marks(std::size_t continuation) const {
    if constexpr (Together) return shared_->marks(continuation);
    return continuations_.marks(continuation);
  }
  template <class Set>
  [[gnu::always_inline]] inline bool finish_top(Set& seen, std::uint32_t& continuation);
  bool is_too_much(const Lanes* sums) const;
  // The step that is being looked at.
  std::optional<RecordIndex> last_step() const {
    if (frames_.empty()) return {};
    return pending_[frames_[frames_.size() - 1].at].label.record;
  }
  [[gnu::noinline]] bool note_violation(PropertySet failed, std::optional<RecordIndex> last = {});
  Outlook outlook(const Lanes* sums) const;
  void keep_evidence(PropertyId, std::optional<RecordIndex> last);
  bool keeps_stable(std::uint32_t before, std::uint32_t holds);
  void sum_up();
  void find_unreached();
  [[gnu::noinline]] void extend_costs();
  Lanes* sums() {  // of the configuration at the top of the stack
    if constexpr (plain) return frames_.back().sums.data();
    return sums_.end() - blocks();
  }

  Machine& machine_;
  std::mutex* const turn_;  // whoever has it may ask the machine; null if there is only one thread
  Limits& limits_;
  const Statements statements_;
  const Costs costs_;
  Widths& widths_;
  Layout layout_;
  Shared* const shared_;
  const int worker_number_;
  Seen seen_;
  CompactKeySet<Words> large_;  // instead, when memory gets scarce; never if Together
  bool is_large_ = false;
  bool is_crowded_ = false;  // When a component became wider, there were not enough bits for others.
  Tables steps_;
  typename Tables::Loops loops_;  // steps that were listed but lead back to the configuration
  const Nearest nearest_;
  Continuations continuations_;
  StepCosts step_costs_;
  Array<Frame> frames_;
  Array<Lanes> sums_;       // of each frame, as many blocks as the costs need
  Array<Pending> pending_;  // for each frame, the steps whose targets are not combined yet
  Array<Pending> all_;      // all steps of one configuration, while may_stay() looks at them
  Array<std::uint32_t> listed_;
  const bool lock_step_ = machine_.scenario().lock_step();
  const std::size_t depth_ = limits_.depth(lock_step_);
  StayingSteps staying_;
  std::vector<std::uint32_t> round_values_;
  Standings<Words> standings_;
  // Do the model's own statements look at the network, and perhaps at the messages themselves?
  const bool sees_network_ = statements_.any() && !lock_step_ && machine_.judge().sees_network();
  // Do configurations with the same standing have the same predicates?
  const bool keeps_predicates_ = statements_.any() && !lock_step_ && !machine_.judge().sees_messages();
  // Properties of local states that have a lane. Such a one is violated where it was one step before, if the
  // step changes nothing that it looks at.
  const PropertySet stands_ = nearest_.of() & standing_properties();
  const bool watches_leaders_ = nearest_.of().contains(PropertyId::election);
  const bool looks_back_ = watches_leaders_ || nearest_.asks_for_ends();
  // Continuations up to this number are known to fit: their sums into lanes, their numbers into tags.
  std::uint32_t fitting_ = 0;
  Most most_;
  std::uint64_t reported_ = 0;  // so many configurations were reported to the other threads
  PropertySet without_lane_;    // properties that are violated and have no lane
  bool by_independence_ = false;
  bool revoked_ = false;
  bool elected_ = false;
  std::uint32_t reached_ = 0;
};

}  // namespace conclave
