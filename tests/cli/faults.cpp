// `--loss`, `--duplicate`, `--crash`: what the adversary can break, and what it cannot.
#include <doctest/doctest.h>

#include "cli/program.hpp"
#include "sizes.hpp"

namespace conclave::outside {
namespace {

// "holds", or the steps of the shortest counterexample.
std::string verdict(const Json& result, const std::string& name) {
  const Json& of = property(result, name);
  return of.at("verdict") == "violated" ? of.at("counterexample_steps").dump()
                                        : of.at("verdict").get<std::string>();
}

Words actions(const Json& trace) {
  Words actions;
  for (const auto& state : trace.at("states")) {
    if (state.at("#meta").contains("step")) actions.push_back(state.at("#meta").at("step").at("action"));
  }
  return actions;
}

// Executions with fewer faults are executions with more.
void check_more(const Json& less, const Json& more) {
  for (const char* key : {"states", "transitions", "quiescent"}) CHECK(less.at(key) <= more.at(key));
  CHECK(less.at("messages").at("min") >= more.at("messages").at("min"));
  CHECK(less.at("messages").at("max") <= more.at("messages").at("max"));
  for (const auto& of : less.at("properties")) {
    if (of.at("kind") == "safety" || of.at("name") == "termination")
      CHECK((of.at("verdict") == "holds" || property(more, of.at("name")).at("verdict") == "violated"));
  }
}

}  // namespace

TEST_SUITE_BEGIN("cli");

TEST_CASE("no faults are none") {
  for (const std::string model :
       {"chang-roberts -n 1..3", "complete-network:as-printed -n 3 --network bag"}) {
    CHECK(without_timing(all_instances(model)) ==
          without_timing(all_instances(model + " --loss 0 --duplicate 0 --crash 0")));
  }
  CHECK(all_instances("chang-roberts -n 2 --loss 0 --network set").at("faults").at("loss") == 0);
}

TEST_CASE("two processes of Chang and Roberts, as one finds by hand") {
  // Somebody starts, and its message is lost. Or the other crashes, and then somebody starts.
  const Json loss = all_instances("chang-roberts -n 2 --loss 1");
  CHECK(verdict(loss, "termination") == "2");
  CHECK(actions(loss.at("counterexample")) == Words{"start", "lose"});
  const Json crash = all_instances("chang-roberts -n 2 --crash 1");
  CHECK(verdict(crash, "termination") == "2");
  CHECK(verdict(crash, "can-terminate") == "1");
  CHECK(verdict(all_instances("chang-roberts -n 2 --duplicate 1"), "termination") == "holds");
  // Alone: whoever crashes has decided.
  CHECK(verdict(all_instances("chang-roberts -n 1 --crash 1"), "termination") == "holds");
  CHECK(verdict(all_instances("chang-roberts -n 1 --loss 1"), "termination") == "2");
  // When everyone may crash, everyone can.
  CHECK(verdict(all_instances("chang-roberts -n 2 --crash 2"), "can-terminate") == "holds");
  // The adversary need not: the costs of faultless executions are among those.
  for (const Json& with : {loss, crash}) {
    CHECK(with.at("messages").at("max") == 5);
    CHECK(with.at("time").is_null());
  }
  CHECK(all_instances("chang-roberts -n 2").at("messages").at("max") == 5);
}

TEST_CASE("a loss never makes two leaders") {
  for (const std::string model : {"chang-roberts -n 3", "chang-roberts:java -n 3", "dolev-klawe-rodeh -n 3",
                                  "hirschberg-sinclair -n 2"}) {
    const Json result = all_instances(model + " --loss 2");
    CHECK(property(result, "unique-leader").at("verdict") == "holds");
    CHECK(property(result, "termination").at("verdict") == "violated");
  }
}

TEST_CASE("larger budgets only add executions") {
  for (const std::string model :
       {"chang-roberts -n 2", "chang-roberts -n 2 --network bag", "spanning-tree -n 2",
        "complete-network -n 2", "convergecast -n 2", "lamport-election -n 2"}) {
    CAPTURE(model);
    Json all = all_instances(model);
    for (const std::string fault : {" --loss ", " --duplicate ", " --crash "}) {
      CAPTURE(fault);
      if (!testing::is_tried()) continue;
      Json before = all_instances(model);
      for (const char* most : {"1", "2", "3"}) {
        Json now = all_instances(model + fault + most);
        check_more(before, now);
        before = std::move(now);
      }
      // More crashes than processes are as many as processes.
      if (fault == " --crash ") {
        CHECK(before.at("properties") == all_instances(model + " --crash 2").at("properties"));
        CHECK(before.at("states") == all_instances(model + " --crash 250").at("states"));
      }
    }
    check_more(all_instances(model + " --loss 1"),
               all_instances(model + " --loss 1 --duplicate 1 --crash 1"));
  }
}

TEST_CASE("the words say what the adversary may do") {
  const auto says = [](const std::string& arguments, const std::string& text) {
    const Ran ran = conclave(split("check chang-roberts -n 2 " + arguments, ' '));
    CAPTURE(ran.out);
    CHECK(ran.out.find(text) != std::string::npos);
  };
  says("", ", fifo network, no faults, ");
  says("--loss 1", ", fifo network, up to 1 loss, ");
  says("--loss 2 --duplicate 1 --crash 3", ", up to 2 losses, 1 duplicate, 3 crashes, ");
}

TEST_CASE("time is not defined with faults") {
  const Folder folder;
  const Ran ran = shell(
      "./conclave check chang-roberts -n 2 --duplicate 1 --witness time=max --trace t --json j", folder);
  CHECK(ran.status == 2);
  CHECK(is_one_line(ran.err));
  CHECK(ran.err.find("time is not defined for chang-roberts here: there are faults") != std::string::npos);
  CHECK(folder.names() == Words{"j"});
}

// Keys of one word have room for what is explored by independence here, but not for all configurations on the
// way to a violation. Before a pass that has no room was replaced, this took all memory.
TEST_CASE("what follows on configurations that have no room in shorter keys") {
  const std::string model = "itai-rodeh:coins -n 6 --byzantine 1 --time 200";
  const Json reduced = all_instances(model);
  const Json all = all_instances(model + " --reduction symmetry");
  CHECK(reduced.at("states") < all.at("states"));
  for (const auto& of : all.at("properties")) {
    const std::string name = of.at("name");
    CAPTURE(name);
    CHECK(verdict(reduced, name) == verdict(all, name));
  }
}

TEST_CASE("`measure` counts faulty executions, and holds no formula against them") {
  const Folder folder;
  const Ran ran = shell("./conclave measure chang-roberts -n 1..2 --loss 1 --json j", folder);
  CHECK(ran.status == 0);
  CHECK(ran.out.starts_with("chang-roberts, ring, fifo network, up to 1 loss, weak fairness: "));
  CHECK(ran.out.find("without faults, and not compared\n") != std::string::npos);
  const Json measured = Json::parse(read_file(folder.file("j")));
  CHECK(measured.at("faults").at("loss") == 1);
  for (const auto& table : measured.at("tables")) {
    for (const auto& row : table.at("rows")) CHECK(row.at("claims").empty());
    CHECK((table.at("cost") != "time" || table.at("rows").empty()));
  }
  CHECK(ran.out.find(
            "./conclave check chang-roberts --ids 2,1 --initiators any --loss 1 --witness messages=max") !=
        std::string::npos);
}

TEST_SUITE_END();

}  // namespace conclave::outside
