// The contents of one channel, interned: a sequence of messages is one small integer. 0 is the empty channel,
// 1 one to a process that crashed: whatever is sent into it vanishes.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "author/about.hpp"

namespace conclave {

class Contents {
 public:
  using Message = std::uint32_t;

  static constexpr std::uint32_t empty = 0;
  static constexpr std::uint32_t closed = 1;

  Contents() { clear(); }
  void clear();

  // fifo: oldest first; bag: sorted, equal messages repeated; set: sorted. The span lives until the next
  // change.
  std::span<const Message> at(std::uint32_t content) const {
    return std::span(pool_).subspan(begin_[content], begin_[content + 1] - begin_[content]);
  }
  std::size_t size() const { return begin_.size() - 1; }

  std::uint32_t push(Network, std::uint32_t content, Message);
  // The content after a delivery of one of its messages (fifo: of the first).
  std::uint32_t pop(Network, std::uint32_t content, Message);
  // The content when one of its messages (fifo: the first) is there twice.
  std::uint32_t duplicate(Network, std::uint32_t content, Message);

 private:
  std::uint32_t intern(std::span<const Message>);
  void index(std::uint32_t content);

  std::vector<Message> pool_;
  std::vector<std::uint32_t> begin_;  // one more than there are contents
  std::vector<std::uint32_t> slots_;  // open addressing: content + 1, 0 free
  std::vector<Message> scratch_;
};

}  // namespace conclave
