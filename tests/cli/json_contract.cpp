// The keys of `check --json`, which other programs rely on, and where data and words go.
#include <doctest/doctest.h>

#include <functional>

#include "cli/program.hpp"

namespace conclave::outside {
namespace {

using Test = std::function<bool(const Json&)>;

bool text(const Json& value) { return value.is_string(); }
bool count(const Json& value) { return value.is_number_unsigned(); }
bool number(const Json& value) { return value.is_number(); }
bool list(const Json& value) { return value.is_array(); }
bool text_or_null(const Json& value) { return value.is_string() || value.is_null(); }
bool count_or_null(const Json& value) { return value.is_number_unsigned() || value.is_null(); }
bool object(const Json& value) { return value.is_object(); }
bool object_or_null(const Json& value) { return value.is_object() || value.is_null(); }
bool counts(const Json& value) {
  return value.is_array() && !value.empty() && std::all_of(value.begin(), value.end(), count);
}
bool digits(const Json& value) {
  return value.is_string() && !value.get<std::string>().empty() &&
         value.get<std::string>().find_first_not_of("0123456789") == std::string::npos;
}
bool a_verdict(const Json& value) {
  return value == "holds" || value == "violated" || value == "inconclusive";
}
bool initiators(const Json& value) {
  return value == "any" || value == "all" || value == "one" || counts(value);
}
bool down(const Json& value) {
  return value == Json::array() || value == "largest" || value == "smallest" || value == "count:1" ||
         counts(value);
}
bool faults(const Json& value) {
  for (const char* kind :
       {"loss", "duplicate", "crash", "late", "recover", "byzantine", "byzantine_messages"}) {
    if (!value.contains(kind) || !count(value.at(kind))) return false;
  }
  return value.size() == 7;
}

const std::vector<std::pair<std::string, Test>> of_counts{
    {"identifier_orders", digits},  {"instances", count},     {"states", count},
    {"transitions", count},         {"quiescent", count},     {"messages", object_or_null},
    {"deliveries", object_or_null}, {"time", object_or_null}, {"seconds", number},
    {"states_per_second", number},  {"properties", list},     {"verdict", a_verdict},
};
const std::vector<std::pair<std::string, Test>> of_everything{
    {"conclave", text},
    {"model", text},
    {"variant", text_or_null},
    {"processes", counts},
    {"network", text},
    {"topology", text},
    {"initiators", initiators},
    {"down", down},
    {"faults", faults},
    {"parameters", object},
    {"fairness", text},
    {"reduction", list},
    {"not_asked", list},
    {"by_processes", list},
    {"stopped_by", text_or_null},
    {"warnings", list},
    {"peak_memory_bytes", count},
    {"counterexample", object_or_null},
};

void check_keys(const Json& json, const std::vector<std::pair<std::string, Test>>& keys) {
  for (const auto& [key, right] : keys) {
    CAPTURE(key);
    REQUIRE(json.contains(key));
    CHECK_MESSAGE(right(json.at(key)), json.at(key).dump());
  }
}

void check_properties(const Json& properties) {
  CHECK_FALSE(properties.empty());
  for (const auto& property : properties) {
    check_keys(property, {{"name", text},
                          {"verdict", a_verdict},
                          {"counterexample_steps", count_or_null},
                          {"violating_orders", digits}});
    const Json& kind = property.at("kind");
    CHECK((kind == "safety" || kind == "liveness" || kind == "reachability"));
    if (property.at("name") == "can-elect") CHECK(kind == "reachability");
    CHECK(property.at("counterexample_steps").is_null() == (property.at("verdict") != "violated"));
    CHECK((property.at("violating_orders") == "0") == (property.at("verdict") != "violated"));
  }
}

void check_cost(const Json& cost) {
  const auto bound = [](const Json& value) { return value == "unbounded" || count(value); };
  check_keys(cost, {{"min", bound},
                    {"max", bound},
                    {"mean", text},
                    {"mean_of_minima", text},
                    {"schedule_independent", [](const Json& value) { return value.is_boolean(); }}});
}

// Nothing: no instance was explored to the end; of time also: not measured, or not defined.
void check_costs(const Json& json, bool rounds) {
  CHECK(json.at("messages").is_null() == json.at("deliveries").is_null());
  for (const char* name : {"messages", "deliveries", "time"}) {
    if (!json.at(name).is_null()) check_cost(json.at(name));
  }
  if (!json.at("time").is_null()) CHECK(json.at("time").at("unit") == (rounds ? "rounds" : "causal"));
  if (rounds) CHECK(json.at("time").is_null() == json.at("messages").is_null());  // it is counted like them
  if (json.at("messages").is_null()) return;
  REQUIRE(json.at("messages").at("by_kind").is_object());
  CHECK_FALSE(json.at("messages").at("by_kind").empty());
  for (const auto& kind : json.at("messages").at("by_kind")) check_cost(kind);
}

void check_contract(const Json& json) {
  REQUIRE(json.is_object());
  check_keys(json, of_counts);
  check_keys(json, of_everything);
  check_properties(json.at("properties"));
  for (const auto& warning : json.at("warnings")) CHECK(warning.is_string());
  const bool rounds = json.at("network") == "rounds";
  check_costs(json, rounds);
  CHECK(json.at("by_processes").size() <= json.at("processes").size());
  std::uint64_t states = 0;
  for (const auto& each : json.at("by_processes")) {
    check_keys(each, of_counts);
    CHECK(count(each.at("processes")));
    REQUIRE(count(each.at("topologies")));
    CHECK(each.at("topologies") > 0);
    check_properties(each.at("properties"));
    for (const auto& property : each.at("properties"))
      check_keys(property, {{"violating_instances", count}, {"violating_graphs", count}});
    check_costs(each, rounds);
    states += each.at("states").get<std::uint64_t>();
  }
  CHECK(json.at("states") == states);
}

Json result_of(const std::string& arguments, int status) { return json_of("check " + arguments, status); }

}  // namespace

TEST_SUITE_BEGIN("cli");

TEST_CASE("the JSON result keeps its keys whatever the verdict") {
  struct Case {
    std::string arguments;
    int status;
  };
  const std::vector<Case> cases{
      {"chang-roberts -n 3", 0},
      {"chang-roberts -n 1..4 --reduction none", 0},
      {"chang-roberts:maxid -n 2..3 --initiators 0,1", 0},
      {"chang-roberts -n 2..3 --initiators all --network bag", 0},
      {"chang-roberts --ids 3,1,3", 1},
      {"chang-roberts --ids duplicates -n 1..4 --keep-going", 1},
      {"harmony-leader:non-atomic-send", 1},
      {"chang-roberts -n 2 --network set", 1},
      {"chang-roberts -n 2 --loss 1 --duplicate 2 --crash 1", 1},
      {"complete-network -n 1..3 --set direction=up", 0},
      {"complete-network:as-printed", 1},
      {"spanning-tree -n 1..3", 0},
      {"global-function:as-printed -n 3 --property no-exception", 1},
      {"lamport-election --topology graph6:Bw", 0},
      {"chang-roberts --ids 9,8,7,6,5,4,3,2,1 --network bag --reduction none --time 0.2", 3},
      {"chang-roberts -n 2 --byzantine 1", 1},
      {"lcr -n 1..4", 0},
      {"lcr -n 3 --byzantine 1 --loss 1 --crash 1 --recover 1", 1},
      {"flood-max -n 1..3", 0},
      {"flood-max:as-printed -n 1..3 --keep-going", 1},
      {"bully -n 1..3 --set timeout=3 --crash 1", 1},
      {"aalborg-chang-roberts -n 1..3 --initiators one --late 1", 0},
      {"variable-speeds --ids 20,19 --time 0.2", 3},
  };
  for (const auto& [arguments, status] : cases) {
    const Json json = result_of(arguments, status);
    check_contract(json);
    CHECK(json.at("counterexample").is_object() == (status == 1));
    CHECK(json.at("stopped_by").is_null() == (status != 3));
  }
}

TEST_CASE("three processes, as an independent program counts them") {
  const Json json = result_of("chang-roberts -n 3 --reduction symmetry", 0);
  check_contract(json);
  CHECK(json.at("model") == "chang-roberts");
  CHECK(json.at("variant").is_null());
  CHECK(json.at("verdict") == "holds");
  CHECK(json.at("processes") == Json::array({3}));
  CHECK(json.at("network") == "fifo");
  CHECK(json.at("topology") == "ring");
  CHECK(json.at("initiators") == "any");
  CHECK(json.at("fairness") == "weak");
  CHECK(json.at("reduction") == Json::array({"symmetry"}));
  CHECK(json.at("identifier_orders") == "6");
  CHECK(json.at("instances") == 2);
  CHECK(json.at("states") == 56);
  CHECK(json.at("transitions") == 106);
  CHECK(json.at("quiescent") == 2);
  const Json& messages = json.at("messages");
  CHECK(messages.at("min") == 6);
  CHECK(messages.at("max") == 9);
  CHECK(messages.at("mean") == "17/2");
  CHECK(messages.at("by_kind").at("election").at("min") == 3);
  CHECK(messages.at("by_kind").at("election").at("max") == 6);
  CHECK(messages.at("by_kind").at("leader").at("min") == 3);
  CHECK(messages.at("by_kind").at("leader").at("max") == 3);
  for (const auto& property : json.at("properties")) CHECK(property.at("verdict") == "holds");
}

TEST_CASE("what was asked for is what the JSON says") {
  CHECK(result_of("chang-roberts:java -n 2", 0).at("variant") == "java");
  CHECK(result_of("chang-roberts -n 2 --initiators 1,0", 0).at("initiators") == Json::array({0, 1}));
  CHECK(result_of("chang-roberts -n 2 --initiators all", 0).at("initiators") == "all");
  CHECK(result_of("chang-roberts -n 2 --initiators count:1", 0).at("initiators") == "one");
  CHECK(result_of("chang-roberts -n 2 --initiators count:2", 0).at("initiators") == "count:2");
  CHECK(result_of("chang-roberts -n 2", 0).at("down") == Json::array());
  CHECK(result_of("garcia-molina -n 3 --down largest", 0).at("down") == "largest");
  CHECK(result_of("garcia-molina -n 3 --down count:1", 0).at("down") == "count:1");
  CHECK(result_of("garcia-molina -n 3 --down 2,0", 0).at("down") == Json::array({0, 2}));
  CHECK(result_of("chang-roberts -n 2 --network bag", 0).at("network") == "bag");
  CHECK(result_of("chang-roberts -n 2 --reduction none", 0).at("reduction").empty());
  const auto reduction = [](const std::string& arguments) { return result_of(arguments, 0).at("reduction"); };
  CHECK(reduction("chang-roberts -n 2") == Json::array({"order", "symmetry", "independence"}));
  CHECK(reduction("chang-roberts -n 2 --reduction independence,order") ==
        Json::array({"order", "independence"}));
  // What is of no use is not made use of.
  CHECK(reduction("chang-roberts --ids 1,2") == Json::array({"symmetry", "independence"}));
  CHECK(reduction("hirschberg-sinclair -n 3 --network bag") == Json::array({"order", "symmetry"}));
  CHECK(reduction("chang-roberts -n 2 --network bag") == Json::array({"order", "symmetry", "independence"}));
  CHECK(reduction("chang-roberts -n 2 --network bag --initiators all --reduction independence") ==
        Json::array({"independence"}));
  CHECK(reduction("time-slice -n 2") == Json::array({"symmetry"}));
  CHECK(reduction("variable-speeds -n 2") == Json::array({"symmetry"}));
  CHECK(result_of("chang-roberts -n 2..4", 0).at("processes") == Json::array({2, 3, 4}));
  CHECK(result_of("chang-roberts -n 2", 0).at("parameters") == Json::object());
  CHECK(result_of("complete-network -n 2", 0).at("parameters") == Json{{"direction", "down"}});
  CHECK(result_of("complete-network -n 2 --set direction=up", 0).at("parameters") ==
        Json{{"direction", "up"}});
  CHECK(result_of("chang-roberts -n 2 --loss 3 --duplicate 2 --crash 1", 1).at("faults") ==
        Json{{"loss", 3},
             {"duplicate", 2},
             {"crash", 1},
             {"late", 0},
             {"recover", 0},
             {"byzantine", 0},
             {"byzantine_messages", 0}});
  const Json faults = result_of("bully -n 2 --late 4 --crash 1 --recover 2", 1).at("faults");
  CHECK(faults.at("late") == 4);
  CHECK(faults.at("recover") == 2);
  CHECK(result_of("chang-roberts -n 2 --byzantine 1", 1).at("faults").at("byzantine_messages") == 2);
  CHECK(result_of("chang-roberts -n 2 --byzantine 1 --byzantine-messages 5", 1)
            .at("faults")
            .at("byzantine_messages") == 5);
  CHECK(result_of("lcr -n 2 --byzantine 1", 1).at("faults").at("byzantine_messages") == 0);
  CHECK(result_of("lcr -n 2", 0).at("network") == "rounds");
  CHECK(result_of("time-slice -n 2", 0).at("parameters") == Json{{"assumed-n", "actual"}});
  CHECK(result_of("time-slice -n 2 --set assumed-n=3", 0).at("parameters") == Json{{"assumed-n", 3}});
  CHECK(result_of("time-slice -n 2 --set assumed-n=actual", 0).at("parameters") ==
        Json{{"assumed-n", "actual"}});
  CHECK(result_of("spanning-tree -n 2", 0).at("topology") == "connected");
  CHECK(result_of("spanning-tree -n 2", 0).at("initiators") == Json::array({0}));
  CHECK(result_of("spanning-tree -n 3 --topology star", 0).at("topology") == "star");
  CHECK(result_of("spanning-tree --topology graph6:Bw", 0).at("topology") == "graph6:Bw");
  CHECK(result_of("spanning-tree --topology graph6:Bw", 0).at("processes") == Json::array({3}));
  const Json one = result_of("chang-roberts -n 2 --property max-id", 0);
  REQUIRE(one.at("properties").size() == 1);
  CHECK(one.at("properties").at(0).at("name") == "max-id");
}

TEST_CASE("the list of models as JSON") {
  const Ran ran = conclave({"list", "--json"});
  const Json all = Json::parse(ran.out);
  REQUIRE_FALSE(all.empty());
  for (const auto& model : all) {
    check_keys(model, {{"model", text},
                       {"variant", text_or_null},
                       {"summary", text},
                       {"source", text},
                       {"topology", text},
                       {"network", text},
                       {"initiators", text},
                       {"parameters", object},
                       {"processes", counts},
                       {"properties", list}});
  }
}

TEST_CASE("the card of a model as JSON") {
  check_keys(Json::parse(conclave({"list", "flood-max", "--json"}).out),
             {{"model", text},       {"variant", text_or_null}, {"summary", text},    {"source", text},
              {"topology", text},    {"network", text},         {"initiators", text}, {"parameters", object},
              {"processes", counts}, {"properties", list},      {"file", text},       {"networks", list},
              {"topologies", list},  {"variants", list},        {"knows", list},      {"hooks", list},
              {"messages", list},    {"sentences", object},     {"values", object},   {"claims", list}});
}

TEST_CASE("data alone on standard output, words on standard error") {
  const Words violated{"check", "chang-roberts", "--ids", "3,1,3"};
  const auto with = [&](const Words& more) {
    Words all = violated;
    all.insert(all.end(), more.begin(), more.end());
    return all;
  };
  const Ran plain = conclave(violated);
  for (const std::string option : {"--json", "--trace"}) {
    const Ran on_stdout = conclave(with({option, "-"}));
    CHECK(Json::parse(on_stdout.out).is_object());
    CHECK(without_timing(on_stdout.err) == without_timing(plain.out));

    const Folder folder;  // a file silences nothing
    const Ran to_file = conclave(with({option, "file"}), folder);
    CHECK(without_timing(to_file.out) == without_timing(plain.out));
    CHECK(to_file.err.empty());
    CHECK(Json::parse(read_file(folder.file("file"))).is_object());
    CHECK(folder.names() == Words{"file"});
  }
  const Ran quiet = conclave(with({"-q", "--json", "-"}));
  CHECK(quiet.err.empty());
  CHECK(Json::parse(quiet.out).at("verdict") == "violated");

  const Folder folder;
  const Ran both = conclave(with({"--json", "-", "--trace", "trace"}), folder);
  CHECK(Json::parse(both.out).at("counterexample") == Json::parse(read_file(folder.file("trace"))));
}

// Exercise 25.1: the figure's own variables do not say who is leader, and its variant's do.
TEST_CASE("where identifiers repeat, the variant that remembers who was elected is checked as well") {
  struct Case {
    std::string arguments;
    int status;
    Words plain;    // the properties that are asked of the model
    Words variant;  // and of its variant; empty if it is not asked
  };
  const Words own{"assertions", "termination", "can-terminate", "can-elect"};
  const Words remembered{"unique-leader", "max-id", "irrevocable", "election"};
  const std::vector<Case> cases{
      {"-n 2", 0, own, {}},
      {"-n 2 --ids 2,1", 0, own, {}},
      {"-n 1 --ids equal", 0, own, remembered},
      {"-n 2 --ids equal --keep-going", 1, own, remembered},
      {"-n 3 --ids 2,2,1 --property max-id --property termination", 0, {"termination"}, {"max-id"}},
      {"-n 2 --ids equal --property termination", 0, {"termination"}, {}}};
  const auto names = [](const Json& json) {
    Words all;
    for (const Json& property : json.at("properties")) all.push_back(property.at("name"));
    return all;
  };
  for (const Case& each : cases) {
    CAPTURE(each.arguments);
    const Json json = json_of("check harmony-leader " + each.arguments, each.status);
    CHECK(json.at("model") == "harmony-leader");
    CHECK(json.at("variant").is_null());
    CHECK(json.at("verdict") == (each.status == 1 ? "violated" : "holds"));
    CHECK(names(json) == each.plain);
    REQUIRE(json.contains("variants") == !each.variant.empty());
    if (each.variant.empty()) continue;
    const Json& variant = json.at("variants").at(0);
    CHECK(variant.at("variant") == "elected");
    CHECK(names(variant) == each.variant);
    // What was explored of the figure's own variables is what it is without the question.
    if (each.status == 1) CHECK(json.at("states") == 7);
  }
  const Json only = json_of("check harmony-leader -n 2 --ids equal --property unique-leader", 1);
  CHECK(only.at("variant") == "elected");
  CHECK(only.at("counterexample").at("#meta").is_object());
  const Ran asked = conclave(split("check harmony-leader -n 2 --property unique-leader", ' '));
  CHECK(asked.err ==
        "conclave: harmony-leader states no property `unique-leader`, but harmony-leader:elected does\n");
}

TEST_SUITE_END();

}  // namespace conclave::outside
