// Models in lock step from outside: what holds and what does not, what the figures are, and that neither the
// reduction nor the number of threads changes them.
#include <doctest/doctest.h>

#include <set>

#include "cli/program.hpp"

namespace conclave::outside {
namespace {

using Names = std::set<std::string>;

Names violations(const Json& result) {
  Names names;
  for (const auto& each : result.at("properties")) {
    if (each.at("verdict") == "violated") names.insert(each.at("name"));
  }
  return names;
}

std::string orders(const Json& result, const std::string& name) {
  return property(result, name).at("violating_orders").get<std::string>() + " of " +
         result.at("identifier_orders").get<std::string>();
}

// All that a reduction may not change.
Json regardless(const Json& result) {
  Json same;
  for (const char* key :
       {"verdict", "processes", "identifier_orders", "messages", "deliveries", "time", "warnings"})
    same[key] = result.at(key);
  for (const auto& each : result.at("properties"))
    same["properties"].push_back(
        {each.at("name"), each.at("verdict"), each.at("counterexample_steps"), each.at("violating_orders")});
  for (const auto& each : result.at("by_processes")) {
    for (const auto& of : each.at("properties"))
      same["graphs"].push_back({of.at("violating_orders"), of.at("violating_graphs")});
  }
  return same;
}

}  // namespace

TEST_SUITE_BEGIN("rounds");

TEST_CASE("without faults the algorithms of the lectures do what they are said to do") {
  for (const std::string arguments :
       {"lcr -n 1..5", "lcr:halting -n 1..5", "hirschberg-sinclair-rounds -n 1..5", "time-slice -n 1..5",
        "time-slice:token-return -n 1..5", "variable-speeds -n 1..5", "flood-max -n 1..3",
        "flood-max:send-on-change -n 1..3", "flood-max:not-back -n 1..3", "aalborg-chang-roberts -n 1..4",
        "aalborg-chang-roberts:as-printed -n 1..4 --initiators any", "bully -n 1..3"}) {
    CAPTURE(arguments);
    const Json result = all_instances(arguments);
    CHECK(violations(result) == Names{});
    CHECK(result.at("verdict") == "holds");
    CHECK(result.at("warnings").empty());
    CHECK(result.at("network") == "rounds");
    CHECK(result.at("time").at("unit") == "rounds");
    for (const auto& each : result.at("properties")) CHECK(each.at("violating_orders") == "0");
  }
}

TEST_CASE("and what is wrong with them is found") {
  const auto check_violated = [](const std::string& arguments, const Names& names) {
    CAPTURE(arguments);
    CHECK(violations(all_instances(arguments)) == names);
  };
  check_violated("flood-max:as-printed -n 1", {"termination", "can-terminate", "election", "can-elect"});
  check_violated("flood-max:as-printed -n 2..3", {});
  check_violated("bully:as-printed -n 2", {"unique-leader", "max-id", "agreement", "no-stray-message"});
  check_violated("flood-max -n 3 --set bound=1", {"unique-leader", "max-id", "assertion-1"});
  check_violated("time-slice -n 3 --set assumed-n=1", {"unique-leader", "min-id", "silence"});
  check_violated("bully -n 2 --set timeout=1", {"unique-leader", "max-id", "agreement"});
  // Who dies while it announces itself is believed in, but has never been leader.
  check_violated("aalborg-chang-roberts:repaired -n 1..3 --crash 1", {"election"});
  check_violated("bully -n 1..3 --initiators any --crash 1", {"election"});
  check_violated("bully -n 3 --set ids=live --crash 2", {"election"});
}

TEST_CASE("time is rounds: n, 2n, n times u_min, the diameter") {
  const auto time = [](const std::string& arguments, const std::string& figure) {
    const Json result = all_instances(arguments);
    return result.at("time").at(figure);
  };
  for (int n = 1; n <= 4; ++n) {
    const std::string of = " -n " + std::to_string(n);
    for (const std::string figure : {"min", "max"}) {
      CHECK(time("lcr" + of, figure) == n);
      CHECK(time("lcr:halting" + of, figure) == 2 * n);
      CHECK(time("time-slice" + of, figure) == n);
      CHECK(time("variable-speeds" + of, figure) == 2 * n);
      CHECK(time("flood-max --topology line" + of, figure) == std::max(1, n - 1));
      CHECK(time("flood-max --topology complete" + of, figure) == 1);
    }
  }
  CHECK(time("lcr -n 3", "mean") == "3");
  CHECK(all_instances("lcr -n 3").at("messages").at("mean") == "11/2");
  CHECK(all_instances("lcr -n 3").at("time").at("schedule_independent") == true);
}

TEST_CASE("in how many orders a property fails") {
  const Json slow = all_instances("time-slice -n 3 --set assumed-n=1");
  CHECK(slow.at("by_processes")[0].at("properties")[0].at("violating_graphs") == 1);
  const Ran ran = conclave(split("check time-slice -n 3 --set assumed-n=1 --keep-going", ' '));
  CHECK(orders(slow, "unique-leader") == "3 of 6");
  CHECK(ran.out.find("\n  unique-leader fails for 3 of the 6 identifier orders\n") != std::string::npos);
  CHECK(orders(slow, "irrevocable") == "0 of 6");
  CHECK(ran.out.find("irrevocable fails") == std::string::npos);
  // Whichever of them is Byzantine, an order is one order.
  CHECK(orders(all_instances("lcr -n 3 --byzantine 1"), "termination") == "6 of 6");
  CHECK(orders(all_instances("lcr -n 3 --byzantine 2"), "termination") == "6 of 6");
  // Only of a diameter above 1: a line of three, six orders; and the digraphs that are like it.
  const Json short_bound = all_instances("flood-max -n 3 --set bound=1");
  CHECK(orders(short_bound, "unique-leader") == "30 of 108");
  CHECK(orders(all_instances("flood-max -n 1..3 --set bound=1"), "unique-leader") == "30 of 111");
  // What is not run is not told of.
  const Ran first = conclave(split("check time-slice -n 3..4 --set assumed-n=1", ' '));
  CHECK(first.status == 1);
  CHECK(first.out.find("fails in") == std::string::npos);
}

TEST_CASE("the reduction changes nothing but what is explored") {
  for (const std::string arguments : {"lcr -n 1..4",
                                      "lcr -n 3 --byzantine 1",
                                      "lcr -n 3 --byzantine 2 --loss 1",
                                      "lcr -n 3 --ids duplicates",
                                      "lcr -n 3 --ids duplicates --byzantine 1",
                                      "lcr -n 3 --ids equal --byzantine 2",
                                      "lcr -n 3 --crash 1 --recover 1",
                                      "time-slice -n 4 --set assumed-n=2",
                                      "time-slice -n 2 --universe 4",
                                      "flood-max -n 1..3",
                                      "flood-max -n 3 --set bound=1",
                                      "flood-max -n 3 --loss 1",
                                      "flood-max -n 3 --crash 1",
                                      "flood-max -n 3 --byzantine 1",
                                      "flood-max -n 3 --ids duplicates",
                                      "flood-max -n 2 --ids duplicates --byzantine 1",
                                      "flood-max -n 3 --byzantine-at 1",
                                      "flood-max:not-back -n 3 --byzantine-at 0",
                                      "lcr -n 3 --byzantine-at 1",
                                      "bully -n 2 --byzantine 1",
                                      "bully:as-printed -n 3 --crash 1",
                                      "bully:as-printed -n 3 --initiators one",
                                      "bully:as-printed -n 3 --initiators 0,2",
                                      "bully -n 3 --initiators any --loss 1",
                                      "aalborg-chang-roberts -n 3 --initiators one --late 1",
                                      "aalborg-chang-roberts -n 3 --initiators any --byzantine 1",
                                      "aalborg-chang-roberts -n 3 --initiators one --byzantine 1",
                                      "hirschberg-sinclair-rounds -n 2 --byzantine 1",
                                      "chang-roberts -n 3 --byzantine 1",
                                      "chang-roberts -n 2 --ids duplicates --byzantine 1 --initiators one"}) {
    CAPTURE(arguments);
    const Json reduced = all_instances(arguments);
    const Json all = all_instances(arguments + " --reduction none");
    CHECK(regardless(reduced) == regardless(all));
    CHECK(reduced.at("states") <= all.at("states"));
    CHECK(reduced.at("instances") <= all.at("instances"));
  }
}

TEST_CASE("every labelled strongly connected digraph, some of them by one that stands for them") {
  const auto topologies = [](const std::string& more) {
    std::vector<std::uint64_t> numbers;
    const Json result = all_instances("flood-max -n 1..3 --property termination" + more);
    for (const auto& each : result.at("by_processes")) numbers.push_back(each.at("topologies"));
    return numbers;
  };
  using Numbers = std::vector<std::uint64_t>;
  CHECK(topologies("") == Numbers{1, 1, 5});
  CHECK(topologies(" --reduction none") == Numbers{1, 1, 18});
  const auto count = [](const std::string& arguments) {
    return all_instances("flood-max " + arguments).at("identifier_orders");
  };
  CHECK(count("-n 1..3") == "111");
  CHECK(count("-n 4 --property max-id") == "38544");  // 1606 times 24
  // Places are told apart by a list of identifiers: each labelling is a graph of its own.
  CHECK(count("--ids 3,1,2") == "18");
  CHECK(count("-n 3 --ids equal") == "18");
  CHECK(count("--topology graph6:&BP_") == "6");
  const Ran ran = conclave(split("check flood-max -n 1..3", ' '));
  CHECK(ran.out.find("all labelled strongly connected digraphs of 1 to 3 (1, 1, 18; explored 1, 1, 5)") !=
        std::string::npos);
}

TEST_CASE("where everyone takes part, any initiators are all of them") {
  const Json any = all_instances("lcr -n 3 --initiators any");
  CHECK(any.at("initiators") == "all");
  CHECK(without_timing(any) == without_timing(all_instances("lcr -n 3")));
}

TEST_CASE("who is named to be Byzantine is, and nobody else") {
  const std::string each = "lcr -n 3 --reduction symmetry ";
  const Json all = all_instances(each + "--byzantine 1");
  std::uint64_t states = 0;
  for (const std::string place : {"0", "1", "2"}) {
    const Json at = all_instances(each + "--byzantine-at " + place);
    CHECK(at.at("faults") == all.at("faults"));
    CHECK(at.at("identifier_orders") == "6");
    states += at.at("states").get<std::uint64_t>();
  }
  CHECK(states ==
        3 * all.at("states").get<std::uint64_t>());  // there, turning the ring leaves a third of them
  CHECK(all_instances("lcr -n 3 --byzantine-at 2,0,2").at("faults").at("byzantine") == 2);
  CHECK(all_instances("lcr -n 2 --byzantine 5").at("states") == 1);
}

TEST_CASE("`measure` counts rounds, and holds the claims against them") {
  const Json measured = json_of("measure lcr -n 1..5", 0);
  bool timed = false;
  for (const auto& table : measured.at("tables")) {
    REQUIRE(table.at("rows").size() == 5);
    for (const auto& row : table.at("rows")) {
      const int n = row.at("processes");
      if (table.at("cost") != "time") continue;
      timed = true;
      CHECK(row.at("min") == n);
      CHECK(row.at("max") == n);
      REQUIRE(row.at("claims").size() == 1);
      CHECK(row.at("claims")[0].at("mark") == "equal");
      CHECK(row.at("claims")[0].at("value") == std::to_string(n));
    }
  }
  CHECK(timed);
  const std::string text = conclave(split("measure lcr -n 1..5", ' ')).out;
  CHECK(text.find("\ntime is the number of rounds\n") != std::string::npos);
  CHECK(text.find("causal") == std::string::npos);
  // Its figures are about a start with a crashed leader.
  const std::string bully = conclave(split("measure bully:as-printed -n 1..3", ' ')).out;
  CHECK(bully.find("not asked here") != std::string::npos);
  const std::string faulty = conclave(split("measure lcr -n 1..3 --loss 1 --cost time", ' ')).out;
  CHECK(faulty.find("are about executions without faults, and not compared\n") != std::string::npos);
}

TEST_CASE("`check` and `measure` find the same in rounds, and an execution that attains it") {
  for (const std::string arguments :
       {"lcr -n 1..4", "flood-max -n 1..3", "bully -n 1..3", "lcr:halting -n 3 --loss 1",
        "aalborg-chang-roberts -n 1..3 --initiators all"}) {
    CAPTURE(arguments);
    const Json checked = all_instances(arguments);
    const Json measured = Json::parse(conclave(split("measure " + arguments + " --json -", ' ')).out);
    for (const auto& table : measured.at("tables")) {
      const std::string cost = table.at("cost");
      if (!checked.contains(cost) || table.at("initiators") != "all") continue;
      for (std::size_t i = 0; i < table.at("rows").size(); ++i) {
        const Json& figures = checked.at("by_processes")[i].at(cost);
        for (const char* figure : {"min", "max"}) CHECK(table.at("rows")[i].at(figure) == figures.at(figure));
      }
    }
  }
  const Folder folder;
  for (const std::string arguments :
       {"lcr -n 3", "hirschberg-sinclair-rounds -n 3", "flood-max -n 3", "bully -n 3",
        "aalborg-chang-roberts -n 2 --initiators any --late 1", "lcr -n 3 --crash 1"}) {
    for (const std::string extreme :
         {"time=max", "time=min", "messages=max", "messages=min", "deliveries=max"}) {
      CAPTURE(arguments);
      CAPTURE(extreme);
      const Ran ran = shell(
          "./conclave check " + arguments + " --keep-going -q --witness " + extreme + " --trace t --json j",
          folder);
      CHECK(ran.status <= 1);
      const Json trace = Json::parse(read_file(folder.file("t")));
      const Json json = Json::parse(read_file(folder.file("j")));
      const std::size_t equals = extreme.find('=');
      const Json& value = trace.at("#meta").at("attained").at("value");
      CHECK(value == json.at(extreme.substr(0, equals)).at(extreme.substr(equals + 1)));
      CHECK(shell("./conclave replay t", folder).status == 0);
      // Counted again: a round is a step, and what went out is listed.
      std::size_t sent = 0;
      for (const auto& state : trace.at("states")) {
        if (state.at("#meta").contains("step")) sent += state.at("#meta").at("step").at("sends").size();
      }
      if (extreme.starts_with("time")) CHECK(value == trace.at("states").size() - 1);
      if (extreme.starts_with("messages")) CHECK(value == sent);
    }
  }
}

TEST_SUITE_END();

}  // namespace conclave::outside
