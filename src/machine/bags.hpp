// Bags of messages, numbered. A bag with one message more is looked up in a table, so that a bag which is
// filled again and again in another way costs one look-up for each message.
#pragma once

#include <cstdint>
#include <span>

#include "machine/contents.hpp"
#include "machine/grid.hpp"

namespace conclave {

class Bags {
 public:
  using Message = Contents::Message;

  static constexpr std::uint32_t empty = Contents::empty;

  std::uint32_t with(std::uint32_t bag, Message message) {
    std::uint32_t& known = with_.at(bag, message);
    if (known == 0) known = bags_.push(Network::bag, bag, message) + 1;
    return known - 1;
  }
  // The messages of a bag, sorted. The span is valid until the next change.
  std::span<const Message> operator[](std::uint32_t bag) const { return bags_.at(bag); }
  std::size_t size() const { return bags_.size(); }
  void clear() {
    bags_.clear();
    with_.clear();
  }

 private:
  Contents bags_;
  Grid<std::uint32_t> with_;  // by bag and message: the bag with this one more, plus one
};

}  // namespace conclave
