// Reductions broken on purpose: without any one of the conditions on which they rest something comes out
// differently, and so these tests would notice.
#include <doctest/doctest.h>

#include "explore/explorer.hpp"
#include "machine/asked.hpp"
#include "reductions/against_none.hpp"
#include "scenario/order_classes.hpp"
#include "scenario/scenarios.hpp"

using namespace conclave;
using namespace conclave::testing;

namespace {

constexpr Reduction only_independence{
    .symmetry = false, .order = false, .independence = true, .provisos = {}};
constexpr Reduction only_order{.symmetry = false, .order = true, .independence = false, .provisos = {}};

std::string difference_with(const Scenario& scenario, const Reduction& reduction) {
  return difference(scenario, check_all(scenario, reduction), check_all(scenario, Reduction::none()));
}

// With all conditions nothing differs; without this one something does.
void shows_what_for(bool Provisos::*proviso, const Scenario& scenario) {
  CHECK(difference_with(scenario, only_independence) == "");
  Reduction broken = only_independence;
  broken.provisos.*proviso = false;
  CHECK(difference_with(scenario, broken) != "");
}

constexpr About example(Initiative initiators) {
  return {.name = "example",
          .summary = "a test",
          .source = "test",
          .network = Network::fifo,
          .topology = "ring",
          .initiators = initiators,
          .processes = {1, 3}};
}

// Who starts takes two steps of its own, between which it is in front; it never listens.
struct Turns {
  static constexpr About about = example(Initiative::all);
  struct Message {
    bool there;
  };
  enum class Phase { asleep, ready, in_front, done };
  struct State {
    Phase phase = Phase::asleep;
  };
  static bool asleep(const State& s) { return s.phase == Phase::asleep; }
  static bool running(const State& s) { return s.phase == Phase::ready || s.phase == Phase::in_front; }
  static bool receptive(const State&) { return false; }
  static bool decided(const State& s) { return s.phase == Phase::done; }
  static void start(auto& p) {
    p.state.phase = Phase::ready;
    p.send(next, {true});
  }
  static void resume(auto& p) {
    p.state.phase = p.state.phase == Phase::ready ? Phase::in_front : Phase::done;
  }
  static void receive(auto&, Message, Port) {}
};
BOOST_DESCRIBE_ENUM(Turns::Phase, asleep, ready, in_front, done)
BOOST_DESCRIBE_STRUCT(Turns::Message, (), (there))
BOOST_DESCRIBE_STRUCT(Turns::State, (), (phase))

// Who is in front leads, and then takes that back.
struct LeadersInTurn : Turns {
  static bool is_leader(const State& s) { return s.phase == Phase::in_front; }
};
// Nobody leads, but it is stated of configurations that there is one in front at most.
struct OneAtATime : Turns {
  static std::vector<Stated<OneAtATime>> properties() {
    return {{Form::invariant, "one-at-a-time", "", [](const Global<OneAtATime>& g) {
               int in_front = 0;
               for (int i = 0; i < g.processes(); ++i)
                 in_front += g.state(i).phase == Phase::in_front ? 1 : 0;
               return in_front < 2;
             }}};
  }
};

// Who starts by itself sends a message, or two if its identifier is larger than its neighbour's; who is woken
// sends nothing.
struct Woken {
  static constexpr About about = example(Initiative::any);
  static constexpr Knowledge knows = Knowledge::neighbours;
  struct Message {
    bool there;
  };
  struct State {
    bool awake = false;
  };
  static bool asleep(const State& s) { return !s.awake; }
  static bool decided(const State& s) { return s.awake; }
  static void start(auto& p) {
    p.state.awake = true;
    p.send(next, {true});
    if (p.id > p.neighbour(next)) p.send(next, {true});
  }
  static void receive(auto& p, Message, Port) { p.state.awake = true; }
};
BOOST_DESCRIBE_STRUCT(Woken::Message, (), (there))
BOOST_DESCRIBE_STRUCT(Woken::State, (), (awake))

// Who starts owes one more step, and another message; who sleeps does not listen.
struct Sleepers {
  static constexpr About about = example(Initiative::any);
  struct Message {
    bool there;
  };
  struct State {
    int sent = 0;
  };
  static bool asleep(const State& s) { return s.sent == 0; }
  static bool running(const State& s) { return s.sent == 1; }
  static bool receptive(const State& s) { return s.sent > 0; }
  static bool decided(const State&) { return true; }
  static void start(auto& p) { resume(p); }
  static void resume(auto& p) {
    ++p.state.sent;
    p.send(next, {true});
  }
  static void receive(auto&, Message, Port) {}
};
BOOST_DESCRIBE_STRUCT(Sleepers::Message, (), (there))
BOOST_DESCRIBE_STRUCT(Sleepers::State, (), (sent))

// Who starts sends several messages at once, none of which is ever passed on.
struct Handful {
  static constexpr About about = example(Initiative::all);
  enum class Kind { a, b, c, d, answer };
  struct Message {
    Kind kind;
  };
  struct State {
    bool awake = false;
    int seen = 0;
  };
  static bool asleep(const State& s) { return !s.awake; }
  static bool decided(const State& s) { return s.awake; }
  static void start(auto& p) {
    p.state.awake = true;
    for (const Kind kind : {Kind::a, Kind::b, Kind::c, Kind::d}) p.send(next, {kind});
  }
};
BOOST_DESCRIBE_ENUM(Handful::Kind, a, b, c, d, answer)
BOOST_DESCRIBE_STRUCT(Handful::Message, (), (kind))
BOOST_DESCRIBE_STRUCT(Handful::State, (), (awake, seen))

// The last message is what counts.
struct LastWord : Handful {
  static void receive(auto& p, Message m, Port) { p.state.seen = static_cast<int>(m.kind); }
};
// Answers a only after b, c and d in this order, which by themselves, before or after a, are nothing to it.
struct AfterAll : Handful {
  static void receive(auto& p, Message m, Port) {
    int& seen = p.state.seen;
    if (m.kind == Kind::b) seen = 1;
    if (m.kind == Kind::c && seen == 1) seen = 2;
    if (m.kind == Kind::d && seen == 2) seen = 3;
    if (m.kind == Kind::a && seen == 3) p.send(next, {Kind::answer});
  }
};
// What it does is the same whichever comes first, but a should not come after b.
struct OneBeforeTheOther : Handful {
  static constexpr bool asserts = true;
  static void receive(auto& p, Message m, Port) {
    if (m.kind == Kind::a) p.require(p.state.seen == 0, "b comes after a");
    if (m.kind == Kind::b) p.state.seen = 1;
  }
};

// Or b should not come before a.
struct TheOtherBeforeTheOne : Handful {
  static constexpr bool asserts = true;
  static void receive(auto& p, Message m, Port) {
    if (m.kind == Kind::a) p.state.seen = 1;
    if (m.kind == Kind::b) p.require(p.state.seen == 1, "a comes before b");
  }
};

// Wakes of a; if it dreams of b before, and then starts by itself, it answers.
struct Dreamer : Handful {
  static void start(auto& p) {
    if (p.state.seen == 1) p.send(next, {Kind::answer});
    Handful::start(p);
  }
  static void receive(auto& p, Message m, Port) {
    if (m.kind == Kind::a) p.state.awake = true;
    if (m.kind == Kind::b && !p.state.awake) p.state.seen = 1;
  }
};

// Is in front after b and until a, and never if a comes first.
struct ForAMoment : Handful {
  static bool in_front(const auto& s) { return s.seen == 1; }
  static void receive(auto& p, Message m, Port) {
    if (m.kind == Kind::a) p.state.seen = 2;
    if (m.kind == Kind::b && p.state.seen == 0) p.state.seen = 1;
  }
};
struct LeadsForAMoment : ForAMoment {
  static bool is_leader(const State& s) { return in_front(s); }
};
struct DecidedForAMoment : ForAMoment {
  static bool decided(const State& s) { return in_front(s); }
};
// Of two, each believes in the other.
struct BelievesForAMoment : ForAMoment {
  static constexpr Knowledge knows = Knowledge::place;
  struct State {
    Place other;
    bool awake = false;
    int seen = 0;
  };
  static State initial(const Self<BelievesForAMoment>& self) {
    return {.other = Place(1 - self.place().value())};
  }
  static bool asleep(const State& s) { return !s.awake; }
  static std::optional<Place> leader(const State& s) {
    return in_front(s) ? std::optional(s.other) : std::nullopt;
  }
  static bool decided(const State& s) { return s.awake; }
};
BOOST_DESCRIBE_STRUCT(BelievesForAMoment::State, (), (other, awake, seen))

// Writes to its neighbour's identifier; whoever has that may read it.
struct Letters {
  static constexpr About about = example(Initiative::all);
  static constexpr Addressing addressing = Addressing::by_identifier;
  static constexpr Knowledge knows = Knowledge::neighbours;
  struct Message {
    bool there;
  };
  struct State {
    bool awake = false;
    bool read = false;
  };
  static bool asleep(const State& s) { return !s.awake; }
  static bool decided(const State& s) { return s.awake; }
  static void start(auto& p) {
    p.state.awake = true;
    p.send_to(p.neighbour(next), {true});
  }
  static void receive(auto& p, Message, Port) { p.state.read = true; }
};
BOOST_DESCRIBE_STRUCT(Letters::Message, (), (there))
BOOST_DESCRIBE_STRUCT(Letters::State, (), (awake, read))

Scenario on_bag(Scenario scenario) {
  scenario.network = Network::bag;
  return scenario;
}

Scenario only(Scenario scenario, PropertyId property) {
  scenario.properties = {};
  scenario.properties.add(property);
  return scenario;
}

// Asks in one way only: is the root's identifier larger than that of its neighbour?
enum class Way {
  initial,
  facts,
  start,
  resume,
  receive,
  accepts,
  notice,
  predicate,
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
    if (way_ == Way::predicate) return {{Form::invariant, "ordered", "test"}};
    return {};
  }
  std::uint32_t evaluate(const Snapshot& snapshot) const override {
    if (way_ == Way::predicate) return asked(snapshot.id(0), snapshot.id(1)) ? 1 : 0;
    return snapshot.rounds() == 1 ? 0 : 1;
  }
  int rounds_claimed(const Snapshot& snapshot) const override {
    if (way_ != Way::rounds_claimed) return -1;
    return asked(snapshot.id(0), snapshot.id(1)) ? 1 : 0;
  }

