#include "machine/contents.hpp"

#include <algorithm>

namespace conclave {
namespace {

// The lower bits of the hash are the ones that are used.
std::size_t hash(std::span<const Contents::Message> sequence) {
  std::uint64_t x = sequence.size();
  for (const Contents::Message message : sequence) x = (x ^ message) * 0x9e3779b97f4a7c15ULL;
  return x >> 32;
}

}  // namespace

void Contents::clear() {
  pool_.clear();
  begin_.assign(3, 0);  // the empty content and the closed one
  slots_.assign(slots_.size() > 1024 || slots_.empty() ? 64 : slots_.size(), 0);
  index(0);
}

void Contents::index(std::uint32_t content) {
  std::size_t slot = hash(at(content)) & (slots_.size() - 1);
  while (slots_[slot] != 0) slot = (slot + 1) & (slots_.size() - 1);
  slots_[slot] = content + 1;
}

std::uint32_t Contents::intern(std::span<const Message> sequence) {
  for (std::size_t slot = hash(sequence) & (slots_.size() - 1); slots_[slot] != 0;
       slot = (slot + 1) & (slots_.size() - 1)) {
    if (std::ranges::equal(at(slots_[slot] - 1), sequence)) return slots_[slot] - 1;
  }
  const auto content = static_cast<std::uint32_t>(size());
  if (sequence.data() != scratch_.data())
    // Copied, because a sequence in the pool moves when the pool grows.
    scratch_.assign(sequence.begin(), sequence.end());
  pool_.insert(pool_.end(), scratch_.begin(), scratch_.end());
  begin_.push_back(static_cast<std::uint32_t>(pool_.size()));
  if (2 * size() > slots_.size()) {
    slots_.assign(2 * slots_.size(), 0);
    index(empty);
    for (std::uint32_t each = closed + 1; each < size(); ++each) index(each);
  } else {
    index(content);
  }
  return content;
}

std::uint32_t Contents::push(Network network, std::uint32_t content, Message message) {
  if (content == closed) return closed;
  const auto now = at(content);
  scratch_.assign(now.begin(), now.end());
  if (network == Network::fifo) {
    scratch_.push_back(message);
  } else {
    const auto place = std::ranges::lower_bound(scratch_, message);
    if (network == Network::set && place != scratch_.end() && *place == message) return content;
    scratch_.insert(place, message);
  }
  return intern(scratch_);
}

std::uint32_t Contents::pop(Network network, std::uint32_t content, Message message) {
  if (network == Network::set) return content;
  const auto now = at(content);
  if (network == Network::fifo) return intern(now.subspan(1));
  scratch_.assign(now.begin(), now.end());
  scratch_.erase(std::ranges::find(scratch_, message));
  return intern(scratch_);
}

std::uint32_t Contents::duplicate(Network network, std::uint32_t content, Message message) {
  if (network != Network::fifo) return push(network, content, message);
  const auto now = at(content);
  scratch_.assign(now.begin(), now.end());
  scratch_.insert(scratch_.begin(), message);
  return intern(scratch_);
}

}  // namespace conclave
