// What `graph` writes for PRISM and Storm, read back by a strict reader, which finds the least and the
// greatest mean again by value iteration: they are those of `measure`.
#include "cli/program.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace conclave::outside {
namespace {

struct Transition {
  std::size_t target = 0;
  double probability = 0;
  double reward = 0;
};

struct Model {
  bool decides = false;
  std::vector<std::vector<std::vector<Transition>>> choices;  // by state
  std::map<std::string, std::set<std::size_t>> labels;
};

std::vector<std::string> lines_of(const std::string& path) {
  std::ifstream file(path);
  REQUIRE(file);
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

std::vector<double> numbers_of(const std::string& line) {
  static const std::regex numbers("(0|[1-9][0-9]*)( (0|[1-9][0-9]*))*( [0-9]+(\\.[0-9]+)?(e-[0-9]+)?)?");
  REQUIRE_MESSAGE(std::regex_match(line, numbers), line);
  std::istringstream in(line);
  std::vector<double> all;
  for (double number = 0; in >> number;) all.push_back(number);
  return all;
}

// The lines of a file of transitions or rewards, as (state, choice, target, value).
struct Entry {
  std::size_t state = 0, choice = 0, target = 0;
  double value = 0;
};
std::vector<Entry> entries_of(const std::vector<std::string>& lines, std::size_t first, bool decides) {
  std::vector<Entry> entries;
  for (std::size_t at = first; at < lines.size(); ++at) {
    const auto numbers = numbers_of(lines[at]);
    REQUIRE(numbers.size() == (decides ? 4 : 3));
    Entry entry{static_cast<std::size_t>(numbers[0]), decides ? static_cast<std::size_t>(numbers[1]) : 0,
                static_cast<std::size_t>(numbers[numbers.size() - 2]), numbers.back()};
    const auto place = [](const Entry& e) { return std::tuple(e.state, e.choice, e.target); };
    if (!entries.empty()) REQUIRE(place(entries.back()) < place(entry));
    entries.push_back(entry);
  }
  return entries;
}

void add_transitions(Model& model, const std::vector<Entry>& entries) {
  for (const Entry& entry : entries) {
    if (entry.state == model.choices.size()) model.choices.emplace_back();
    REQUIRE(entry.state + 1 == model.choices.size());  // no state is left out
    auto& choices = model.choices.back();
    if (entry.choice == choices.size()) choices.emplace_back();
    REQUIRE(entry.choice + 1 == choices.size());
    choices.back().push_back({entry.target, entry.value, 0});
  }
  for (const auto& choices : model.choices) {
    for (const auto& choice : choices) {
      double sum = 0;
      for (const Transition& transition : choice) {
        CHECK(transition.target < model.choices.size());
        CHECK(transition.probability > 0);
        sum += transition.probability;
      }
      CHECK(std::abs(sum - 1) < 1e-12);
    }
  }
}

void add_rewards(Model& model, const std::vector<Entry>& entries) {
  for (const Entry& entry : entries) {
    auto& choice = model.choices.at(entry.state).at(entry.choice);
    const auto at = std::ranges::find(choice, entry.target, &Transition::target);
    REQUIRE(at != choice.end());
    at->reward = entry.value;
  }
}

Model read_prism(const std::string& name, const std::string& cost) {
  Model model;
  const auto lines = lines_of(name + ".tra");
  const auto head = numbers_of(lines.at(0));
  model.decides = head.size() == 3;
  const auto entries = entries_of(lines, 1, model.decides);
  add_transitions(model, entries);
  CHECK(head.front() == model.choices.size());
  CHECK(head.back() == entries.size());
  if (model.decides) {
    std::size_t choices = 0;
    for (const auto& of : model.choices) choices += of.size();
    CHECK(head[1] == choices);
  }
  const auto rewards = lines_of(name + "." + cost + ".trew");
  CHECK(rewards.at(0) == "# Reward structure \"" + cost + "\"");
  CHECK(rewards.at(1) == "# Transition rewards");
  CHECK(rewards.at(2) == lines[0]);
  add_rewards(model, entries_of(rewards, 3, model.decides));

  const auto labels = lines_of(name + ".lab");
  std::vector<std::string> names;
  static const std::regex declared("([0-9]+)=\"([a-z]+)\"");
  for (auto at = std::sregex_iterator(labels.at(0).begin(), labels.at(0).end(), declared);
       at != std::sregex_iterator(); ++at) {
    CHECK((*at)[1] == std::to_string(names.size()));
    names.push_back((*at)[2]);
  }
  for (std::size_t at = 1; at < labels.size(); ++at) {
    std::istringstream in(labels[at]);
    std::size_t state = 0, label = 0;
    char colon = 0;
    in >> state >> colon;
    REQUIRE(colon == ':');
    while (in >> label) model.labels[names.at(label)].insert(state);
  }

  const auto states = lines_of(name + ".sta");
  CHECK(states.at(0) == "(configuration)");
  REQUIRE(states.size() == model.choices.size() + 1);
  for (std::size_t state = 0; state < model.choices.size(); ++state)
    CHECK(states[state + 1] == std::to_string(state) + ":(" + std::to_string(state) + ")");
  return model;
}

Model read_storm(const std::string& name, const std::string& cost) {
  Model model;
  const auto lines = lines_of(name + ".tra");
  const bool is_hint = lines.at(0) == "mdp" || lines.at(0) == "dtmc";
  REQUIRE(is_hint);
  model.decides = lines[0] == "mdp";
  const auto entries = entries_of(lines, 1, model.decides);
  add_transitions(model, entries);
  const auto rewards = lines_of(name + "." + cost + ".trew");
  CHECK(rewards.at(0) == lines[0]);
  CHECK(rewards.size() == lines.size());  // Storm wants as many choices as there are
  add_rewards(model, entries_of(rewards, 1, model.decides));

  const auto labels = lines_of(name + ".lab");
  REQUIRE(labels.size() > 3);
  CHECK(labels[0] == "#DECLARATION");
  CHECK(labels[2] == "#END");
  std::set<std::string> declared;
  std::istringstream head(labels[1]);
  for (std::string label; head >> label;) declared.insert(label);
  for (std::size_t at = 3; at < labels.size(); ++at) {
    std::istringstream in(labels[at]);
    std::size_t state = 0;
    in >> state;
    REQUIRE(!in.fail());
    for (std::string label; in >> label;) {
      CHECK(declared.contains(label));
      model.labels[label].insert(state);
    }
  }
  return model;
}

// What a scheduler pays at least, or at most, until the label `end`.
double mean(const Model& model, bool greatest) {
  CHECK(model.labels.at("init") == std::set<std::size_t>{0});
  const auto& ends = model.labels.at("end");
  std::vector<double> value(model.choices.size(), 0);
  for (double change = 1; change > 1e-13;) {
    change = 0;
    for (std::size_t state = value.size(); state-- > 0;) {
      if (ends.contains(state)) continue;
      double best = greatest ? 0 : HUGE_VAL;
      for (const auto& choice : model.choices[state]) {
        double sum = 0;
        for (const Transition& of : choice) sum += of.probability * (of.reward + value[of.target]);
        best = greatest ? std::max(best, sum) : std::min(best, sum);
      }
      change = std::max(change, std::abs(best - value[state]));
      value[state] = best;
    }
  }
  return value[0];
}

double decimal(const std::string& fraction) {
  const std::size_t slash = fraction.find('/');
  return std::stod(fraction) / (slash == std::string::npos ? 1 : std::stod(fraction.substr(slash + 1)));
}

}  // namespace

TEST_SUITE_BEGIN("measure");

TEST_CASE("PRISM's and Storm's files have the means that measure finds") {
  const Folder folder;
  struct Tried {
    std::string arguments, cost;
    bool decides;
  };
  for (const auto& [arguments, cost, decides] :
       std::vector<Tried>{{"itai-rodeh -n 2", "time", false},
                          {"itai-rodeh -n 3 --set m=2", "messages", false},
                          {"itai-rodeh:tokens -n 2", "messages", true},
                          {"itai-rodeh:tokens -n 2 --network bag", "messages", true},
                          {"itai-rodeh:tokens -n 2 --network bag --initiators any", "deliveries", true},
                          {"itai-rodeh:coins -n 3", "counter", true}}) {
    CAPTURE(arguments);
    const Json measured = Json::parse(
        shell("./conclave measure " + arguments + " --cost " + cost + " --json - -q", folder).out);
    const Json& expected = measured.at("tables").at(0).at("rows").at(0).at("expected");
    for (const std::string format : {"prism", "storm"}) {
      CAPTURE(format);
      const std::string name = folder.file(format);
      const auto written =
          shell("./conclave graph " + arguments + " --format " + format + " --out " + name, folder);
      CHECK(written.status == 0);
      const Model model = format == "prism" ? read_prism(name, cost) : read_storm(name, cost);
      CHECK(model.decides == decides);
      for (const bool greatest : {false, true}) {
        const double exact = decimal(expected.at(greatest ? "greatest" : "least").get<std::string>());
        CHECK(std::abs(mean(model, greatest) - exact) < 1e-9 * (1 + exact));
      }
    }
  }
}

TEST_CASE("a distribution is the same in words, in JSON and in CSV") {
  const Folder folder;
  const std::string arguments = "measure itai-rodeh -n 2..3 --distribution time --probability 7/8";
  const Json measured = json_of(arguments, 0);
  const Json& tables = measured.at("tables");
  REQUIRE(tables.size() == 1);  // of that cost alone
  const Json& two = tables[0].at("rows").at(0).at("distribution");
  CHECK(two.at("until") == "7/8");
  CHECK(two.at("up_to") == 200);
  CHECK(two.at("at_most") == Json::parse(R"([{"cost":3,"least":"1/2","greatest":"1/2"},
    {"cost":5,"least":"3/4","greatest":"3/4"},{"cost":7,"least":"7/8","greatest":"7/8"}])"));
  CHECK(two.at("more") == Json::parse(R"({"than":7,"least":"1/8","greatest":"1/8"})"));
  const Words csv = split(shell("./conclave " + arguments + " -q --csv -", folder).out, '\n');
  CHECK(csv.at(0) == "model,network,initiators,cost,n,at_most,least,least_decimal,greatest,greatest_decimal");
  CHECK(csv.at(1) == "itai-rodeh,rounds,\"all\",time,2,3,1/2,0.500000,1/2,0.500000");
  std::size_t lines = 1;
  for (const Json& row : tables[0].at("rows")) lines += row.at("distribution").at("at_most").size();
  CHECK(csv.size() == lines);
  const std::string text = shell("./conclave " + arguments, folder).out;
  CHECK(text.find("n=2: more than 7 with probability 1/8 = 0.125000\n") != std::string::npos);
  const std::string svg = shell("./conclave " + arguments + " -q --svg -", folder).out;
  CHECK(svg.find("time, everyone initiates, n = 3: how likely") != std::string::npos);
  CHECK(svg.find("exactly k") != std::string::npos);
}

TEST_CASE("bounds are told as bounds") {
  const Folder folder;
  const std::string arguments = "measure itai-rodeh:tokens -n 2 --network bag --cost messages --means bounds";
  const Json measured = json_of(arguments, 0);
  const Json& expected = measured.at("tables").at(0).at("rows").at(0).at("expected");
  for (const auto& [which, exact] : {std::pair("least", 3.5), std::pair("greatest", 8.0)}) {
    const Json& bounds = expected.at(which);
    CHECK(bounds.at("lower").get<double>() <= exact);
    CHECK(bounds.at("upper").get<double>() >= exact);
    CHECK(bounds.at("upper").get<double>() - bounds.at("lower").get<double>() < 1e-5);
  }
  const std::string text = shell("./conclave " + arguments, folder).out;
  CHECK(text.find("[3.499999, 3.500001]") != std::string::npos);
  CHECK(text.find("the mean is proved to lie between these two") != std::string::npos);
  CHECK(text.find("exactly") == std::string::npos);
}

TEST_CASE("what makes no sense of chance is refused") {
  const Folder folder;
  for (const auto& [arguments, says] : std::vector<std::pair<std::string, std::string>>{
           {"graph itai-rodeh --format prism", "--out NAME says how they begin"},
           {"graph chang-roberts -n 3 --format storm --out unwritten",
            "there are 6; choose one with -n, --ids"},
           {"graph itai-rodeh --format prism --networks --out unwritten", "the others have no pictures"},
           {"measure itai-rodeh --probability 0.9", "--distribution COST asks for one"},
           {"measure itai-rodeh --distribution time --probability 1.5", "a probability above 0 and up to 1"},
           {"measure itai-rodeh --distribution time --up-to -1", "--up-to takes whole numbers"},
           {"measure itai-rodeh --distribution token", "has no cost `token`"},
           {"measure itai-rodeh:tokens --distribution time", "--distribution time is for lock step"},
           {"measure itai-rodeh --means exacty", "--means takes exact or bounds"}}) {
    CAPTURE(arguments);
    const Ran ran = shell("./conclave " + arguments, folder);
    CHECK(ran.status == 2);
    CHECK(is_one_line(ran.err));
    CHECK(ran.err.find(says) != std::string::npos);
    CHECK(folder.names().empty());
  }
}

TEST_SUITE_END();

}  // namespace conclave::outside