  Encoded initial(const Surroundings& around) const override {
    return {0, around.root && way_ == Way::initial && larger(around) ? 1 : 0};
  }
  Facts facts(const Surroundings& around, const Encoded& state) const override {
    Facts facts;
    facts.asleep = state[0] == 0 && timing() == Timing::handlers;
    facts.running = state[0] == 1 && way_ == Way::resume;
    facts.decided = !around.root || way_ != Way::facts || larger(around);
    facts.halted = state[0] > 1;
    return facts;
  }
  std::vector<Outcome> start(const Surroundings& around, const Encoded& state) const override {
    return sends(around, state, 1 + (says(around, Way::start) ? 1 : 0) + state[1]);
  }
  std::vector<Outcome> resume(const Surroundings& around, const Encoded& state) const override {
    return sends(around, state, says(around, Way::resume) ? 1 : 0);
  }
  std::vector<Outcome> receive(const Surroundings& around, const Encoded& state, const Encoded& message,
                               Port) const override {
    const bool answers = message[0] == 0 && says(around, Way::receive);
    return sends(around, state, answers ? 1 : 0, 1);
  }
  bool accepts(const Surroundings& around, const Encoded&, const Encoded&) const override {
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
  Json state_json(const Encoded& state) const override { return state; }
  Json message_json(const Encoded& message) const override { return message; }

 private:
  bool asked(Id a, Id b) const {
    if (!deaf_) return a > b;
    Comparisons unheard;
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
  return difference_with(scenario, only_order);
}

// All orders by classes, by hand: without the facts that `keep` says no to.
struct Sum {
  boost::multiprecision::cpp_int orders;
  boost::multiprecision::cpp_int messages;   // of every order's most expensive execution
  boost::multiprecision::cpp_int violating;  // orders

  friend bool operator==(const Sum&, const Sum&) = default;
};

template <class Keep>
Sum sum_by_classes(Scenario scenario, Keep keep) {
  scenario.reduction = only_order;
  Limits limits(std::size_t{1} << 28);
  Explorer explorer(scenario, limits);
  OrderClasses classes(scenario);
  OrderClasses::Region region;
  Sum sum;
  while (classes.next(region)) {
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
    classes.add(std::move(covered.left));
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
         Id(static_cast<std::int32_t>(instance.ids.size()));
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

TEST_CASE("independence without one of its conditions") {
  SUBCASE("no fault is left") {
    Scenario scenario = on_ring(*find_model("chang-roberts"), 2);
    scenario.initiators = all();
    scenario.faults.loss = 1;
    shows_what_for(&Provisos::no_fault_left, scenario);
  }
  SUBCASE("all channels to it hold a message") {
    const Model model = make_model<Woken>();
    Scenario scenario = on_ring(model, 2);
    scenario.initiators = listed({0, 1});
    shows_what_for(&Provisos::channels_filled, scenario);
  }
  SUBCASE("nobody else reads its channels") {
    Scenario scenario = on_ring(*find_model("harmony-leader"), 3);
    scenario.network = Network::fifo;
    scenario.identifiers = duplicates();
    shows_what_for(&Provisos::channels_its_own, scenario);
  }
  SUBCASE("it owes a step") {
    const Model model = make_model<Sleepers>();
    shows_what_for(&Provisos::step_owed, on_ring(model, 2));
  }
  SUBCASE("nobody takes a decision back") {
    const Model model = make_model<LeadersInTurn>();
    shows_what_for(&Provisos::decisions_stay, only(on_ring(model, 2), PropertyId::unique_leader));
  }
  SUBCASE("nothing is stated of configurations") {
    const Model model = make_model<OneAtATime>();
    shows_what_for(&Provisos::no_statements,
                   only(on_ring(model, 2), static_cast<PropertyId>(standard_count)));
  }
}

TEST_CASE("independence on bag without one of its conditions") {
  SUBCASE("no fault is left") {
    Scenario scenario = on_bag(on_ring(*find_model("chang-roberts"), 2));
    scenario.initiators = all();
    scenario.faults.loss = 1;
    shows_what_for(&Provisos::no_fault_left, scenario);
  }
  SUBCASE("nobody else reads the channel") {
    const Model model = make_model<Letters>();
    Scenario scenario = on_bag(on_ring(model, 3));
    scenario.identifiers = duplicates();
    shows_what_for(&Provisos::channels_its_own, scenario);
  }
  SUBCASE("it is owed") {
    const Model model = make_model<Sleepers>();
    shows_what_for(&Provisos::step_owed, on_bag(on_ring(model, 2)));
  }
  SUBCASE("nobody takes a decision back") {
    const Model model = make_model<LeadersInTurn>();
    shows_what_for(&Provisos::decisions_stay, on_bag(only(on_ring(model, 2), PropertyId::unique_leader)));
  }
  SUBCASE("nor would, had another step come before") {
    const Model leads = make_model<LeadsForAMoment>();
    shows_what_for(&Provisos::decisions_stay, on_bag(only(on_ring(leads, 2), PropertyId::unique_leader)));
    const Model believes = make_model<BelievesForAMoment>();
    shows_what_for(&Provisos::decisions_stay, on_bag(only(on_ring(believes, 2), PropertyId::agreement)));
    const Model decided = make_model<DecidedForAMoment>();
    shows_what_for(&Provisos::decisions_stay, on_bag(only(on_ring(decided, 2), PropertyId::can_elect)));
  }
  SUBCASE("nothing is stated of configurations") {
    const Model model = make_model<OneAtATime>();
    shows_what_for(&Provisos::no_statements,
                   on_bag(only(on_ring(model, 2), static_cast<PropertyId>(standard_count))));
  }
  SUBCASE("it commutes") {
    const Model model = make_model<LastWord>();
    shows_what_for(&Provisos::steps_commute, on_bag(on_ring(model, 2)));
  }
  SUBCASE("whatever comes before") {
    const Model model = make_model<AfterAll>();
    shows_what_for(&Provisos::whatever_comes, on_bag(on_ring(model, 2)));
  }
  SUBCASE("either way the same is broken") {
    const Model model = make_model<OneBeforeTheOther>();
    shows_what_for(&Provisos::broken_alike, on_bag(on_ring(model, 2)));
    const Model other = make_model<TheOtherBeforeTheOne>();
    shows_what_for(&Provisos::broken_alike, on_bag(on_ring(other, 2)));
  }
}

// That it starts is optional, and only possible until a arrives.
TEST_CASE("independence on bag, where a step stands for all but what its process may do by itself") {
  const Model model = make_model<Dreamer>();
  Scenario scenario = on_bag(on_ring(model, 2));
  scenario.initiators = any();
  CHECK(check_all(scenario, only_independence).reduction.independence);
  CHECK(difference_with(scenario, only_independence) == "");
}

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
    Reduction broken = only_order;
    broken.provisos.answers_alike = false;
    CHECK(difference_with(scenario, broken) != "");
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
