// Order classes broken on purpose: without any one of the answers on which they rest something comes out
// differently, and so these tests would notice.
#include <doctest/doctest.h>

#include "author/model.hpp"
#include "engine/run/explorer.hpp"
#include "machine/asked.hpp"
#include "machine/machine.hpp"
#include "reductions/examples.hpp"
#include "reductions/order_questions.hpp"
#include "scenario/order_classes.hpp"
#include "toys/toy_basics.hpp"

using namespace conclave;
using namespace conclave::testing;

namespace {

// Asks in one way only: is the root's identifier larger than that of its neighbour?
enum class Way {
  initial,
  facts,
  start,
  own_step,
  receive,
  accepts,
  notice,
  predicate,
  look,
  rounds_claimed,
  message,
  transition,
  round
};

// `deaf`: the comparisons that it makes are noted by nobody, as if the checker had forgotten to.
class Asker final : public Program {
 public:
  Asker(Way way, bool deaf) : way_(way), deaf_(deaf) {}

  Timing timing() const override {
    if (way_ == Way::round) return Timing::body;
    const bool exchange = way_ == Way::message || way_ == Way::transition || way_ == Way::rounds_claimed;
    return exchange ? Timing::exchange : Timing::handlers;
  }
  std::vector<Statement> statements() const override {
    if (way_ == Way::rounds_claimed) return {{Form::after_rounds, "ordered", "test"}};
    if (way_ == Way::predicate || way_ == Way::look) return {{Form::invariant, "ordered", "test"}};
    return {};
  }
  std::uint32_t evaluate(const Snapshot& snapshot, std::uint32_t /*one*/) const override {
    if (way_ == Way::look) return snapshot.crashed(0) || look(snapshot.id(0), snapshot.id(1)) ? 1 : 0;
    // Who has looked at messages is asked in every configuration, and nothing is taken to hold of all
    // identifiers.
    static_cast<void>(snapshot.in_flight());
    if (way_ == Way::predicate) return asked(snapshot.id(0), snapshot.id(1)) ? 1 : 0;
    return snapshot.rounds() == 1 ? 0 : 1;
  }
  int rounds_claimed(const Snapshot& snapshot) const override {
    if (way_ != Way::rounds_claimed) return -1;
    return asked(snapshot.id(0), snapshot.id(1)) ? 1 : 0;
  }
  std::optional<Encoded> looked_at(const Surroundings& around, const Encoded&, const Encoded&,
                                   When when) const override {
    if (way_ != Way::look) return {};
    return when == When::always && around.root ? Encoded{larger(around)} : Encoded{0};
  }
  const Shape& shape_of_looks(When) const override { return testing::record_of(1); }
  NetworkLook network_looked_at() const override {
    return way_ == Way::look ? NetworkLook::nothing : NetworkLook::messages;
  }

  Encoded initial(const Surroundings& around) const override {
    return {0, around.root && way_ == Way::initial && larger(around) ? 1 : 0};
  }
  Facts facts(const Surroundings& around, const Encoded& state) const override {
    Facts facts;
    facts.asleep = state[0] == 0 && timing() == Timing::handlers;
    facts.ready = state[0] == 1 && way_ == Way::own_step ? 1 : 0;
    facts.decided = !around.root || way_ != Way::facts || larger(around);
    facts.halted = state[0] > 1;
    return facts;
  }
  std::vector<Outcome> start(const Surroundings& around, const Encoded& state) const override {
    return sends(around, state, 1 + (says(around, Way::start) ? 1 : 0) + state[1]);
  }
  const std::vector<NamedStep>& own_steps() const override {
    static const std::vector<NamedStep> one{{"goes on", "own step `goes on`", true}};
    return one;
  }
  std::vector<Outcome> own_step(const Surroundings& around, const Encoded& state,
                                std::size_t) const override {
    return sends(around, state, says(around, Way::own_step) ? 1 : 0);
  }
  std::vector<Outcome> receive(const Surroundings& around, const Encoded& state, const Encoded& message,
                               Port) const override {
    const bool answers = message[0] == 0 && says(around, Way::receive);
    return sends(around, state, answers ? 1 : 0, 1);
  }
  bool accepts(const Surroundings& around, const Encoded&, const Encoded&, Port) const override {
    return !around.root || way_ != Way::accepts || larger(around);
  }
  std::vector<Outcome> notice(const Surroundings& around, const Encoded& state, Port) const override {
    return sends(around, state, says(around, Way::notice) ? 1 : 0);
  }
  std::optional<Encoded> message(const Surroundings& around, const Encoded& state, Port) const override {
    if (state[0] > 0 || (way_ == Way::message && !says(around, Way::message))) return {};
    return Encoded{0};
  }
  std::vector<Outcome> transition(const Surroundings& around, const Encoded& state,
                                  const std::vector<std::optional<Encoded>>&,
                                  const Findings&) const override {
    Outcome outcome;
    const bool at_once = !around.root || says(around, Way::transition);
    outcome.state = {at_once ? 2 : std::min(2, state[0] + 1), 0};
    return {outcome};
  }
  std::vector<Outcome> round(const Surroundings& around, const Encoded& state,
                             const Findings&) const override {
    if (state[0] > 0) return sends(around, state, 0);
    return sends(around, state, says(around, Way::round) ? 1 : 0);
  }
  std::vector<std::string> message_kinds() const override { return {"message"}; }
  std::size_t kind_of(const Encoded&) const override { return 0; }
  const Shape& state_shape() const override { return testing::record_of(2); }
  const Shape& message_shape() const override { return testing::record_of(1); }

