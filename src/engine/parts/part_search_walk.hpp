// How PartSearch takes what arrives, and expands it.
#pragma once

#include <algorithm>
#include <bit>

#include "engine/parts/part_search.hpp"

namespace conclave {

template <std::size_t Words>
PartSearch<Words>::PartSearch(Machine& machine, Limits& limits, Widths& widths)
    : machine_(machine),
      limits_(limits),
      widths_(widths),
      statements_(machine.scenario()),
      costs_(*machine.scenario().model->program),
      seen_(limits),
      waiting_(limits),
      staying_(machine, nullptr),
      nearest_(costs_.counted(), just(by_any) | just(leaderless), false),
      sums_(nearest_.blocks()),
      steps_(machine, limits, nullptr),
      step_costs_(nearest_.step()),
      listed_(limits) {
  if (machine.scenario().lock_step()) throw Whole{"it is of lock step"};
  if (statements_.follow_executions()) throw Whole{"a property says what comes after what"};
}

template <std::size_t Words>
void PartSearch<Words>::begin(bool by_independence) {
  by_independence_ = by_independence;
  result_ = {};
  elected_ = false;
  reached_ = 0;
  findings_ = {};
  sums_.clear();
  staying_.clear(costs_.counted());
  total_.assign(nearest_.blocks(), lanes::nothing_known);
  lay_out();
  begin(Phase::find);
}

template <std::size_t Words>
void PartSearch<Words>::begin(Phase phase) {
  phase_ = phase;
  expanded_ = 0;
  known_sums_.assign(sum_slots, {});
}

template <std::size_t Words>
std::uint64_t PartSearch<Words>::first_number() {
  const std::vector<Lanes> nothing_yet(nearest_.blocks(), Lanes{});
  return phase_ == Phase::find ? arrives : sums_.intern(nothing_yet.data(), {});
}

// Takes the bits that are left over, too, because to pack everything anew takes long.
template <std::size_t Words>
void PartSearch<Words>::lay_out() {
  constexpr std::uint8_t most_tag = 30;
  steps_.arrange(layout_, widths_);
  const auto pairs = steps_.pairs();
  Widths roomy = widths_;
  const auto fits = [&] { return layout_.arrange(roomy, pairs, Words); };
  for (auto& bits : roomy.component) ++bits;
  roomy.tag = static_cast<std::uint8_t>(roomy.tag + 4);
  if (!fits()) roomy = widths_;
  while (roomy.tag < most_tag) {
    ++roomy.tag;
    if (fits()) continue;
    --roomy.tag;
    break;
  }
  fits();
  tag_bits_ = roomy.tag;
  steps_.clear(layout_, by_independence_);
  standings_.clear(machine_, layout_, most_standings);
}

template <std::size_t Words>
Layout PartSearch<Words>::widen(const TooNarrow& found) {
  Layout before = layout_;
  widths_.widen(found);
  // What has found room in bits that were left over needs it for good, and so do the numbers that there are.
  for (std::size_t c = 0; c < before.size(); ++c) {
    const std::size_t count = machine_.values().value_count(c);
    const auto bits = count > 0 ? static_cast<std::uint8_t>(std::bit_width(count - 1)) : before[c].width;
    widths_.component[c] = std::max(widths_.component[c], std::min(bits, before[c].width));
  }
  const auto numbers = static_cast<std::uint8_t>(std::bit_width(sums_.size() + std::uint64_t{1024}));
  widths_.tag = std::max(widths_.tag, numbers);
  lay_out();
  const Repacking repack(before, layout_);
  for (Findings& findings : findings_) {
    for (auto& at : findings.at) at.key = repack(at.key);
  }
  return before;
}

template <std::size_t Words>
auto PartSearch<Words>::repack(const Repacking& repack, unsigned tag_bits, const Record& record) -> Record {
  Record packed = repack(record);
  packed[0] |= record[0] & ((std::uint64_t{1} << tag_bits) - 1);
  return packed;
}

template <std::size_t Words>
void PartSearch<Words>::leave_room(std::uint64_t numbers) const {
  if (sums_.size() + numbers + 1 >= seen_.tag_limit())
    throw TooNarrow{layout_.size(), static_cast<std::uint32_t>(seen_.tag_limit()) + 1};
}

template <std::size_t Words>
void PartSearch<Words>::take(const Record& record) {
  const Key<Words> key = this->key(record);
  const std::uint64_t number = this->number(record);
  if (number == waits) return waiting_.push_back(key);
  leave_room(1);
  arrive(key, number);
}

template <std::size_t Words>
void PartSearch<Words>::arrive(const Key<Words>& key, std::uint64_t number) {
  const auto slot = seen_.scramble(key);
  const auto found = seen_.find(slot);
  if (phase_ == Phase::order) {
    const std::uint32_t sum = add_up(found.tag, number);
    seen_.set_tag(found.slot, slot, sum);
    if (sums_.marks(sum).holds == 0) waiting_.push_back(key);
    return;
  }
  // The sums of tag k are unknown, and k steps have yet to arrive.
  const std::uint64_t tag = seen_.holds(found) ? found.tag + 1 : 1;
  if (sums_.size() < tag) {
    const std::vector<Lanes> unknown(nearest_.blocks(), lanes::nothing_known);
    sums_.intern(unknown.data(), {.holds = sums_.size() + 1, .avoids = 0});
  }
  if (tag > 1) {
    seen_.set_tag(found.slot, slot, tag);
  } else {
    seen_.insert(found.slot, slot, tag);
    ++result_.states;
    waiting_.push_back(key);
  }
}

// Adds what arrives to what has arrived before. The same two numbers meet often, so the last sums are kept.
template <std::size_t Words>
std::uint32_t PartSearch<Words>::add_up(std::uint64_t tag, std::uint64_t number) {
  const std::uint64_t hash = (tag << 32 | number) * 0x9e3779b97f4a7c15ULL;
  Sum& known = known_sums_[hash >> (64 - std::bit_width(sum_slots - 1))];
  if (known.tag == tag && known.number == number) return known.sum;
  const std::size_t blocks = nearest_.blocks();
  const Lanes* const before = sums_.sums(blocks, tag);
  std::vector<Lanes> sums(before, before + blocks);
  for (std::size_t block = 0; block < blocks; ++block)
    lanes::raise(sums[block], sums_.sums(blocks, number)[block]);
  auto marks = sums_.marks(tag);
  --marks.holds;
  known = {tag, number, sums_.intern(sums.data(), marks)};
  return known.sum;
}

template <std::size_t Words>
std::uint16_t PartSearch<Words>::list_all(const Key<Words>& key) {
  listed_.resize_down(0);
  std::uint16_t flags = 0;
  if (by_independence_) flags = steps_.list_persistent(key, listed_);
  if (listed_.empty()) flags = steps_.list(key, listed_);
  return flags;
}

template <std::size_t Words>
std::uint16_t PartSearch<Words>::list(const Key<Words>& key) {
  const std::uint16_t flags = list_all(key);
  loops_ = {};
  if (flags & Tables::stays) loops_ = steps_.take_out_loops(key, listed_);
  return flags;
}

template <std::size_t Words>
std::vector<RecordIndex> PartSearch<Words>::breaking(const Key<Words>& key, PropertyId id) {
  std::vector<RecordIndex> breaking;
  list_all(key);
  for (const std::uint32_t step : listed_) {
    const RecordIndex record = steps_.label(step).record;
    if (machine_.steps().record(record).broken.contains(id)) breaking.push_back(record);
  }
  return breaking;
}

template <std::size_t Words>
void PartSearch<Words>::expand_one() {
  const Key<Words> key = waiting_.back();
  limits_.tick();
  limits_.poll();
  const std::uint16_t flags = list(key);
  const std::size_t all = listed_.size() + loops_.count;
  if (loops_.count > 0) look_at_loops(key);
  if (by_independence_ && (flags & Tables::revokes) && machine_.provisos().decisions_stay) {
    throw Revoked{};
  }
  children_.clear();
  for (const std::uint32_t step : listed_) children_.push_back(steps_.take(key, step));
  brings_.assign(children_.size(), arrives);
  leave_room(2 * children_.size());
  if (phase_ == Phase::order) {
    step_costs_.extend(machine_.steps().costs());
    const std::size_t blocks = nearest_.blocks();
    const Lanes* const known = sums_.sums(blocks, seen_.find(seen_.scramble(key)).tag);
    std::vector<Lanes> sums(known, known + blocks);
    look_at(key, flags, sums.data());
    std::vector<Lanes> brought(blocks);
    for (std::size_t i = 0; i < children_.size(); ++i) {
      const std::uint16_t cost = steps_.label(listed_[i]).cost;
      if (i > 0 && steps_.label(listed_[i - 1]).cost == cost) {
        brings_[i] = brings_[i - 1];
        continue;
      }
      for (std::size_t block = 0; block < blocks; ++block)
        brought[block] = lanes::sum(sums[block], step_costs_.of(blocks, cost)[block]);
      brings_[i] = sums_.intern(brought.data(), {});
    }
    result_.transitions += all;
  }
  ++expanded_;
  waiting_.pop_back();
  for (const auto& child : children_) seen_.prefetch(seen_.scramble(child));
  for (std::size_t i = 0; i < children_.size(); ++i) {
    const Part part = part_of(children_[i]);
    if (part == here_)
      arrive(children_[i], brings_[i]);
    else
      send(part, record(children_[i], brings_[i]));
  }
}

// An execution may fairly stay for ever in a configuration, or it is not known: then somebody else decides.
template <std::size_t Words>
void PartSearch<Words>::look_at_loops(const Key<Words>& key) {
  const Whole gives_up{"an execution may stay in a configuration for ever"};
  if ((loops_.traits & Tables::optional) || machine_.scenario().fairness == Fairness::none) throw gives_up;
  const bool must_leave = loops_.others_traits & Tables::leaves;
  if (must_leave && staying_.have_noted(loops_.traits / Tables::first_cost)) return;
  std::vector<Label> back;
  std::vector<Label> others;
  list_all(key);
  for (const std::uint32_t step : listed_)
    (steps_.leads_back(key, step) ? back : others).push_back(steps_.label(step));
  loops_ = steps_.take_out_loops(key, listed_);
  for (const Label& each : back) staying_.note(each);
  if (!must_leave && staying_.may_stay(back, others)) throw gives_up;
}

template <std::size_t Words>
auto PartSearch<Words>::standing_at(const Key<Words>& key) -> const Standing& {
  return standings_.at(key, false, [&] {
    const Cells cells{key, layout_};
    const auto standing = machine_.judge().standing(cells);
    elected_ |= standing.elected;
    Standing known{.failed = standing.failed, .leads = standing.has_leader};
    if (!statements_.any() || machine_.judge().sees_network()) return known;
    known.holds = machine_.judge().predicates(cells);
    reached_ |= statements_.reached(known.holds);
    known.failed = known.failed | PropertySet::own(statements_.broken(known.holds));
    return known;
  });
}

// Looks at a configuration that is expanded in the second phase, with what executions may have come to it.
template <std::size_t Words>
void PartSearch<Words>::look_at(const Key<Words>& key, std::uint16_t flags, Lanes* sums) {
  if (nearest_.is_far(sums) || lanes::most(sums, Costs::messages) >= lanes::largest_sum ||
      lanes::most(sums, costs_.deliveries()) >= lanes::largest_sum)
    throw Whole{"executions are too long"};
  const auto steps = static_cast<std::size_t>(*nearest_.steps(sums, by_any));
  const Standing& standing = standing_at(key);
  PropertySet failed = standing.failed;
  if (statements_.any() && machine_.judge().sees_network()) {
    const std::uint32_t holds = machine_.judge().predicates(Cells{key, layout_});
    reached_ |= statements_.reached(holds);
    failed = failed | PropertySet::own(statements_.broken(holds));
  }
  found(failed, key, steps);
  if (flags & Tables::broken) {
    list_all(key);
    for (const std::uint32_t step : listed_) {
      const RecordIndex record = steps_.label(step).record;
      found(machine_.steps().record(record).broken, key, steps + 1, record);
    }
    list(key);
  }
  if (!(flags & Tables::owed)) rest(key, sums);
  if (standing.leads) nearest_.forget(sums, leaderless);
}

// No step is owed, so an execution may end here, unless somebody has to start.
template <std::size_t Words>
void PartSearch<Words>::rest(const Key<Words>& key, const Lanes* sums) {
  const Cells cells{key, layout_};
  if (machine_.awaits_start(cells, labels())) return;
  ++result_.quiescent;
  for (std::size_t block = 0; block < total_.size(); ++block) lanes::raise(total_[block], sums[block]);
  const PropertySet asked = machine_.scenario().properties;
  const auto steps = static_cast<std::size_t>(*nearest_.steps(sums, by_any));
  if (!machine_.judge().all_decided(cells)) {
    found(just(PropertyId::termination) & asked, key, steps);
    // From where no execution ends well, steps lead on until there are none, because there is no cycle.
    if (listed_.empty()) found(just(PropertyId::can_terminate) & asked, key, steps);
  }
  const auto without = nearest_.steps(sums, leaderless);
  if (without && asked.contains(PropertyId::election) && machine_.judge().standing(cells).lacks_leader())
    found(just(PropertyId::election), key, static_cast<std::size_t>(*without));
}

template <std::size_t Words>
void PartSearch<Words>::found(PropertySet failed, const Key<Words>& key, std::size_t steps,
                              std::optional<RecordIndex> last) {
  for (unsigned bits = failed.bits(); bits != 0; bits &= bits - 1) {
    Findings& known = findings_[static_cast<std::size_t>(std::countr_zero(bits))];
    if (steps < known.steps) known.at.clear();
    if (known.at.empty()) known.steps = steps;
    if (steps == known.steps && known.at.size() < most_findings) known.at.push_back({key, last});
  }
}

template <std::size_t Words>
std::optional<std::size_t> PartSearch<Words>::distance(std::uint64_t tag, bool without_leader) const {
  if (sums_.marks(tag).holds != 0) return {};
  const auto steps = nearest_.steps(sums_.sums(nearest_.blocks(), tag), without_leader ? leaderless : by_any);
  if (!steps) return {};
  return static_cast<std::size_t>(*steps);
}

template <std::size_t Words>
void PartSearch<Words>::sum_up() {
  if (!elected_ && machine_.scenario().properties.contains(PropertyId::can_elect))
    result_.violation(PropertyId::can_elect).emplace();
  const PropertySet missed = PropertySet::own(statements_.reachable() & ~reached_);
  for (const Property& p : machine_.scenario().model->properties) {
    if (missed.contains(p.id)) result_.violation(p.id).emplace();
  }
  for (std::size_t cost = 0; cost < costs_.counted(); ++cost) {
    Extremes extremes{lanes::least(total_.data(), cost), lanes::most(total_.data(), cost)};
    if (staying_.add_to(cost)) extremes.max.reset();
    result_.costs.push_back(extremes);
  }
}

}  // namespace conclave
