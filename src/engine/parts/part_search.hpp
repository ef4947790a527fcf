// What is done with the configurations of one part, when those of an instance are divided into parts
// (parts.hpp tells why). This is all that a part needs; whoever derives from it says where configurations of
// other parts go.
//
// It is done in two phases, and in both, a configuration is sent to its part once for every step that leads
// there. In the first phase, find, a configuration is stored and expanded when it first arrives, and its tag
// counts the arrivals: it is the number of steps that lead there. In the second phase, order, a configuration
// is expanded when the last of these has arrived (A. B. Kahn, Topological sorting of large networks, 1962),
// and each brings what an execution may have cost on its way. So all of this is known when a configuration is
// expanded, and each is expanded unless there is a cycle.
//
// What is looked at in a configuration, and what is given up, are as in the fast pass in its plain case.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/parts/parts.hpp"
#include "engine/steps/standings.hpp"
#include "engine/steps/statements.hpp"
#include "engine/steps/staying.hpp"
#include "engine/steps/step_tables_lookup.hpp"
#include "engine/storage/continuations.hpp"
#include "engine/storage/nearest.hpp"
#include "engine/storage/sets/key_set.hpp"

namespace conclave {

template <std::size_t Words>
class PartSearch {
 public:
  PartSearch(const PartSearch&) = delete;
  PartSearch& operator=(const PartSearch&) = delete;

 protected:
  using Tables = StepTables<Words>;
  using Label = StepLabel;
  using Cells = PackedCells;
  // A key, with a number in the bits of the tag: what a file holds, and what is sent.
  using Record = Key<Words>;
  using Part = std::uint32_t;
  enum class Phase { find, order };
  // The number in a record that is sent: of one that has arrived before and waits to be expanded; otherwise
  // in the first phase `arrives`, in the second one the number of what it brings.
  static constexpr std::uint64_t waits = 0;
  static constexpr std::uint64_t arrives = 1;

  PartSearch(Machine&, Limits&, Widths&);
  virtual ~PartSearch() = default;

  // The part to which a configuration belongs, and how it is sent to another part.
  virtual Part part_of(const Key<Words>&) = 0;
  virtual void send(Part, const Record&) = 0;

  void begin(bool by_independence);
  void begin(Phase);
  // Lays keys out anew, because a value has no room. What repack() makes of keys that were stored before is
  // how they are stored now; here this is done to the findings only.
  Layout widen(const TooNarrow&);
  static Record repack(const Repacking&, unsigned tag_bits, const Record&);

  Record record(const Key<Words>& key, std::uint64_t number) const {
    Record record = key;
    record[0] |= number;
    return record;
  }
  std::uint64_t number(const Record& record) const { return record[0] & (seen_.tag_limit()); }
  Key<Words> key(Record record) const {
    record[0] &= ~seen_.tag_limit();
    return record;
  }

  // What arrives at the initial configuration, as if a step led there.
  std::uint64_t first_number();
  // A record of this part has arrived. Throws TooNarrow, and then nothing is done.
  void take(const Record&);
  // Expands one of those that wait. Throws TooNarrow, and then nothing is done.
  void expand_one();

  // Lists the steps of a configuration, or those of a persistent set if there is one, in listed_. Returns all
  // their flags.
  std::uint16_t list_all(const Key<Words>&);
  // The same, but without the steps that lead back; loops_ tells of those.
  std::uint16_t list(const Key<Words>&);
  // The steps out of a configuration that break a property themselves.
  std::vector<RecordIndex> breaking(const Key<Words>&, PropertyId);
  // Visits the steps of a configuration that lead somewhere else: their records, and where they lead.
  template <class Visit>
  void visit_steps(const Key<Words>& key, const Visit& visit) {
    list(key);
    for (const std::uint32_t step : listed_) visit(steps_.label(step).record, steps_.take(key, step));
  }

