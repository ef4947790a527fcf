// Which part a configuration belongs to, where configurations are divided into parts. A part is divided in
// two by a question about one component, so that a step leads to another part only if it changes a component
// that was asked for. The questions form a binary tree; its leaves are the parts.
//
// Much of what happens to a process happens once: it wakes up, it gives up. If steps change the answer to
// every question from no to yes only, then they lead from left to right through the leaves, and who looks at
// the parts in that sequence looks at each of them once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace conclave {

class Division {
 public:
  using Part = std::uint32_t;

  // Is a component's value among some? Values are numbered alike as long as the machine holds the instance.
  struct Question {
    std::uint32_t component = 0;
    std::uint64_t yes = 0;      // by value; value 64 stands for what value 0 does, and so on
    bool goes_one_way = false;  // as far as is known, no step changes the answer from yes to no

    template <class Cells>
    bool ask(const Cells& cells) const {
      return (yes >> (cells.get(component) % 64) & 1U) != 0;
    }
  };

  std::size_t parts() const { return parts_; }

  template <class Cells>
  Part part_of(const Cells& cells) const {
    std::uint32_t at = 0;
    while (nodes_[at].inner) at = nodes_[at].then + (nodes_[at].question.ask(cells) ? 1 : 0);
    return nodes_[at].then;
  }

  // Divides a part. What answers yes belongs to a new part, whose number is the number of parts before.
  void divide(Part part, const Question& question) {
    std::uint32_t at = 0;
    while (nodes_[at].inner || nodes_[at].then != part) ++at;
    const auto children = static_cast<std::uint32_t>(nodes_.size());
    nodes_[at] = {true, children, question};
    nodes_.push_back({false, part, {}});
    nodes_.push_back({false, static_cast<Part>(parts_++), {}});
  }

  // Groups of parts, from left to right. Steps lead from a group to those on its right, and among the parts
  // of a group from each to each.
  std::vector<std::vector<Part>> groups() const {
    std::vector<std::vector<Part>> groups;
    const auto visit = [&](const auto& self, std::uint32_t at, bool new_group) -> void {
      const Node& node = nodes_[at];
      if (new_group && !(node.inner && node.question.goes_one_way)) {
        groups.emplace_back();
        new_group = false;
      }
      if (!node.inner) return groups.back().push_back(node.then);
      self(self, node.then, new_group);
      self(self, node.then + 1, new_group);
    };
    visit(visit, 0, true);
    return groups;
  }

 private:
  struct Node {
    bool inner = false;
    std::uint32_t then = 0;  // the first of two nodes that follow on each other; of a leaf, its part
    Question question;
  };

  std::vector<Node> nodes_{Node{}};
  std::size_t parts_ = 1;
};

}  // namespace conclave
