// Each exit status from outside: 0 holds, 1 violated, 3 inconclusive, 130 interrupted. Bad input (2) is in
// bad_input.cpp.
#include <doctest/doctest.h>

#include <chrono>
#include <csignal>
#include <thread>

#include "cli/program.hpp"

namespace conclave::outside {
namespace {

using namespace std::chrono_literals;

// More than can be explored in any time that a test has.
const std::string endless =
    "check chang-roberts -n 9 --network bag --ids 9,8,7,6,5,4,3,2,1 --reduction none --no-progress ";

void check_partial_result(const Folder& folder, const std::string& stopped_by) {
  const Json json = Json::parse(read_file(folder.file("result.json")));
  CHECK(json.at("verdict") == "inconclusive");
  CHECK(json.at("stopped_by") == stopped_by);
  CHECK(json.at("states").get<std::uint64_t>() > 0);
  CHECK(json.at("transitions").get<std::uint64_t>() > 0);
  CHECK(json.at("counterexample").is_null());
  CHECK(folder.names() == Words{"result.json"});
}

}  // namespace

TEST_SUITE_BEGIN("cli");

TEST_CASE("a model that passed its self-check is remembered, if that is possible") {
  const Folder folder;
  const std::string check = "./conclave check chang-roberts -n 2 -q";
  CHECK(shell("XDG_CACHE_HOME=$PWD/cache " + check, folder).status == 0);
  const Ran found = shell("find cache -type f", folder);
  CHECK(found.out.ends_with("/chang-roberts\n"));
  CHECK(found.out.starts_with("cache/conclave/selfcheck/"));
  CHECK(shell("HOME=$PWD/home XDG_CACHE_HOME= " + check, folder).status == 0);
  CHECK(shell("find home -type f", folder).out.ends_with("/chang-roberts\n"));
  CHECK(shell("XDG_CACHE_HOME=/dev/null " + check, folder).status == 0);
  CHECK(shell("XDG_CACHE_HOME= HOME= " + check, folder).status == 0);
}

TEST_CASE("what `selfcheck` prints") {
  const Ran ran = conclave(split("selfcheck chang-roberts -n 2", ' '));
  CHECK(
      ran.out ==
      "✓ NO DIFFERENCE  chang-roberts\n"
      "  n=2: 20 configurations, the same with symmetry, order classes, independence, all reductions, other "
      "identifiers\n");
  const Ran refused = conclave(split("selfcheck global-function:as-printed -n 3 --loss 1", ' '));
  CHECK(refused.out.find("not by symmetry, because receive uses places as numbers") != std::string::npos);
  CHECK(conclave(split("selfcheck nothing", ' ')).status == 2);
}

TEST_CASE("a command's help is the same, wherever --help stands") {
  const Ran ran = conclave(split("--help check", ' '));
  CHECK(ran.status == 0);
  CHECK(ran.out.find("--keep-going") != std::string::npos);
  CHECK(ran.out == conclave(split("check --help", ' ')).out);
}

TEST_CASE("the exit status of a verdict") {
  struct Case {
    std::string arguments;
    int status;
  };
  const std::vector<Case> cases{
      {"", 0},
      {"list", 0},
      {"list --json", 0},
      {"list chang-roberts", 0},
      {"list chang-roberts --json", 0},
      {"--help", 0},
      {"selfcheck chang-roberts -n 1..3", 0},
      {"selfcheck global-function:as-printed -n 1..3", 0},
      {"check --help", 0},
      {"--version", 0},
      {"check chang-roberts -n 3", 0},
      {"check chang-roberts -n 1..3 --keep-going", 0},
      {"check chang-roberts -n 3 --ids 3,1,2 -q", 0},
      {"check chang-roberts --ids equal -n 1", 0},
      {"check chang-roberts -n 3 --time 100 --memory 8G", 0},
      {"check chang-roberts --ids 3,1,3", 1},
      {"check chang-roberts --ids 3,1,3 -q", 1},
      {"check chang-roberts --ids 3,1,3 --keep-going", 1},
      {"check chang-roberts --ids 3,1,3 --json -", 1},
      {"check chang-roberts --ids 3,1,3 --property max-id", 0},
      {"check chang-roberts --ids duplicates -n 1..3 --property unique-leader --property max-id", 1},
      {"check harmony-leader:non-atomic-send", 1},
      {"check chang-roberts -n 2 --duplicate 1", 0},
      {"check chang-roberts -n 2 --loss 1", 1},
      {"check chang-roberts -n 2 --crash 1 --property max-id", 0},
      {"check spanning-tree -n 1..3 --topology tree", 0},
      {"check convergecast:as-printed", 1},
      {"check complete-network -n 3 --set direction=up", 0},
      {"check spanning-tree -n 3 --witness messages=max", 0},
      {"measure chang-roberts -n 1..2 --crash 1", 0},
  };
  const Folder folder;
  for (const auto& [arguments, status] : cases) {
    CAPTURE(arguments);
    const Ran ran = conclave(split(arguments, ' '), folder);
    CHECK(ran.status == status);
    const bool words_on_stderr = arguments.find("--json -") != std::string::npos;
    CHECK(ran.err.empty() != words_on_stderr);
    CHECK(ran.out.empty() == (arguments.find("-q") != std::string::npos));
  }
  CHECK(folder.names().empty());
}

TEST_CASE("a time limit gives 3 and what is known so far") {
  const Folder folder;
  const Ran ran = shell("./conclave " + endless + "--time 0.5 --json result.json", folder);
  CHECK(ran.status == 3);
  CHECK(ran.out.find("INCONCLUSIVE") != std::string::npos);
  CHECK(ran.out.find("the time limit of 0.5 s was reached at n=9; so far") != std::string::npos);
  CHECK(ran.out.find("  exhaustive: ") == std::string::npos);
  CHECK(ran.err.empty());
  check_partial_result(folder, "time");
}

TEST_CASE("a memory limit gives 3 and what is known so far") {
  // How much the program takes before it explores differs: sanitizers have memory of their own.
  const auto at_start = json_of("check chang-roberts -n 1", 0).at("peak_memory_bytes").get<std::size_t>();
  const std::string limit = std::to_string((at_start >> 20) + 56);
  const Folder folder;
  const Ran ran = shell("./conclave " + endless + "--json result.json --memory " + limit + "M", folder);
  CHECK(ran.status == 3);
  CHECK(ran.out.find("the memory limit of " + limit + " MiB was reached at n=9; so far") !=
        std::string::npos);
  CHECK(ran.err.empty());
  check_partial_result(folder, "memory");
}

TEST_CASE("a limit that is reached after a violation leaves it violated") {
  // n=2 breaks it at once; the rest takes more time than there is.
  const Ran ran =
      conclave(split("check chang-roberts --ids duplicates -n 2..9 --network bag --keep-going "
                     "--time 1 --property unique-leader",
                     ' '));
  CHECK(ran.status == 1);
  CHECK(ran.out.find("VIOLATED  unique-leader") != std::string::npos);
  CHECK(ran.out.find("not exhaustive: the time limit") != std::string::npos);
}

TEST_CASE("interrupts give 130 and what is known so far") {
  for (const int signal : {SIGINT, SIGTERM}) {
    const Folder folder;
    Words command = split(CONCLAVE_PROGRAM " " + endless + "--time 60 --json result.json", ' ');
    Running running(command, folder.path(), {});
    // An interrupt before the handler is there would just end the program.
    for (int i = 0; i < 1000 && !running.catches(signal); ++i) std::this_thread::sleep_for(5ms);
    REQUIRE(running.catches(signal));
    std::this_thread::sleep_for(300ms);
    running.send(signal);
    const Ran ran = running.wait();
    CHECK(ran.status == 130);
    CHECK(ran.out.find("? INCONCLUSIVE") != std::string::npos);
    CHECK(ran.out.find("interrupted at n=9; so far") != std::string::npos);
    CHECK(ran.err.empty());
    check_partial_result(folder, "interrupt");
  }
}

TEST_SUITE_END();

}  // namespace conclave::outside
