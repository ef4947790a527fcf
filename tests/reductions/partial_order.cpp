// Partial orders of places, counted by trying every permutation.
#include <doctest/doctest.h>
#include <algorithm>

#include <numeric>
#include <random>

#include "scenario/partial_order.hpp"

using namespace conclave;
namespace {

Rational factorial(int n) {
  Rational product = 1;
  for (int i = 2; i <= n; ++i) product *= i;
  return product;
}
Rational choose(int n, int k) { return factorial(n) / (factorial(k) * factorial(n - k)); }

using Known = std::vector<std::pair<int, int>>;

// Chains of facts, one step at a time.
std::vector<std::vector<bool>> closure(int n, const Known& facts) {
  const auto size = static_cast<std::size_t>(n);
  std::vector<std::vector<bool>> below(size, std::vector<bool>(size, false));
  for (const auto& [a, b] : facts) below[static_cast<std::size_t>(a)][static_cast<std::size_t>(b)] = true;
  for (std::size_t k = 0; k < size; ++k) {
    for (std::size_t i = 0; i < size; ++i) {
      for (std::size_t j = 0; j < size; ++j) below[i][j] = below[i][j] || (below[i][k] && below[k][j]);
    }
  }
  return below;
}

bool agrees(const std::vector<int>& order, const Known& facts) {
  return std::ranges::all_of(facts, [&](const auto& fact) {
    return order[static_cast<std::size_t>(fact.first)] < order[static_cast<std::size_t>(fact.second)];
  });
}

PartialOrder order_of(int n, const Known& facts) {
  PartialOrder order(n);
  for (const auto& [a, b] : facts) order.add(a, b);
  return order;
}

// Known that some order agrees with.
Known random_facts(std::mt19937& random, int n) {
  std::vector<int> order(static_cast<std::size_t>(n));
  std::iota(order.begin(), order.end(), 1);
  std::ranges::shuffle(order, random);
  Known facts;
  const unsigned density = random() % 8;
  for (int a = 0; a < n; ++a) {
    for (int b = 0; b < n; ++b) {
      const bool right = order[static_cast<std::size_t>(a)] < order[static_cast<std::size_t>(b)];
      if (right && random() % 10 < density) facts.emplace_back(a, b);
    }
  }
  std::ranges::shuffle(facts, random);
  return facts;
}

}  // namespace

TEST_SUITE_BEGIN("reductions-orders");

TEST_CASE("random partial orders against all permutations") {
  std::mt19937 random(7);
  for (int round = 0; round < 300; ++round) {
    const int n = 1 + round % 7;
    const Known facts = random_facts(random, n);
    const PartialOrder order = order_of(n, facts);
    CHECK(order.places() == n);
    const auto right = closure(n, facts);
    bool same = true;
    for (int a = 0; a < n; ++a) {
      for (int b = 0; b < n; ++b)
        same = same && order.knows(a, b) == right[static_cast<std::size_t>(a)][static_cast<std::size_t>(b)];
    }
    CHECK(same);
    const std::vector<int> one = order.one_order();
    CHECK(agrees(one, facts));
    std::vector<int> permutation(static_cast<std::size_t>(n));
    std::iota(permutation.begin(), permutation.end(), 1);
    CHECK(std::ranges::is_permutation(one, permutation));
    std::int64_t extensions = 0;
    do {
      if (agrees(permutation, facts)) ++extensions;
    } while (std::ranges::next_permutation(permutation).found);
    CHECK(order.count() == extensions);
  }
}

TEST_CASE("what is known of some orders") {
  CHECK(PartialOrder(0).count() == 1);
  for (const int n : {1, 2, 20, 21, 25, 64}) {
    CHECK(PartialOrder(n).count() == factorial(n));
    const std::vector<int> one = PartialOrder(n).one_order();
    CHECK(std::ranges::is_sorted(one, std::greater{}));  // large ones at the first places
    PartialOrder chain(n);
    for (int i = 0; i + 1 < n; ++i) chain.add(i, i + 1);
    CHECK(chain.count() == 1);
    CHECK(std::ranges::is_sorted(chain.one_order()));
  }
  // Two rows of a rectangle, each growing, columns too: the Catalan numbers.
  for (int k = 1; k <= 8; ++k) {
    PartialOrder rows(2 * k);
    for (int i = 0; i < k; ++i) {
      rows.add(i, k + i);
      if (i + 1 < k) rows.add(i, i + 1);
      if (i + 1 < k) rows.add(k + i, k + i + 1);
    }
    CHECK(rows.count() == choose(2 * k, k) / (k + 1));
  }
  // Of a forest n! by the product of its subtrees' sizes: a binary heap of 31 places.
  PartialOrder heap(31);
  Rational product = 1;
  for (int i = 30; i > 0; --i) heap.add(i, (i - 1) / 2);
  for (int level = 0; level < 5; ++level) {
    for (int i = 0; i < 1 << level; ++i) product *= (1 << (5 - level)) - 1;
  }
  CHECK(heap.count() == factorial(31) / product);
  // A star, the middle the smallest or the largest.
  PartialOrder star(25);
  for (int i = 1; i < 25; ++i) star.add(0, i);
  CHECK(star.count() == factorial(24));
  // Parts that nothing connects interleave.
  PartialOrder chains(30);
  for (int i = 0; i + 1 < 30; ++i) {
    if (i != 9) chains.add(i, i + 1);
  }
  CHECK(chains.count() == choose(30, 10));
}

TEST_SUITE_END();
