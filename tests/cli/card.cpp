// `list MODEL`: everything that a model states, and nothing that it does not.
#include <doctest/doctest.h>

#include <algorithm>

#include "cli/program.hpp"
#include "report/terminal.hpp"

namespace conclave::outside {
namespace {

std::string card(const std::string& model) {
  const Ran ran = conclave({"list", model});
  CHECK(ran.status == 0);
  CHECK(ran.err == "");
  return ran.out;
}

std::vector<std::string> names() {
  std::vector<std::string> all;
  for (const auto& model : Json::parse(conclave({"list", "--json"}).out)) {
    all.push_back(model.at("model"));
    if (model.at("variant").is_string()) all.back() += ":" + model.at("variant").get<std::string>();
  }
  return all;
}

}  // namespace

TEST_SUITE_BEGIN("cli");

TEST_CASE("the card of every model fits 80 columns and agrees with its JSON") {
  for (const std::string& name : names()) {
    CAPTURE(name);
    const std::string text = card(name);
    CHECK(text.starts_with(name + "\n"));
    for (const std::string& line : split(text, '\n')) CHECK_MESSAGE(columns(line) <= 80, line);

    const Json json = Json::parse(conclave({"list", name, "--json"}).out);
    CHECK(has(text, json.at("source").get<std::string>().substr(0, 20)));
    for (const char* list : {"networks", "topologies", "variants", "knows", "hooks"}) {
      for (const std::string each : json.at(list)) {
        // The only topology of a ring is said as what the model is made for.
        if (json.at(list).size() > 1 || std::string(list) != "topologies")
          CHECK_MESSAGE(has(text, each), each);
      }
    }
    CHECK(json.at("sentences").size() == json.at("properties").size());
    for (const std::string property : json.at("properties")) CHECK(has(text, "\n  " + property + "  "));
    for (const auto& [parameter, value] : json.at("parameters").items()) {
      CHECK(has(text, "\n  " + parameter + "  "));
      CHECK(json.at("values").contains(parameter));
    }
    for (const auto& claim : json.at("claims")) {
      // The figure and its relation; the formula may be broken at a blank.
      const auto formula = claim.at("claim").get<std::string>();
      CHECK_MESSAGE(has(text, formula.substr(0, formula.find(' ', 6))), formula);
    }
    CHECK(json.at("file").get<std::string>().ends_with(".cpp"));
  }
}

TEST_CASE("what a model does not have is not printed") {
  const std::string plain = card("chang-roberts");
  for (const char* absent : {"knows  ", "declares", "parameters", "--topology"})
    CHECK_FALSE(has(plain, absent));
  CHECK(has(plain, "hooks       asleep, claims, leader, receive, start\n"));
  CHECK(has(plain, "network     fifo; --network also takes bag and set\n"));
  const std::string bully = card("bully:as-printed");
  CHECK(has(bully, "network     rounds\n"));
  const std::string flood = card("flood-max");
  CHECK(has(flood, "ring, complete, line, star, tree, connected, strongly-connected\n"));
  CHECK(has(flood, "bound  a whole number or actual (actual)\n"));
  const std::string java = card("chang-roberts:java");
  CHECK(has(java, "knows       place\n"));
  CHECK(has(java, "variants    chang-roberts, chang-roberts:knows, chang-roberts:maxid,\n"));
  CHECK(has(card("harmony-leader"), "messages are addressed by identifier"));
}

TEST_CASE("topologies of a card are those that check takes") {
  for (const std::string model : {"chang-roberts", "complete-network", "convergecast", "spanning-tree"}) {
    const Json json = Json::parse(conclave({"list", model, "--json"}).out);
    for (const std::string topology :
         {"ring", "complete", "line", "star", "tree", "connected", "strongly-connected"}) {
      CAPTURE(model);
      CAPTURE(topology);
      const auto names = json.at("topologies").get<std::vector<std::string>>();
      const bool listed = std::ranges::find(names, topology) != names.end();
      const Ran ran = conclave({"check", model, "-n", "4", "--topology", topology, "--property", "can-elect",
                                "--initiators", "0", "--time", "2"});
      CHECK((ran.status != 2) == listed);
    }
  }
}

TEST_CASE("there is no card of a model that there is not") {
  const Ran wrong = conclave({"list", "chang-robert"});
  CHECK(wrong.status == 2);
  CHECK(wrong.out == "");
  CHECK(has(wrong.err, "did you mean `chang-roberts`?"));
  CHECK(conclave({"list", ""}).status == 2);
}

TEST_SUITE_END();

}  // namespace conclave::outside
