// Whatever ends a run, at whatever moment: the next one goes on from there.
#include <doctest/doctest.h>

#include <chrono>
#include <csignal>
#include <random>
#include <thread>

#include "journal/runs.hpp"
#include "sizes.hpp"

namespace conclave::outside {
namespace {

// Runs a command with a journal until it comes to its end, ended at random moments by a signal. Returns how
// many runs there were before the last one.
int end_again_and_again(const std::string& command, int signal, int most, const Folder& folder) {
  // At first soon, so that a quick run is ended too.
  unsigned longest = 40;
  static std::mt19937 random_numbers(20);
  int ended = 0;
  while (ended < most) {
    Running running(split(CONCLAVE_PROGRAM " " + command + " -q --journal j", ' '), folder.path(), {});
    std::this_thread::sleep_for(std::chrono::milliseconds(10 + random_numbers() % longest));
    running.send(signal);
    const Ran ran = running.wait();
    CHECK(ran.err == "");
    if (ran.status <= 1) break;
    longest += 40;
    // Before it explores it has nothing to lose, and the signal ends it as it ends any program.
    if (signal != SIGKILL && ran.status == 128 + signal) continue;
    CHECK(ran.status == (signal == SIGKILL ? 128 + SIGKILL : 130));
    ++ended;
  }
  return ended;
}

void check_ended_by(int signal, const std::string& command) {
  CAPTURE(command);
  CAPTURE(signal);
  const Folder folder;
  const Outcome plain = outcome(command, folder);
  CHECK(end_again_and_again(command, signal, testing::brief ? 3 : 10, folder) > 0);
  CHECK(outcome(command + " --journal j", folder) == plain);
}

}  // namespace

TEST_SUITE_BEGIN("journal");

TEST_CASE("a run that is killed again and again comes to the same end") {
  check_ended_by(SIGKILL, "check chang-roberts -n 11 --threads 1");
  check_ended_by(SIGKILL, "check hirschberg-sinclair -n 5 --loss 1 --keep-going");
  check_ended_by(SIGTERM, "check chang-roberts -n 11 --threads 2");
}

TEST_CASE("limits end a run or a shard, and it goes on") {
  const std::string check = testing::brief ? "check chang-roberts -n 9" : "check chang-roberts -n 11";
  // Every limit is longer than the one before: on the slowest machine, some order comes to its end.
  const double shortest = testing::brief ? 0.03 : 0.3;
  const Folder folder;
  const Outcome plain = outcome(check, folder);
  int ended = 0;
  for (Outcome now; ended < 200; ++ended) {
    now = outcome(check + " --journal j --time " + std::to_string(shortest * (1 + 0.1 * ended)), folder);
    if (now.status == 0) {
      CHECK(now == plain);
      break;
    }
    CHECK(now.status == 3);
    CHECK(now.json.at("stopped_by") == "time");
  }
  CHECK(ended < 200);

  std::string journals;
  for (const std::string shard : {"1", "2"}) {
    const std::string command = check + " --threads 1 --journal s" + shard + " --shard " + shard + "/2";
    const Ran limited =
        conclave(split(command + (testing::brief ? " --time 0.01" : " --time 0.1"), ' '), folder);
    CHECK(limited.status == 3);
    CHECK(limited.out.find("It is not finished: the time limit of ") != std::string::npos);
    CHECK(limited.err == "");
    const Ran merged = conclave(split("merge s" + shard + " --json -", ' '), folder);
    CHECK(merged.status == 3);
    const Ran rest = conclave(split(command, ' '), folder);
    CHECK(rest.status == 0);
    CHECK(rest.out.find("no property is violated there") != std::string::npos);
    CHECK(rest.out.find("What it found is in s" + shard) != std::string::npos);
  }
  CHECK(outcome("merge s2 s1", folder) == plain);
}

TEST_CASE("a run or a shard whose disk is full says so, and goes on when there is room") {
  const Folder folder;
  const Outcome plain = outcome("check chang-roberts -n 9", folder);
  for (const std::string shard : {"1", "2"}) {
    const std::string command = "check chang-roberts -n 9 --journal s" + shard + " --shard " + shard + "/2";
    const Ran full = shell("ulimit -f 8; exec ./conclave " + command, folder);
    CHECK(full.status == 2);
    CHECK(full.err ==
          "conclave: cannot write the journal `s" + shard +
              "`: File too large; the same command goes on from its last whole line when there is room\n");
    CHECK(full.out.find("What it found is in") == std::string::npos);
    CHECK(conclave(split(command + " -q", ' '), folder).status == 0);
  }
  CHECK(outcome("merge s1 s2", folder) == plain);
}

TEST_SUITE_END();

}  // namespace conclave::outside
