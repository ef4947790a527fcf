// The machine's steps for packed configurations: what a step changes is a mask, to be xored.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <mutex>
#include <stdexcept>
#include <utility>
#include <vector>

#include "engine/storage/array.hpp"
#include "engine/storage/layout.hpp"
#include "machine/grid.hpp"
#include "machine/machine.hpp"

namespace conclave {

// To ask the machine: one thread after the other, where several share it.
class MachineLock {
 public:
  explicit MachineLock(std::mutex* shared) {
    if (shared != nullptr) lock_ = std::unique_lock(*shared);
  }

 private:
  std::unique_lock<std::mutex> lock_;
};

// What a step is, but for where it leads.
struct StepLabel {
  RecordIndex record;
  std::uint16_t cost;
  std::uint16_t flags;
};

// Filled from the machine while it is asked. Throws TooNarrow when a step leads to a value for which its
// component has no room: then the layout has to change, and all here is to be filled again.
template <std::size_t Words>
class StepTables {
 public:
  enum Flag : std::uint16_t {
    owed = 1,
    changes_facts = 2,
    broken = 4,          // by the step itself: the machine's record has what
    rare = 8,            // there is more to do than the table says
    revokes = 16,        // takes back who is leader or elected, or in whom its process believes
    stays = 32,          // changes nothing, but for what it may push
    only_outcome = 128,  // of its action
    asks = 256,          // of a site: on a comparison of identifiers; only noted if several orders follow
    isolated = 64,       // of a site: nobody else changes what can be done there (Machine::isolated)
    // On bag and set, if it changes something (Machine::stands_for):
    alone = 512,    // stands for all by itself
    joined = 1024,  // stands for all with what its process may do by itself
    by_own = 2048,  // is one of the latter
  };
  // What matters of a step where some lead back to the same configuration.
  enum Trait : std::uint32_t {
    changes_nothing = 1,  // as `stays`
    leaves = 2,           // owed, and the only outcome of its action
    optional = 4,         // not owed
    is_rare = 8,
    first_cost = 16,  // and so on, a bit each; the highest for all that follow
  };
  static constexpr unsigned last_cost = 27;
  // By number; valid until the next clear().
  using StepIndex = std::uint32_t;
  // `turn`: of the machine; null if only one thread has it.
  StepTables(Machine& machine, Limits& limits, std::mutex* turn)
      : machine_(machine), async_(machine.async()), turn_(turn), entries_(limits), variant_of_(limits) {}

  // The components that a site reads together.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs() const {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
    for (std::size_t s = 0; async_ != nullptr && s < async_->site_count(); ++s)
      pairs.emplace_back(async_->site(s).first, async_->site(s).second);
    return pairs;
  }

  // For the instance that the machine holds. The layout must outlive this. `by_independence`:
  // list_persistent() will be asked, which matters on bag and set. `shared_bytes`: not 0 if orders of
  // identifiers follow on each other (begin_order()); what they share is looked up in tables of so many bytes
  // at most.
  void clear(const Layout& layout, bool by_independence, std::size_t shared_bytes = 0);

  // Another order of identifiers is in force: what was found out under others is looked at again when it is
  // needed.
  void begin_order(const Answers& order) {
    order_ = order;
    answers_ = {};
    for (const auto entry : filled_) entries_[entry] = {};
    filled_.clear();
  }
  // If several orders follow: the answers about the order that those steps depend on which were listed since
  // the last call.
  Answers take_answers() { return std::exchange(answers_, {}); }

  // Into an empty list, steps that stand for all (a persistent set; docs/semantics/independence.md), each of
  // which changes something. On fifo: those of a process all of whose steps touch nothing that others do
  // before it moves, and which owes one; of several such processes, one with the fewest steps. On bag and
  // set: one that commutes with all else. Returns all their flags; 0, and an empty list, if there are none.
  std::uint16_t list_persistent(const Key<Words>&, Array<StepIndex>& listed);

  // Appends the steps that are possible in a configuration, or those of some sites; returns all their flags.
  std::uint16_t list(const Key<Words>& key, Array<StepIndex>& listed) {
    return list(key, listed, {0, sites_.size()});
  }
  [[gnu::always_inline]] inline std::uint16_t list(const Key<Words>& key, Array<StepIndex>& listed,
                                                   AsyncSteps::Sites sites);

