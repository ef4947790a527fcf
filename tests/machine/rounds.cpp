// A round in which nothing is left open is put together at once. It has to be the one that the stages find,
// which try every possibility: same configuration, same record, and so the same cost and what it breaks.
// Whoever decides properties is given one round of those that come to the same, and how many these are.
#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <tuple>
#include <utility>

#include "author/model.hpp"
#include "machine/bags.hpp"
#include "machine/machine.hpp"
#include "machine/saturating.hpp"
#include "program/model.hpp"
#include "scenario/scenarios.hpp"
#include "sizes.hpp"

using namespace conclave;
using namespace conclave::testing;

namespace {

using Values = std::vector<std::uint32_t>;
using Found = std::pair<Values, RecordIndex>;

std::vector<Found> rounds_at(Rounds& rounds, const Values& at, Rounds::List list = Rounds::List::every) {
  std::vector<Found> all;
  for (const auto& successor : rounds.expand(at, list))
    all.emplace_back(Values(successor.values.begin(), successor.values.end()), successor.record);
  return all;
}

// Calls a function with the first configurations of an instance. It returns the rounds that are followed.
template <class F>
void visit(const Machine& machine, std::size_t most, const F& rounds_from) {
  std::vector<Values> open{Values(machine.values().component_count(), 0)};
  std::set<Values> known{open.front()};
  while (!open.empty()) {
    const Values at = open.back();
    open.pop_back();
    for (const auto& [values, record] : rounds_from(at)) {
      if (known.size() < most && known.insert(values).second) open.push_back(values);
    }
  }
}

// How many configurations of an instance have one round or none, in which nobody decides anything.
std::size_t compare_settled(Machine& machine, std::size_t most) {
  Rounds& rounds = *machine.rounds();
  std::size_t compared = 0;
  visit(machine, most, [&](const Values& at) {
    const std::vector<Found> found = rounds_at(rounds, at);
    if (found.empty() || (found.size() == 1 && rounds.switches(found.front().second, 0) == 0)) {
      rounds.list_only({0, [](std::size_t, const RoundEvent&) { return false; }});
      CHECK(rounds_at(rounds, at) == found);
      rounds.list_all();
      ++compared;
    }
    return found;
  });
  return compared;
}

// The first of those that come to the same, and each that has fewer events than all before it.
std::vector<Found> distinct_of(const Rounds& rounds, const std::vector<Found>& all) {
  std::map<std::tuple<Values, std::uint32_t, std::uint16_t, bool>, std::uint32_t> fewest;
  std::vector<Found> first;
  for (const auto& [values, record] : all) {
    const StepRecord& of = rounds.record(record);
    const std::uint32_t events = rounds.switches(record, 0);
    const bool undisturbed = std::ranges::all_of(rounds.step(record).events, [](const RoundEvent& event) {
      return event.kind == RoundEvent::Kind::choose;
    });
    const auto [known, is_new] = fewest.try_emplace({values, of.broken.bits(), of.cost, undisturbed}, events);
    if (!is_new && known->second <= events) continue;
    known->second = events;
    first.emplace_back(values, record);
  }
  return first;
}

// How many rounds were left out at the first configurations of an instance. Chance tells rounds apart, so
// where something was tossed nothing is compared any more.
std::size_t compare_distinct(Machine& machine, std::size_t most) {
  Rounds& rounds = *machine.rounds();
  std::size_t left_out = 0;
  visit(machine, most, [&](const Values& at) -> std::vector<Found> {
    const std::vector<Found> every = rounds_at(rounds, at);
    if (rounds.tosses()) return {};
    std::vector<Found> distinct = rounds_at(rounds, at, Rounds::List::distinct);
    CHECK(rounds.rounds() == every.size());
    CHECK(distinct == distinct_of(rounds, every));
    left_out += every.size() - distinct.size();
    return distinct;
  });
  return left_out;
}

// The sum of what a function returns of the first instances of each model in lock step, without faults and
// with one.
template <class F>
std::size_t sum_over_instances(int most, const F& function) {
  std::size_t sum = 0;
  for (const Model* model : models()) {
    if (model->network != Network::rounds) continue;
    for (const Faults& faults : {Faults{}, Faults{.loss = 1}, Faults{.crash = 1}}) {
      for (int n = 1; n <= 4; ++n) {
        if (!is_tried()) continue;
        Scenario scenario = on(*model, std::string(model->about.topology), n);
        scenario.faults = faults;
        INFO(model->full_name(), " of ", n);
        Machine machine(scenario);
        Instances instances(scenario);
        Instance instance;
        for (int number = 0; number < most && instances.next(instance); ++number) {
          machine.load(instance);
          sum += function(machine);
        }
      }
    }
  }
  return sum;
}

// Its first choice comes to one of six ends, which differ in one thing each. Two more choices come to the
// first of them, too.
template <bool alike>
struct Careless {
  static constexpr About about{.name = "example",
                               .summary = "a test",
                               .source = "test",
                               .network = Network::rounds,
                               .topology = "ring",
                               .initiators = Initiative::all,
                               .processes = {1, 3}};
  static constexpr bool chooses_alike = alike;
  static constexpr bool asserts = true;
  static constexpr bool throws = true;
  static constexpr unsigned choices = 8;
  static constexpr std::size_t ends = 6;
  struct Message {
    bool nothing = false;
  };
  struct State {
    bool done = false;
    bool changed = false;
  };
  static bool decided(const State& s) { return s.done; }
  static void round(Process<Careless>& p) {
    if (std::exchange(p.state.done, true)) return;
    const unsigned end = p.choose(choices);
    p.state.changed = end == 1;
    if (end == 2) p.send(next, {});
    p.require(end != 3, "not the third one");
    if (end == 4) p.raise("an error");
    if (end == 5) p.send(next, {.nothing = true});
  }
};
BOOST_DESCRIBE_STRUCT(Careless<false>::Message, (), (nothing))
BOOST_DESCRIBE_STRUCT(Careless<false>::State, (), (done, changed))
BOOST_DESCRIBE_STRUCT(Careless<true>::Message, (), (nothing))
BOOST_DESCRIBE_STRUCT(Careless<true>::State, (), (done, changed))

// For how many rounds the first ones of a ring of so many stand, and how many are listed.
template <class M>
std::pair<std::uint64_t, std::size_t> first_rounds(int n) {
  const Model model = make_model<M>();
  Scenario scenario = on(model, "ring", n);
  scenario.identifiers = equal();
  Machine machine(scenario);
  Instances instances(scenario);
  Instance instance;
  REQUIRE(instances.next(instance));
  machine.load(instance);
  if (n < 4) compare_distinct(machine, 1000);
  const Values at(machine.values().component_count(), 0);
  const std::size_t listed = rounds_at(*machine.rounds(), at, Rounds::List::distinct).size();
  return {machine.rounds()->rounds(), listed};
}

}  // namespace

