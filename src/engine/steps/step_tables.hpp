// The folder steps: what is possible in a packed configuration, found by looking it up.
//
// What may happen at one process and one of its channels follows from two components of a configuration; the
// pair is called a site (machine/async_steps.hpp). StepTables ask the machine once for each pair of values
// that occurs at a site, and keep the answer in a table. To list the steps of a configuration is then one
// look-up for each site, and to take a step is an exclusive or: what a step changes at its site is a mask of
// the key's 64-bit words, and what it pushes into a channel is a mask that is looked up by the old content.
// Each pass owns one and asks it for every configuration. In lock step there are no sites, and Rounds
// (machine/rounds.hpp) are asked directly. successors.hpp lists what follows on a configuration either way.
//
// The class is divided by what a reader asks for. This file declares it; step_tables_lookup.hpp has what runs
// for every step, and is compiled with each pass. The others are compiled once for each number of words, by
// passes/instances/tables.cpp: step_tables_list.hpp has what runs for every configuration;
// step_tables_fill.hpp has how the machine is asked and the answer packed; persistent_sets.hpp has which
// steps are enough when independence reduces (docs/semantics/independence.md).
//
// statements.hpp has Statements: which of the properties that a model states itself hold of what
// Program::evaluate says of a configuration. All passes ask it. standings.hpp has Standings, which keep what
// holds in configurations with the same local states.
#pragma once

#include <cstdint>
#include <limits>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "engine/steps/machine_lock.hpp"
#include "engine/steps/statements.hpp"
#include "engine/storage/array.hpp"
#include "engine/storage/layout.hpp"
#include "machine/grid.hpp"
#include "machine/machine.hpp"

namespace conclave {

// Everything about a step except where it leads.
struct StepLabel {
  RecordIndex record;
  std::uint16_t cost;
  std::uint16_t flags;
};

// The tables are filled while they are asked. They throw TooNarrow when a step leads to a value for which its
// component has no room: then the layout has to change, and the tables have to be cleared.
template <std::size_t Words>
class StepTables {
 public:
  enum Flag : std::uint16_t {
    owed = 1,
    changes_facts = 2,
    broken = 4,          // the step itself breaks a property, which the machine's record names
    rare = 8,            // to take it, there is more to do than the table says
    revokes = 16,        // a process is leader or believes something before it, and not after it
    stays = 32,          // changes nothing but what it pushes
    only_outcome = 128,  // it is the only outcome of its action
    // Of a site: its steps depend on a comparison of identifiers (set only if orders share the tables).
    asks = 256,
    isolated = 64,  // of a site: it is isolated (AsyncSteps::is_isolated)
    hidden = 512,   // it is owed, and changes nothing that properties look at in whole configurations
    // Where steps that commute are looked for, of a step that changes something (AsyncSteps::stands_for):
    alone = 1024,   // it stands for all steps by itself
    joined = 2048,  // it stands for all steps together with its process's own steps
    by_own = 4096,  // it is one of its process's own steps
  };
  // What has to be known of steps if some of them lead back to the same configuration.
  enum Trait : std::uint32_t {
    changes_nothing = 1,  // the same as Flag::stays
    leaves = 2,           // owed, and the only outcome of its action
    optional = 4,         // not owed
    is_rare = 8,
    first_cost = 16,  // one bit for each number of costs; the highest bit is for all further numbers
  };
  static constexpr unsigned last_cost = 27;
  // The number of a step, which is valid until the next clear().
  using StepIndex = std::uint32_t;
  // Threads that share the machine lock `turn` to ask it; null if there is only one thread.
  StepTables(Machine&, Limits&, std::mutex* turn);
  ~StepTables();

  // For each site the two components that are read together.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs() const;
  // The functions of layout.hpp, for these pairs and the values that the machine has met. The first one
  // throws KeyOverflow.
  void arrange(Layout&, Widths&) const;
  bool widen_others(Widths&, std::size_t tags) const;
  void narrow(Widths&) const;

  // From now on, every step is taken to change facts, so that each configuration is looked at.
  void look_at_each() { each_ = changes_facts; }

  // Empties the tables for the instance that the machine holds. The layout must outlive them.
  // `by_independence` says that list_persistent() will be called, which matters on bag and set.
  // `shared_bytes` is 0 unless several orders of identifiers follow on each other (begin_order()); then the
  // tables that these orders share take at most so many bytes.
  void clear(const Layout& layout, bool by_independence, std::size_t shared_bytes = 0);

