#include "engine/passes/parallel/threads.hpp"

#include <doctest/doctest.h>
#include <sys/resource.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
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

// Whether the kernel was told to provide large pages where this is.
bool wants_large_pages(const void* address) {
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
    if (inside && line.starts_with("VmFlags:")) return line.find(" hg") != std::string::npos;
  }
  return false;
}

TEST_CASE("the heap of a thread is on large pages; a thread that inherits it finds it prepared") {
  if (!std::filesystem::exists("/sys/kernel/mm/transparent_hugepage")) return;
  // The address of a block for which nothing that was freed before is large enough. No other thread lives
  // meanwhile, so that each has the arena of the one before it.
  const auto address = [](bool large_pages) {
    std::uintptr_t found = 0;
    bool large = false;
    std::thread([&] {
      prepare_thread_heap();
      void* volatile block = std::malloc(std::size_t{8} << 20);
      found = reinterpret_cast<std::uintptr_t>(block);
      large = wants_large_pages(block);
      std::free(block);
    }).join();
    CHECK(large == large_pages);
    return found;
  };
  address(false);
  prepare_heap();
  const std::uintptr_t first = address(true);
  CHECK(first % large_page < 4096);  // nothing is written before it on its page
  CHECK(address(true) == first);
}
#endif

TEST_SUITE_END();