 private:
  bool asked(Id a, Id b) const {
    if (!deaf_) return a > b;
    Comparisons unheard;
    return a > b;
  }
  // A function of a single state is asked by predicates, too. That it is heard there does not help.
  static bool look(Id a, Id b) {
    const LookAtOne look;
    return a > b;
  }
  bool larger(const Surroundings& around) const { return asked(around.id, around.neighbours.at(0)); }
  bool says(const Surroundings& around, Way way) const {
    return around.root && way == way_ && larger(around);
  }
  std::vector<Outcome> sends(const Surroundings&, const Encoded& state, int count, int message = 0) const {
    Outcome outcome;
    outcome.state = {std::min(2, state[0] + 1), state[1]};
    for (; count > 0; --count) outcome.sendings.push_back({false, 0, {message}});
    return {outcome};
  }

  const Way way_;
  const bool deaf_;
};

// Of two processes, the root at place 0 asks.
std::string difference_of(Way way, bool deaf) {
  Model model;
  model.name = model.about.name = "asker";
  model.knows = Knowledge::root | Knowledge::neighbours;
  model.detects_crashes = way == Way::notice;
  model.program = std::make_unique<Asker>(way, deaf);
  model.sleeps = model.program->timing() == Timing::handlers;
  PropertySet standard;
  standard.add(PropertyId::termination);
  state_properties(model, standard);
  Scenario scenario;
  scenario.model = &model;
  scenario.processes = 2;
  scenario.topology = "line";
  scenario.topologies = {make_line(2)};
  scenario.network = model.program->lock_step() ? Network::rounds : Network::bag;
  scenario.faults.crash = way == Way::notice ? 1 : 0;
  scenario.initiators = all();
  scenario.properties = model.all_properties();
  // Who is deaf would be noticed by what it does under other names.
  return difference_with(scenario, only_order, {.names_opaque = !deaf});
}

// All orders by classes, by hand: without the facts that `keep` says no to.
struct Sum {
  Rational orders;
  Rational messages;   // of every order's most expensive execution
  Rational violating;  // orders

  friend bool operator==(const Sum&, const Sum&) = default;
};

template <class Keep>
Sum sum_by_classes(Scenario scenario, Keep keep) {
  scenario.reduction = only_order;
  Limits limits(std::size_t{1} << 28);
  Explorer explorer(scenario, limits);
  OrderClasses classes(scenario);
  Regions regions(classes);
  OrderClasses::Region region;
  Sum sum;
  while (regions.next(region)) {
    const Instance instance = OrderClasses::representative(scenario, region);
    const InstanceResult result = explorer.explore(instance);
    std::vector<Asked::Fact> kept;
    const auto& facts = explorer.machine().asked().facts();
    for (std::size_t k = 0; k < facts.size(); ++k) {
      if (keep(instance, facts[k], k)) kept.push_back(facts[k]);
    }
    auto covered = classes.covered(region, kept, true);
    sum.orders += covered.orders;
    sum.messages += covered.orders * result.costs.at(Costs::messages).max.value_or(1000);
    if (result.violated()) sum.violating += covered.orders;
    regions.add(std::move(covered.left));
  }
  return sum;
}

Sum sum_of_all(Scenario scenario) {
  scenario.reduction = Reduction::none();
  Limits limits(std::size_t{1} << 28);
  Explorer explorer(scenario, limits);
  Instances instances(scenario);
  Instance instance;
  Sum sum;
  while (instances.next(instance)) {
    const InstanceResult result = explorer.explore(instance);
    sum.orders += 1;
    sum.messages += result.costs.at(Costs::messages).max.value_or(1000);
    if (result.violated()) sum.violating += 1;
  }
  return sum;
}

const auto every_fact = [](const Instance&, Asked::Fact, std::size_t) { return true; };
bool speaks_of_largest(const Instance& instance, Asked::Fact fact) {
  return instance.ids[static_cast<std::size_t>(fact.second)] ==
         given_id(static_cast<std::int32_t>(instance.ids.size()));
}

// The root leads, whoever it is.
struct RootLeads {
  static constexpr About about = example(Initiative::all);
  static constexpr Knowledge knows = Knowledge::root;
  struct Message {
    bool there;
  };
  struct State {
    bool awake = false;
    bool leads = false;
  };
  static bool asleep(const State& s) { return !s.awake; }
  static bool is_leader(const State& s) { return s.leads; }
  static bool decided(const State& s) { return s.awake; }
  static void start(auto& p) { p.state = {.awake = true, .leads = p.is_root()}; }
  static void receive(auto&, Message, Port) {}
};
BOOST_DESCRIBE_STRUCT(RootLeads::Message, (), (there))
BOOST_DESCRIBE_STRUCT(RootLeads::State, (), (awake, leads))

// The root leads as soon as its neighbour is gone.
struct Heir : RootLeads {
  static void start(auto& p) { p.state.awake = true; }
  static void crashed(auto& p, Port) { p.state.leads = p.is_root(); }
};

// Believes in whom it heard of last, once its neighbour is gone.
struct Believers {
  static constexpr About about = example(Initiative::all);
  struct Message {
    Id id;
  };
  struct State {
    bool awake = false;
    bool bereft = false;
    std::optional<Id> last;
  };
  static bool asleep(const State& s) { return !s.awake; }
  static std::optional<Id> leader(const State& s) { return s.bereft ? s.last : std::nullopt; }
  static void start(auto& p) { p.state.awake = true; }
  static void receive(auto& p, Message m, Port) { p.state.last = m.id; }
  static void crashed(auto& p, Port) { p.state.bereft = true; }
};
BOOST_DESCRIBE_STRUCT(Believers::Message, (), (id))
BOOST_DESCRIBE_STRUCT(Believers::State, (), (awake, bereft, last))

}  // namespace