  // Another order of identifiers is in force. What was found out under other orders is kept, and is used
  // again when the new order gives the same answers.
  void begin_order(const Answers& order) {
    order_ = order;
    answers_ = {};
    for (const auto entry : filled_) entries_[entry] = {};
    filled_.clear();
  }
  // The answers about the order on which those steps depend that were listed since the last call, if several
  // orders share the tables.
  Answers take_answers() { return std::exchange(answers_, {}); }

  // Lists a persistent set into an empty list: steps that stand for all, each of which changes something
  // (docs/semantics/independence.md). This may be one step that commutes with everything else, what the
  // adversary may do to the message that it delivers, and perhaps its process's own steps. On fifo it may
  // also be all steps of a process whose sites are isolated and which owes one, and those that the adversary
  // may take at this process; of several such processes, one with the fewest steps is taken. Returns the
  // flags of all steps in the set, or 0, with an empty list, if there is no such set.
  std::uint16_t list_persistent(const Key<Words>&, Array<StepIndex>& listed);

  // Appends the steps that are possible in a configuration, or only those of some sites. Returns all their
  // flags.
  std::uint16_t list(const Key<Words>&, Array<StepIndex>& listed);
  [[gnu::always_inline]] inline std::uint16_t list(const Key<Words>&, Array<StepIndex>& listed,
                                                   AsyncSteps::Sites);

  const StepLabel& label(StepIndex step) const { return steps_[step].label; }
  // How many vectors of costs the machine had when it was last asked. Every StepLabel::cost is below this.
  std::size_t costs() const { return costs_; }

  // The configuration to which a step leads.
  [[gnu::always_inline]] inline Key<Words> take(const Key<Words>& key, StepIndex index);
  // Returns 1 if a step leads back to the same configuration, otherwise 0. This is faster than take().
  [[gnu::always_inline]] inline std::uint32_t leads_back(const Key<Words>& key, StepIndex index);
  // Takes those steps out of a list that lead back to the configuration, and says what has to be known of
  // them.
  struct Loops {
    std::size_t count = 0;
    std::uint32_t traits = 0;         // of all steps that lead back, combined
    std::uint32_t others_traits = 0;  // of all other steps, combined
  };
  Loops take_out_loops(const Key<Words>& key, Array<StepIndex>& listed);
  static std::uint16_t flags(const StepRecord& record) {
    return static_cast<std::uint16_t>((record.owed ? owed : 0) | (record.changes_facts ? changes_facts : 0) |
                                      (record.broken.empty() ? 0 : broken) | (record.revokes ? revokes : 0));
  }

 private:
  std::vector<std::size_t> value_counts() const;
  static constexpr std::uint32_t usual = 4;     // so many steps of one site are usual
  static constexpr unsigned widest_table = 16;  // in bits; a wider table is hashed
  // Tables that orders share cannot be hashed. All of them together have at most most_of_orders entries.
  static constexpr unsigned widest_of_orders = 22;
  static constexpr std::size_t most_of_orders = std::size_t{1} << widest_of_orders;
  // A component of so many bits always has rows; up to the second number, as long as all rows together have
  // no more entries than that. What is pushed elsewhere is in recent_pushes_.
  static constexpr unsigned usual_row = 10;
  static constexpr unsigned widest_row = 13;
  static constexpr std::size_t most_in_rows = std::size_t{1} << 20;
  static constexpr std::size_t most_recent = std::size_t{1} << 14;
  static constexpr std::uint16_t not_filled = std::numeric_limits<std::uint16_t>::max();
  static constexpr std::uint32_t unknown = ~std::uint32_t{0};
  static constexpr std::uint32_t no_closing = ~std::uint32_t{0};

  struct Entry {
    StepIndex first = 0;
    std::uint16_t count = not_filled;
    // Of all these steps. If steps that commute are not looked for, the bits from rank_shift on are the rank.
    std::uint16_t flags = 0;

