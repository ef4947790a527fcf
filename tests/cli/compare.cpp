// `compare`, and `replay --on`: two models on the same instances, and a trace of one on the other.
#include <doctest/doctest.h>

#include <string>

#include "cli/program.hpp"

namespace conclave::outside {
namespace {

const std::string both = "chang-roberts chang-roberts:maxid ";

bool says(const Ran& ran, const std::string& what) { return ran.out.find(what) != std::string::npos; }

}  // namespace

TEST_SUITE_BEGIN("cli");

TEST_CASE("what nobody can tell apart is alike, also where one states more") {
  const Json same = json_of("compare " + both + "-n 1..4", 0);
  CHECK(same.at("differ") == false);
  CHECK(same.at("complete") == true);
  CHECK(same.at("models") == Json{"chang-roberts", "chang-roberts:maxid"});
  CHECK(same.at("verdicts").at("awake-elects") == Json{"not stated", "holds"});
  CHECK(same.at("sizes").size() == 4);
  for (const Json& size : same.at("sizes")) CHECK(size.at("parting").is_null());
}

TEST_CASE("what can be told apart is told by the shortest schedule at the smallest size") {
  const Json apart = json_of("compare " + both + "-n 1..4 --network bag", 1);
  CHECK(apart.at("differ") == true);
  CHECK(apart.at("sizes").at(1).at("parting").is_null());
  const Json& parting = apart.at("sizes").at(2).at("parting");
  CHECK(parting.at("what") == "sent");
  CHECK(parting.at("steps") == 5);
  CHECK(parting.at("ids") == "3,2,1");
  const Json able = json_of("compare dolev-klawe-rodeh:as-printed dolev-klawe-rodeh -n 2", 1);
  CHECK(able.at("sizes").at(0).at("parting").at("only") == "dolev-klawe-rodeh");
  CHECK(able.at("verdicts").at("termination") == Json{"violated, n=2", "holds"});
}

TEST_CASE("a file of one's own is compared with a built-in") {
  const Folder folder;
  std::string source = read_file(CONCLAVE_ROOT "/models/ring/lcr.cpp");
  write_file(folder.file("mine.cpp"), source);
  const Ran same = shell("./conclave compare lcr mine.cpp -n 1..3", folder);
  CHECK(same.err == "");
  CHECK(same.status == 0);
  CHECK(says(same, "ALIKE  lcr and mine.cpp"));
}

TEST_CASE("what cannot be compared is told") {
  const Ran networks = conclave(split("compare lcr chang-roberts", ' '));
  CHECK(networks.status == 2);
  CHECK(networks.err.find("--network rounds is for models that are written for lock step") !=
        std::string::npos);
  const Ran channels = conclave(split("compare chang-roberts hirschberg-sinclair -n 2", ' '));
  CHECK(channels.status == 1);
  CHECK(says(channels, "Their schedules cannot be compared: they have other channels."));
  CHECK(conclave(split("compare chang-roberts", ' ')).status == 2);
  CHECK(conclave(split("compare chang-roberts nobody", ' ')).err.find("there is no model `nobody`") !=
        std::string::npos);
}

TEST_CASE("a comparison that a limit ends is inconclusive, unless something differs") {
  const Ran ended = conclave(split("compare " + both + "-n 8 --time 0.3", ' '));
  CHECK(ended.status == 3);
  CHECK(says(ended, "INCONCLUSIVE"));
  CHECK(says(ended, "Not all was compared: the time limit of 0.3 s was reached at n=8"));
}

TEST_CASE("costs without a bound are equal if both have none") {
  const Ran same = conclave(split("compare harmony-leader harmony-leader -n 1..2", ' '));
  CHECK(same.status == 0);
  CHECK(says(same, "ALIKE"));
}

TEST_CASE("nobody is said to be unable to tell models apart before all was compared") {
  // The memory has to end while pairs are compared, after both models were explored.
  const Ran ended =
      conclave(split("compare " + both + "--ids 9,8,7,6,5,4,3,2,1 --threads 1 --memory 48M", ' '));
  CHECK(ended.status == 3);
  CHECK(says(ended, "Nothing has told them apart so far."));
  CHECK(!says(ended, "Nobody can tell them apart"));
}

TEST_CASE("a trace on another model") {
  const Folder folder;
  CHECK(shell("./conclave check chang-roberts --ids 3,1,3 --property unique-leader --trace t -q", folder)
            .status == 1);
  const Ran same = shell("./conclave replay t --on chang-roberts:maxid", folder);
  CHECK(same.status == 0);
  CHECK(says(same, "chang-roberts:maxid does the same as chang-roberts in all 8 steps"));
  CHECK(shell("./conclave check harmony-leader:non-atomic-send --trace t -q", folder).status == 1);
  const Ran other = shell("./conclave replay t --on harmony-leader", folder);
  CHECK(other.status == 1);
  CHECK(says(other, "harmony-leader sends something else in step 1 of 5\n"));
  CHECK(says(other, "sends ⟨1⟩→0"));
  CHECK(shell("./conclave check dolev-klawe-rodeh:as-printed -n 2 --trace t -q", folder).status == 1);
  const Ran begins = shell("./conclave replay t --on dolev-klawe-rodeh", folder);
  CHECK(begins.status == 1);
  CHECK(says(begins, "`state` of process 0 is passive in dolev-klawe-rodeh:as-printed,"));
  const Ran none = shell("./conclave replay t --on lcr", folder);
  CHECK(none.status == 2);
  CHECK(is_one_line(none.err));
}

TEST_SUITE_END();

}  // namespace conclave::outside
