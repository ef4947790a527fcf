// What tests of order classes share.
#pragma once

#include <algorithm>
#include <iterator>
#include <random>
#include <utility>
#include <vector>

#include "scenario/order_classes.hpp"

namespace conclave::testing {

using Pairs = std::vector<std::pair<int, int>>;

// An algorithm as the classes see it: a question, and by its answer the next one.
class Questions {
 public:
  explicit Questions(unsigned seed) : seed_(seed) {}

  // What it asks of an order (by place), and learns.
  Pairs ask(const std::vector<int>& order, std::size_t most) const {
    Pairs asked;
    unsigned so_far = seed_;
    std::mt19937 random(so_far);
    while (asked.size() < most && random() % 8 != 0) {
      int a = static_cast<int>(random() % order.size());
      int b = static_cast<int>(random() % order.size());
      if (a == b) continue;
      if (order[static_cast<std::size_t>(a)] > order[static_cast<std::size_t>(b)]) std::swap(a, b);
      asked.emplace_back(a, b);
      so_far = 31 * so_far + static_cast<unsigned>(64 * a + b);  // it goes on by the answer
      random.seed(so_far);
    }
    return asked;
  }

 private:
  unsigned seed_;
};

inline std::vector<int> codes(const Instance& instance) {
  std::vector<int> codes;
  for (const Id id : instance.ids) codes.push_back(code_of(id));
  return codes;
}

// Hands out all regions of a scenario, depth first.
class Regions {
 public:
  explicit Regions(OrderClasses& classes) : classes_(classes) {}

  bool next(OrderClasses::Region& region) {
    if (waiting_.empty()) return classes_.next_topology(region);
    region = std::move(waiting_.back());
    waiting_.pop_back();
    return true;
  }
  void add(std::vector<OrderClasses::Region> left) {
    std::move(left.rbegin(), left.rend(), std::back_inserter(waiting_));
  }

 private:
  OrderClasses& classes_;
  std::vector<OrderClasses::Region> waiting_;  // The next one is last.
};

}  // namespace conclave::testing