    // How many steps there are if these alone may stand for all; otherwise no_rank; 0 if the entry is not
    // filled.
    unsigned rank() const { return flags >> rank_shift; }
  };
  // What an entry takes where orders share tables: itself, and its number in variant_of_.
  static constexpr std::size_t bytes_of_shared = sizeof(Entry) + sizeof(std::uint32_t);
  static constexpr unsigned rank_shift = 10;
  static constexpr unsigned no_rank = 63;
  enum class Kind : std::uint8_t {
    together,  // both values lie together in the key, and are read as one
    apart,
    wide,  // in wide_
  };
  struct Site {
    const Entry* entries;
    std::uint32_t mask;  // of both values, if they lie together
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
    std::uint32_t row = 0;   // in rows_: where the row begins that says by the old content what changes
    std::uint32_t mask = 0;  // of the content, before it is shifted
    std::uint8_t word = 0;
    std::uint8_t shift = 0;
    bool is_wide = false;  // the component is too wide for a row, or there are too many rows
    std::uint32_t channel = 0;
    Contents::Message message{};
  };
  struct PackedStep {
    Key<Words> change;
    // These four are those of its only Push, unless the step is rare.
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
    bool by_machine;        // the machine takes the step, because it does more than the tables can say
    std::uint32_t closing;  // in closings_, of a crash that the tables take
  };
  // A process crashes, so that the channels close which only this process reads.
  struct Closing {
    Key<Words> kept;    // the bits of everything else
    Key<Words> closed;  // what is in these channels then
  };

  // Sites at which the adversary uses one budget. When all of that is used, nothing is possible there any
  // more.
  struct Budgeted {
    std::size_t first;
    Layout::Field used;
    std::uint32_t most;
  };

  // Where the sites end at which something may be possible. Those of the adversary come last.
  std::size_t end_of_sites(const Key<Words>& key) const {
    std::size_t end = sites_.size();
    for (auto of = budgeted_.rbegin(); of != budgeted_.rend() && of->used.get(key) == of->most; ++of)
      end = of->first;
    return end;
  }
  void find_budgeted();
  // The mask for the content of the channel into which the step pushes; 0 if it pushes nothing.
  [[gnu::always_inline]] inline std::uint32_t pushed_change(const Key<Words>& key, StepIndex index);

