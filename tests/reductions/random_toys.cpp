// Random toys: every combination of reductions against none.
#include <doctest/doctest.h>
#include <rapidcheck.h>

#include "oracle/against_none.hpp"
#include "scenario/scenarios.hpp"
#include "sizes.hpp"
#include "toys/order_toy.hpp"
#include "toys/tape.hpp"
#include "toys/toy.hpp"

using namespace conclave;
using namespace conclave::testing;

namespace {

constexpr ReductionCaps caps{.memory = std::size_t{1} << 18, .replayed = 400};

template <class Run>
AgainstNone compare(const Run& run, const Scenario& scenario) {
  const AgainstNone found = against_none(scenario, caps);
  RC_PRE(found.compared);
  if (!found.difference.empty()) {
    RC_LOG() << run << name(scenario.network) << ", initiators " << describe(scenario.initiators) << "\n"
             << found.difference;
    RC_FAIL("a reduction changes the result");
  }
  return found;
}

// `independent`: counts for how many something was independent.
bool comparing_toys_agree(Network network, int& independent) {
  return rc::check("comparing toys on " + name(network), [network, &independent] {
    const OrderToyRun run = read_order_tape(draw_tape(order_tape_length), network == Network::rounds);
    const Model model = model_of(run.toy);
    Scenario scenario = scenario_of(run, model, network);
    scenario.topologies.insert(scenario.topologies.end(), run.more.begin(), run.more.end());
    const AgainstNone found = compare(run, scenario);
    RC_ASSERT(found.order == (run.identifiers.kind == Identifiers::Kind::all));
    const bool statements =
        std::ranges::any_of(run.toy.claims, [](const auto& claim) { return claim.form != Form::every_step; });
    const bool sees_network = statements && model.program->network_looked_at() != NetworkLook::nothing;
    if (network == Network::fifo && !sees_network) RC_ASSERT(found.independence);
    if (network == Network::rounds) RC_ASSERT(!found.independence);
    independent += found.independence ? 1 : 0;
  });
}

// At least one fault, of any kinds.
Faults read_faults(Tape& tape) {
  Faults faults;
  faults.loss = tape.percent(40) ? 1 : 0;
  faults.duplicate = tape.percent(40) ? 1 : 0;
  faults.crash = tape.percent(50) ? 1 + tape.below(2) : 0;
  faults.recover = faults.crash > 0 && tape.percent(40) ? 1 : 0;
  faults.byzantine = faults.byzantine_messages = tape.percent(30) ? 1 : 0;
  if (!faults.any()) faults.loss = 1;
  return faults;
}

// While faults are left, the adversary's steps at a process are among its steps. Toys that state something of
// configurations would not be explored in part.
bool faulty_toys_agree(Network network, int& independent) {
  return rc::check("toys with faults on " + name(network), [network, &independent] {
    OrderToyRun run = read_order_tape(draw_tape(order_tape_length), false);
    const std::vector<int> drawn = draw_tape(8);
    Tape tape(drawn);
    run.faults = read_faults(tape);
    std::erase_if(run.toy.claims, [](const auto& claim) { return claim.form != Form::every_step; });
    const Model model = model_of(run.toy);
    const Scenario scenario = scenario_of(run, model, network);
    const Reduction only{.symmetry = false, .order = false, .independence = true};
    const AgainstNone found = against_none(scenario, caps, {only, Reduction{}});
    RC_PRE(found.compared);
    if (!found.difference.empty()) {
      RC_LOG() << run << "initiators " << describe(scenario.initiators) << "\n" << found.difference;
      RC_FAIL("independence changes the result");
    }
    independent += found.independence ? 1 : 0;
  });
}

// Toys that look at the parity of identifiers: their orders cannot be explored by classes.
template <class Run>
AgainstNone number_toy_agrees(const Run& run, Network network) {
  const Model model = model_of(run.toy);
  const AgainstNone found = compare(run, scenario_of(run, model, network));
  // Of Byzantine processes nobody looks at the identifier.
  if (run.faults.byzantine < run.processes) RC_ASSERT(!found.order);
  return found;
}

bool number_toys_agree(Network network) {
  return rc::check("toys with numbers on " + name(network), [network] {
    const ToyRun run = read_tape(draw_tape(tape_length));
    const bool refused = number_toy_agrees(run, network).refused;
    if (!tells_places_apart(run.toy)) RC_ASSERT(!refused);
  });
}
// Toys with a slip: whatever a model makes of names, the reductions change nothing; and what is no function
// of its arguments gets no verdict.
struct Slips {
  int refused = 0;
  int errors = 0;
};
bool slipping_toys_agree(Network network, Slips& slips) {
  return rc::check("slipping toys on " + name(network), [network, &slips] {
    const OrderToyRun run = read_order_tape(draw_tape(order_tape_length), network == Network::rounds, true);
    const Model model = model_of(run.toy);
    Scenario scenario = scenario_of(run, model, network);
    scenario.topologies.insert(scenario.topologies.end(), run.more.begin(), run.more.end());
    try {
      const AgainstNone found = compare(run, scenario);
      slips.refused += found.refused || !found.order ? 1 : 0;
    } catch (const ModelError&) {
      RC_ASSERT(run.toy.slip == Slip::calls);
      ++slips.errors;
    }
  });
}
}  // namespace

TEST_CASE("slipping toys" * doctest::test_suite("reductions-slips")) {
  for (const Network network : {Network::fifo, Network::bag, Network::set, Network::rounds}) {
    Slips slips;
    CHECK(slipping_toys_agree(network, slips));
    CHECK(slips.refused > 0);
    CHECK(slips.errors > 0);
  }
}

TEST_CASE("comparing toys on fifo" * doctest::test_suite("reductions-fifo")) {
  int independent = 0;
  CHECK(comparing_toys_agree(Network::fifo, independent));
  CHECK(independent > 0);
}
TEST_CASE("toys with faults" * doctest::test_suite("reductions-faulty")) {
  for (const Network network : {Network::fifo, Network::bag}) {
    int independent = 0;
    CHECK(faulty_toys_agree(network, independent));
    CHECK(independent > 0);
  }
}
TEST_CASE("comparing toys on bag" * doctest::test_suite("reductions-bag")) {
  int independent = 0;
  CHECK(comparing_toys_agree(Network::bag, independent));
  CHECK(independent > 0);
}
TEST_CASE("comparing toys on set" * doctest::test_suite("reductions-set")) {
  int independent = 0;
  CHECK(comparing_toys_agree(Network::set, independent));
  CHECK((brief || independent > 0));  // it is rare there
}
TEST_CASE("comparing toys in lock step" * doctest::test_suite("reductions-lock-step")) {
  int independent = 0;
  CHECK(comparing_toys_agree(Network::rounds, independent));
}
TEST_CASE("toys with numbers" * doctest::test_suite("reductions-numbers")) {
  for (const Network network : {Network::fifo, Network::bag, Network::set}) CHECK(number_toys_agree(network));
}