TEST_SUITE_BEGIN("machine");

TEST_CASE("a round in which nothing is left open is the one that the stages find") {
  const std::size_t compared = sum_over_instances(12, [](Machine& machine) {
    return machine.values().scenario().model->program->timing() == Timing::exchange
               ? compare_settled(machine, 300)
               : 0;
  });
  CHECK(compared > (brief ? 500 : 5000));
}

TEST_CASE("of the rounds that come to the same the first one is listed, and all are counted") {
  const std::size_t left_out =
      sum_over_instances(3, [](Machine& machine) { return compare_distinct(machine, 30); });
  CHECK(left_out > (brief ? 100 : 1000));
}

TEST_CASE("choices that come to the same are counted without being tried together") {
  using Each = Careless<false>;
  using Alike = Careless<true>;
  CHECK(first_rounds<Each>(1) == std::pair{std::uint64_t{Each::choices}, Each::ends});
  CHECK(first_rounds<Alike>(1) == std::pair{std::uint64_t{Alike::choices}, Alike::ends});
  CHECK(first_rounds<Each>(2).first == Each::choices * Each::choices);
  CHECK(first_rounds<Alike>(2) == std::pair{std::uint64_t{Alike::choices}, Alike::ends});
  CHECK(first_rounds<Alike>(3) == std::pair{std::uint64_t{Alike::choices}, Alike::ends});
  CHECK(first_rounds<Each>(5).first == Each::choices * Each::choices * 512);
}

TEST_CASE("a count that is too large stays at the greatest one") {
  Saturating count = 5;
  CHECK((count += 7) == 12);
  CHECK((count *= 3) == 36);
  CHECK((count *= Saturating::most / 36) == 36 * (Saturating::most / 36));
  CHECK((count += 36) == Saturating::most);
  CHECK((count += 1) == Saturating::most);
  CHECK((count *= 2) == Saturating::most);
  CHECK((count *= 0) == 0);
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
