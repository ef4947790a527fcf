// How StepTables find a persistent set: steps of a configuration that are enough, because whatever others do
// before one of them commutes with it (docs/semantics/independence.md; P. Godefroid, Partial-Order Methods
// for the Verification of Concurrent Systems, 1996). The fast pass and the class pass ask for it through
// list_persistent().
#pragma once

#include <algorithm>
#include <cstdint>

#include "engine/steps/step_tables_list.hpp"

namespace conclave {

template <std::size_t Words>
void StepTables<Words>::list_own(const Key<Words>& key, Array<StepIndex>& listed, std::size_t site) {
  const Entry entry = find_or_fill(site, key);
  for (StepIndex step = entry.first; step < entry.first + entry.count; ++step) {
    if ((steps_[step].label.flags & by_own) && step != listed[0]) listed.push_back(step);
  }
}

template <std::size_t Words>
std::uint16_t StepTables<Words>::list_persistent(const Key<Words>& key, Array<StepIndex>& listed) {
  if (may_fault(key)) [[unlikely]]
    return list_with_faults(key, listed);
  const bool on_fifo = machine_.scenario().network == Network::fifo;
  if (commuting_) {
    const std::uint16_t flags = list_commuting(key, listed, false);
    if (!listed.empty() || !on_fifo) return flags;
    const AsyncSteps::Sites best = persistent_process(key, false);
    return best.empty() ? 0 : keep_if_all_act(key, listed, list(key, listed, best));
  }
  const AsyncSteps::Sites best = !one_site_each_ ? persistent_process(key, false)
                                 : orders_       ? persistent_site<true>(key)
                                                 : persistent_site<false>(key);
  if (best.empty()) return 0;
  return keep_if_all_act(key, listed, list(key, listed, best));
}

// The same while a fault is left: on fifo the adversary's steps at a process belong to the process's steps.
template <std::size_t Words>
std::uint16_t StepTables<Words>::list_with_faults(const Key<Words>& key, Array<StepIndex>& listed) {
  if (commuting_) return may_crash(key) ? 0 : list_commuting(key, listed, faults_included_);
  const AsyncSteps::Sites best = persistent_process(key, faults_included_);
  if (best.empty()) return 0;
  std::uint16_t flags = list(key, listed, best);
  if (faults_included_) {
    for (const std::size_t s : async_->fault_sites_of(async_->site(best.first).first))
      flags |= list(key, listed, {s, s + 1});
  }
  const auto shows = [&](StepIndex step) { return machine_.steps().record(label(step).record).shows; };
  if (all_hidden_ && std::ranges::any_of(listed, shows)) {
    listed.resize_down(0);
    return 0;
  }
  return keep_if_all_act(key, listed, flags);
}

// Steps that were listed, with these flags, stand for all only if none of them leaves everything as it is.
template <std::size_t Words>
std::uint16_t StepTables<Words>::keep_if_all_act(const Key<Words>& key, Array<StepIndex>& listed,
                                                 std::uint16_t flags) {
  if (!(flags & stays) || !every_step_acts_) return flags;
  if (std::ranges::none_of(listed, [&](const auto step) { return take(key, step) == key; })) return flags;
  listed.resize_down(0);
  return 0;
}

// Lists what the adversary may do to the message that a step at this site delivers.
template <std::size_t Words>
void StepTables<Words>::list_faults(const Key<Words>& key, Array<StepIndex>& listed, StepIndex delivery,
                                    std::size_t site) {
  const std::uint32_t channel = async_->site(site).second;
  for (const std::size_t s : async_->fault_sites_of(async_->site(site).first)) {
    if (async_->site(s).second != channel) continue;
    const Entry entry = find_or_fill(s, key);
    for (StepIndex step = entry.first; step < entry.first + entry.count; ++step) {
      if (message_of_[step] == message_of_[delivery]) listed.push_back(step);
    }
  }
}

template <std::size_t Words>
std::uint16_t StepTables<Words>::list_commuting(const Key<Words>& key, Array<StepIndex>& listed,
                                                bool with_faults) {
  const std::uint16_t flags = list_commuting(key, listed, with_faults, alone);
  return listed.empty() ? list_commuting(key, listed, with_faults, joined) : flags;
}

// Looks for a step whose flag is `how`, alone or joined, and lists what stands for all with it.
template <std::size_t Words>
std::uint16_t StepTables<Words>::list_commuting(const Key<Words>& key, Array<StepIndex>& listed,
                                                bool with_faults, Flag how) {
  for (std::size_t s = 0; s < own_site_of_.size(); ++s) {
    const Entry entry = find_or_fill(s, key);
    if (!(entry.flags & how)) continue;
    for (StepIndex step = entry.first; step < entry.first + entry.count; ++step) {
      if (!(steps_[step].label.flags & how)) continue;
      listed.push_back(step);
      if (how == joined) list_own(key, listed, own_site_of_[s]);
      if (with_faults && !(steps_[step].label.flags & by_own)) list_faults(key, listed, step, s);
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

// Finds the process whose steps stand for all, in the frequent case that each process has one site: there the
// rank of an entry already says what the sites of a process say together in persistent_process().
template <std::size_t Words>
template <bool Orders>
AsyncSteps::Sites StepTables<Words>::persistent_site(const Key<Words>& key) {
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
  return fewest == no_rank ? AsyncSteps::Sites{} : AsyncSteps::Sites{best, best + 1};
}

// Finds that process in every other case. `with_faults` says that the adversary's steps at a process are
// counted with its own.
template <std::size_t Words>
AsyncSteps::Sites StepTables<Words>::persistent_process(const Key<Words>& key, bool with_faults) {
  AsyncSteps::Sites best;
  std::uint32_t fewest = ~std::uint32_t{0};
  const std::size_t processes = machine_.ids().size();
  for (std::size_t process = 0; process < processes && fewest > 1; ++process) {
    const AsyncSteps::Sites its = async_->sites_of(process);
    // Most processes lack a message in some channel, which is seen without looking anything up.
    bool may_be = true;
    for (std::size_t s = its.first; s < its.end && may_be; ++s)
      may_be = async_->is_isolated(s, components_[s].second.get(key));
    if (!may_be) continue;
    std::uint32_t count = 0;
    std::uint16_t all = isolated;
    std::uint16_t some = 0;
    const auto look_up = [&](std::size_t s) {
      const Entry entry = find_or_fill(s, key);
      if (orders_ && (entry.flags & asks)) note_answers(s, key);
      count += entry.count;
      return entry.flags;
    };
    for (std::size_t s = its.first; s < its.end && (all & isolated); ++s) {
      const std::uint16_t flags = look_up(s);
      all &= flags;
      some |= flags;
    }
    if (!may_stand_for_all(all & isolated, some & hidden, count) || count >= fewest) continue;
    if (with_faults) {
      for (const std::size_t s : async_->fault_sites_of(process)) look_up(s);
    }
    if (count >= fewest) continue;
    best = its;
    fewest = count;
  }
  return best;
}

}  // namespace conclave
