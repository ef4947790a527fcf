// `--fairness`: which infinite executions count.
#include <doctest/doctest.h>

#include <limits>

#include "cli/program.hpp"
#include "sizes.hpp"

namespace conclave::outside {
namespace {

Json with_fairness(const std::string& arguments, const std::string& fairness) {
  const Ran ran =
      conclave(split("check " + arguments + " --keep-going --fairness " + fairness + " -q --json -", ' '));
  Json result = Json::parse(ran.out);
  CHECK(result.at("fairness") == fairness);
  return result;
}

// Unbounded is more than any number.
double as_number(const Json& bound) {
  return bound == "unbounded" ? std::numeric_limits<double>::infinity() : bound.get<double>();
}

// Fairness only takes infinite executions away.
void check_fewer(const Json& more, const Json& less) {
  for (const auto& of : more.at("properties")) {
    const Json& there = property(less, of.at("name"));
    CAPTURE(of.dump());
    if (of.at("kind") == "liveness" && of.at("name") != "can-terminate") {
      CHECK((of.at("verdict") == "violated" || there.at("verdict") == "holds"));
    } else {
      CHECK(of == there);
    }
  }
  for (const char* key : {"states", "transitions", "quiescent", "instances"})
    CHECK(more.at(key) == less.at(key));
  for (const char* cost : {"messages", "deliveries", "time"}) {
    if (more.at(cost).is_null()) continue;
    CAPTURE(cost);
    CHECK(as_number(more.at(cost).at("min")) <= as_number(less.at(cost).at("min")));
    CHECK(more.at(cost).at("max") == less.at(cost).at("max"));
  }
}

}  // namespace

TEST_SUITE_BEGIN("cli");

TEST_CASE("the Harmony book's election ends by fairness alone") {
  for (const std::string fairness : {"weak", "strong"}) {
    const Json result = json_of("check harmony-leader -n 3 --fairness " + fairness, 0);
    CHECK(property(result, "termination").at("verdict") == "holds");
    CHECK(result.at("counterexample").is_null());
  }
  const Folder folder;
  const Ran ran = shell("./conclave check harmony-leader -n 3 --fairness none --trace t --json j", folder);
  CHECK(ran.status == 1);
  CHECK(ran.out.find("no fairness") != std::string::npos);
  CHECK(property(Json::parse(read_file(folder.file("j"))), "termination").at("verdict") == "violated");
  const Json trace = Json::parse(read_file(folder.file("t")));
  CHECK(trace.at("#meta").at("property") == "termination");
  CHECK(trace.at("#meta").at("fairness") == "none");
  REQUIRE(trace.contains("loop"));
  CHECK(trace.at("loop").get<std::size_t>() + 1 < trace.at("states").size());
  const Ran replayed = shell("./conclave replay t", folder);
  CHECK(replayed.status == 1);
  CHECK(replayed.out.find("step by step, twice round the loop: the violation is confirmed.") !=
        std::string::npos);
  const Ran again = shell(trace.at("#meta").at("again").get<std::string>() + " --trace again", folder);
  CHECK(again.status == 1);
  CHECK(read_file(folder.file("again")) == read_file(folder.file("t")));
}

TEST_CASE("a lasso that is not fair enough is not confirmed") {
  const Folder folder;
  CHECK(shell("./conclave check harmony-leader -n 2 --fairness none --trace t", folder).status == 1);
  Json trace = Json::parse(read_file(folder.file("t")));
  for (const auto& [fairness, status] : {std::pair{"none", 1}, {"weak", 0}, {"strong", 0}}) {
    CAPTURE(fairness);
    trace["#meta"]["fairness"] = fairness;
    write_file(folder.file("t"), trace.dump());
    CHECK(shell("./conclave replay t", folder).status == status);
  }
}

TEST_CASE("more fairness leaves fewer executions, and changes nothing else") {
  for (const std::string model : {"chang-roberts", "chang-roberts:java", "chang-roberts:maxid",
                                  "harmony-leader", "harmony-leader:non-atomic-send"}) {
    for (const std::string network : {"fifo", "bag", "set"}) {
      for (const std::string more :
           {"--initiators any", "--initiators all", "--initiators one", "--ids duplicates"}) {
        // Independence gives up where an execution never comes to rest, and then counts more.
        const std::string arguments =
            model + " -n 2..3 --network " + network + " --reduction symmetry,order " + more;
        CAPTURE(arguments);
        if (!testing::is_tried()) continue;
        const Json none = with_fairness(arguments, "none");
        const Json weak = with_fairness(arguments, "weak");
        const Json strong = with_fairness(arguments, "strong");
        check_fewer(none, weak);
        check_fewer(weak, strong);
      }
    }
  }
}

TEST_SUITE_END();

}  // namespace conclave::outside
