// What has no room in memory goes onto the disk, and comes to the same result.
#include <doctest/doctest.h>

#include <regex>

#include "cli/program.hpp"

namespace conclave::outside {
namespace {

const std::string large = "check chang-roberts -n 10 --ids 10,9,8,7,6,5,4,3,2,1 --reduction none";
// With several threads, less of an instance has room.
const std::string faulty =
    "check chang-roberts -n 8 --ids 8,7,6,5,4,3,2,1 --loss 1 --reduction none --threads 8 --property "
    "termination --property election";
const std::string on_disk = " --memory 48M --disk parts";

Json json_of(const std::string& command, int status, const Folder& folder) {
  const Ran ran = conclave(split(command + " -q --json -", ' '), folder);
  CAPTURE(ran.err);
  REQUIRE(ran.status == status);
  return without_timing(Json::parse(ran.out));
}

}  // namespace

TEST_SUITE_BEGIN("limits");

TEST_CASE("an instance that is too large comes to the same end on disk") {
  const Folder folder;
  std::filesystem::create_directory(folder.path() / "parts");
  for (const auto& [command, status] : {std::pair{large, 0}, {faulty, 1}}) {
    CAPTURE(command);
    Json whole = json_of(command + " --memory 1G", status, folder);
    Json parts = json_of(command + (status == 0 ? " --memory 32M --disk parts" : on_disk), status, folder);
    CHECK(parts.at("instances_on_disk") == 1);
    parts.erase("instances_on_disk");
    // Of several shortest executions that are equally calm, another one may be shown.
    parts.erase("counterexample");
    whole.erase("counterexample");
    CHECK(parts == whole);
    CHECK(std::filesystem::is_empty(folder.path() / "parts"));
  }
  CHECK(conclave(split(large + " --memory 32M", ' '), folder).status == 3);
}

TEST_CASE("what has room stays in memory, and measure has a disk, too") {
  const Folder folder;
  const Json json = json_of("check chang-roberts -n 5 --disk .", 0, folder);
  CHECK(!json.contains("instances_on_disk"));
  CHECK(conclave(split("measure chang-roberts -n 4 --disk . -q", ' '), folder).status == 0);
}

TEST_CASE("a full disk is a limit like the others, and a folder is asked for") {
  const Folder folder;
  const Ran full =
      shell("ulimit -f 64; exec ./conclave " + large + " --memory 32M --disk . --json result.json", folder);
  CHECK(full.status == 3);
  CHECK(full.err == "");
  CHECK(
      std::regex_replace(full.out, std::regex("\\s+"), " ")
          .find(
              "there could be no more temporary files (cannot write a temporary file in `.`: File too large) "
              "at n=10") != std::string::npos);
  CHECK(Json::parse(read_file(folder.path() / "result.json")).at("stopped_by") == "disk");
  // So is any other reason for which there can be no more files.
  const Ran few = shell("ulimit -n 16; exec ./conclave " + large + " --memory 32M --disk .", folder);
  CHECK(few.status == 3);
  CHECK(few.err == "");
  CHECK(few.out.find("Too many open files") != std::string::npos);
  const Ran nowhere = conclave(split("check chang-roberts --disk nowhere", ' '), folder);
  CHECK(nowhere.status == 2);
  CHECK(nowhere.err ==
        "conclave: --disk takes a folder for temporary files; cannot make a temporary file in `nowhere`: No "
        "such file or directory\n");
}

TEST_CASE("what cannot be divided says why") {
  const Folder folder;
  const Ran ran = conclave(
      split("check chang-roberts --network set -n 7 --reduction none --memory 32M --disk .", ' '), folder);
  CHECK(ran.status == 3);
  const std::string text = std::regex_replace(ran.out, std::regex("\\s+"), " ");
  CHECK(text.find("was reached (an instance cannot be divided: executions may go on for ever, or a property "
                  "is of what follows on what) at n=7; so far") != std::string::npos);
}

TEST_SUITE_END();

}  // namespace conclave::outside
