// The machine's steps for packed configurations: what a step changes is a mask, to be xored.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <mutex>
#include <stdexcept>
#include <utility>
#include <vector>

#include "explore/array.hpp"
#include "explore/layout.hpp"
#include "machine/grid.hpp"
#include "machine/machine.hpp"

namespace conclave {

// To ask the machine: one thread after the other, where several share it.
class Turn {
 public:
  explicit Turn(std::mutex* shared) {
    if (shared != nullptr) lock_ = std::unique_lock(*shared);
  }

 private:
  std::unique_lock<std::mutex> lock_;
};

// Thrown where there is no room for what orders share.
struct NoRoom {};

// What a step is, but for where it leads.
struct StepLabel {
  Machine::RecordIndex record;
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
    revokes = 16,        // takes back who is leader, or in whom its process believes
    stays = 32,          // changes nothing, but for what it may push
    only_outcome = 128,  // of its action
    asks = 256,          // of a site: on a comparison of identifiers; only noted if several orders follow
    settled = 64,        // of a site: nobody else changes what can be done there (Machine::settled)
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
      : machine_(machine), turn_(turn), entries_(limits), variant_of_(limits) {}

  // The components that a site reads together.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs() const {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
    for (std::size_t s = 0; s < machine_.site_count(); ++s)
      pairs.emplace_back(machine_.site(s).first, machine_.site(s).second);
    return pairs;
  }

  // For the instance that the machine holds. The layout must outlive this. `by_independence`:
  // list_persistent() will be asked, which matters on bag and set. `shared_bytes`: not 0 if orders of
  // identifiers follow on each other (begin_order()); what they share is looked up in tables of so many bytes
  // at most.
  void clear(const Layout& layout, bool by_independence, std::size_t shared_bytes = 0) {
    layout_ = &layout;
    commuting_ = by_independence && machine_.scenario().network != Network::fifo;
    process_of_.clear();
    for (std::size_t i = 0; i < machine_.ids().size() && commuting_; ++i)
      process_of_.resize(machine_.sites_of(i).end, i);
    orders_ = shared_bytes > 0;
    const std::size_t most_shared = std::min(most_of_orders, shared_bytes / bytes_of_shared);
    variants_.clear();
    variant_of_.clear();
    for (const auto entry : filled_) entries_[entry] = {};
    filled_.clear();
    sites_.resize(machine_.lock_step() ? 0 : machine_.site_count());
    one_site_each_ = !machine_.lock_step();
    for (std::size_t i = 0; i < machine_.ids().size() && one_site_each_; ++i) {
      const Machine::Sites its = machine_.sites_of(i);
      one_site_each_ = its.first == i && its.end == i + 1;
    }
    wide_.resize(sites_.size());
    components_.clear();
    std::size_t entries = 0;
    for (std::size_t s = 0; s < sites_.size(); ++s) {
      const auto [first, second] = machine_.site(s);
      const Components& of = components_.emplace_back(Components{layout[first], layout[second]});
      sites_[s] = {nullptr, 0, of.second.shift, of.second.word, Kind::apart};
      if (of.width() > (orders_ ? widest_of_orders : widest_table) ||
          (orders_ && entries + (std::size_t{1} << of.width()) > most_shared)) {
        sites_[s].kind = Kind::wide;
        wide_[s].clear();
        continue;
      }
      if (of.first.word == of.second.word && of.first.shift == of.second.shift + of.second.width) {
        sites_[s].kind = Kind::together;
        sites_[s].mask = (1U << of.width()) - 1;
      }
      entries += std::size_t{1} << of.width();
    }
    if (const std::size_t before = entries_.size(); before < entries) {
      entries_.resize(entries);
      std::fill(entries_.begin() + before, entries_.end(), Entry{});
    }
    if (orders_) variant_of_.assign(entries, 0);
    const Entry* at = entries_.data();
    for (std::size_t s = 0; s < sites_.size(); ++s) {
      if (sites_[s].kind == Kind::wide) continue;
      sites_[s].entries = at;
      at += std::size_t{1} << components_[s].width();
    }
    steps_.clear();
    details_.clear();
    pushes_.clear();
    rows_.assign(1, 0);  // of steps that push nothing
    row_of_.resize(machine_.channels().size());
    for (auto& of_channel : row_of_) of_channel.clear();
    most_.assign(sites_.size(), usual);
    most_listed_ = usual * (sites_.size() + 1);
  }

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

