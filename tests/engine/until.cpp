// Costs until an event, and messages counted apart, against the naive checker and with every reduction
// against none.
#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <set>

#include "engine/run/check.hpp"
#include "engine/run/explorer.hpp"
#include "oracle/naive_graph.hpp"
#include "program/model.hpp"
#include "program/watched.hpp"
#include "scenario/scenarios.hpp"
#include "sizes.hpp"
#include "toys/order_toy.hpp"
#include "toys/round_toy.hpp"
#include "toys/tape.hpp"
#include "toys/toy.hpp"

using namespace conclave;
using namespace conclave::testing;

namespace {

constexpr std::size_t memory = std::size_t{256} << 20;
constexpr std::size_t largest = 150;  // configurations of an instance that are followed naively
constexpr int most_toys = 120;        // of each network; what is looked for shows on a few
constexpr Provisos unwatched{.names_opaque = false};

const Event someone_leads{Event::Of::leader, 0, "leader", "some process is leader"};
const Event all_decided{Event::Of::decided, 0, "decided", "every process has decided"};

bool has_come(const Event& event, const naive::Checker& checker, const naive::Configuration& c) {
  return event.of == Event::Of::leader ? checker.led(c) : checker.all_know(c);
}

std::string text(const std::optional<std::int64_t>& number) {
  return number ? std::to_string(*number) : "unbounded";
}

// What is wrong with the costs of one instance until an event; empty if nothing is.
std::string wrong_until(const Event& event, Scenario scenario, const Instance& instance) {
  const auto checker = naive::make_checker(scenario, instance);
  naive::NaiveGraph graph;
  try {
    graph = naive::explore(*checker, largest);
  } catch (const naive::TooMuch&) {
    return "";
  } catch (const ModelError&) {
    return "";
  }
  bool ends_without = false;
  naive::NaiveGraph::Nodes seen(graph.size(), false);
  std::vector<std::size_t> next{0};
  seen[0] = true;
  for (std::size_t node = 0; node < graph.size(); ++node) {
    if (!has_come(event, *checker, graph.configurations[node])) continue;
    graph.edges[node].clear();
    graph.owed[node].clear();
    graph.quiescent[node] = true;
  }
  while (!next.empty()) {
    const std::size_t node = next.back();
    next.pop_back();
    ends_without |= graph.quiescent[node] && !has_come(event, *checker, graph.configurations[node]);
    for (const auto& edge : graph.edges[node]) {
      if (!seen[edge.target]) next.push_back(edge.target);
      seen[edge.target] = true;
    }
  }
  // Nobody comes to the others any more.
  for (std::size_t node = 0; node < graph.size(); ++node) {
    if (!seen[node]) graph.edges[node].clear();
  }
  const auto for_ever = graph.fair_for_ever([](auto, const auto&) { return true; });
  // With luck a toss leads to where an execution can stay, so that it counts from where it can.
  for (std::size_t node = 0; node < graph.size(); ++node) ends_without |= seen[node] && for_ever[node];

  scenario.properties = {};
  scenario.until = event;
  Limits limits(memory);
  Explorer explorer(scenario, limits, unwatched);
  InstanceResult found = explorer.explore(instance);
  std::string wrong;
  const Costs costs(*scenario.model->program);
  for (std::size_t cost = 0; cost < costs.counted(); ++cost) {
    const Extremes right{graph.least(cost), graph.most(cost)};
    if (found.costs.at(cost) == right) continue;
    wrong += costs.name(cost) + " until " + event.name + ": " + text(found.costs[cost].min) + ".." +
             text(found.costs[cost].max) + ", not " + text(right.min) + ".." + text(right.max) + "\n";
  }
  if (found.misses_event != ends_without)
    wrong += event.name + (found.misses_event ? " may never come" : " always comes") + ", which is not so\n";
  return wrong;
}

// The same for messages by their sender, which are told in each step.
std::string wrong_by_sender(Scenario scenario, const Instance& instance) {
  naive::NaiveGraph graph;
  const auto checker = naive::make_checker(scenario, instance);
  try {
    graph = naive::explore(*checker, largest);
  } catch (const naive::TooMuch&) {
    return "";
  } catch (const ModelError&) {
    return "";
  }
  scenario.properties = {};
  scenario.split = {{Split::By::sender, 0, "sender"}};
  Limits limits(memory);
  Explorer explorer(scenario, limits, unwatched);
  InstanceResult found = explorer.explore(instance);
  std::string wrong;
  std::set<std::string> labels;
  for (const Id id : instance.ids) labels.insert("sender " + std::to_string(code_of(id)));
  // A step's messages, those to who has crashed among them, are all its process's.
  std::vector<std::vector<std::int64_t>> messages;
  for (const auto& edges : graph.edges) {
    auto& of_edges = messages.emplace_back();
    for (const auto& edge : edges) of_edges.push_back(edge.step.costs[0]);
  }
  for (const std::string& label : labels) {
    for (std::size_t node = 0; node < graph.size(); ++node) {
      for (std::size_t k = 0; k < graph.edges[node].size(); ++k) {
        auto& edge = graph.edges[node][k];
        const auto at = static_cast<std::size_t>(edge.step.action.process);
        const bool is_mine = "sender " + std::to_string(code_of(instance.ids[at])) == label;
        edge.step.costs[0] = is_mine ? messages[node][k] : 0;
      }
    }
    const Extremes right{graph.least(0), graph.most(0)};
    const auto at = found.shares.find(label);
    const Extremes is = at == found.shares.end() ? Extremes{0, 0} : at->second;
    if (is != right)
      wrong += label + ": " + text(is.min) + ".." + text(is.max) + ", not " + text(right.min) + ".." +
               text(right.max) + "\n";
  }
  return wrong;
}

template <class Run>
void agrees(const Run& run, Network network, int& toys) {
  if (++toys > (brief ? most_toys / 4 : most_toys)) return;
  const Model model = model_of(run.toy);
  const Scenario scenario = scenario_of(run, model, network);
  Instances instances(scenario);
  Instance instance;
  for (int seen = 0; seen < 4 && instances.next(instance); ++seen) {
    std::string wrong =
        wrong_until(someone_leads, scenario, instance) + wrong_until(all_decided, scenario, instance);
    if (network != Network::rounds) wrong += wrong_by_sender(scenario, instance);
    if (wrong.empty()) continue;
    RC_LOG() << run << describe(scenario, instance) << "\n" << wrong;
    RC_FAIL("the engine and the naive checker disagree");
  }
}

// What is added up over all orders.
std::string sums(Scenario scenario, const Reduction& reduction) {
  scenario.reduction = reduction;
  Limits limits(memory);
  const CheckResult result = check(scenario, limits, {.keep_going = true, .time_up_to = 20'000});
  std::string all = std::string("never: ") + (result.misses_event ? "yes" : "no");
  const auto add = [&](const std::string& name, const CostResult& cost) {
    all += "\n" + name + ": " + text(cost.min) + ".." + text(cost.max) + ", means " +
           (cost.mean_of_minima ? cost.mean_of_minima->str() : "-") + " and " +
           (cost.mean_of_maxima ? cost.mean_of_maxima->str() : "-");
  };
  for (std::size_t cost = 0; cost < result.costs.size(); ++cost)
    add(std::to_string(cost), result.costs[cost]);
  if (result.time) add("time", *result.time);
  for (const auto& [label, cost] : result.shares) add(label, cost);
  return all;
}

void keeps_sums(const std::string& name, const Scenario& scenario) {
  INFO(name);
  CHECK(sums(scenario, Reduction{}) == sums(scenario, Reduction::none()));
}

}  // namespace

TEST_SUITE("engine") {
  TEST_CASE("costs until an event, and by sender, are those of the naive checker") {
    for (const Network network : {Network::fifo, Network::bag, Network::set}) {
      int toys = 0;
      const auto agree = [&] { agrees(read_tape(draw_tape(tape_length)), network, toys); };
      CHECK(rc::check("toys on " + name(network), agree));
    }
    for (const Timing timing : {Timing::exchange, Timing::body}) {
      int toys = 0;
      CHECK(rc::check("toys in lock step", [&] {
        agrees(read_round_tape(draw_tape(round_tape_length), timing), Network::rounds, toys);
      }));
    }
  }

  TEST_CASE("no reduction changes costs until an event, or of classes of messages") {
    for (const char* name :
         {"chang-roberts", "chang-roberts:maxid", "dolev-klawe-rodeh", "peterson", "hirschberg-sinclair",
          "franklin", "lcr", "lcr:halting", "bully", "hirschberg-sinclair-rounds", "complete-network"}) {
      const Model* const model = find_model(name);
      if (model == nullptr) continue;
      Scenario scenario = on(*model, std::string(model->about.topology), 3);
      scenario.properties = {};
      for (const Event& event : events_of(*model)) {
        scenario.until = event;
        keeps_sums(std::string(name) + " until " + event.name, scenario);
      }
      scenario.until.reset();
      for (const Split& split : splits_of(*model)) {
        scenario.split = {split};
        keeps_sums(std::string(name) + " by " + split.name, scenario);
      }
    }
  }

  TEST_CASE("messages counted apart by their kind are those that every pass counts") {
    for (const char* name :
         {"chang-roberts", "dolev-klawe-rodeh", "hirschberg-sinclair:announce", "lcr:halting", "peterson"}) {
      const Model* const model = find_model(name);
      REQUIRE(model != nullptr);
      const auto kind = find_split(*model, "kind");
      CAPTURE(name);
      REQUIRE(kind.has_value());
      Scenario scenario = on(*model, std::string(model->about.topology), 3);
      scenario.properties = {};
      Limits limits(memory);
      const CheckResult plain = check(std::as_const(scenario), limits, {.keep_going = true});
      scenario.split = {*kind};
      const CheckResult split = check(std::as_const(scenario), limits, {.keep_going = true});
      const Costs costs(*model->program);
      for (std::size_t k = 0; k < costs.kinds().size(); ++k) {
        INFO(name << " " << costs.kinds()[k]);
        const auto at = split.shares.find(costs.kinds()[k]);
        const CostResult& by_pass = plain.costs.at(k + 1);
        REQUIRE((at != split.shares.end() || by_pass.max == 0));
        if (at == split.shares.end()) continue;
        CHECK(at->second.min == by_pass.min);
        CHECK(at->second.max == by_pass.max);
        CHECK(at->second.mean_of_maxima == by_pass.mean_of_maxima);
      }
    }
  }
}
