// Traces of which somebody changed what they are about: the model, the scenario, the property or the loop.
#include <doctest/doctest.h>

#include "report/json.hpp"
#include "trace/specimens.hpp"

namespace conclave {
namespace {

void check_says(Json file, const std::string& key, const Json& value, const std::string& says) {
  file["#meta"][key] = value;
  const Reception reception = reception_of(file);
  CAPTURE(key);
  CAPTURE(reception.refusal);
  CHECK_FALSE(reception.followed);
  CHECK(is_one_line(reception.refusal));
  CHECK(reception.refusal.find(says) != std::string::npos);
}

}  // namespace

TEST_SUITE_BEGIN("trace");

TEST_CASE("a change of what the trace is about is named") {
  for (const Trace* trace : {&stem_specimen(), &lasso_specimen()}) {
    const Json file = to_itf(*trace);
    check_says(file, "model", "no-such-model", "no-such-model");
    check_says(file, "model", "chang-robert", "did you mean `chang-roberts`?");
    check_says(file, "conclave", "99.0.0", "99.0.0");
    check_says(file, "trace_format", 99, "99");
    check_says(file, "property", "no-such-property", "no-such-property");
    check_says(file, "network", "no-such-network", "there are fifo, bag, set and rounds");
    check_says(file, "topology", "star", "star");
    check_says(file, "fairness", "no-such-fairness", "there are weak, strong and none");
    check_says(file, "initiators", "nobody", "nobody");
    check_says(file, "initiators", "7", "`7`");
    check_says(file, "ids", Json::array(), "identifiers");
    check_says(file, "ids", Json::array({1}), "identifiers");
    check_says(file, "ids", std::vector<int>(trace->ids.size(), 0), "the model");
    check_says(file, "ids", std::vector<int>(trace->ids.size(), -1), "0 to 1000000");
    check_says(file, "ids", std::vector<int>(trace->ids.size(), -2'147'483'647), "0 to 1000000");
    check_says(file, "channels", Json::array(), "channels");

    Json ids = trace->ids;
    ids[0] = ids[0].get<int>() + 1;
    CHECK_FALSE(reception_of([&] {
                  Json other = file;
                  other["#meta"]["ids"] = ids;
                  return other;
                }())
                    .followed);
    Json initiators = file;
    initiators["#meta"]["initiators"] = "";
    CHECK_FALSE(reception_of(initiators).confirmed);
  }
}

TEST_CASE("another model does not follow, or breaks nothing") {
  for (const Trace* trace : {&stem_specimen(), &lasso_specimen()}) {
    for (const Model* model : models()) {
      // A variant that only states one more property takes the same steps.
      const bool is_same = model->full_name() == "chang-roberts:knows" && trace->model == "chang-roberts";
      if (model->full_name() == trace->model || is_same) continue;
      CAPTURE(model->full_name());
      Json file = to_itf(*trace);
      file["#meta"]["model"] = model->full_name();
      const Reception reception = reception_of(file);
      CHECK(reception.shown);
      CHECK_FALSE(reception.followed);
      CHECK(is_one_line(reception.refusal));
    }
  }
}

TEST_CASE("a change of what surrounds the processes is named") {
  const auto faults = [](int loss, int duplicate, int crash) {
    return to_json(Faults{.loss = loss, .duplicate = duplicate, .crash = crash});
  };
  for (const Trace& trace : strange_specimens()) {
    const Json file = to_itf(trace);
    REQUIRE(reception_of(file).confirmed);
    check_says(file, "faults", faults(251, 0, 0), "budgets go from 0 to 250");
    check_says(file, "faults", faults(0, -1, 0), "budgets go from 0 to 250");
    check_says(file, "faults", faults(0, 0, 250), "initial state: the faults left");
    check_says(file, "faults", faults(7, 7, 7), "initial state: the faults left");
    check_says(file, "faults", Json{{"loss", 1}}, "`faults` has no `byzantine`");
    check_says(file, "faults", Json::array({0, 0, 0}),
               "`faults` of `#meta` is [0,0,0], but has to be an object");
    check_says(file, "parameters", Json::array(), "`parameters` of `#meta` is [], but has to be an object");
    check_says(file, "parameters", Json{{"directoin", "up"}}, "which the model does not have");
    check_says(file, "topology", trace.graph.empty() ? "specimens.cpp" : "star",
               trace.graph.empty() ? "no `graph` that says which" : "a `graph` beside it");
    check_says(file, "graph", "B?", trace.graph.empty() ? "a `graph` beside it" : "not connected");
    check_says(file, "graph", "B", trace.graph.empty() ? "a `graph` beside it" : "has 2 characters, not 1");
    check_says(file, "graph", "C~", trace.graph.empty() ? "a `graph` beside it" : "no graph of 3 processes");
    if (!trace.faults.any()) continue;
    check_says(file, "faults", faults(0, 0, 0), "initial state: the faults left");
    check_says(file, "network", "set", "needs a network on which messages travel");
    Json time = file;
    time["#meta"].erase("property");
    for (const int value : {0, 1, 2, 3}) {
      check_says(time, "attained", Json{{"cost", "time"}, {"extreme", "max"}, {"value", value}},
                 "not defined with faults");
    }
  }
  const Json up = to_itf(strange_specimens().back());
  check_says(up, "parameters", Json{{"direction", "down"}}, "step 1");
  check_says(up, "parameters", Json{{"direction", "left"}}, "which the model does not have");
  check_says(up, "parameters", Json{{"direction", 1}}, "which the model does not have");
  check_says(up, "parameters", Json::object(), "the trace's parameters are {}");
}

TEST_CASE("faults that the network does not have") {
  CheckOptions options = asked("harmony-leader:non-atomic-send", "2", "all", "fifo", "");
  for (const Trace& trace : counterexamples(options)) {
    check_says(to_itf(trace), "faults", to_json(Faults{.loss = 1}), "--loss makes no sense");
  }
}

TEST_CASE("another property is judged for itself") {
  // At the end of the stem everyone has decided, for the only largest identifier, but there are two leaders.
  Json file = to_itf(stem_specimen());
  for (const auto& [property, violated] :
       {std::pair{"max-id", false}, {"agreement", false}, {"irrevocable", false}, {"unique-leader", true}}) {
    CAPTURE(property);
    file["#meta"]["property"] = property;
    const Reception reception = reception_of(file);
    CHECK(reception.followed);
    CHECK(reception.confirmed == violated);
  }
  file = to_itf(lasso_specimen());
  for (const Property& property : standard_properties) {
    file["#meta"]["property"] = property.name;
    const Reception reception = reception_of(file);
    if (!reception.followed) CHECK(reception.refusal.find("does not state") != std::string::npos);
  }
}

TEST_CASE("the loop must lead back to where it says") {
  const Json file = to_itf(lasso_specimen());
  const auto loop = file.at("loop").get<std::size_t>();
  const std::size_t count = file.at("states").size();
  for (std::size_t index = 0; index <= count + 1; ++index) {
    if (index == loop) continue;
    CAPTURE(index);
    Json other = file;
    other["loop"] = index;
    const Reception reception = reception_of(other);
    CHECK_FALSE(reception.confirmed);
    CHECK_FALSE(reception.followed);
    CHECK(is_one_line(reception.refusal));
  }
  Json other = file;
  other.erase("loop");  // then it ends where something is still owed
  CHECK(reception_of(other).followed);
  CHECK_FALSE(reception_of(other).confirmed);

  other = to_itf(stem_specimen());
  other["loop"] = 0;
  CHECK_FALSE(reception_of(other).followed);
}

TEST_SUITE_END();

}  // namespace conclave
