// The library as its callers see it.
#include <doctest/doctest.h>

#include <string>
#include <thread>
#include <vector>

#include "api/conclave/conclave.hpp"
#include "trace/trace.hpp"

namespace conclave::api {
namespace {

const Property& named(const Result& result, const std::string& name) {
  for (const Property& property : result.properties) {
    if (property.name == name) return property;
  }
  FAIL("no property ", name);
  return result.properties.front();
}

std::string error_of(const Scenario& scenario, const Limits& limits = {}) {
  try {
    check(scenario, limits);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_SUITE_BEGIN("api");

TEST_CASE("what holds has counts and costs, and no counterexample") {
  const Result result = check({.model = "chang-roberts", .processes = Range{1, 3}});
  CHECK(result.model == "chang-roberts");
  CHECK(result.verdict == Verdict::holds);
  CHECK(result.identifier_orders == "9");
  CHECK(result.configurations == 62);
  CHECK(result.transitions == 80);
  REQUIRE(result.messages);
  CHECK(result.messages->min == 6);
  CHECK(result.messages->max == 9);
  CHECK(result.stopped.empty());
  CHECK(result.warnings.empty());
  CHECK(result.properties.size() == 8);
  for (const Property& property : result.properties) {
    CHECK(property.verdict == Verdict::holds);
    CHECK_FALSE(property.counterexample);
    CHECK_FALSE(property.says.empty());
  }
}

TEST_CASE("a counterexample is an execution, by steps and by local states") {
  const Result result = check({.model = "chang-roberts", .identifiers = "3,1,3"});
  CHECK(result.verdict == Verdict::violated);
  const Property& property = named(result, "unique-leader");
  REQUIRE(property.counterexample);
  const Trace& trace = *property.counterexample;
  CHECK(trace.property == "unique-leader");
  CHECK(trace.identifiers == std::vector{3, 1, 3});
  CHECK(trace.topology == "ring");
  CHECK(trace.shortest);
  CHECK_FALSE(trace.loop);
  CHECK(trace.steps.size() == 8);
  REQUIRE(trace.configurations.size() == 9);
  CHECK(trace.steps[0].kind == "start");
  CHECK(trace.steps[0].process == 2);
  CHECK_FALSE(trace.steps[0].received);
  REQUIRE(trace.steps[0].sent.size() == 1);
  CHECK(trace.steps[0].sent[0].from == 2);
  CHECK(trace.steps[0].sent[0].to == 0);
  CHECK(trace.steps[0].sent[0].text == "⟨election 3⟩");
  CHECK(trace.steps[2].kind == "receive");
  REQUIRE(trace.steps[2].received);
  CHECK(trace.steps[2].received->from == 2);
  CHECK(trace.steps[2].received->to == 0);
  CHECK(trace.configurations[0][0].at("awake") == "false");
  CHECK(trace.configurations[8][0].at("leader") == "3");
  REQUIRE(trace.why.size() == 1);
  CHECK(trace.why[0].starts_with("2 processes are leader"));
  CHECK(trace.text.find("✗ VIOLATED  unique-leader") != std::string::npos);
  CHECK(from_itf(trace.itf).states.size() == 9);
}

TEST_CASE("a scenario has faults, parameters and lock step") {
  CHECK(check({.model = "chang-roberts",
               .processes = Range{2, 2},
               .faults = {.loss = 1},
               .properties = {"termination"}})
            .verdict == Verdict::violated);
  CHECK(check({.model = "flood-max", .processes = Range{3, 3}, .parameters = {{"bound", "1"}}}).verdict ==
        Verdict::violated);
  const Result rounds = check({.model = "bully:as-printed",
                               .processes = Range{3, 3},
                               .identifiers = "3,2,1",
                               .faults = {.crash = 1},
                               .properties = {"agreement"}});
  const Property& agreement = named(rounds, "agreement");
  REQUIRE(agreement.counterexample);
  CHECK(agreement.counterexample->steps.front().kind == "round");
  CHECK(agreement.counterexample->steps.front().process == -1);
}

TEST_CASE("a limit makes a verdict inconclusive, and is no error") {
  const Result result =
      check({.model = "chang-roberts", .processes = Range{1, 14}, .reduction = "none"}, {.seconds = 0.2});
  CHECK(result.verdict == Verdict::inconclusive);
  CHECK(result.stopped == "the time limit of 0.2 s was reached");
  const Result short_of = check({.model = "chang-roberts", .processes = Range{3, 3}}, {.depth = 4});
  CHECK(short_of.verdict == Verdict::inconclusive);
  CHECK(short_of.stopped == "an execution has more than 4 steps (--depth)");
}

TEST_CASE("what is wrong is told as the command tells it") {
  CHECK(error_of({.model = "chang-robert"})
            .starts_with("there is no model `chang-robert`; did you mean `chang-roberts`?"));
  CHECK(error_of({}).starts_with("there is no model ``"));
  CHECK(error_of({.model = "nothing.cpp"}) == "cannot read `nothing.cpp`: No such file or directory");
  CHECK(error_of({.model = "lcr", .processes = Range{3, 2}}) ==
        "-n 3..2 is an empty range; the smaller number comes first: -n 2..3");
  CHECK(error_of({.model = "lcr", .faults = {.loss = -1}}).find("--loss") != std::string::npos);
  CHECK(error_of({.model = "lcr", .parameters = {{"bound", "1"}}}).find("no parameter `bound`") !=
        std::string::npos);
  CHECK(error_of({.model = "lcr"}, {.memory = 1}).find("at least 32M") != std::string::npos);
  CHECK(error_of({.model = "lcr"}, {.threads = 0}).find("--threads") != std::string::npos);
}

TEST_CASE("models say what they are") {
  CHECK(models().size() > 30);
  const Model lcr = model("lcr:halting");
  CHECK(lcr.name == "lcr:halting");
  CHECK(lcr.network == "rounds");
  CHECK(lcr.topology == "ring");
  CHECK(lcr.processes.first == 1);
  CHECK_FALSE(lcr.properties.empty());
  CHECK_THROWS_AS(model("lcr:haltin"), Error);
}

TEST_CASE("calls from several threads come one after the other") {
  std::vector<Verdict> verdicts(4, Verdict::inconclusive);
  {
    std::vector<std::jthread> threads;
    for (Verdict& verdict : verdicts)
      threads.emplace_back([&] { verdict = check({.model = "lcr", .processes = Range{1, 3}}).verdict; });
  }
  CHECK(verdicts == std::vector(4, Verdict::holds));
}

TEST_SUITE_END();

}  // namespace conclave::api
