// What KeySet does seldom: it is emptied, grows, and packs all keys anew.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "engine/storage/sets/key_set.hpp"

namespace conclave {

template <std::size_t Words>
void KeySet<Words>::clear(unsigned tag_bits) {
  std::size_t homes = smallest;
  while (most_in(homes) < size_ && homes * sizeof(Slot) < small_bytes) homes *= 2;
  if (2 * homes == homes_) homes = homes_;
  set_tag_bits(tag_bits);
  size_ = 0;
  if (homes != homes_ || slots_.empty()) {
    slots_.clear();
    slots_.resize(homes + slack);
  }
  set_homes(homes);
  make_free(0, slots_.size());
}

template <std::size_t Words>
void KeySet<Words>::clear(unsigned tag_bits, std::size_t expected) {
  std::size_t homes = smallest;
  while (most_in(homes) <= expected) homes = grown(homes);
  set_tag_bits(tag_bits);
  size_ = 0;
  slots_.clear();
  slots_.resize(homes + slack);
  set_homes(homes);
  make_free(0, slots_.size());
}

template <std::size_t Words>
void KeySet<Words>::convert(unsigned tag_bits, const Converted<Words>& convert) {
  const auto scrambled = [&](const Key<Words>& key) { return scramble(convert(key), mask_for(tag_bits)); };
  if (is_small()) {
    insert_again(tag_bits, scrambled);
    return;
  }
  take_out(scrambled);
  set_tag_bits(tag_bits);
  spread(homes_);
}

template <std::size_t Words>
template <class Scrambled>
std::span<typename KeySet<Words>::Slot> KeySet<Words>::take_out(Scrambled&& scrambled) {
  compact();
  for (std::size_t i = 0; i < size_; ++i) {
    slots_.poll(i);
    const std::uint64_t tag = slots_[i][0] & ~key_mask_;
    slots_[i] = scrambled(unscramble(slots_[i]));
    slots_[i][0] += tag;
  }
  sort_by_first_word(slots_.begin(), slots_.begin() + size_, slots_.limits());
  return {slots_.begin(), size_};
}

template <std::size_t Words>
template <class Scrambled>
void KeySet<Words>::insert_again(unsigned tag_bits, const Scrambled& scrambled) {
  Array<Slot> before(slots_.limits());
  swap(before, slots_);
  slots_.resize(before.size());
  make_free(0, slots_.size());
  const std::uint64_t mask_before = key_mask_;
  set_tag_bits(tag_bits);
  size_ = 0;
  const bool leaves_room = std::exchange(leaves_room_, false);  // here it would be too late
  for (std::size_t i = 0; i < before.size(); ++i) {
    slots_.poll(i);
    if (before[i][0] == free) continue;
    const Slot key = scrambled(unscramble(before[i], mask_before));
    insert(find(key).slot, key, before[i][0] & ~mask_before);
  }
  leaves_room_ = leaves_room;
}

template <std::size_t Words>
void KeySet<Words>::grow() {
  compact();
  spread(grown(homes_));
}

template <std::size_t Words>
void KeySet<Words>::compact() {
  std::size_t to = 0;
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    slots_.poll(i);  // all slots together may take seconds
    if (slots_[i][0] != free) slots_[to++] = slots_[i];
  }
  size_ = to;
}

template <std::size_t Words>
void KeySet<Words>::spread(std::size_t homes) {
  set_homes(homes);
  std::size_t end = 0;
  for (std::size_t i = 0; i < size_; ++i) {
    slots_.poll(i);
    end = std::max(home(slots_[i], homes), end) + 1;
  }
  const std::size_t slots = std::max(homes_, end) + slack;
  if (slots > slots_.size()) {
    slots_.reserve(slots);
    slots_.resize(slots);
  }
  std::size_t from = slots_.size() - size_;
  for (std::size_t left = size_; left-- > 0;) {
    slots_.poll(left);
    slots_[from + left] = slots_[left];
  }
  std::size_t at = 0;
  for (; from < slots_.size(); ++from) {
    slots_.poll(from);
    const Slot slot = slots_[from];
    const std::size_t to = std::max(home(slot, homes), at);
    make_free(at, to);
    slots_[to] = slot;
    at = to + 1;
  }
  make_free(at, slots_.size());
}

}  // namespace conclave