  // Into an empty list, steps that stand for all (a persistent set; docs/semantics.md, Reductions), each of
  // which changes something. On fifo: those of a process all of whose steps touch nothing that others do
  // before it moves, and which owes one; of several such processes, one with the fewest steps. On bag and
  // set: one that commutes with all else. Returns all their flags; 0, and an empty list, if there are none.
  std::uint16_t list_persistent(const Key<Words>& key, Array<StepIndex>& listed) {
    if (may_fault(key)) return 0;
    if (commuting_) return list_commuting(key, listed);
    const Machine::Sites best = !one_site_each_ ? persistent_process(key)
                                : orders_       ? persistent_site<true>(key)
                                                : persistent_site<false>(key);
    if (best.empty()) return 0;
    const std::uint16_t flags = list(key, listed, best);
    if (!(flags & stays) || !every_step_acts_) return flags;
    if (std::ranges::none_of(listed, [&](const auto step) { return take(key, step) == key; })) return flags;
    listed.resize_down(0);
    return 0;
  }

  // Appends the steps that are possible in a configuration, or those of some sites; returns all their flags.
  std::uint16_t list(const Key<Words>& key, Array<StepIndex>& listed) {
    return list(key, listed, {0, sites_.size()});
  }
  [[gnu::always_inline]] inline std::uint16_t list(const Key<Words>& key, Array<StepIndex>& listed,
                                                   Machine::Sites sites) {
    while (true) {
      const std::size_t before = listed.size();
      listed.resize(before + most_listed_);
      StepIndex* out = listed.begin() + before;
      std::uint16_t flags = 0;
      const Site* site = sites_.data() + sites.first;
      const Site* const end = sites_.data() + sites.end;
      for (; site != end; ++site) {
        const Entry entry = find(*site, key);
        // Written before it is known how many there are, because no predictor can know.
        for (std::uint32_t i = 0; i < usual; ++i) out[i] = entry.first + i;
        if (entry.count > usual) [[unlikely]] {
          if (entry.count == not_filled) break;
          for (std::uint32_t i = usual; i < entry.count; ++i) out[i] = entry.first + i;
        }
        out += entry.count;
        flags |= entry.flags;
      }
      if (site == end) [[likely]] {
        for (std::size_t s = sites.first; orders_ && s < sites.end; ++s) {
          if (find(sites_[s], key).flags & asks) note_answers(s, key);
        }
        listed.resize_down(static_cast<std::size_t>(out - listed.begin()));
        return flags;
      }
      listed.resize_down(before);  // once more then
      fill_for(static_cast<std::size_t>(site - sites_.data()), key);
    }
  }

  const StepLabel& label(StepIndex step) const { return steps_[step].label; }
  // The machine had so many when it was last asked: more than the labels speak of.
  std::size_t costs() const { return costs_; }

