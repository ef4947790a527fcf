// Which rounds are listed, if those that come to the same are to be listed once.
#include "machine/rounds.hpp"

#include <doctest/doctest.h>

#include <map>
#include <set>

#include "engine/examples.hpp"
#include "program/registry.hpp"
#include "sizes.hpp"

using namespace conclave;
using namespace conclave::testing;

namespace {

using Cells = std::vector<std::uint32_t>;
using List = Rounds::List;

struct Group {  // of rounds that come to the same
  std::vector<RecordIndex> all;
  std::uint32_t fewest = ~std::uint32_t{0};  // events of one of them
};

// What tells rounds apart: where one leads, what it costs and breaks, and whether nothing disturbs it. Rounds
// that toss are not in here.
auto outcome(const Machine& machine, const Rounds::Successor& round) {
  const StepRecord& record = machine.steps().record(round.record);
  const auto events = machine.steps().step(round.record).events;
  const bool undisturbed = std::ranges::all_of(
      events, [](const RoundEvent& event) { return event.kind == RoundEvent::Kind::choose; });
  return std::tuple(Cells(round.values.begin(), round.values.end()), record.cost, record.broken.bits(),
                    record.owed, undisturbed);
}

// In how many configurations rounds were left out.
int shortened(const std::string& name, int n, const Faults& faults, std::size_t most) {
  const Model& model = *find_model(name);
  Scenario scenario = on(model, n < 3 ? "complete" : std::string(model.about.topology), n);
  scenario.faults = faults;
  Machine machine(scenario);
  Instances instances(scenario);
  Instance instance;
  REQUIRE(instances.next(instance));
  machine.load(instance, 1'000'000);
  Rounds& rounds = *machine.rounds();
  std::vector<Cells> open{Cells(machine.values().component_count(), 0)};
  std::set<Cells> known{open.front()};
  int shorter = 0;
  for (std::size_t at = 0; at < open.size() && at < most; ++at) {
    const Cells from = open[at];
    std::map<decltype(outcome(machine, {})), Group> groups;
    std::vector<RecordIndex> expected;
    std::uint64_t count = 0;
    for (const auto& round : rounds.expand(from)) {
      ++count;
      Group& group = groups[outcome(machine, round)];
      group.all.push_back(round.record);
      const std::uint32_t events = machine.steps().switches(round.record, 0);
      if (events < group.fewest) expected.push_back(round.record);
      group.fewest = std::min(group.fewest, events);
      const Cells to(round.values.begin(), round.values.end());
      if (known.insert(to).second) open.push_back(to);
    }
    CHECK(rounds.rounds() == count);
    std::vector<RecordIndex> listed;
    for (const auto& round : rounds.expand(from, List::distinct)) listed.push_back(round.record);
    CHECK(listed == expected);
    CHECK(rounds.rounds() == count);
    shorter += listed.size() < count ? 1 : 0;
  }
  return shorter;
}

}  // namespace

TEST_SUITE_BEGIN("machine");

TEST_CASE("of rounds that come to the same, the first and those with fewer events are listed") {
  const std::size_t most = brief ? 40 : 400;
  CHECK(shortened("hirschberg-sinclair-rounds", 3, {.byzantine = 1}, most) > 10);
  CHECK(shortened("hirschberg-sinclair-rounds", 3, {.loss = 1, .crash = 1, .byzantine = 1}, most) > 10);
  CHECK(shortened("hirschberg-sinclair-rounds", 4, {.byzantine = 2}, brief ? 3 : 10) > 0);
  CHECK(shortened("lcr:halting", 4, {.crash = 2, .byzantine = 1}, most) > 10);
  CHECK(shortened("bully", 3, {.loss = 1, .crash = 1, .late = 1}, most) > 0);
  CHECK(shortened("anonymous", 3, {.crash = 1}, most) > 0);
}

TEST_SUITE_END();
