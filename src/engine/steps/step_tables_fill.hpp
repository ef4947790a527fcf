// How StepTables are filled: the machine is asked for the steps at a site, and its answer is packed for the
// layout and the order in force. Also what no table says of a step, so that the machine has to take it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <stdexcept>

#include "engine/steps/step_tables.hpp"

namespace conclave {

template <std::size_t Words>
StepTables<Words>::StepTables(Machine& machine, Limits& limits, std::mutex* turn)
    : machine_(machine), async_(machine.async()), turn_(turn), entries_(limits), variant_of_(limits) {}

template <std::size_t Words>
StepTables<Words>::~StepTables() = default;

template <std::size_t Words>
std::vector<std::pair<std::uint32_t, std::uint32_t>> StepTables<Words>::pairs() const {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
  for (std::size_t s = 0; async_ != nullptr && s < async_->site_count(); ++s)
    pairs.emplace_back(async_->site(s).first, async_->site(s).second);
  return pairs;
}

template <std::size_t Words>
std::vector<std::size_t> StepTables<Words>::value_counts() const {
  std::vector<std::size_t> counts(machine_.values().component_count());
  for (std::size_t c = 0; c < counts.size(); ++c) counts[c] = machine_.values().value_count(c);
  return counts;
}

template <std::size_t Words>
void StepTables<Words>::arrange(Layout& layout, Widths& widths) const {
  conclave::arrange(layout, widths, value_counts(), pairs(), Words);
}

template <std::size_t Words>
bool StepTables<Words>::widen_others(Widths& widths, std::size_t tags) const {
  return conclave::widen_others(widths, value_counts(), tags, pairs(), Words);
}

template <std::size_t Words>
void StepTables<Words>::narrow(Widths& widths) const {
  conclave::narrow(widths, value_counts(), pairs(), Words);
}

template <std::size_t Words>
void StepTables<Words>::clear(const Layout& layout, bool by_independence, std::size_t shared_bytes) {
  layout_ = &layout;
  commuting_ = by_independence && async_ != nullptr && async_->looks_for_commuting();
  own_site_of_.clear();
  for (std::size_t i = 0; i < machine_.ids().size() && commuting_; ++i)
    own_site_of_.resize(async_->sites_of(i).end, async_->sites_of(i).first);
  orders_ = shared_bytes > 0;
  const std::size_t most_shared = std::min(most_of_orders, shared_bytes / bytes_of_shared);
  variants_.clear();
  variant_of_.clear();
  for (const auto entry : filled_) entries_[entry] = {};
  filled_.clear();
  sites_.resize(async_ == nullptr ? 0 : async_->site_count());
  one_site_each_ = async_ != nullptr;
  for (std::size_t i = 0; i < machine_.ids().size() && one_site_each_; ++i) {
    const AsyncSteps::Sites its = async_->sites_of(i);
    one_site_each_ = its.first == i && its.end == i + 1;
  }
  find_budgeted();
  wide_.resize(sites_.size());
  components_.clear();
  std::size_t entries = 0;
  for (std::size_t s = 0; s < sites_.size(); ++s) {
    const auto [first, second] = async_->site(s);
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
  message_of_.clear();
  closings_.clear();
  pushes_.clear();
  rows_.assign(1, 0);  // the row of steps that push nothing
  row_of_.resize(machine_.values().channels().size());
  for (auto& of_channel : row_of_) of_channel.clear();
  recent_pushes_.clear();
  most_.assign(sites_.size(), usual);
  most_listed_ = usual * (sites_.size() + 1);
}

template <std::size_t Words>
void StepTables<Words>::find_budgeted() {
  budgeted_.clear();
  const Values& values = machine_.values();
  std::size_t last = budgets.size();
  own_sites_ = async_ == nullptr ? 0 : async_->sites_of(values.processes() - 1).end;
  for (std::size_t s = own_sites_; s < sites_.size(); ++s) {
    const auto [first, second] = async_->site(s);
    for (std::size_t b = 0; b < budgets.size(); ++b) {
      const int most = machine_.scenario().faults.*budgets[b].most;
      const std::uint32_t used = values.budget_component(b);
      if (most == 0 || (used != first && used != second) || b == last) continue;
      budgeted_.push_back({s, (*layout_)[used], static_cast<std::uint32_t>(most)});
      last = b;
    }
  }
}

// Is there a variant of an entry, found out under another order, that holds under the order in force? If so,
// it is used.
template <std::size_t Words>
bool StepTables<Words>::in_force(std::size_t slot) {
  std::uint32_t* link = &variant_of_[slot];
  while (*link != 0 && !variants_[*link - 1].answers.within(order_)) link = &variants_[*link - 1].next;
  if (*link == 0) return false;
  const std::uint32_t found = *link;  // it goes to the front, where it is found fast the next time
  *link = variants_[found - 1].next;
  variants_[found - 1].next = variant_of_[slot];
  variant_of_[slot] = found;
  filled_.push_back(slot);
  entries_[slot] = variants_[found - 1].entry;
  return true;
}

template <std::size_t Words>
typename StepTables<Words>::Entry StepTables<Words>::fill(std::size_t s, std::uint32_t first,
                                                          std::uint32_t second) {
  const MachineLock lock(turn_);
  const auto at = async_->site(s);
  const bool is_wide = sites_[s].kind == Kind::wide;
  const std::size_t slot = is_wide ? 0 : this->slot(s, first, second);
  if (orders_) {
    if (is_wide) throw NoRoom{};  // a hashed table cannot be shared
    if (in_force(slot)) return entries_[slot];
    answers_ |= machine_.take_answers();  // so that the answers taken below are those of this entry only
  }
  const AsyncSteps::Records range = async_->at(s, first, second);
  if (range.count >= std::numeric_limits<std::uint16_t>::max())
    throw std::length_error("a process may take more than 65534 steps at once");
  Entry entry{static_cast<StepIndex>(steps_.size()), static_cast<std::uint16_t>(range.count), 0};
  const bool reads_nothing = at.first == at.second;
  if (async_->is_isolated(s, second) && !(reads_nothing && wants_message_)) entry.flags |= isolated;
  for (RecordIndex r = range.first; r < range.first + range.count; ++r) {
    const StepRecord& record = machine_.steps().record(r);
    PackedStep& step = steps_.emplace_back();
    step.label = {r, record.cost, static_cast<std::uint16_t>(flags(record) | each_)};
    if (is_hidden(record)) step.label.flags |= hidden;
    if (all_hidden_ && record.shows) entry.flags &= static_cast<std::uint16_t>(~isolated);
    if (at.second != at.first) add_change(step.change, at.second, second, record.second);
    add_change(step.change, at.first, first, record.first);
    if (step.change == Key<Words>{}) step.label.flags |= stays;
    if ((r == range.first || !machine_.steps().is_same_action(r - 1, r)) &&
        (r + 1 == range.first + range.count || !machine_.steps().is_same_action(r, r + 1)))
      step.label.flags |= only_outcome;
    if (commuting_) {
      step.label.flags |= commuting_flags(r, first);
      message_of_.push_back(machine_.steps().received(r));
    }
    add_pushes(step, record, s);
    entry.flags |= step.label.flags;
    step.traits = traits(step.label);
  }
  const bool stand = may_stand_for_all(entry.flags & isolated, entry.flags & hidden, range.count);
  const unsigned rank = stand ? std::min(range.count, no_rank - 1) : no_rank;
  if (!commuting_) entry.flags |= static_cast<std::uint16_t>(rank << rank_shift);
  costs_ = machine_.steps().costs().size();
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

template <std::size_t Words>
std::uint16_t StepTables<Words>::commuting_flags(RecordIndex r, std::uint32_t local) {
  const auto kind = machine_.steps().kind(r);
  const bool its_own = kind == Step::Kind::start || kind == Step::Kind::own;
  std::uint16_t flags = its_own ? by_own : 0;
  if (!is_hidden(machine_.steps().record(r))) return flags;
  if (kind > Step::Kind::deliver || (its_own && wants_message_)) return flags;
  const StandsFor found = async_->stands_for(r, local);
  if (found == StandsFor::all) flags |= alone;
  if (found == StandsFor::all_with_own && !all_hidden_) flags |= joined;
  return flags;
}

template <std::size_t Words>
std::uint32_t StepTables<Words>::traits(const StepLabel& label) {
  const bool is_owed = label.flags & owed;
  return (label.flags & stays ? changes_nothing : 0U) | (is_owed ? 0U : optional) |
         (is_owed && (label.flags & only_outcome) ? leaves : 0U) | (label.flags & rare ? is_rare : 0U) |
         first_cost << std::min<unsigned>(label.cost, last_cost);
}

template <std::size_t Words>
void StepTables<Words>::add_change(Key<Words>& change, std::size_t component, std::uint32_t before,
                                   std::uint32_t after) const {
  const Layout::Field& field = (*layout_)[component];
  if (after > field.mask) throw TooNarrow{component, after};
  change[field.word] ^= std::uint64_t{before ^ after} << field.shift;
}

template <std::size_t Words>
void StepTables<Words>::add_pushes(PackedStep& step, const StepRecord& record, std::size_t site) {
  const std::optional<std::uint32_t> closes =
      record.crashes ? closing(record.process) : std::optional<std::uint32_t>();
  const Detail& detail =
      details_.emplace_back(static_cast<std::uint32_t>(site), static_cast<std::uint32_t>(pushes_.size()),
                            static_cast<std::uint32_t>(record.push_count),
                            record.copies || (record.crashes && !closes), closes.value_or(no_closing));
  for (const auto& target : async_->pushes(record)) {
    const Layout::Field& field = (*layout_)[component(target.channel)];
    const bool is_wide = field.width > widest_row || (field.width > usual_row && rows_.size() > most_in_rows);
    pushes_.emplace_back(is_wide ? 0 : row(target.channel, target.message, field.width), field.mask,
                         field.word, field.shift, is_wide, target.channel, target.message);
  }
  if (detail.by_machine || closes || detail.push_count > 1 ||
      (detail.push_count == 1 && pushes_.back().is_wide)) {
    step.label.flags |= rare;
  } else if (detail.push_count == 1) {
    const Push& push = pushes_.back();
    step.row = push.row;
    step.mask = push.mask;
    step.word = push.word;
    step.shift = push.shift;
  }
}

// Which channels close when a process crashes does not depend on the configuration, unless somebody else
// reads one of them and may have crashed before.
template <std::size_t Words>
std::optional<std::uint32_t> StepTables<Words>::closing(std::uint32_t process) {
  Closing closing;
  closing.kept.fill(~std::uint64_t{0});
  closing.closed.fill(0);
  const auto& channels = machine_.values().channels();
  for (std::size_t c = 0; c < channels.size(); ++c) {
    const auto& readers = channels[c].readers;
    const auto is_it = [&](const auto& reader) { return reader.process == static_cast<int>(process); };
    if (std::ranges::none_of(readers, is_it)) continue;
    if (!std::ranges::all_of(readers, is_it)) return {};
    const Layout::Field& field = (*layout_)[component(static_cast<std::uint32_t>(c))];
    if (Contents::closed > field.mask)
      throw TooNarrow{component(static_cast<std::uint32_t>(c)), Contents::closed};
    closing.kept[field.word] &= ~(std::uint64_t{field.mask} << field.shift);
    closing.closed[field.word] |= std::uint64_t{Contents::closed} << field.shift;
  }
  closings_.push_back(closing);
  return static_cast<std::uint32_t>(closings_.size() - 1);
}

template <std::size_t Words>
std::uint32_t StepTables<Words>::row(std::uint32_t channel, Contents::Message message, unsigned width) {
  auto& rows = row_of_[channel];
  for (const auto& [of, row] : rows) {
    if (of == message) return row;
  }
  const auto row = static_cast<std::uint32_t>(rows_.size());
  rows.push_back({message, row});
  rows_.resize(rows_.size() + (std::size_t{1} << width), unknown);
  return row;
}

template <std::size_t Words>
std::uint32_t StepTables<Words>::pushed(const Push& push, std::uint32_t content) {
  const MachineLock lock(turn_);
  return async_->push(push.channel, content, push.message);
}

// The same where there is no row.
template <std::size_t Words>
std::uint32_t StepTables<Words>::pushed_recently(const Push& push, std::uint32_t content) {
  if (recent_pushes_.empty()) recent_pushes_.resize(most_recent);
  const std::uint64_t what = std::uint64_t{push.message} << 32 | content;
  const std::uint64_t hash = (what + push.channel) * 0x9e3779b97f4a7c15ULL;
  Pushed& recent = recent_pushes_[(hash >> 32) % most_recent];
  if (recent.what != what || recent.channel != push.channel)
    recent = {what, push.channel, pushed(push, content)};
  return recent.after;
}

template <std::size_t Words>
std::uint32_t StepTables<Words>::fill_push(const Push& push, std::uint32_t content) {
  const std::uint32_t after = pushed(push, content);
  if (after > push.mask) throw TooNarrow{component(push.channel), after};
  return rows_[push.row + content] = content ^ after;
}

template <std::size_t Words>
void StepTables<Words>::take_rare(const Key<Words>& key, StepIndex index, Key<Words>& child) {
  const Detail detail = details_[index];
  if (detail.by_machine) {
    const MachineLock lock(turn_);
    child = key;
    Cells cells{child, *layout_};
    async_->take(cells, async_->site(detail.site), steps_[index].label.record);
    return;
  }
  if (detail.closing != no_closing) {
    const Closing& closing = closings_[detail.closing];
    for (std::size_t w = 0; w < Words; ++w) child[w] = (child[w] & closing.kept[w]) | closing.closed[w];
  }
  for (std::size_t p = detail.first_push; p < detail.first_push + detail.push_count; ++p) {
    const Push push = pushes_[p];
    const auto content = static_cast<std::uint32_t>(child[push.word] >> push.shift) & push.mask;
    if (push.is_wide) {
      layout_->set(child, component(push.channel), pushed_recently(push, content));
      continue;
    }
    std::uint32_t change = rows_[push.row + content];
    if (change == unknown) change = fill_push(push, content);
    child[push.word] ^= std::uint64_t{change} << push.shift;
  }
}

}  // namespace conclave
