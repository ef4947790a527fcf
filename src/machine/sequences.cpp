#include "machine/sequences.hpp"

#include <algorithm>

namespace conclave {
namespace {

constexpr std::size_t few = 1024;  // so many slots are kept when all is forgotten
constexpr std::uint64_t upper = ~std::uint64_t{0xffffffff};
// How many words a block has: each has twice as many as the one before, within these bounds, or more where a
// sequence is longer.
constexpr std::size_t least_words = 64;
constexpr std::size_t most_words = std::size_t{1} << 18;

}  // namespace

void Sequences::clear() {
  if (all_.empty() && !slots_.empty()) return;  // there is none
  all_.clear();
  if (blocks_.size() > 1) {
    blocks_.front() = std::move(blocks_.back());
    blocks_.resize(1);
  }
  if (!blocks_.empty()) free_ = {blocks_.front().words.get(), blocks_.front().size};
  words_ = free_.size();
  if (slots_.size() > few) slots_ = {};
  slots_.assign(std::max<std::size_t>(slots_.size(), 64), 0);
}

std::uint32_t Sequences::intern(std::span<const Word> sequence) {
  const std::uint64_t hash = this->hash(sequence);
  std::size_t slot = hash & (slots_.size() - 1);
  for (; slots_[slot] != 0; slot = (slot + 1) & (slots_.size() - 1)) {
    const auto number = static_cast<std::uint32_t>(slots_[slot]) - 1;
    if (((slots_[slot] ^ hash) & upper) == 0 && equal((*this)[number], sequence)) return number;
  }
  const auto number = static_cast<std::uint32_t>(size());
  slots_[slot] = (hash & upper) | (number + 1);
  all_.push_back(keep(sequence));
  if (2 * size() > slots_.size()) grow();
  return number;
}

std::span<const Sequences::Word> Sequences::keep(std::span<const Word> sequence) {
  if (sequence.size() > free_.size()) {
    const std::size_t usual =
        blocks_.empty() ? least_words : std::clamp(2 * blocks_.back().size, least_words, most_words);
    const std::size_t size = std::max(usual, sequence.size());
    blocks_.push_back({std::make_unique_for_overwrite<Word[]>(size), size});
    free_ = {blocks_.back().words.get(), size};
    words_ += size;
  }
  std::ranges::copy(sequence, free_.begin());
  const std::span<const Word> kept = free_.first(sequence.size());
  free_ = free_.subspan(sequence.size());
  return kept;
}

void Sequences::grow() {
  slots_.assign(2 * slots_.size(), 0);
  for (std::uint32_t number = 0; number < size(); ++number) {
    const std::uint64_t hash = this->hash((*this)[number]);
    std::size_t slot = hash & (slots_.size() - 1);
    while (slots_[slot] != 0) slot = (slot + 1) & (slots_.size() - 1);
    slots_[slot] = (hash & upper) | (number + 1);
  }
}

}  // namespace conclave
