// The contents of one channel, interned: each sequence of messages that occurs has a small number. Number 0
// is the empty channel. Number 1 is a channel to a process that has crashed; whatever is sent into it
// vanishes. Values has one object for each channel.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "author/about.hpp"
#include "machine/sequences.hpp"

namespace conclave {

class Contents {
 public:
  using Message = std::uint32_t;

  static constexpr std::uint32_t empty = 0;
  static constexpr std::uint32_t closed = 1;

  Contents() { clear(); }
  void clear();

  // The messages of a content. On fifo the oldest is first; on bag they are sorted, and equal messages are
  // repeated; on set they are sorted. The span is valid until the next change.
  std::span<const Message> at(std::uint32_t content) const {
    return sequences_[content <= closed ? 0 : content - closed];
  }
  std::size_t size() const { return sequences_.size() + closed; }

  // The content of a bag with these messages, which are sorted here.
  std::uint32_t bag(std::span<Message>);
  // The content with these messages; on fifo the oldest is first.
  std::uint32_t of(Network network, std::span<Message> messages) {
    return network == Network::fifo ? intern(messages) : bag(messages);
  }
  std::uint32_t push(Network, std::uint32_t content, Message);
  // The content after one of its messages was delivered (on fifo, the first one).
  std::uint32_t pop(Network, std::uint32_t content, Message);
  // The content with one of its messages doubled (on fifo, the first one).
  std::uint32_t duplicate(Network, std::uint32_t content, Message);

 private:
  std::uint32_t intern(std::span<const Message>);

  Sequences sequences_;  // the first one is the empty one
  std::vector<Message> scratch_;
};

}  // namespace conclave
