#include "engine/passes/parallel/threads.hpp"

#include <doctest/doctest.h>
#include <sys/resource.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>

#include "engine/storage/heap.hpp"
#include "engine/storage/memory.hpp"

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

// So many large pages the kernel has provided in the mapping in which this is.
std::size_t large_pages_around(const void* address) {
  std::ifstream maps("/proc/self/smaps");
  bool inside = false;
  for (std::string line; std::getline(maps, line);) {
    std::istringstream words(line);
    std::uintptr_t begin = 0, end = 0;
    char dash = 0;
    if (words >> std::hex >> begin >> dash >> end && dash == '-') {
      const auto at = reinterpret_cast<std::uintptr_t>(address);
      inside = begin <= at && at < end;
    }
    const std::string name = "AnonHugePages:";  // in KiB
    if (inside && line.starts_with(name)) return std::stoul(line.substr(name.size())) * 1024 / large_page;
  }
  return 0;
}

// Whether it provides any where it is asked to.
bool are_large_pages_granted() {
  void* const block = resize_block(nullptr, 0, mapped_from);
  REQUIRE(block != nullptr);
  *static_cast<volatile char*>(block) = 1;
  const bool granted = large_pages_around(block) > 0;
  free_block(block, mapped_from);
  return granted;
}

TEST_CASE("the heap of a thread is on large pages; a thread that inherits it finds it prepared") {
  // The block begins on a large page; and behind it, on another one, the allocator notes what is free.
  const std::size_t expected = are_large_pages_granted() ? 2 : 0;
  // The address of a block for which nothing that was freed before is large enough. No other thread lives
  // meanwhile, so that each has the arena of the one before it.
  const auto address = [](std::size_t least) {
    std::uintptr_t found = 0;
    std::size_t large_pages = 0;
    std::thread([&] {
      prepare_thread_heap();
      void* volatile block = std::malloc(std::size_t{8} << 20);
      found = reinterpret_cast<std::uintptr_t>(block);
      *static_cast<volatile char*>(block) = 1;
      large_pages = large_pages_around(block);
      std::free(block);
    }).join();
    CHECK(large_pages >= least);
    return found;
  };
  address(0);  // Before prepare_heap() nothing is prepared, and the arena does not pass for prepared.
  prepare_heap();
  const std::uintptr_t first = address(expected);
  CHECK(first % large_page < 4096);
  CHECK(address(expected) == first);
}
#endif

TEST_SUITE_END();
