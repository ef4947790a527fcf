// A round in which nothing is left open is put together at once. It has to be the one that the stages find,
// which try every possibility: same configuration, same record, and so the same cost and what it breaks.
#include <doctest/doctest.h>

#include <random>
#include <set>

#include "machine/bags.hpp"
#include "machine/machine.hpp"
#include "program/model.hpp"
#include "scenario/scenarios.hpp"
#include "sizes.hpp"

using namespace conclave;
using namespace conclave::testing;

namespace {

using Values = std::vector<std::uint32_t>;
using Found = std::pair<Values, RecordIndex>;

std::vector<Found> rounds_at(Rounds& rounds, const Values& at) {
  std::vector<Found> all;
  for (const auto& successor : rounds.expand(at))
    all.emplace_back(Values(successor.values.begin(), successor.values.end()), successor.record);
  return all;
}

// How many configurations of an instance have one round or none, in which nobody decides anything.
int compare_settled(Machine& machine, std::size_t most) {
  Rounds& rounds = *machine.rounds();
  std::vector<Values> open{Values(machine.values().component_count(), 0)};
  std::set<Values> known{open.front()};
  int compared = 0;
  while (!open.empty()) {
    const Values at = open.back();
    open.pop_back();
    const std::vector<Found> found = rounds_at(rounds, at);
    if (found.empty() || (found.size() == 1 && machine.steps().switches(found.front().second, 0) == 0)) {
      rounds.list_only({0, [](std::size_t, const RoundEvent&) { return false; }});
      CHECK(rounds_at(rounds, at) == found);
      rounds.list_all();
      ++compared;
    }
    for (const auto& [values, record] : found) {
      if (known.size() < most && known.insert(values).second) open.push_back(values);
    }
  }
  return compared;
}

}  // namespace

TEST_SUITE_BEGIN("machine");

TEST_CASE("a round in which nothing is left open is the one that the stages find") {
  int compared = 0;
  for (const Model* model : models()) {
    if (model->network != Network::rounds || model->program->timing() != Timing::exchange) continue;
    for (const Faults& faults : {Faults{}, Faults{.loss = 1}, Faults{.crash = 1}}) {
      for (int n = 1; n <= 4; ++n) {
        if (!is_tried()) continue;
        Scenario scenario = on(*model, std::string(model->about.topology), n);
        scenario.faults = faults;
        INFO(model->full_name(), " of ", n);
        Machine machine(scenario);
        Instances instances(scenario);
        Instance instance;
        for (int number = 0; number < 12 && instances.next(instance); ++number) {
          machine.load(instance);
          compared += compare_settled(machine, 300);
        }
      }
    }
  }
  CHECK(compared > (brief ? 500 : 5000));
}

TEST_CASE("a bag is the same however it is filled") {
  std::mt19937 random(7);
  Bags bags;
  Contents contents;
  for (int round = 0; round < 500; ++round) {
    std::vector<Bags::Message> messages;
    for (auto left = random() % 6; left > 0; --left)
      messages.push_back(static_cast<Bags::Message>(random() % 4 + 1));
    std::uint32_t bag = Bags::empty;
    for (const Bags::Message message : messages) bag = bags.with(bag, message);
    std::ranges::shuffle(messages, random);
    std::uint32_t again = Bags::empty;
    for (const Bags::Message message : messages) again = bags.with(again, message);
    CHECK(bag == again);
    const auto in_contents = contents.at(contents.bag(messages));
    CHECK(std::ranges::equal(bags[bag], in_contents));
    if (round == 250) bags.clear();
  }
}

TEST_SUITE_END();
