#include "engine/storage/sets/shared_key_set.hpp"

#include <doctest/doctest.h>

#include <array>
#include <thread>
#include <vector>

#include "sizes.hpp"

using namespace conclave;

namespace {

constexpr unsigned tag_bits = 8;

template <std::size_t Words>
Key<Words> shared_key_of(std::uint64_t number, unsigned bits) {
  Key<Words> key{};
  for (std::size_t w = 0; w < Words; ++w) key[w] = w == 0 ? (number % 97) << bits : number / 97 * (w + 5);
  if (Words == 1) key[0] = number * 0x1000'0001ULL << bits;
  return key;
}
std::uint64_t tag_of(std::uint64_t number) { return number % 200 + 1; }

// What one thread managed to do before the others.
struct Done {
  std::uint64_t inserted = 0;
  std::uint64_t tagged = 0;
  bool wrong = false;
};

// Each thread inserts and tags the same keys, in orders that meet somewhere.
template <std::size_t Words>
Done insert_all(SharedKeySet<Words>& set, std::uint64_t from, std::uint64_t to, int thread) {
  Done done;
  for (std::uint64_t i = from; i < to; ++i) {
    const std::uint64_t number = thread == 1 ? from + to - 1 - i : thread == 0 ? i : i ^ 1;
    const auto key = shared_key_of<Words>(number, tag_bits);
    const auto scrambled = set.scramble(key);
    const auto found = set.find(scrambled);
    if (!set.holds(found)) done.inserted += set.insert(found.slot, scrambled, 0) ? 1 : 0;
    const auto there = set.find(scrambled);
    done.wrong |= !set.holds(there) || (there.tag != 0 && there.tag != tag_of(number));
    done.tagged += set.set_tag(there.slot, scrambled, tag_of(number)) ? 1 : 0;
    const auto glimpsed = set.peek(scrambled);
    done.wrong |= glimpsed != 0 && glimpsed != tag_of(number);
    done.wrong |= set.find(scrambled).tag != tag_of(number);
  }
  return done;
}

// Several threads do what each may do by itself.
const auto by_threads = [](std::size_t from, std::size_t to, const auto& work) {
  std::vector<std::jthread> threads;
  for (std::size_t i = from; i < to; ++i) {
    if (threads.size() == 3) threads.clear();
    threads.emplace_back([&work, i] { work(i); });
  }
};

// Threads insert at the same time until the set has to grow, and all over again.
template <std::size_t Words>
void insert_together(std::uint64_t many) {
  constexpr int threads = 3;
  Limits limits(std::size_t{1} << 30);
  SharedKeySet<Words> set(limits);
  set.clear(tag_bits);
  std::uint64_t size = 0;
  while (size < many) {
    const std::uint64_t to = std::min<std::uint64_t>(set.most() & ~std::uint64_t{1}, many);
    std::array<Done, threads> done;
    {
      std::vector<std::jthread> running;
      for (int t = 0; t < threads; ++t)
        running.emplace_back([&, t] { done[static_cast<std::size_t>(t)] = insert_all(set, size, to, t); });
    }
    Done sum;
    for (const Done& each : done) {
      sum.inserted += each.inserted;
      sum.tagged += each.tagged;
      REQUIRE(!each.wrong);
    }
    REQUIRE(sum.inserted == to - size);
    REQUIRE(sum.tagged == to - size);
    size = to;
    set.grow(by_threads);
  }
  const auto holds_all = [&](unsigned bits) {
    std::uint64_t held = 0;
    for (std::uint64_t i = 0; i < many; ++i) {
      const auto key = shared_key_of<Words>(i, bits);
      held += set.find(set.scramble(key)).tag == tag_of(i) ? 1 : 0;
    }
    CHECK(held == many);
    const auto other = shared_key_of<Words>(many, bits);
    CHECK(!set.holds(set.find(set.scramble(other))));
  };
  holds_all(tag_bits);
  set.convert(tag_bits + 3, [](Key<Words> key) {
    key[0] <<= 3;
    return key;
  });
  holds_all(tag_bits + 3);
}

}  // namespace

TEST_SUITE_BEGIN("threads");

TEST_CASE("of several threads that insert and tag the same keys, one succeeds") {
  for (int again = 0; again < (testing::brief ? 1 : 5); ++again) {
    insert_together<1>(20'000);
    insert_together<2>(20'000);
    insert_together<3>(5'000);
  }
  insert_together<1>(500'000);  // where it grows by less than twice
  if (!testing::brief) insert_together<2>(300'000);
}

TEST_CASE("a limit is heard while a shared set grows, and while it is sorted anew") {
  const auto one_by_one = [](std::size_t from, std::size_t to, const auto& work) {
    for (std::size_t i = from; i < to; ++i) work(i);
  };
  for (const bool grows : {true, false}) {
    Limits limits(std::size_t{1} << 26);
    SharedKeySet<2> set(limits);
    set.clear(tag_bits);
    insert_all(set, 0, set.most() & ~std::uint64_t{1}, 0);
    limits.stop(StopReason::time);
    const auto change = [&] {
      if (grows) return set.grow(one_by_one);
      set.convert(tag_bits, [](const Key<2>& key) { return key; });
    };
    CHECK_THROWS_AS(change(), LimitReached);
  }
  Limits limits(std::size_t{1} << 26);
  std::vector<Key<2>> keys;
  for (std::uint64_t i = 0; i < 200'000; ++i) keys.push_back({i * 0x9e3779b97f4a7c15ULL, i});
  limits.stop(StopReason::time);
  CHECK_THROWS_AS(sort_by_first_word<2>(keys.data(), keys.data() + keys.size(), limits), LimitReached);
}

TEST_CASE("a shared set that has no slot left says so, and goes on when it has grown") {
  Limits limits(std::size_t{1} << 20);
  SharedKeySet<1> set(limits);
  set.clear(tag_bits);
  std::uint64_t i = 0;
  const auto fill = [&] {
    for (;; ++i) {
      const auto key = shared_key_of<1>(i, tag_bits);
      const auto scrambled = set.scramble(key);
      set.insert(set.find(scrambled).slot, scrambled, 1);
    }
  };
  int grown = 0;
  const auto fill_and_grow = [&] {
    while (true) {
      try {
        fill();
      } catch (const Full&) {
        ++grown;
        set.grow(by_threads);
      }
    }
  };
  CHECK_THROWS_AS(fill_and_grow(), LimitReached);
  CHECK(grown > 3);
  CHECK(i > 10'000);
}

TEST_SUITE_END();
