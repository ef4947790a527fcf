#include "machine/sequences.hpp"

#include <algorithm>

namespace conclave {
namespace {

constexpr std::size_t few = 1024;  // so many slots are kept when all is forgotten
constexpr std::uint64_t upper = ~std::uint64_t{0xffffffff};

}  // namespace

void Sequences::clear() {
  if (begin_.size() == 1) return;  // there is none
  pool_.clear();
  begin_.assign(1, 0);
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
  // A sequence in the pool moves when the pool grows.
  const bool is_inside = !pool_.empty() && !sequence.empty() && sequence.data() >= pool_.data() &&
                         sequence.data() < pool_.data() + pool_.size();
  if (is_inside) {
    const std::vector<Word> copy(sequence.begin(), sequence.end());
    pool_.insert(pool_.end(), copy.begin(), copy.end());
  } else {
    pool_.insert(pool_.end(), sequence.begin(), sequence.end());
  }
  begin_.push_back(pool_.size());
  if (2 * size() > slots_.size()) grow();
  return number;
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