  // Where a property is violated, as near to the beginning as can be: in some configurations that are so many
  // steps away, or in a step out of them, which is then the last one of these.
  struct Findings {
    struct At {
      Key<Words> key;
      std::optional<RecordIndex> last;
    };
    std::size_t steps = 0;
    std::vector<At> at;
  };
  static constexpr std::size_t most_findings = 4096;
  // In how many steps a configuration with this tag is reached at least; of an execution without a leader
  // before, if so asked. Nothing if there is none, or if it was not expanded.
  std::optional<std::size_t> distance(std::uint64_t tag, bool leaderless) const;
  // Is a configuration, with its tag, one step nearer to the beginning than `steps`?
  bool comes_before(const Key<Words>& key, std::uint64_t tag, std::size_t steps, bool without_leader) {
    return distance(tag, without_leader) == steps - 1 && !(without_leader && standing_at(key).leads);
  }
  // An execution that shows a violation, with what is known of its length. Where steps that stand for others
  // were left out, it may be that only a longer one is left.
  Path as_found(PropertyId id, Path path) const {
    const bool keeps_length = id == PropertyId::termination || id == PropertyId::election;
    path.shortest = id != PropertyId::can_terminate && (keeps_length || !by_independence_);
    path.best_known = true;
    return path;
  }

  void sum_up();

  Machine& machine_;
  Limits& limits_;
  Widths& widths_;         // as far as values needed them
  unsigned tag_bits_ = 0;  // of the layout, which has all bits that are left over
  const Statements statements_;
  const Costs costs_;
  Layout layout_;
  Part here_ = 0;
  Phase phase_ = Phase::find;
  KeySet<Words> seen_;
  Array<Key<Words>> waiting_;
  InstanceResult result_;
  std::uint64_t expanded_ = 0;  // in the present phase
  std::array<Findings, most_properties> findings_;
  // What comes of the configurations that were expanded, besides counts.
  std::vector<Lanes> total_;   // of all executions that end
  StayingSteps staying_;       // that were met
  bool elected_ = false;       // somebody was
  std::uint32_t reached_ = 0;  // which of the model's own statements are known to be reachable
  // Lanes for the number of steps to a configuration, and for that of executions without a leader. They are
  // those of properties that any model has.
  const Nearest nearest_;
  Continuations sums_;  // of what may have come so far; Marks::holds says how many steps have yet to arrive

  // Numbers are given in the midst of what cannot be done twice, so there has to be room for them before.
  // Throws TooNarrow.
  void leave_room(std::uint64_t numbers) const;

 private:
  using Standing = typename Standings<Words>::Standing;
  static constexpr std::size_t most_standings = 256;
  // What comes of two numbers: of the tag that a configuration has, and of what arrives there.
  struct Sum {
    std::uint64_t tag = 0;
    std::uint64_t number = 0;
    std::uint32_t sum = 0;
  };
  static constexpr std::size_t sum_slots = std::size_t{1} << 14;

  void lay_out();
  void arrive(const Key<Words>&, std::uint64_t number);
  std::uint32_t add_up(std::uint64_t tag, std::uint64_t number);
  void look_at_loops(const Key<Words>&);
  const Standing& standing_at(const Key<Words>&);
  void look_at(const Key<Words>&, std::uint16_t flags, Lanes* sums);
  void rest(const Key<Words>&, const Lanes* sums);
  void found(PropertySet, const Key<Words>&, std::size_t steps, std::optional<RecordIndex> last = {});
  std::vector<Label> labels() const {
    std::vector<Label> labels;
    for (const std::uint32_t step : listed_) labels.push_back(steps_.label(step));
    return labels;
  }

  Tables steps_;
  typename Tables::Loops loops_;
  static constexpr PropertyId by_any = PropertyId::termination;
  static constexpr PropertyId leaderless = PropertyId::election;
  StepCosts step_costs_;
  Array<std::uint32_t> listed_;
  std::vector<Key<Words>> children_;
  std::vector<std::uint32_t> brings_;  // by child
  std::vector<Sum> known_sums_;
  Standings<Words> standings_;
  bool by_independence_ = false;
};

}  // namespace conclave