  // What a step makes of a configuration.
  [[gnu::always_inline]] inline Key<Words> take(const Key<Words>& key, StepIndex index) {
    const Step& step = steps_[index];
    const std::size_t at = Words == 1 ? 0 : step.word;
    const std::uint64_t pushed = std::uint64_t{pushed_change(key, index)} << step.shift;
    Key<Words> child;
    for (std::size_t w = 0; w < Words; ++w) child[w] = key[w] ^ step.change[w] ^ (w == at ? pushed : 0);
    if (step.label.flags & rare) [[unlikely]]
      take_rare(key, index, child);
    return child;
  }
  // 1 if it changes nothing, and no channel by what it pushes; else 0. Sooner told than where it leads.
  [[gnu::always_inline]] inline std::uint32_t leads_back(const Key<Words>& key, StepIndex index) {
    const std::uint32_t traits = steps_[index].traits;
    const std::uint32_t change = pushed_change(key, index);
    if (traits & is_rare) [[unlikely]]
      return traits & (take(key, index) == key ? 1U : 0U);
    return traits & (change == 0 ? 1U : 0U);
  }
  // Of steps that have been listed, keeps those that lead elsewhere, and tells of the others.
  struct Loops {
    std::size_t count = 0;
    std::uint32_t traits = 0;         // of all that lead back together
    std::uint32_t others_traits = 0;  // of all others
  };
  Loops take_out_loops(const Key<Words>& key_there, Array<StepIndex>& listed) {
    const Key<Words> key = key_there;  // not to be read again and again
    Loops loops;
    StepIndex* other = listed.begin();
    for (const StepIndex step : listed) {  // no predictor could know which: so there is no branch
      const std::uint32_t is_loop = leads_back(key, step);
      const std::uint32_t traits = steps_[step].traits;
      *other = step;
      other += 1 - is_loop;
      loops.traits |= traits & (0U - is_loop);
      loops.others_traits |= traits & (is_loop - 1);
    }
    const auto others = static_cast<std::size_t>(other - listed.begin());
    loops.count = listed.size() - others;
    listed.resize_down(others);
    return loops;
  }
  static std::uint16_t flags(const Machine::Record& record) {
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
  struct Step {
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
  [[gnu::always_inline]] inline std::uint32_t pushed_change(const Key<Words>& key, StepIndex index) {
    const Step& step = steps_[index];
    const std::size_t at = Words == 1 ? 0 : step.word;
    const std::uint64_t word = key[at] ^ step.change[at];
    const std::uint32_t content = static_cast<std::uint32_t>(word >> step.shift) & step.mask;
    const std::uint32_t change = rows_[step.row + content];
    if (change == unknown) [[unlikely]]
      return fill_push(pushes_[details_[index].first_push], content);
    return change;
  }

  std::uint16_t list_commuting(const Key<Words>& key, Array<StepIndex>& listed) {
    const std::uint16_t flags = list_commuting(key, listed, alone);
    return listed.empty() ? list_commuting(key, listed, joined) : flags;
  }
  // As it may be listed where the flag is `how`.
  std::uint16_t list_commuting(const Key<Words>& key, Array<StepIndex>& listed, Flag how) {
    for (std::size_t s = 0; s < process_of_.size(); ++s) {
      const Entry entry = find_or_fill(s, key);
      if (!(entry.flags & how)) continue;
      for (StepIndex step = entry.first; step < entry.first + entry.count; ++step) {
        if (!(steps_[step].label.flags & how)) continue;
        listed.push_back(step);
        if (how == joined) list_own(key, listed, process_of_[s]);
        std::uint16_t flags = 0;
        bool acts = true;
        for (const StepIndex each : listed) {
          flags |= steps_[each].label.flags;
          acts &= leads_back(key, each) == 0;
        }
        if (acts || !every_step_acts_) return flags;
        listed.resize_down(0);
      }
    }
    return 0;
  }
  void list_own(const Key<Words>& key, Array<StepIndex>& listed, std::size_t process) {
    const Entry entry = find_or_fill(machine_.sites_of(process).first, key);
    for (StepIndex step = entry.first; step < entry.first + entry.count; ++step) {
      if ((steps_[step].label.flags & by_own) && step != listed[0]) listed.push_back(step);
    }
  }

  // Where no process has more than one site.
  template <bool Orders>
  Machine::Sites persistent_site(const Key<Words>& key) {
    std::size_t best = 0;
    unsigned fewest = no_rank;
    const std::size_t processes = machine_.ids().size();
    for (std::size_t s = 0; s < processes && fewest > 1; ++s) {
      Entry entry = find(sites_[s], key);
      if (entry.count == not_filled) [[unlikely]]
        entry = fill_for(s, key);
      if (Orders && (entry.flags & asks)) note_answers(s, key);
      const unsigned rank = entry.rank();
      if (rank >= fewest) continue;
      best = s;
      fewest = rank;
    }
    return fewest == no_rank ? Machine::Sites{} : Machine::Sites{best, best + 1};
  }
  Machine::Sites persistent_process(const Key<Words>& key) {
    Machine::Sites best;
    std::uint32_t fewest = ~std::uint32_t{0};
    const std::size_t processes = machine_.ids().size();
    for (std::size_t process = 0; process < processes && fewest > 1; ++process) {
      const Machine::Sites its = machine_.sites_of(process);
      std::uint32_t count = 0;
      std::uint16_t all = settled;
      std::uint16_t some = 0;
      for (std::size_t s = its.first; s < its.end && (all & settled); ++s) {
        const Entry entry = find_or_fill(s, key);
        if (orders_ && (entry.flags & asks)) note_answers(s, key);
        count += entry.count;
        all &= entry.flags;
        some |= entry.flags;
      }
      if (!may_stand_for_all(all & settled, some & owed, count) || count >= fewest) continue;
      best = its;
      fewest = count;
    }
    return best;
  }
  bool may_stand_for_all(bool all_settled, bool some_owed, std::uint32_t count) const {
    return all_settled && (some_owed || !step_owed_) && count > 0;
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
  // Was something found out about an entry under some order that answers alike as far as it matters there?
  bool in_force(std::size_t slot) {
    std::uint32_t* link = &variant_of_[slot];
    while (*link != 0 && !variants_[*link - 1].answers.within(order_)) link = &variants_[*link - 1].next;
    if (*link == 0) return false;
    const std::uint32_t found = *link;  // to the front: there it is found again
    *link = variants_[found - 1].next;
    variants_[found - 1].next = variant_of_[slot];
    variant_of_[slot] = found;
    filled_.push_back(slot);
    entries_[slot] = variants_[found - 1].entry;
    return true;
  }
  // Of a site that is filled.
  void note_answers(std::size_t s, const Key<Words>& key) {
    const Components& of = components_[s];
    answers_ |= variants_[variant_of_[slot(s, of.first.get(key), of.second.get(key))] - 1].answers;
  }
  bool may_fault(const Key<Words>& key) const {
    return adversary_ && machine_.may_fault(PackedCells<Words>{key, *layout_});
  }
  Entry fill_for(std::size_t s, const Key<Words>& key) {
    const auto [first, second] = machine_.site(s);
    return fill(s, (*layout_)[first].get(key), (*layout_)[second].get(key));
  }

  // So that values are packed and unpacked for what the machine does itself.
  struct Cells {
    Key<Words>& key;
    const Layout& layout;
    std::uint32_t get(std::size_t component) const { return layout[component].get(key); }
    void set(std::size_t component, std::uint32_t value) { layout.set(key, component, value); }
  };

  Entry find(const Site& site, const Key<Words>& key) {
    if (site.kind == Kind::together) [[likely]]
      return site
          .entries[static_cast<std::uint32_t>(key[Words == 1 ? 0 : site.word] >> site.shift) & site.mask];
    const auto s = static_cast<std::size_t>(&site - sites_.data());
    const Components& of = components_[s];
    const std::uint32_t first = of.first.get(key);
    const std::uint32_t second = of.second.get(key);
    if (site.kind == Kind::wide) [[unlikely]]
      return wide_[s].at(first, second);
    return site.entries[std::size_t{first} << of.second.width | second];
  }

  [[gnu::noinline]] void take_rare(const Key<Words>& key, StepIndex index, Key<Words>& child) {
    const Detail detail = details_[index];
    if (detail.by_machine) {
      const Turn turn(turn_);
      child = key;
      Cells cells{child, *layout_};
      machine_.take(cells, machine_.site(detail.site), steps_[index].label.record);
      return;
    }
    for (std::size_t p = detail.first_push; p < detail.first_push + detail.push_count; ++p) {
      const Push push = pushes_[p];
      const auto content = static_cast<std::uint32_t>(child[push.word] >> push.shift) & push.mask;
      if (push.is_wide) {
        layout_->set(child, component(push.channel), pushed(push, content));
        continue;
      }
      std::uint32_t change = rows_[push.row + content];
      if (change == unknown) change = fill_push(push, content);
      child[push.word] ^= std::uint64_t{change} << push.shift;
    }
  }

  std::size_t component(std::uint32_t channel) const {
    return machine_.channel_component(static_cast<int>(channel));
  }

  [[gnu::noinline]] Entry fill(std::size_t s, std::uint32_t first, std::uint32_t second) {
    const Turn turn(turn_);
    const auto at = machine_.site(s);
    const bool is_wide = sites_[s].kind == Kind::wide;
    const std::size_t slot = is_wide ? 0 : this->slot(s, first, second);
    if (orders_) {
      if (is_wide) throw NoRoom{};  // there is no table to keep
      if (in_force(slot)) return entries_[slot];
      answers_ |= machine_.take_answers();  // so that only those of this entry follow
    }
    const Machine::Range range = machine_.steps(s, first, second);
    if (range.count >= std::numeric_limits<std::uint16_t>::max())
      throw std::length_error("a process may take more than 65534 steps at once");
    Entry entry{static_cast<StepIndex>(steps_.size()), static_cast<std::uint16_t>(range.count), 0};
    if (machine_.settled(s, second)) entry.flags |= settled;
    for (Machine::RecordIndex r = range.first; r < range.first + range.count; ++r) {
      const Machine::Record& record = machine_.record(r);
      Step& step = steps_.emplace_back();
      step.label = {r, record.cost, flags(record)};
      if (at.second != at.first) add_change(step.change, at.second, second, record.second);
      add_change(step.change, at.first, first, record.first);
      if (step.change == Key<Words>{}) step.label.flags |= stays;
      if ((r == range.first || !machine_.is_same_action(r - 1, r)) &&
          (r + 1 == range.first + range.count || !machine_.is_same_action(r, r + 1)))
        step.label.flags |= only_outcome;
      if (commuting_) step.label.flags |= commuting_flags(r, first);
      add_pushes(step, record, s);
      entry.flags |= step.label.flags;
      step.traits = traits(step.label);
    }
    const bool stand = may_stand_for_all(entry.flags & settled, entry.flags & owed, range.count);
    const unsigned rank = stand ? std::min(range.count, no_rank - 1) : no_rank;
    if (!commuting_) entry.flags |= static_cast<std::uint16_t>(rank << rank_shift);
    costs_ = machine_.costs().size();
    if (range.count > most_[s]) {
      most_listed_ += range.count - most_[s];
      most_[s] = range.count;
    }
    if (is_wide) {
      wide_[s].at(first, second) = entry;
      return entry;
    }
    if (orders_) {
      const Answers answers = machine_.take_answers();
      if (answers != Answers{}) entry.flags |= asks;
      variants_.push_back({answers, entry, variant_of_[slot]});
      variant_of_[slot] = static_cast<std::uint32_t>(variants_.size());
    }
    filled_.push_back(slot);
    entries_[slot] = entry;
    return entry;
  }

  std::uint16_t commuting_flags(Machine::RecordIndex r, std::uint32_t local) {
    const auto kind = machine_.kind(r);
    const bool its_own = kind == conclave::Step::Kind::start || kind == conclave::Step::Kind::resume;
    std::uint16_t flags = its_own ? by_own : 0;
    if (!machine_.record(r).owed && step_owed_) return flags;
    if (kind > conclave::Step::Kind::deliver) return flags;
    const StandsFor found = machine_.stands_for(r, local);
    if (found == StandsFor::all) flags |= alone;
    if (found == StandsFor::all_with_own) flags |= joined;
    return flags;
  }

  static std::uint32_t traits(const StepLabel& label) {
    const bool is_owed = label.flags & owed;
    return (label.flags & stays ? changes_nothing : 0U) | (is_owed ? 0U : optional) |
           (is_owed && (label.flags & only_outcome) ? leaves : 0U) | (label.flags & rare ? is_rare : 0U) |
           first_cost << std::min<unsigned>(label.cost, last_cost);
  }

  void add_change(Key<Words>& change, std::size_t component, std::uint32_t before,
                  std::uint32_t after) const {
    const Layout::Field& field = (*layout_)[component];
    if (after > field.mask) throw TooNarrow{component, after};
    change[field.word] ^= std::uint64_t{before ^ after} << field.shift;
  }

  void add_pushes(Step& step, const Machine::Record& record, std::size_t site) {
    const Detail& detail =
        details_.emplace_back(static_cast<std::uint32_t>(site), static_cast<std::uint32_t>(pushes_.size()),
                              static_cast<std::uint32_t>(record.push_count), record.copies || record.crashes);
    for (const auto& target : machine_.pushes(record)) {
      const Layout::Field& field = (*layout_)[component(target.channel)];
      const bool is_wide = field.width > widest_row;
      pushes_.emplace_back(is_wide ? 0 : row(target.channel, target.message, field.width), field.mask,
                           field.word, field.shift, is_wide, target.channel, target.message);
    }
    if (detail.by_machine || detail.push_count > 1 || (detail.push_count == 1 && pushes_.back().is_wide)) {
      step.label.flags |= rare;
    } else if (detail.push_count == 1) {
      const Push& push = pushes_.back();
      step.row = push.row;
      step.mask = push.mask;
      step.word = push.word;
      step.shift = push.shift;
    }
  }

  std::uint32_t row(std::uint32_t channel, Contents::Message message, unsigned width) {
    auto& rows = row_of_[channel];
    for (const auto& [of, row] : rows) {
      if (of == message) return row;
    }
    const auto row = static_cast<std::uint32_t>(rows_.size());
    rows.push_back({message, row});
    rows_.resize(rows_.size() + (std::size_t{1} << width), unknown);
    return row;
  }

  std::uint32_t pushed(const Push& push, std::uint32_t content) {
    const Turn turn(turn_);
    return machine_.push(push.channel, content, push.message);
  }
  [[gnu::noinline]] std::uint32_t fill_push(const Push& push, std::uint32_t content) {
    const std::uint32_t after = pushed(push, content);
    if (after > push.mask) throw TooNarrow{component(push.channel), after};
    return rows_[push.row + content] = content ^ after;
  }

  Machine& machine_;
  std::mutex* const turn_;
  std::size_t costs_ = 0;
  const Layout* layout_ = nullptr;
  bool orders_ = false;
  Answers order_;    // in force
  Answers answers_;  // that were used
  bool one_site_each_ = false;
  bool commuting_ = false;               // steps that do are asked for
  std::vector<std::size_t> process_of_;  // by site, then; of its own steps and deliveries
  const bool adversary_ =
      machine_.scenario().reduction.provisos.no_fault_left && machine_.scenario().faults.any();
  const bool step_owed_ = machine_.scenario().reduction.provisos.step_owed;
  const bool every_step_acts_ = machine_.scenario().reduction.provisos.every_step_acts;
  std::vector<Site> sites_;
  std::vector<Components> components_;  // by site
  Array<Entry> entries_;
  std::vector<std::size_t> filled_;  // of entries_
  std::vector<Grid<Entry>> wide_;    // by site
  std::vector<Step> steps_;
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