  std::uint16_t list_commuting(const Key<Words>&, Array<StepIndex>& listed, bool with_faults);
  std::uint16_t list_commuting(const Key<Words>&, Array<StepIndex>& listed, bool with_faults, Flag how);
  void list_faults(const Key<Words>&, Array<StepIndex>& listed, StepIndex delivery, std::size_t site);
  [[gnu::always_inline]] inline void list_own(const Key<Words>&, Array<StepIndex>& listed, std::size_t site);
  [[gnu::noinline]] std::uint16_t list_with_faults(const Key<Words>&, Array<StepIndex>& listed);
  [[gnu::always_inline]] inline std::uint16_t keep_if_all_act(const Key<Words>&, Array<StepIndex>& listed,
                                                              std::uint16_t flags);
  template <bool Orders>
  AsyncSteps::Sites persistent_site(const Key<Words>&);
  AsyncSteps::Sites persistent_process(const Key<Words>&, bool with_faults);
  // May steps stand for all, if all of them are isolated and one is hidden?
  static bool may_stand_for_all(bool all_isolated, bool one_hidden, std::uint32_t count) {
    return all_isolated && one_hidden && count > 0;
  }
  bool is_hidden(const StepRecord& record) const {
    return (record.owed || !step_owed_) && !(record.shows && step_hidden_);
  }
  [[gnu::always_inline]] inline Entry find_or_fill(std::size_t s, const Key<Words>& key) {
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
  // Notes the answers on which the steps of a site rest, whose entry is filled.
  void note_answers(std::size_t s, const Key<Words>& key) {
    const Components& of = components_[s];
    answers_ |= variants_[variant_of_[slot(s, of.first.get(key), of.second.get(key))] - 1].answers;
  }
  bool may_fault(const Key<Words>& key) const {
    return adversary_ && machine_.values().may_fault(PackedCells{key, *layout_});
  }
  bool may_crash(const Key<Words>& key) const {
    return no_crash_left_ && machine_.values().faults_left(PackedCells{key, *layout_}).crash > 0;
  }
  Entry fill_for(std::size_t s, const Key<Words>& key) {
    const auto [first, second] = async_->site(s);
    return fill(s, (*layout_)[first].get(key), (*layout_)[second].get(key));
  }

  // A key as a configuration that the machine can change.
  struct Cells {
    Key<Words>& key;
    const Layout& layout;
    std::uint32_t get(std::size_t component) const { return layout[component].get(key); }
    void set(std::size_t component, std::uint32_t value) { layout.set(key, component, value); }
  };

  [[gnu::always_inline]] inline Entry find(const Site& site, const Key<Words>& key);

  [[gnu::noinline]] void take_rare(const Key<Words>&, StepIndex, Key<Words>& child);
  std::size_t component(std::uint32_t channel) const { return machine_.values().channel_component(channel); }

  [[gnu::noinline]] Entry fill(std::size_t site, std::uint32_t first, std::uint32_t second);
  std::uint16_t commuting_flags(RecordIndex, std::uint32_t local);
  static std::uint32_t traits(const StepLabel&);
  void add_change(Key<Words>&, std::size_t component, std::uint32_t before, std::uint32_t after) const;
  void add_pushes(PackedStep&, const StepRecord&, std::size_t site);
  std::optional<std::uint32_t> closing(std::uint32_t process);
  std::uint32_t row(std::uint32_t channel, Contents::Message, unsigned width);
  std::uint32_t pushed(const Push&, std::uint32_t content);
  std::uint32_t pushed_recently(const Push&, std::uint32_t content);
  [[gnu::noinline]] std::uint32_t fill_push(const Push&, std::uint32_t content);

  Machine& machine_;
  AsyncSteps* const async_;  // null in lock step, where there are no tables to fill
  std::mutex* const turn_;
  std::uint16_t each_ = 0;  // flags that every step has
  std::size_t costs_ = 0;
  const Layout* layout_ = nullptr;
  bool orders_ = false;
  Answers order_;    // in force
  Answers answers_;  // those on which listed steps rest, since take_answers()
  bool one_site_each_ = false;
  bool commuting_ = false;                // steps that commute are looked for
  std::vector<std::size_t> own_site_of_;  // of a process: its own steps; by site of a process, if commuting_
  const bool adversary_ = machine_.scenario().faults.any();
  const bool faults_included_ = machine_.provisos().faults_included;
  const bool no_crash_left_ = machine_.provisos().no_crash_left;
  const bool step_owed_ = machine_.provisos().step_owed;
  const bool step_hidden_ = machine_.provisos().step_hidden;
  // Do properties speak of what comes after what, so that all steps that stand for others have to be hidden?
  const bool all_hidden_ =
      machine_.provisos().all_hidden && Statements(machine_.scenario()).follow_executions();
  // Is a property asked of quiet configurations only, so that a message has to wait for one of the steps?
  const bool wants_message_ = machine_.provisos().message_waits && machine_.judge().sees_when_quiet();
  const bool every_step_acts_ = machine_.provisos().every_step_acts;
  std::vector<Site> sites_;
  std::vector<Components> components_;  // by site
  std::size_t own_sites_ = 0;           // so many are not the adversary's, and come first
  std::vector<Budgeted> budgeted_;      // in the order of their sites
  Array<Entry> entries_;
  std::vector<std::size_t> filled_;  // the indices in entries_ of those that are filled
  std::vector<Grid<Entry>> wide_;    // by site
  std::vector<PackedStep> steps_;
  std::vector<Detail> details_;  // by step
  // By step, if commuting_: of a delivery the message, as of a message that is lost or doubled.
  std::vector<Contents::Message> message_of_;
  std::vector<Closing> closings_;
  std::vector<Push> pushes_;
  std::vector<std::uint32_t> rows_;
  struct Variant {
    Answers answers;
    Entry entry;
    std::uint32_t next;  // the number of the next variant of the entry, plus one; 0: none
  };
  std::vector<Variant> variants_;
  Array<std::uint32_t> variant_of_;  // by index in entries_: the variant that was last in force, plus one
  struct Row {
    Contents::Message message;
    std::uint32_t row;
  };
  std::vector<std::vector<Row>> row_of_;  // by channel
  struct Pushed {
    std::uint64_t what = ~std::uint64_t{0};  // content and message
    std::uint32_t channel = 0;
    std::uint32_t after = 0;  // the content
  };
  std::vector<Pushed> recent_pushes_;  // each at one place, where a later one replaces it
  std::vector<std::uint32_t> most_;    // by site: the most steps that it had at once, at least `usual`
  std::size_t most_listed_ = 0;
};

}  // namespace conclave