  const StepLabel& label(StepIndex step) const { return steps_[step].label; }
  // The machine had so many when it was last asked: more than the labels speak of.
  std::size_t costs() const { return costs_; }

  // What a step makes of a configuration.
  [[gnu::always_inline]] inline Key<Words> take(const Key<Words>& key, StepIndex index);
  // 1 if it changes nothing, and no channel by what it pushes; else 0. Sooner told than where it leads.
  [[gnu::always_inline]] inline std::uint32_t leads_back(const Key<Words>& key, StepIndex index);
  // Of steps that have been listed, keeps those that lead elsewhere, and tells of the others.
  struct Loops {
    std::size_t count = 0;
    std::uint32_t traits = 0;         // of all that lead back together
    std::uint32_t others_traits = 0;  // of all others
  };
  inline Loops take_out_loops(const Key<Words>& key, Array<StepIndex>& listed);
  static std::uint16_t flags(const StepRecord& record) {
    return static_cast<std::uint16_t>((record.owed ? owed : 0) | (record.changes_facts ? changes_facts : 0) |
                                      (record.broken.empty() ? 0 : broken) | (record.revokes ? revokes : 0));
  }

 private:
  static constexpr std::uint32_t usual = 4;     // steps of one site
  static constexpr unsigned widest_table = 16;  // in bits; wider ones are hashed
  // Where orders share tables, none can be hashed. So many entries at most, in all.
  static constexpr unsigned widest_of_orders = 22;
  static constexpr std::size_t most_of_orders = std::size_t{1} << widest_of_orders;
  static constexpr unsigned widest_row = 10;  // in bits; the machine itself looks up others
  static constexpr std::uint16_t not_filled = std::numeric_limits<std::uint16_t>::max();
  static constexpr std::uint32_t unknown = ~std::uint32_t{0};

  struct Entry {
    StepIndex first = 0;
    std::uint16_t count = not_filled;
    std::uint16_t flags = 0;  // of all of them; on fifo above, by rank_shift, the rank

    // How many steps, if by themselves they may stand for all; else no_rank; 0: not filled.
    unsigned rank() const { return flags >> rank_shift; }
  };
  // With what variant_of_ has of it.
  static constexpr std::size_t bytes_of_shared = sizeof(Entry) + sizeof(std::uint32_t);
  static constexpr unsigned rank_shift = 9;
  static constexpr unsigned no_rank = 127;
  enum class Kind : std::uint8_t {
    together,  // both values lie together in the key, and are read as one
    apart,
    wide,  // in wide_
  };
  struct Site {
    const Entry* entries;
    std::uint32_t mask;  // of both, if they lie together
    std::uint8_t shift;
    std::uint8_t word;
    Kind kind;
  };
  struct Components {
    Layout::Field first;
    Layout::Field second;
    unsigned width() const { return unsigned{first.width} + second.width; }
  };
  struct Push {
    std::uint32_t row = 0;   // in rows_: what changes, by the content before
    std::uint32_t mask = 0;  // of the content
    std::uint8_t word = 0;
    std::uint8_t shift = 0;
    bool is_wide = false;  // there is no row
    std::uint32_t channel = 0;
    Contents::Message message{};
  };
  struct PackedStep {
    Key<Words> change;
    // Of the only push, unless the step is rare.
    std::uint32_t row = 0;
    std::uint32_t mask = 0;
    std::uint8_t word = 0;
    std::uint8_t shift = 0;
    StepLabel label;
    std::uint32_t traits = 0;
  };
  struct Detail {
    std::uint32_t site;
    std::uint32_t first_push;  // in pushes_
    std::uint32_t push_count;
    bool by_machine;  // it does more than to push
  };

  // To be xored to the content of the channel that the step pushes into, if that is one.
  [[gnu::always_inline]] inline std::uint32_t pushed_change(const Key<Words>& key, StepIndex index);

