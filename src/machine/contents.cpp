#include "machine/contents.hpp"

#include <algorithm>

namespace conclave {

void Contents::clear() {
  sequences_.clear();
  sequences_.intern({});
}

std::uint32_t Contents::intern(std::span<const Message> sequence) {
  const std::uint32_t number = sequences_.intern(sequence);
  return number == 0 ? empty : number + closed;
}

std::uint32_t Contents::bag(std::span<Message> messages) {
  std::ranges::sort(messages);
  return intern(messages);
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