TEST_SUITE_BEGIN("reductions-broken");

TEST_CASE("order classes deaf to one way of asking") {
  for (int way = 0; way <= static_cast<int>(Way::round); ++way) {
    CAPTURE(way);
    CHECK(difference_of(static_cast<Way>(way), false) == "");
    CHECK(difference_of(static_cast<Way>(way), true) != "");
  }
}

TEST_CASE("orders that share what they answer differently about") {
  for (const auto& initiators : {all(), any()}) {
    Scenario scenario = on_ring(*find_model("chang-roberts"), 4);
    scenario.initiators = initiators;
    CHECK(difference_with(scenario, only_order) == "");
    Provisos broken;
    broken.answers_alike = false;
    CHECK(difference_with(scenario, only_order, broken) != "");
  }
}

TEST_CASE("order classes without one of the facts that were asked") {
  for (int n = 2; n <= 5; ++n) {
    Scenario scenario = on_ring(*find_model("chang-roberts"), n);
    scenario.initiators = all();
    scenario.properties = {};
    const Sum all = sum_of_all(scenario);
    CHECK(sum_by_classes(scenario, every_fact) == all);
    for (int k = 0; k < n - 1; ++k) {
      const auto but_one = [&](const Instance&, Asked::Fact, std::size_t at) {
        return at != static_cast<std::size_t>(k);
      };
      const Sum wrong = sum_by_classes(scenario, but_one);
      CAPTURE(n);
      CAPTURE(k);
      CHECK(wrong.orders == all.orders);
      CHECK((n == 2 || wrong != all));
    }
  }
}

TEST_CASE("order classes without what a property asks") {
  const auto nothing = [](const Instance&, Asked::Fact, std::size_t) { return false; };
  const auto only_of_largest = [](const Instance& instance, Asked::Fact fact, std::size_t) {
    return speaks_of_largest(instance, fact);
  };
  {
    const Model model = make_model<RootLeads>();
    const Scenario scenario = only(on_ring(model, 3), PropertyId::max_id);
    const Sum all = sum_of_all(scenario);
    CHECK(all.violating == 4);
    CHECK(sum_by_classes(scenario, every_fact) == all);
    CHECK(sum_by_classes(scenario, nothing).violating != 4);
    CHECK(difference_with(scenario, only_order) == "");  // where orders share what is known, too
  }
  {
    // On 0-1-2, if 1 crashed: is the root larger than 2?
    const Model model = make_model<Heir>();
    Scenario scenario = only(on_ring(model, 3), PropertyId::max_id);
    scenario.topologies = {make_line(3)};
    scenario.faults.crash = 1;
    const Sum all = sum_of_all(scenario);
    CHECK(all.violating == 3);
    CHECK(sum_by_classes(scenario, every_fact) == all);
    CHECK(sum_by_classes(scenario, only_of_largest).violating != 3);
    CHECK(difference_with(scenario, only_order) == "");
  }
}

// Whom somebody believes in may be gone, and is compared all the same with those who live.
TEST_CASE("belief in one who is gone") {
  const Model model = make_model<Believers>();
  Scenario scenario = only(on_ring(model, 3), PropertyId::max_id);
  scenario.topologies = {make_star(3)};
  scenario.faults = {.crash = 1, .byzantine = 1, .byzantine_messages = 1};
  scenario.byzantine_at = {2};
  CHECK(check_all(scenario, Reduction::none()).properties.at(0).violating_orders == 4);
  CHECK(difference_with(scenario, only_order) == "");
}

TEST_SUITE_END();
