// Nothing that was found is lost: files are written first and words after, whatever becomes of standard
// output, and whatever signal ends the run.
#include <doctest/doctest.h>
#include <sys/stat.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <iterator>
#include <string>
#include <thread>

#include "cli/program.hpp"

namespace conclave::outside {
namespace {

using namespace std::chrono_literals;
namespace fs = std::filesystem;

const std::string violates = "./conclave check harmony-leader:non-atomic-send ";
const std::string endless =
    "check chang-roberts -n 9 --network bag --ids 9,8,7,6,5,4,3,2,1 --reduction none ";

bool is_json(const Folder& folder, const std::string& name) {
  return fs::exists(folder.path() / name) && Json::accept(read_file(folder.path() / name));
}

}  // namespace

TEST_SUITE_BEGIN("limits");

TEST_CASE("a standard output that is closed, full or read in part loses no file") {
  struct Case {
    std::string rest;
    int status;
    std::string error;
  };
  const std::vector<Case> cases{
      {"--trace t.json --json j.json >&-", 2,
       "conclave: cannot write to standard output: Bad file descriptor\n"},
      {"--trace t.json --json j.json >/dev/full", 2,
       "conclave: cannot write to standard output: No space left on device\n"},
      {"--trace t.json --json j.json | (exec <&-; sleep 0.5)", 0, ""},
      {"--trace t.json --json - >/dev/full", 2,
       "conclave: cannot write to standard output: No space left on device\n"},
      {"--json j.json --trace - -q >/dev/full", 2,
       "conclave: cannot write to standard output: No space left on device\n"},
  };
  for (const auto& each : cases) {
    CAPTURE(each.rest);
    const Folder folder;
    const Ran ran = shell(violates + each.rest, folder);
    CHECK(ran.status == each.status);
    const bool words_on_stderr = each.rest.find("--json -") != std::string::npos;
    CHECK(ran.err.ends_with(each.error));
    CHECK((words_on_stderr || ran.err == each.error));
    for (const std::string name : {"t.json", "j.json"})
      CHECK(is_json(folder, name) == (each.rest.find(name) != std::string::npos));
  }
}

TEST_CASE("a file that cannot be written keeps no other from being written") {
  const Folder folder;
  const Ran ran = shell(violates + "--json /dev/full --trace t.json", folder);
  CHECK(ran.status == 2);
  CHECK(ran.out.find("VIOLATED") != std::string::npos);
  CHECK(ran.err ==
        "conclave: cannot write `/dev/full`: No space left on device; make room there, or name a file "
        "elsewhere\n");
  CHECK(folder.names() == Words{"t.json"});
}

TEST_CASE("what cannot be printed is an error") {
  const Folder folder;
  for (const std::string command : {"--help", "--version", "", "check --help", "list"}) {
    CAPTURE(command);
    const Ran ran = shell("./conclave " + command + " >/dev/full", folder);
    CHECK(ran.status == 2);
    CHECK(ran.err == "conclave: cannot write to standard output: No space left on device\n");
  }
}

TEST_CASE("files in preparation do not stand in each other's way") {
  const Folder folder;
  // What a run that was killed has left behind, under every name that process numbers can give.
  const Ran ran = shell(
      "for i in $(seq $$ $(($$ + 300))); do : >j.json.part$i; done; exec " + violates + "-q --json j.json",
      folder);
  CHECK(ran.status == 1);
  CHECK(is_json(folder, "j.json"));
  CHECK(ran.err.empty());
}

TEST_CASE("a file that is replaced keeps its mode, and a symbolic link stays one") {
  const Folder folder;
  write_file(folder.path() / "real.json", "old");
  fs::permissions(folder.path() / "real.json", fs::perms(0640));
  fs::create_symlink("real.json", folder.path() / "link.json");
  fs::create_symlink("later.json", folder.path() / "dangling.json");
  const Ran ran = shell(violates + "-q --json link.json --trace dangling.json", folder);
  CHECK(ran.status == 1);
  const fs::directory_iterator entries(folder.path());
  CHECK(std::distance(begin(entries), end(entries)) == 4);  // and no file in preparation
  CHECK(fs::is_symlink(folder.path() / "link.json"));
  CHECK(fs::is_symlink(folder.path() / "dangling.json"));
  CHECK(is_json(folder, "real.json"));
  CHECK(is_json(folder, "later.json"));
  CHECK(fs::status(folder.path() / "real.json").permissions() == fs::perms(0640));
}

TEST_CASE("a hang-up ends a run politely; an interrupt that is ignored does nothing") {
  const Folder folder;
  Running hung(split(CONCLAVE_PROGRAM " " + endless + "--time 60 --json result.json", ' '), folder.path(),
               {});
  for (int i = 0; i < 1000 && !hung.catches(SIGHUP); ++i) std::this_thread::sleep_for(5ms);
  REQUIRE(hung.catches(SIGHUP));
  std::this_thread::sleep_for(200ms);
  hung.send(SIGHUP);
  CHECK(hung.wait().status == 130);
  CHECK(Json::parse(read_file(folder.path() / "result.json")).at("stopped_by") == "interrupt");

  const std::string command =
      "trap '' INT; exec '" CONCLAVE_PROGRAM "' " + endless + "--time 0.5 -q --json ignored.json";
  Running ignoring({"/bin/sh", "-c", command}, folder.path(), {});
  for (int i = 0; i < 1000 && !ignoring.catches(SIGTERM); ++i) std::this_thread::sleep_for(5ms);
  REQUIRE(ignoring.catches(SIGTERM));
  CHECK(!ignoring.catches(SIGINT));
  ignoring.send(SIGINT);
  CHECK(ignoring.wait().status == 3);
  CHECK(Json::parse(read_file(folder.path() / "ignored.json")).at("stopped_by") == "time");
}

TEST_SUITE_END();

}  // namespace conclave::outside
