// What StepTables do for every configuration: they list its steps. This is called once for a configuration,
// and is compiled once for each number of words, not with every pass.
#pragma once

#include <cstddef>
#include <cstdint>

#include "engine/steps/step_tables_lookup.hpp"

namespace conclave {

template <std::size_t Words>
inline typename StepTables<Words>::Entry StepTables<Words>::find(const Site& site, const Key<Words>& key) {
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

template <std::size_t Words>
std::uint16_t StepTables<Words>::list(const Key<Words>& key, Array<StepIndex>& listed) {
  std::uint16_t flags = list(key, listed, {0, own_sites_});
  const std::size_t end = end_of_sites(key);
  if (end > own_sites_) flags |= list(key, listed, {own_sites_, end});
  return flags;
}

template <std::size_t Words>
[[gnu::always_inline]] inline std::uint16_t StepTables<Words>::list(const Key<Words>& key,
                                                                    Array<StepIndex>& listed,
                                                                    AsyncSteps::Sites sites) {
  while (true) {
    const std::size_t before = listed.size();
    listed.resize(before + most_listed_);
    StepIndex* out = listed.begin() + before;
    std::uint16_t flags = 0;
    const Site* site = sites_.data() + sites.first;
    const Site* const end = sites_.data() + sites.end;
    for (; site != end; ++site) {
      const Entry entry = find(*site, key);
      // The usual number is written always, because no predictor can know how many there are.
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
    listed.resize_down(before);  // the list is begun again, because filling an entry may change most_listed_
    fill_for(static_cast<std::size_t>(site - sites_.data()), key);
  }
}

template <std::size_t Words>
typename StepTables<Words>::Loops StepTables<Words>::take_out_loops(const Key<Words>& key_there,
                                                                    Array<StepIndex>& listed) {
  const Key<Words> key = key_there;  // a copy, so that it is not read from memory again and again
  Loops loops;
  StepIndex* other = listed.begin();
  // Without a branch, because no predictor could know which steps lead back.
  for (const StepIndex step : listed) {
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

}  // namespace conclave
