// What goes wrong in a model's code, in a call that is contained.
#include "program/contained.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <map>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

// What `assert` calls; its header declares it only where assertions are looked at.
extern "C" [[noreturn]] void __assert_fail(const char*, const char*, unsigned, const char*) noexcept;

namespace conclave::testing {
namespace {

volatile bool yes = true;
volatile int sink = 0;
int* volatile nowhere = nullptr;

int without_end(int k) {
  volatile int room[100];
  room[k % 100] = k;
  return yes ? without_end(k + 1) + room[3] : 0;
}

template <class Call>
std::string fault(const Call& call) {
  try {
    Contained::run("a test", call);
  } catch (const Contained::Fault& fault) {
    return fault.how;
  }
  return "";
}

double computed() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

}  // namespace

TEST_SUITE_BEGIN("program");

TEST_CASE("a call in which nothing goes wrong") {
  int result = 0;
  Contained::run("a test", [&] { result = 7; });
  CHECK(result == 7);
  CHECK_THROWS_AS(Contained::run("a test", [] { throw std::out_of_range("far"); }), std::out_of_range);
  CHECK_FALSE(Contained::in_call());
  if (Contained::works()) Contained::run("a test", [] { CHECK(Contained::in_call()); });
}

TEST_CASE("what the system notices ends the call, again and again, on every thread") {
  if (!Contained::works()) return;
  const auto all = [] {
    for (int time = 0; time < 3; ++time) {
      CHECK(fault([] { *nowhere = 1; }).starts_with("it reads or writes memory that is not its own"));
      CHECK(fault([] { sink = without_end(1); }).starts_with("it needs more stack than there is"));
      CHECK(fault([] { std::raise(SIGFPE); }) == "it divides by zero");
      CHECK(fault([] { std::raise(SIGILL); }).starts_with("it does what C++ leaves undefined"));
      CHECK(fault([] { std::abort(); }).starts_with("it gives up (abort)"));
    }
  };
  all();
  std::thread(all).join();
}

TEST_CASE("an assertion says which one it is") {
  if (!Contained::works()) return;
  const std::string how = fault([] { __assert_fail("1 > 2", "own.cpp", 12, "start"); });
  CHECK(how == "the assertion `1 > 2` fails, own.cpp:12");
}

TEST_CASE("a part of a call is named") {
  if (!Contained::works()) return;
  std::string part;
  try {
    Contained::run("a test", [] {
      Contained::begin_part("first");
      Contained::begin_part("second");
      *nowhere = 1;
    });
  } catch (const Contained::Fault& fault) {
    part = fault.part;
  }
  CHECK(part == "second");
}

TEST_CASE("what computes without an end is ended, unless its parts end") {
  if (!Contained::works()) return;
  const double before = computed();
  CHECK(fault([] {
          while (yes) sink = 1;
        }).starts_with("it has computed for 2 seconds"));
  CHECK(computed() - before < 3);
  // Also in libraries, where it is not left while a lock may be held.
  const std::string of_library = fault([] {
    while (yes) sink = static_cast<int>(std::to_string(123456).size() + std::string(100, 'x').size());
  });
  CHECK(of_library.starts_with("it has computed for 2 seconds"));
  const double parts = computed();
  const std::string of_parts = fault([&] {
    while (computed() - parts < 2.5) Contained::begin_part();
  });
  CHECK(of_parts == "");
}

TEST_CASE("a limit is heard inside a call that goes on") {
  if (!Contained::works()) return;
  Limits limits(std::size_t{1} << 30);
  const LimitsInForce in_force(&limits);
  std::thread other([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    limits.stop(StopReason::interrupted);
  });
  const double before = computed();
  StopReason reason = StopReason::none;
  try {
    Contained::run("a test", [] {
      while (yes) sink = 1;
    });
  } catch (const Contained::Limit& limit) {
    reason = limit.reason;
  }
  other.join();
  CHECK(reason == StopReason::interrupted);
  CHECK(computed() - before < 1);
}

TEST_CASE("a call that takes ever more memory reaches the limit") {
  if (!Contained::works()) return;
  const auto reason_of = [](const auto& call) {
    Limits limits(std::size_t{32} << 20);
    const LimitsInForce in_force(&limits);
    try {
      Contained::run("a test", call);
    } catch (const Contained::Limit& limit) {
      return limit.reason;
    }
    return StopReason::none;
  };
  const double before = computed();
  CHECK(reason_of([] {
          std::vector<int> all;
          while (yes) all.push_back(1);
        }) == StopReason::memory);
  CHECK(reason_of([] {
          std::map<int, std::string> all;
          for (int i = 0; yes; ++i) all[i] = std::string(50, 'x');
        }) == StopReason::memory);
  CHECK(computed() - before < 2);
}

TEST_SUITE_END();

}  // namespace conclave::testing
