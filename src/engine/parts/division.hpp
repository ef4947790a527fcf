// Which part a configuration belongs to, where configurations are divided into parts. A part is divided in
// two by a question about one component, so that a step leads to another part only if it changes a component
// that was asked for. The questions form a binary tree; its leaves are the parts.
#pragma once

#include <cstdint>
#include <vector>

namespace conclave {

class Division {
 public:
  using Part = std::uint32_t;

  // Is a bit set in the hash of a component's value? Values are numbered alike as long as the machine holds
  // the instance.
  struct Question {
    std::uint32_t component = 0;
    std::uint32_t bit = 0;

    template <class Cells>
    bool ask(const Cells& cells) const {
      return (hash(cells.get(component)) >> bit & 1U) != 0;
    }
  };
  static constexpr std::uint32_t bits = 6;  // each of a hash may be asked for

  std::size_t parts() const { return parts_; }

  template <class Cells>
  Part part_of(const Cells& cells) const {
    std::uint32_t at = 0;
    while (nodes_[at].inner) at = nodes_[at].then + (nodes_[at].question.ask(cells) ? 1 : 0);
    return nodes_[at].then;
  }

  // Divides a part. What answers yes belongs to a new part, whose number is returned.
  Part divide(Part part, Question question) {
    std::uint32_t at = 0;
    while (nodes_[at].inner || nodes_[at].then != part) ++at;
    const auto children = static_cast<std::uint32_t>(nodes_.size());
    const auto added = static_cast<Part>(parts_++);
    nodes_[at] = {true, children, question};
    nodes_.push_back({false, part, {}});
    nodes_.push_back({false, added, {}});
    return added;
  }

 private:
  struct Node {
    bool inner = false;
    std::uint32_t then = 0;  // the first of two nodes that follow on each other; of a leaf, its part
    Question question;
  };

  static std::uint64_t hash(std::uint32_t value) {
    std::uint64_t x = (std::uint64_t{value} + 1) * 0x9e3779b97f4a7c15ULL;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ULL;
    return x ^ x >> 31;
  }

  std::vector<Node> nodes_{Node{}};
  std::size_t parts_ = 1;
};

}  // namespace conclave
