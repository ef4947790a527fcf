// What a fast pass has finished when it ends, another pass takes over (Finished in passes.hpp), on its own or
// by several threads, with keys of the same length or longer ones. Both have to find what one pass alone
// finds.
#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <array>
#include <limits>
#include <memory>
#include <optional>

#include "engine/counts.hpp"
#include "engine/passes/passes.hpp"
#include "machine/machine.hpp"
#include "oracle/compared.hpp"
#include "toys/order_toy.hpp"
#include "toys/tape.hpp"
#include "toys/toy.hpp"

using namespace conclave;
using namespace conclave::testing;

namespace {

namespace handed_over {

constexpr std::size_t memory = std::size_t{16} << 20;
constexpr std::uint64_t most = 1 << 11;  // configurations; instances with more are not compared

// How far a search goes before the next pass takes over.
struct Way {
  std::uint64_t step = std::numeric_limits<std::uint64_t>::max();  // so many configurations more each time
  std::size_t longer = 0;                                          // by so many words
  int threads = 1;                                                 // of the passes that take over
};

struct Found {
  bool all = false;
  bool revoked = false;
  PropertySet without_lane;
  InstanceResult result;
  int taken_over = 0;
};

// Nothing if the instance is too large, or goes on for ever.
std::optional<Found> explore(const Scenario& scenario, const Instance& instance, PropertySet lanes,
                             const Way& way) {
  Limits limits(memory);
  Machine machine(scenario);
  Widths widths;
  std::unique_ptr<Finished> before;
  std::size_t words = 1;
  std::uint64_t states = std::min(way.step, most);
  Found found;
  while (true) {
    if (!before) machine.load(instance);
    widths.component.resize(machine.values().component_count(), Widths::first_bits);
    SizedPass made;
    if (before && way.threads > 1)
      made = make_parallel_pass(words, machine, limits, widths, lanes, way.threads);
    if (!made.pass) made = make_fast_pass(words, machine, limits, widths, lanes);
    if (!made.pass) return {};
    found.taken_over += before ? 1 : 0;
    const auto give_up = [&](std::size_t longer) {
      before = made.pass->finished();
      if (before) before->by = std::move(made.pass);
      words = made.words + longer;
    };
    try {
      found.all = made.pass->run(false, {.states = states}, std::move(before));
      found.revoked = made.pass->met_revocation();
      found.without_lane = made.pass->without_lane();
      found.result = std::move(made.pass->result);
      return found;
    } catch (const KeyOverflow&) {
      give_up(1);
      if (way.step > most) before.reset();  // This is what the others are compared with.
    } catch (const TooMany&) {
      if (states >= most) return {};
      states = std::min(states + states / 4 + way.step, most);
      give_up(words < 8 ? way.longer : 0);
    } catch (const LimitReached&) {
      return {};
    } catch (const ModelError&) {
      return {};
    }
  }
}

std::string difference(const Found& is, const Found& should) {
  std::string text;
  if (is.all != should.all) text += "whether all is known\n";
  if (is.revoked != should.revoked) text += "whether a decision is taken back\n";
  if (!should.all || !is.all) return text;
  text += difference_in_counts(is.result, should.result);
  for (std::size_t p = 0; p < most_properties; ++p) {
    const auto& path = std::as_const(is.result.violations)[p];
    const auto& other = std::as_const(should.result.violations)[p];
    if (path.has_value() != other.has_value() || (path && path->least != other->least))
      text += "violation of property " + std::to_string(p) + "\n";
  }
  return text;
}

struct Tally {
  int taken_over = 0;
  int violated = 0;
};

// Compares the first instances. Returns in what they differ.
std::string compare(const Scenario& scenario, Tally& tally) {
  static constexpr std::array ways{Way{.step = 5}, Way{.step = 40, .longer = 1},
                                   Way{.step = 20, .threads = 2}};
  Instances instances(scenario);
  Instance instance;
  for (int i = 0; i < 4 && instances.next(instance); ++i) {
    // A violated property has a lane afterwards.
    PropertySet lanes;
    std::optional<Found> expected;
    do {
      expected = explore(scenario, instance, lanes, {});
      lanes = lanes | (expected ? expected->without_lane : PropertySet{});
    } while (expected && !expected->without_lane.empty());
    if (!expected) return "";
    tally.violated += expected->result.violated() ? 1 : 0;
    for (const Way& way : ways) {
      const auto found = explore(scenario, instance, lanes, way);
      if (!found) return "";  // The initial configurations on the stack alone are too many.
      tally.taken_over += found->taken_over;
      if (const std::string wrong = difference(*found, *expected); !wrong.empty())
        return describe(scenario, instance) + "\n" + wrong;
    }
  }
  return "";
}

template <class Run>
void toy_agrees(const Run& run, Network network) {
  const Model model = model_of(run.toy);
  Tally tally;
  const std::string wrong = compare(scenario_of(run, model, network), tally);
  if (wrong.empty()) return;
  RC_LOG() << run << name(network) << "\n" << wrong;
  RC_FAIL("passes one after the other find something else than one alone");
}

}  // namespace handed_over

}  // namespace

TEST_SUITE_BEGIN("parallel");

TEST_CASE("what is finished is taken over by the next pass, on every model") {
  handed_over::Tally tally;
  for (const Network network : {Network::fifo, Network::bag, Network::set, Network::rounds}) {
    for (const Model* model : models()) {
      if (model->program->lock_step() != (network == Network::rounds)) continue;
      if (model->copies_network && network != model->network) continue;
      for (int n = 1; n <= 3; ++n) {
        Scenario scenario = on(*model, topologies_for(*model).front(), n);
        scenario.network = network;
        if (is_tried()) CHECK(handed_over::compare(scenario, tally) == "");
      }
    }
  }
  CHECK(tally.taken_over > (brief ? 100 : 1000));
  CHECK(tally.violated > (brief ? 5 : 50));
}

TEST_CASE("what is finished is taken over by the next pass, on random toys") {
  for (const Network network : {Network::fifo, Network::bag, Network::set}) {
    CHECK(rc::check("toys that are taken over",
                    [network] { handed_over::toy_agrees(read_tape(draw_tape(tape_length)), network); }));
    CHECK(rc::check("comparing toys that are taken over", [network] {
      handed_over::toy_agrees(read_order_tape(draw_tape(order_tape_length), false), network);
    }));
  }
}

TEST_SUITE_END();
