// `--witness`: every extreme that a check tells is shown by an execution, which replays, and whose cost,
// counted again from its file, is that extreme.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>

#include "cli/program.hpp"
#include "cli/recount.hpp"
#include "sizes.hpp"

namespace conclave::outside {
namespace {

using testing::brief;
using testing::is_tried;

// Of what `check` tells in JSON.
Json cost_of(const Json& result, const std::string& cost) {
  if (cost == "messages" || cost == "deliveries" || cost == "time") return result.at(cost);
  return result.at("messages").at("by_kind").at(cost);
}

Words costs_of(const Json& result) {
  Words costs{"messages", "deliveries", "time"};
  for (const auto& [kind, cost] : result.at("messages").at("by_kind").items()) costs.push_back(kind);
  return costs;
}

void check_recounted(const Json& trace, const std::string& cost, const Json& value, int& told) {
  Recount recount(trace);
  const auto once = recount.of(cost);
  if (value == "unbounded") {
    REQUIRE(trace.contains("loop"));
    // A chain may need some rounds before it is the longest.
    for (int round = 0; round < 10; ++round) recount.go_round();
    CHECK((!once || *recount.of(cost) > *once));
    ++told;
    return;
  }
  if (!once) return;
  CHECK(*once == value);
  ++told;
  if (!trace.contains("loop")) return;
  for (int round = 0; round < 10; ++round) recount.go_round();
  CHECK(recount.of(cost) == once);  // it goes on for ever at no cost
}

struct Asked {
  std::string arguments;  // of `check`
  std::string cost;
  std::string extreme;
};

void check_none(const Asked& of, const std::string& says) {
  const Folder folder;
  const Ran ran = shell(
      "./conclave check " + of.arguments + " --trace t --json j --witness " + of.cost + "=" + of.extreme,
      folder);
  CHECK(ran.status == 2);
  CHECK(is_one_line(ran.err));
  CHECK(ran.err.find(says) != std::string::npos);
  // All else is told, for it may have been hours of work.
  CHECK(ran.out.find("exhaustive: ") != std::string::npos);
  CHECK(folder.names() == Words{"j"});
}

void check_shown(const Asked& of, const Json& value, int status, int& told) {
  const auto& [arguments, cost, extreme] = of;
  const Folder folder;
  const Ran ran = shell(
      "./conclave check " + arguments + " --trace t --json j --witness " + cost + "=" + extreme, folder);
  CHECK(ran.status == status);
  CHECK(ran.err.empty());
  const std::string number = value == "unbounded" ? "unbounded" : value.dump();
  CHECK(ran.out.find("WITNESS  " + cost + ": " + number + ", the ") != std::string::npos);
  const Json trace = Json::parse(read_file(folder.file("t")));
  CHECK(Json::parse(read_file(folder.file("j"))).at("witness") == trace);
  CHECK(trace.at("#meta").at("attained") == Json{{"cost", cost}, {"extreme", extreme}, {"value", value}});
  CHECK_FALSE(trace.at("#meta").contains("property"));
  check_recounted(trace, cost, value, told);

  const Ran shown = shell("./conclave show t", folder);
  CHECK(shown.status == 0);
  // What the file says of other executions, above the steps, is told as the file's word.
  const std::size_t steps = shown.out.find("\n\n");
  REQUIRE(steps != std::string::npos);
  CHECK(ran.out.ends_with(shown.out.substr(steps)));
  const Ran replayed = shell("./conclave replay t", folder);
  CHECK(replayed.status == 0);
  CHECK(replayed.err.empty());
  CHECK(replayed.out.starts_with(shown.out));
  CHECK(replayed.out.find(": the cost is confirmed.\n") != std::string::npos);
  CHECK((replayed.out.find("twice round the loop") != std::string::npos) == trace.contains("loop"));
}

// Every cost and both extremes. How many times were told by the file alone, of how many.
void check_all(const std::string& arguments, int& told, int& of) {
  CAPTURE(arguments);
  const Ran plain = conclave(split("check " + arguments + " -q --json -", ' '));
  const Json result = Json::parse(plain.out);
  for (const auto& cost : costs_of(result)) {
    for (const std::string extreme : {"min", "max"}) {
      CAPTURE(cost);
      CAPTURE(extreme);
      if (!is_tried(7, 3)) continue;
      const Json extremes = cost_of(result, cost);
      const Asked one{arguments, cost, extreme};
      if (extremes.is_null()) {
        // All else is small enough.
        CHECK((arguments.find("non-atomic-send") != std::string::npos ||
               arguments.find("--crash") != std::string::npos));
        check_none(one, "time is not defined for " + arguments.substr(0, arguments.find(' ')) + " here");
      } else if (extreme == "min" && extremes.at("min") == "unbounded") {
        check_none(one, "no execution has the least " + cost + ": every one goes on for ever; --witness " +
                            cost + "=max");
      } else {
        check_shown(one, extremes.at(extreme), plain.status, told);
        ++of;
      }
    }
  }
}

}  // namespace

TEST_SUITE_BEGIN("witness");

TEST_CASE("every model, cost and extreme; of some every network with up to three processes") {
  int told = 0;
  int of = 0;
  for (const auto& model : Json::parse(conclave({"list", "--json"}).out)) {
    std::string name = model.at("model");
    if (model.at("variant").is_string()) name += ":" + model.at("variant").get<std::string>();
    const bool old = name.starts_with("chang-roberts") || name.starts_with("harmony-leader");
    for (const std::string network : {"fifo", "bag", "set"}) {
      for (const std::string n : {"1", "2", "3"}) {
        const bool own = model.at("network") == network;
        if ((old && own) || (n == "2" && (old || own)))
          check_all(name + " --keep-going --network " + network + " -n " + n, told, of);
      }
    }
  }
  MESSAGE(told, " of ", of, " costs recounted");
  CHECK(told > (brief ? 20 : 60));
  CHECK(told > of * 9 / 10);
}

TEST_CASE("whoever starts, whatever the identifiers and what is fair") {
  int told = 0;
  int of = 0;
  for (const std::string more :
       {"chang-roberts -n 3 --initiators one", "chang-roberts:java -n 3 --initiators 0,2 --network bag",
        "chang-roberts:maxid -n 3 --initiators all --network set", "harmony-leader -n 3 --initiators any",
        "chang-roberts --ids duplicates -n 3", "chang-roberts --ids 2,2,2 --network bag",
        "harmony-leader --ids duplicates -n 2 --network set", "harmony-leader -n 2 --fairness none",
        "harmony-leader -n 3 --fairness strong", "spanning-tree -n 3", "global-function:as-printed -n 3",
        "convergecast --topology star -n 4", "complete-network -n 3 --set direction=up",
        "chang-roberts -n 2 --loss 1 --duplicate 1 --crash 1",
        "chang-roberts -n 2 --network set --fairness none"})
    check_all(more + std::string(" --keep-going"), told, of);
  CHECK(told > of * 3 / 4);
}

TEST_CASE("of a range the witness is of the most processes, and `again` shows it again") {
  const Folder folder;
  CHECK(shell("./conclave check chang-roberts -n 1..4 --initiators one --witness time=max --trace t", folder)
            .status == 0);
  const Json trace = Json::parse(read_file(folder.file("t")));
  CHECK(trace.at("#meta").at("ids").size() == 4);
  CHECK(trace.at("#meta").at("attained").at("value") == 11);
  CHECK(shell(trace.at("#meta").at("again").get<std::string>() + " --trace again", folder).status == 0);
  CHECK(Json::parse(read_file(folder.file("again"))) == trace);
}

TEST_CASE("a % in the trace's name stands for the property, and each counterexample has a file") {
  const Folder folder;
  const Ran ran =
      shell("./conclave check chang-roberts --ids 3,1,3 --trace 'run-%.json' --keep-going", folder);
  CHECK(ran.status == 1);
  std::set<std::string> written;
  for (const auto& entry : std::filesystem::directory_iterator(folder.path()))
    if (entry.path().extension() == ".json") written.insert(entry.path().filename().string());
  CHECK(written ==
        std::set<std::string>{"run-can-terminate.json", "run-termination.json", "run-unique-leader.json"});
  for (const std::string& name : written) {
    const Json trace = Json::parse(read_file(folder.file(name)));
    CHECK(name == "run-" + trace.at("#meta").at("property").get<std::string>() + ".json");
    CHECK(shell("./conclave replay " + name, folder).out.find("the violation is confirmed") !=
          std::string::npos);
  }
  const Ran none = shell("./conclave check chang-roberts -n 2 --witness leader=max --trace 'run-%'", folder);
  CHECK(none.status == 2);
  CHECK(none.err.find("there is but one witness") != std::string::npos);
  const Ran nowhere = shell("./conclave check chang-roberts -n 2 --trace 'nowhere/%.json'", folder);
  CHECK(nowhere.status == 2);
  CHECK(nowhere.err.find("nowhere/") != std::string::npos);
}

TEST_CASE("a witness is written in place of a counterexample, and both are told") {
  const Folder folder;
  const Ran ran =
      shell("./conclave check chang-roberts --ids 3,1,3 --witness leader=max --trace t --json j", folder);
  CHECK(ran.status == 1);
  CHECK(ran.out.find("VIOLATED  termination: ") < ran.out.find("WITNESS  leader: 3, the most"));
  const Json json = Json::parse(read_file(folder.file("j")));
  CHECK(json.at("counterexample").at("#meta").at("property") == "termination");
  CHECK(json.at("witness").at("#meta").at("attained").at("cost") == "leader");
  CHECK(Json::parse(read_file(folder.file("t"))) == json.at("witness"));
}

TEST_CASE("a witness of a cost until an event ends there, and replays; elsewhere it is refused") {
  const Folder folder;
  for (const std::string extreme : {"min", "max"}) {
    const Ran ran = shell(
        "./conclave check lcr:halting -n 3 --until leader --witness time=" + extreme + " --trace t --json j",
        folder);
    CHECK(ran.status == 0);
    CHECK(ran.out.find("time until leader: 3, the ") != std::string::npos);
    Json trace = Json::parse(read_file(folder.file("t")));
    CHECK(trace.at("#meta").at("attained").at("until") == "leader");
    CHECK(trace.at("states").size() == 4);
    // Whole executions take twice as long.
    CHECK(Json::parse(read_file(folder.file("j"))).at("time").at("max") == 6);
    const Ran replayed = shell("./conclave replay t", folder);
    CHECK(replayed.status == 0);
    CHECK(replayed.out.find("the cost is confirmed") != std::string::npos);
    const auto refused = [&](const Json& changed, const std::string& why) {
      std::ofstream(folder.file("u")) << changed;
      const Ran other = shell("./conclave replay u", folder);
      CHECK(other.status == 2);
      CHECK(other.err.find(why) != std::string::npos);
    };
    Json changed = trace;
    changed["#meta"]["attained"]["until"] = "decided";  // which has not come
    refused(changed, "does not have the cost");
    changed["#meta"]["attained"]["until"] = "lunch";
    refused(changed, "the event `lunch`, which is none of lcr:halting");
    changed = trace;
    changed["#meta"]["attained"].erase("until");  // the execution goes on
    refused(changed, "does not have the cost");
  }
}

TEST_CASE("the executions of a page of costs until an event end where it has come") {
  const Folder folder;
  const Ran ran =
      shell("./conclave measure chang-roberts -n 3 --until decided --by sender -q --html h --json j", folder);
  CHECK(ran.status == 0);
  CHECK(read_file(folder.file("h")).find("time until decided") != std::string::npos);
  const Json json = Json::parse(read_file(folder.file("j")));
  CHECK(json.at("until") == "decided");
  CHECK(json.at("by") == Json{"sender"});
  for (const Json& table : json.at("tables")) {
    CHECK(table.at("of_class") == table.at("cost").get<std::string>().starts_with("sender "));
    for (const Json& row : table.at("rows")) CHECK(row.at("event_may_never_come") == false);
  }
}

TEST_CASE("no witness where a limit was reached first: 3, and it is said") {
  const Folder folder;
  const Ran ran = shell(
      "./conclave check chang-roberts --ids 9,8,7,6,5,4,3,2,1 --network bag --reduction none --time 0.3 "
      "--witness messages=max --trace t",
      folder);
  CHECK(ran.status == 3);
  CHECK(ran.out.find("No witness: the time limit of 0.3 s was reached before it was found.") !=
        std::string::npos);
  CHECK(folder.names().empty());
}

TEST_CASE("a limit that is reached while time is looked for says so") {
  // To look for time takes ten times as long as to explore; how long that is depends on the machine, so
  // limits are halved until one falls between the two.
  bool seen = false;
  for (double limit = 8; limit > 0.02 && !seen; limit /= 2) {
    const Folder folder;
    const Ran ran = shell("./conclave check chang-roberts -n 7 --time " + std::to_string(limit) +
                              " --witness time=max --json j",
                          folder);
    CAPTURE(ran.err);
    const Json json = Json::parse(read_file(folder.file("j")));
    if (ran.status == 0) continue;  // there was time enough for all
    CHECK(ran.status == 3);
    CHECK(ran.out.find("No witness: the time limit of ") != std::string::npos);
    CHECK(folder.names() == Words{"j"});
    seen = json.at("identifier_orders") == "5040";  // all explored, then the limit
    CHECK(!json.contains("witness"));
  }
  CHECK(seen);
}

TEST_SUITE_END();

}  // namespace conclave::outside
