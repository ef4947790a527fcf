// Limits are kept: time, memory and Ctrl-C are heard wherever a run is, also in the middle of one wide round.
#include <doctest/doctest.h>

#include <chrono>
#include <csignal>
#include <string>
#include <thread>

#include "cli/program.hpp"
#include "sizes.hpp"

namespace conclave::outside {
namespace {

using namespace std::chrono_literals;

constexpr double megabyte = 1 << 20;

// Each of these would go on for minutes or for hours, and take gigabytes. What is said behind it is where it
// is when the limit is reached.
const Words endless_ones{
    "check bully -n 7 --crash 6",                          // one configuration with millions of rounds
    "check bully -n 5 --byzantine 2",                      // the same, by forged messages
    "check bully -n 12",                                   // one call of a handler with 11! outcomes
    "check bully:as-printed -n 6 --keep-going --crash 3",  // a counterexample that leads through such rounds
    "check harmony-leader:non-atomic-send -n 64",          // packing keys of 32 words anew
    "check time-slice:token-return -n 64 --byzantine 2",   // configurations of which each takes a millisecond
    "measure lamport-election -n 12 --crash 2",            // the second table, which begins after the limit
    "measure aalborg-chang-roberts:as-printed -n 64 --crash 2",
};

}  // namespace

TEST_SUITE_BEGIN("limits");

TEST_CASE("a time limit is heard within 0.2 s") {
  for (const auto& arguments : endless_ones) {
    if (!testing::is_tried(3)) continue;
    CAPTURE(arguments);
    const Folder folder;
    Running running(split(CONCLAVE_PROGRAM " " + arguments + " -q --threads 1 --time 0.5 --memory 4G", ' '),
                    folder.path(), {});
    const Ran ran = running.wait();
    CHECK((ran.status == 3 || ran.status == 1));
    // CPU seconds, because the machine may have more to do.
    CHECK(ran.cpu_seconds < 1.0);
  }
}

TEST_CASE("a limit is heard while the graphs of a family are listed, which takes seconds") {
  const Folder folder;
  for (const std::string command : {"check", "measure"}) {
    Running running(split(CONCLAVE_PROGRAM " " + command + " global-function -n 8 --time 0.3", ' '),
                    folder.path(), {});
    const Ran ran = running.wait();
    CHECK(ran.status == 3);
    CHECK(ran.out.empty());
    CHECK(ran.err ==
          "conclave: the time limit of 0.3 s was reached while the graphs were listed; a smaller -n has "
          "fewer\n");
    CHECK(ran.cpu_seconds < 0.8);
  }
}

TEST_CASE("the limit is named that was reached") {
  const Folder folder;
  const std::string check =
      "./conclave check chang-roberts -n 10 --network bag --reduction none --ids 10,9,8,7,6,5,4,3,2,1 "
      "--threads 1 ";
  CHECK(shell(check + "--time 0.2", folder).out.find("the time limit of 0.2 s was reached at n=10") !=
        std::string::npos);
  CHECK(shell(check + "--memory 64M", folder).out.find("the memory limit of 64 MiB was reached at n=10") !=
        std::string::npos);
  const Ran ran = shell("ulimit -v 250000; exec " + check + "--memory 8G --json j", folder);
  CHECK(ran.status == 3);
  CHECK(ran.out.find("the 244 MiB that `ulimit -v` allows were used up at n=10") != std::string::npos);
  CHECK(Json::parse(read_file(folder.path() / "j")).at("stopped_by") == "system memory");
}

TEST_CASE(
    "an execution without end is followed as far as the limit says; what is near the beginning is found") {
  const Folder folder;
  const std::string check = "./conclave check franklin -n 5 --network set --json j --depth ";
  for (const std::string steps : {"300", "2000"}) {
    const Ran ran = shell(check + steps, folder);
    CAPTURE(ran.out);
    CHECK(ran.status == 1);
    const std::string spaced = steps == "300" ? "300" : "2 000";
    CHECK(ran.out.find("not exhaustive: an execution has more than " + spaced + " steps (--depth) at n=5") !=
          std::string::npos);
    CHECK(ran.out.find("what grew until then: the length of State::from_next (0 to ") != std::string::npos);
    CHECK(ran.out.find("4 steps; no shorter execution does this") != std::string::npos);
    const Json json = Json::parse(read_file(folder.path() / "j"));
    CHECK(json.at("stopped_by") == "depth");
    CHECK(json.at("states") == std::stoi(steps) + 1);
  }
  CHECK(shell(check + "0", folder).err ==
        "conclave: --depth takes whole numbers from 1 to 2147483647, not `0`\n");
}

TEST_CASE("a run that ended at too long an execution goes on where more steps are allowed") {
  const Folder folder;
  const std::string check = "./conclave check dolev-klawe-rodeh -n 4 --journal j ";
  const Ran whole = shell("./conclave check dolev-klawe-rodeh -n 4 --json - -q", folder);
  CHECK(shell(check + "--depth 12", folder).status == 3);
  const Ran after = shell(check + "--json - -q", folder);
  CHECK(after.status == 0);
  CHECK(Json::parse(after.out).at("states") == Json::parse(whole.out).at("states"));
  CHECK(shell(check + "--depth 12", folder).status == 0);  // all is known
}

TEST_CASE("an interrupt while a witness is looked for is an interrupt") {
  const Folder folder;
  Running running(split(CONCLAVE_PROGRAM " check chang-roberts -n 8 --network bag --witness time=max", ' '),
                  folder.path(), {});
  for (int i = 0; i < 1000 && !running.catches(SIGINT); ++i) std::this_thread::sleep_for(5ms);
  std::this_thread::sleep_for(600ms);
  running.send(SIGINT);
  CHECK(running.wait().status == 130);
}

TEST_CASE("an interrupt is heard within 0.2 s") {
  for (const auto& arguments : endless_ones) {
    if (!testing::is_tried(3)) continue;
    CAPTURE(arguments);
    if (arguments.starts_with("measure")) continue;
    const Folder folder;
    Running running(split(CONCLAVE_PROGRAM " " + arguments + " -q --threads 1 --memory 4G", ' '),
                    folder.path(), {});
    for (int i = 0; i < 1000 && !running.catches(SIGINT); ++i) std::this_thread::sleep_for(5ms);
    std::this_thread::sleep_for(400ms);
    const double before = running.cpu_seconds();
    running.send(SIGINT);
    const Ran ran = running.wait();
    CHECK((ran.status == 130 || ran.status == 1));
    // Of this, up to 0.1 s goes into giving back what was taken.
    CHECK(ran.cpu_seconds - before < 0.4);
  }
}

TEST_CASE("memory is charged within 10 %") {
  for (const std::string& arguments :
       {std::string("check bully -n 5 --byzantine 2"), std::string("check bully -n 12"),
        std::string("check dolev-klawe-rodeh -n 4 --network set --depth 1000000000"),
        std::string("check echo-extinction -n 5 --topology complete")}) {
    for (const double limit : {64.0, 160.0}) {
      if (!testing::is_tried(3)) continue;
      CAPTURE(arguments);
      CAPTURE(limit);
      const Ran ran = conclave(split(arguments + " -q --threads 1 --time 100 --json - --memory " +
                                         std::to_string(static_cast<int>(limit)) + "M",
                                     ' '));
      REQUIRE((ran.status == 3 || ran.status == 1));
      REQUIRE(Json::parse(ran.out).at("stopped_by") == "memory");
      const double peak = Json::parse(ran.out).at("peak_memory_bytes").get<double>() / megabyte;
      CHECK(peak < 1.1 * limit);
      CHECK(peak > 0.5 * limit);
    }
  }
}

TEST_CASE("no more memory from the system: 3, and what was found so far") {
  for (const std::string arguments :
       {"check dolev-klawe-rodeh -n 4 --network set --depth 1000000000", "check bully -n 12",
        "check chang-roberts -n 9 --ids duplicates --network bag --keep-going",
        "measure chang-roberts -n 9 --network bag"}) {
    for (const int threads : {1, 2}) {
      if (!testing::is_tried(3)) continue;
      CAPTURE(arguments);
      CAPTURE(threads);
      const Folder folder;
      const Ran ran = shell("ulimit -v 400000; exec ./conclave " + arguments + " --threads " +
                                std::to_string(threads) + " --time 5 --json result.json",
                            folder);
      CAPTURE(ran.err);
      CHECK((ran.status == 3 || ran.status == 1));
      CHECK(ran.out.size() > 100);
      CHECK(ran.err.empty());
      CHECK(Json::accept(read_file(folder.path() / "result.json")));
    }
  }
}

TEST_SUITE_END();

}  // namespace conclave::outside
