// `--recover` on fifo and bag: processes that come back, what a crash leaves of them, and Raft's election,
// whose mistakes (values of its parameter `bug`) only show there or with repeated messages.
#include <doctest/doctest.h>

#include <set>

#include "cli/program.hpp"

namespace conclave::outside {
namespace {

std::string safety(const std::string& options) {
  return property(all_instances("raft-election " + options), "election-safety").at("verdict");
}

std::set<std::string> actions(const Json& trace) {
  std::set<std::string> actions;
  for (const auto& state : trace.at("states")) {
    if (state.at("#meta").contains("step")) actions.insert(state.at("#meta").at("step").at("action"));
  }
  return actions;
}

}  // namespace

TEST_SUITE_BEGIN("cli");

TEST_CASE("raft-election is safe") {
  CHECK(safety("-n 1..3 --set terms=2") == "holds");
  CHECK(safety("-n 3 --crash 2 --recover 2") == "holds");
  CHECK(safety("-n 3 --duplicate 1 --loss 1") == "holds");
}

TEST_CASE("raft-election with a mistake is not") {
  CHECK(safety("-n 3 --set bug=forgets") == "holds");
  CHECK(safety("-n 3 --set bug=forgets --crash 1") == "holds");
  CHECK(safety("-n 3 --set bug=forgets --crash 1 --recover 1") == "violated");
  CHECK(safety("-n 3 --set bug=votes_for_all") == "violated");
  CHECK(safety("-n 2 --set bug=half") == "violated");
  CHECK(safety("-n 3 --set bug=half") == "holds");  // half of 3 votes are 2
  CHECK(safety("-n 4 --set bug=counts_twice --duplicate 2") == "violated");
}

TEST_CASE("who is down misses what arrives, and may come back for what is slow") {
  const Json of_two = all_instances("chang-roberts -n 2 --crash 1 --recover 1");
  CHECK(actions(of_two.at("counterexample")) == std::set<std::string>{"start", "crash", "miss"});
  // Without recovery the message vanishes when its receiver crashes, in a step less.
  CHECK(property(all_instances("chang-roberts -n 2 --crash 1"), "termination").at("counterexample_steps") ==
        2);
  CHECK(property(of_two, "termination").at("counterexample_steps") == 3);
  const Json ring = all_instances("dolev-klawe-rodeh -n 3 --crash 1 --recover 1 --property unique-leader");
  CHECK(property(ring, "unique-leader").at("verdict") == "violated");
  CHECK(property(all_instances("dolev-klawe-rodeh -n 3 --crash 1"), "unique-leader").at("verdict") ==
        "holds");
  CHECK(actions(ring.at("counterexample")).contains("recover"));
}

}  // namespace conclave::outside
