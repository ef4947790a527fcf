#include "engine/passes/parallel/threads.hpp"

#include <doctest/doctest.h>
#include <sys/resource.h>

#include <array>
#include <atomic>
#include <stdexcept>
#include <thread>

using namespace conclave;

TEST_SUITE_BEGIN("threads");

TEST_CASE("on threads: each number is called once, the first on the calling thread, with the limits") {
  Limits limits(std::size_t{1} << 20);
  for (const std::size_t count : {1U, 2U, 7U}) {
    std::array<std::atomic<int>, 7> calls{};
    std::atomic<int> elsewhere{0}, without_limits{0};
    const auto here = std::this_thread::get_id();
    on_threads(limits, count, [&](std::size_t i) {
      ++calls[i];
      elsewhere += std::this_thread::get_id() != here ? 1 : 0;
      without_limits += LimitsInForce::get() != &limits ? 1 : 0;
      if (i == 0) CHECK(std::this_thread::get_id() == here);
    });
    for (std::size_t i = 0; i < calls.size(); ++i) CHECK(calls[i] == (i < count ? 1 : 0));
    CHECK(elsewhere == static_cast<int>(count) - 1);
    CHECK(without_limits == 0);
    CHECK(LimitsInForce::get() == nullptr);
  }
}

TEST_CASE("on threads: what fails is thrown when all calls have come to their ends") {
  Limits limits(std::size_t{1} << 20);
  for (const std::size_t fails : {0U, 2U}) {
    std::atomic<int> ended{0};
    const auto work = [&](std::size_t i) {
      if (i == fails) throw std::out_of_range("this one");
      ++ended;
    };
    CHECK_THROWS_AS(on_threads(limits, 4, work), std::out_of_range);
    CHECK(ended == 3);
  }
}

#if !defined(CONCLAVE_SANITIZED)  // sanitizers take address space for themselves
TEST_CASE("on threads: where the system gives no more threads, those that there are do the work") {
  Limits limits(std::size_t{1} << 20);
  rlimit before{};
  REQUIRE(getrlimit(RLIMIT_AS, &before) == 0);
  // The stack of each thread takes some megabytes of address space.
  const rlimit little{.rlim_cur = std::size_t{1} << 30, .rlim_max = before.rlim_max};
  std::atomic<int> next{0}, threads{0};
  std::atomic<bool> goes_on{false};
  const auto work = [&](std::size_t i) {
    ++threads;
    if (i == 0) goes_on = true;
    while (!goes_on) std::this_thread::yield();  // so that no thread ends before the last one begins
    while (next < 1000) ++next;
  };
  REQUIRE(setrlimit(RLIMIT_AS, &little) == 0);
  on_threads(limits, 100'000, work);
  REQUIRE(setrlimit(RLIMIT_AS, &before) == 0);
  CHECK(threads < 100'000);
  CHECK(threads >= 1);
  CHECK(next >= 1000);
}
#endif

TEST_SUITE_END();
