// What the reductions of chance rest on: models for which they are not taken.
#include <algorithm>

#include "author/model.hpp"
#include "engine/examples.hpp"
#include "engine/run/check.hpp"

using namespace conclave;
using namespace conclave::testing;

namespace {

// Tosses again after a head: how often is a matter of chance.
struct Again {
  static constexpr About about = example(Network::fifo);
  static constexpr bool anonymous = true;
  struct Message {
    int left;
  };
  struct State {
    bool awake = false;
  };
  static bool asleep(const State& s) { return !s.awake; }
  static bool decided(const State& s) { return s.awake; }
  static void start(auto& p) {
    p.state.awake = true;
    if (p.toss(2) == 1 && p.toss(3) > 0) p.send(next, {0});
  }
  static void receive(auto&, Message, Port) {}
};

// Whom the second message reaches before the first one pays with a toss.
struct Overtaken {
  static constexpr About about = example(Network::fifo);
  static constexpr bool anonymous = true;
  enum class Kind { first, second, fine };
  struct Message {
    Kind kind;
  };
  struct State {
    bool awake = false;
    bool heard = false;
  };
  static bool asleep(const State& s) { return !s.awake; }
  static bool decided(const State& s) { return s.heard; }
  static void start(auto& p) {
    p.state.awake = true;
    p.send(next, {Kind::first});
  }
  static void receive(auto& p, Message m, Port) {
    if (m.kind == Kind::first) p.send(next, {Kind::second});
    if (m.kind == Kind::second && !p.state.heard && p.toss(2) == 1) p.send(next, {Kind::fine});
    p.state.heard = p.state.heard || m.kind == Kind::first;
  }
};

// Lock step: draws three times. What it does with a new draw depends on the one that comes in.
enum class Misuse { none, tosses, keeps, draws_twice };
template <Misuse misuse>
struct Drawing {
  static constexpr About about = {
      .name = "example", .summary = "a test", .source = "test", .topology = "ring", .processes = {1, 2}};
  static constexpr bool anonymous = true;
  static constexpr Elects elects = Elects::anyone;
  struct Message {
    Draw draw;
  };
  struct State {
    int rounds = 0;
    std::optional<Draw> drawn;
    std::optional<Draw> kept;
    int wins = 0;
  };
  static bool is_leader(const State& s) { return s.wins == 2; }
  static bool decided(const State& s) { return s.rounds == 3; }
  static std::optional<Message> message(const Self<Drawing>&, const State& s, Port) {
    if (s.drawn && s.rounds < 3) return Message{*s.drawn};
    return {};
  }
  static void transition(Process<Drawing>& p, const Incoming<Message>& in) {
    State& s = p.state;
    if (s.rounds == 3) return;
    ++s.rounds;
    if (misuse == Misuse::none && in[previous] && *s.drawn > in[previous]->draw) ++s.wins;
    if (misuse == Misuse::keeps && !s.kept) s.kept = s.drawn;
    s.drawn = p.draw(2);
    if (misuse == Misuse::draws_twice && p.draw(2) > *s.drawn) ++s.wins;
    if (misuse == Misuse::keeps && s.kept && *s.drawn > *s.kept) ++s.wins;
    if (misuse == Misuse::tosses && in[previous] && *s.drawn > in[previous]->draw && p.toss(2) == 1) ++s.wins;
  }
};

Scenario drawing(const Model& model, bool draws) {
  Scenario scenario = on_ring(model, 2);
  scenario.reduction = Reduction::none();
  scenario.reduction.draws = draws;
  return scenario;
}

CheckResult expected_of(const Scenario& scenario) {
  Limits limits(std::size_t{1} << 30);
  return check(scenario, limits, {.keep_going = true, .expected = true, .by_case = true});
}

template <Misuse misuse>
void draws_are_refused(bool refused) {
  static const Model model = make_model<Drawing<misuse>>();
  const CheckResult with = expected_of(drawing(model, true));
  const CheckResult without = expected_of(drawing(model, false));
  CHECK(std::ranges::any_of(with.refused, [](const Refusal& r) { return r.of == Refusal::Of::draws; }) ==
        refused);
  CHECK(with.reduction.draws == !refused);
  REQUIRE(with.properties.size() == without.properties.size());
  for (std::size_t k = 0; k < with.properties.size(); ++k)
    CHECK(with.properties[k].verdict == without.properties[k].verdict);
  for (std::size_t cost = 0; cost < with.costs.size(); ++cost)
    CHECK(with.costs[cost].expected == without.costs[cost].expected);
  CHECK((refused ? with.states == without.states : with.states < without.states));
}

}  // namespace

TEST_SUITE_BEGIN("engine");

TEST_CASE("who tosses a number of times that chance decides") {
  static const Model model = make_model<Again>();
  for (int n = 1; n <= 2; ++n) {
    const CheckResult result = expected_of(on_ring(model, n));
    const CostResult& cost = result.costs.front();
    REQUIRE(cost.expected);
    REQUIRE(result.cases.size() == 1);
    CHECK(result.cases.begin()->second.costs.front().expected == cost.expected);  // claims read this
    CHECK(cost.expected->least == Bounds{{n, 3}, {n, 3}});
    CHECK(cost.expected->greatest == Bounds{{n, 3}, {n, 3}});
  }
}

TEST_CASE("more than the order of draws is noticed, and then every draw is explored") {
  draws_are_refused<Misuse::none>(false);
  draws_are_refused<Misuse::tosses>(true);
  draws_are_refused<Misuse::keeps>(true);
  draws_are_refused<Misuse::draws_twice>(true);
}

TEST_CASE("who is overtaken may pay, on bag and not on fifo") {
  static const Model model = make_model<Overtaken>();
  for (const Network network : {Network::fifo, Network::bag}) {
    Scenario with = on_ring(model, 2);
    with.network = network;
    with.reduction = Reduction{};
    Scenario without = with;
    without.reduction = Reduction::none();
    const auto reduced = expected_of(with).costs.front();
    const auto plain = expected_of(without).costs.front();
    CHECK(reduced.expected == plain.expected);
    CHECK((plain.max == 4) == (network == Network::fifo));
    if (network == Network::bag) CHECK(reduced.expected->greatest == Bounds{{9, 2}, {9, 2}});
  }
}

TEST_SUITE_END();