  std::uint16_t list_commuting(const Key<Words>&, Array<StepIndex>& listed);
  std::uint16_t list_commuting(const Key<Words>&, Array<StepIndex>& listed, Flag how);
  void list_own(const Key<Words>&, Array<StepIndex>& listed, std::size_t process);
  template <bool Orders>
  AsyncSteps::Sites persistent_site(const Key<Words>&);
  AsyncSteps::Sites persistent_process(const Key<Words>&);
  bool may_stand_for_all(bool all_isolated, bool some_owed, std::uint32_t count) const {
    return all_isolated && (some_owed || !step_owed_) && count > 0;
  }
  Entry find_or_fill(std::size_t s, const Key<Words>& key) {
    const Entry entry = find(sites_[s], key);
    if (entry.count == not_filled) [[unlikely]]
      return fill_for(s, key);
    return entry;
  }
  std::size_t slot(std::size_t s, std::uint32_t first, std::uint32_t second) const {
    return static_cast<std::size_t>(sites_[s].entries - entries_.data()) +
           (std::size_t{first} << components_[s].second.width | second);
  }
  bool in_force(std::size_t slot);
  // Of a site that is filled.
  void note_answers(std::size_t s, const Key<Words>& key) {
    const Components& of = components_[s];
    answers_ |= variants_[variant_of_[slot(s, of.first.get(key), of.second.get(key))] - 1].answers;
  }
  bool may_fault(const Key<Words>& key) const {
    return adversary_ && machine_.values().may_fault(PackedCells<Words>{key, *layout_});
  }
  Entry fill_for(std::size_t s, const Key<Words>& key) {
    const auto [first, second] = async_->site(s);
    return fill(s, (*layout_)[first].get(key), (*layout_)[second].get(key));
  }

  // So that values are packed and unpacked for what the machine does itself.
  struct Cells {
    Key<Words>& key;
    const Layout& layout;
    std::uint32_t get(std::size_t component) const { return layout[component].get(key); }
    void set(std::size_t component, std::uint32_t value) { layout.set(key, component, value); }
  };

  inline Entry find(const Site& site, const Key<Words>& key);

  [[gnu::noinline]] void take_rare(const Key<Words>&, StepIndex, Key<Words>& child);
  std::size_t component(std::uint32_t channel) const { return machine_.values().channel_component(channel); }

  [[gnu::noinline]] Entry fill(std::size_t site, std::uint32_t first, std::uint32_t second);
  std::uint16_t commuting_flags(RecordIndex, std::uint32_t local);
  static std::uint32_t traits(const StepLabel&);
  void add_change(Key<Words>&, std::size_t component, std::uint32_t before, std::uint32_t after) const;
  void add_pushes(PackedStep&, const StepRecord&, std::size_t site);
  std::uint32_t row(std::uint32_t channel, Contents::Message, unsigned width);
  std::uint32_t pushed(const Push&, std::uint32_t content);
  [[gnu::noinline]] std::uint32_t fill_push(const Push&, std::uint32_t content);

  Machine& machine_;
  AsyncSteps* const async_;  // null in lock step, where there are no tables to fill
  std::mutex* const turn_;
  std::size_t costs_ = 0;
  const Layout* layout_ = nullptr;
  bool orders_ = false;
  Answers order_;    // in force
  Answers answers_;  // that were used
  bool one_site_each_ = false;
  bool commuting_ = false;               // steps that do are asked for
  std::vector<std::size_t> process_of_;  // by site, then; of its own steps and deliveries
  const bool adversary_ = machine_.provisos().no_fault_left && machine_.scenario().faults.any();
  const bool step_owed_ = machine_.provisos().step_owed;
  const bool every_step_acts_ = machine_.provisos().every_step_acts;
  std::vector<Site> sites_;
  std::vector<Components> components_;  // by site
  Array<Entry> entries_;
  std::vector<std::size_t> filled_;  // of entries_
  std::vector<Grid<Entry>> wide_;    // by site
  std::vector<PackedStep> steps_;
  std::vector<Detail> details_;  // by step
  std::vector<Push> pushes_;
  std::vector<std::uint32_t> rows_;
  struct Variant {
    Answers answers;
    Entry entry;
    std::uint32_t next;  // plus one
  };
  std::vector<Variant> variants_;
  Array<std::uint32_t> variant_of_;  // by slot in entries_: the last that was in force, plus one
  struct Row {
    Contents::Message message;
    std::uint32_t row;
  };
  std::vector<std::vector<Row>> row_of_;  // by channel
  std::vector<std::uint32_t> most_;       // by site: so many steps at once, at least `usual`
  std::size_t most_listed_ = 0;
};

}  // namespace conclave
