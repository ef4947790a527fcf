// `--down`, `--initiators count:C` and `--universe A..B`: who is there at the beginning, and what is said of
// it.
#include <doctest/doctest.h>

#include <utility>

#include "cli/program.hpp"
#include "sizes.hpp"

namespace conclave::outside {

namespace {

constexpr std::pair<const char*, const char*> refused[] = {
    {"check chang-roberts --ids 3,1,0 --universe 5", "--ids has 0, which is not in --universe 1..5"},
    {"check chang-roberts -n 5 --universe 0..3", "at least 5"},
    {"check chang-roberts -n 2 --universe 3..2", "--universe 3.. takes whole numbers from 3"},
    {"check chang-roberts -n 2 --universe ..2", "from 0 to 1000000, not ``"},
    {"check chang-roberts -n 2 --universe -1..2", "from 0 to 1000000, not `-1`"},
    {"check chang-roberts -n 3 --initiators count:4", "with -n 3 fewer processes can start"},
    {"check chang-roberts -n 3 --initiators count:0",
     "--initiators count: takes whole numbers from 1 to 64, not `0`"},
    {"check chang-roberts -n 3 --initiators count:",
     "--initiators count: takes whole numbers from 1 to 64, not ``"},
    {"check chang-roberts -n 3 --initiators count:3 --down largest",
     "and --down largest fewer processes can start"},
    {"check spanning-tree -n 3 --initiators count:2", "only the root, place 0, can start"},
    {"check lcr -n 3 --initiators count:2", "everyone takes part from the first round"},
    {"check bully -n 1 --down largest", "with -n 1 nobody is left"},
    {"check bully -n 1..3 --down largest", "with -n 1 nobody is left"},
    {"check bully -n 2 --down 0,1", "with -n 2 nobody is left"},
    {"check bully -n 3 --down count:3", "with -n 3 nobody is left"},
    {"check bully -n 3 --down count:x", "--down count: takes whole numbers from 1 to 64, not `x`"},
    {"check bully -n 3 --down 1,3", "--down (with -n 3) takes whole numbers from 0 to 2, not `3`"},
    {"check bully -n 3 --down all",
     "--down takes largest, smallest, count:C for every choice of C processes, or a"},
    {"check chang-roberts -n 3 --ids 2,2,1 --down largest", "identifiers are not distinct"},
    {"check chang-roberts -n 3 --ids equal --down smallest", "identifiers are not distinct"},
    {"check flooding -n 3 --down largest", "is anonymous"},
    {"check convergecast -n 3 --initiators 0 --down 0", "cannot be listed"},
    {"check chang-roberts -n 3 --initiators 0,1 --down 1", "cannot be listed"},
    {"check chang-roberts -n 3 --byzantine-at 1 --down 1", "cannot be listed"},
    {"check chang-roberts -n 3 --initiators 0,1 --down largest", "may be any place"},
    {"check chang-roberts -n 3 --initiators 0,1 --down count:2", "there are not so many besides those"},
    {"check chang-roberts -n 3 --recover 1", "(or --down)"},
};

}  // namespace

TEST_SUITE_BEGIN("cli");

TEST_CASE("starts that cannot be are refused in one line that says what would be right") {
  for (const auto& [line, part] : refused) {
    const Ran ran = conclave(split(line, ' '));
    CAPTURE(line);
    CAPTURE(ran.err);
    CHECK(ran.status == 2);
    CHECK(ran.out.empty());
    CHECK(is_one_line(ran.err));
    CHECK(ran.err.find(part) != std::string::npos);
  }
}

TEST_CASE("the next one below the leader that is down tells the others, in n-2 messages") {
  for (const std::string model : {"garcia-molina -n ", "bully:textbook -n "}) {
    for (int n = 2; n <= 4; ++n) {
      const Json found =
          json_of("check " + model + std::to_string(n) + " --down largest --initiators one", 0);
      CHECK(found.at("messages").at("min") == n - 2);
      CHECK(found.at("down") == "largest");
    }
  }
}

TEST_CASE("who is down is gone: a network of three with one of them down is one of two") {
  for (const std::string more :
       {"", " --network bag", " --initiators all", " --crash 1", " --recover 1 --crash 1"}) {
    const std::string model = "garcia-molina --reduction none" + more;
    const Json without = all_instances(model + " --ids 2,1");
    const Json with = all_instances(model + " --ids 2,1,3 --down 2");
    // Whoever may come back makes a difference.
    if (more.find("recover") == std::string::npos) {
      for (const char* key : {"verdict", "states", "transitions", "quiescent", "messages"})
        CHECK(without.at(key) == with.at(key));
    } else {
      CHECK(without.at("states") < with.at("states"));
    }
  }
}

TEST_CASE("one is count:1, and so many of so many are all") {
  const auto same = [](const std::string& one, const std::string& other) {
    Json first = without_timing(all_instances(one));
    Json second = without_timing(all_instances(other));
    for (Json* json : {&first, &second}) json->erase("initiators");
    for (Json* json : {&first, &second}) json->erase("identifier_orders");
    CHECK(first == second);
  };
  same("chang-roberts -n 1..3 --initiators one", "chang-roberts -n 1..3 --initiators count:1");
  // Listed initiators start while they sleep, unless a message wakes them first.
  same("chang-roberts --ids 2,3,1 --initiators 0,1,2", "chang-roberts --ids 2,3,1 --initiators count:3");
  CHECK(all_instances("chang-roberts -n 4 --initiators count:2 --reduction none").at("instances") == 24 * 6);
  CHECK(all_instances("garcia-molina -n 4 --down count:2 --reduction none").at("instances") == 24 * 6);
}

TEST_CASE("a trace says who is down, is replayed, and its command finds it again") {
  const Folder folder;
  for (const std::string asked :
       {"chang-roberts -n 3 --down count:1", "lcr -n 3 --down 1", "bully -n 3 --down largest --set timeout=1",
        "garcia-molina -n 3 --down largest --set detection=timeouts --network bag",
        "chang-roberts -n 3 --initiators count:2 --loss 1", "chang-roberts --ids 2,0,0",
        "chang-roberts -n 2 --universe 0..1 --crash 1",
        "flood-max -n 3 --topology line --down count:1 --byzantine 1"}) {
    CAPTURE(asked);
    CHECK(conclave(split("check " + asked + " --trace found.json -q", ' '), folder).status == 1);
    const Json meta = Json::parse(read_file(folder.path() / "found.json")).at("#meta");
    const bool is_down = asked.find("--down") != std::string::npos;
    CHECK(meta.contains("down") == is_down);
    if (is_down) CHECK(meta.at("down").size() == 1);
    CHECK(conclave({"replay", "found.json"}, folder).status == 1);
    const std::string again = meta.at("again");
    CHECK((again.find(" --down ") != std::string::npos) == is_down);
    CHECK(shell(again + " --trace again.json -q", folder).status == 1);
    const Json found_again = Json::parse(read_file(folder.path() / "again.json"));
    CHECK(found_again.at("#meta").at("ids") == meta.at("ids"));
    CHECK(found_again.at("#meta").value("down", Json()) == meta.value("down", Json()));
    // Nobody believes a trace in which somebody else is down.
    if (!is_down) continue;
    Json other = Json::parse(read_file(folder.path() / "found.json"));
    other.at("#meta").at("down") = Json::array({(meta.at("down").at(0).get<int>() + 1) % 3});
    write_file(folder.path() / "other.json", other.dump());
    CHECK(conclave({"replay", "other.json"}, folder).status == 2);
    other.at("#meta").at("down") = Json::array({2, 2});
    write_file(folder.path() / "other.json", other.dump());
    CHECK(conclave({"replay", "other.json"}, folder).status == 2);
  }
}

TEST_CASE("claims that read how many are gone are held against starts in which so many are") {
  const auto marks = [](const std::string& options) {
    std::string all;
    const Json found = Json::parse(conclave(split("measure " + options + " --json - -q", ' ')).out);
    for (const Json& table : found.at("tables")) {
      for (const Json& claim : table.at("rows").back().at("claims"))
        all += claim.at("claim").get<std::string>() + ": " + claim.at("mark").get<std::string>() + "\n";
    }
    return all;
  };
  const std::string bully = "bully:textbook -n 3 --initiators one";
  CHECK(marks(bully).find("min = max(n−2, 0): not asked") != std::string::npos);
  CHECK(marks(bully).find("max = O(n²): quotient") != std::string::npos);
  CHECK(marks(bully + " --down largest").find("min = max(n−2, 0): equal") != std::string::npos);
  CHECK(marks(bully + " --down largest").find("max = 2: violated") != std::string::npos);
  CHECK(marks(bully + " --down largest").find("max = O(n²): not asked") != std::string::npos);
  CHECK(marks(bully + " --down count:2").find("min = max(n−2, 0): not asked") != std::string::npos);
}

TEST_SUITE_END();

}  // namespace conclave::outside
