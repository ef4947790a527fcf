// What a model states: the standard properties that apply, and its own.
#include <doctest/doctest.h>

#include "author/model.hpp"

using namespace conclave;

namespace {

struct Base {
  static constexpr About about{.name = "test",
                               .summary = "a test",
                               .source = "test",
                               .network = Network::fifo,
                               .topology = "ring",
                               .initiators = Initiative::all,
                               .processes = {1, 2}};
  struct Message {
    int number;
  };
  struct State {
    int count = 0;
  };
  static bool asleep(const State& s) { return s.count == 0; }
  static bool decided(const State& s) { return s.count == 1; }
  static void start(auto& p) { p.state.count = 1; }
  static void receive(auto&, Message, Port) {}
};
BOOST_DESCRIBE_STRUCT(Base::Message, (), (number))
BOOST_DESCRIBE_STRUCT(Base::State, (), (count))

struct Plain : Base {};
struct Asserting : Base {
  static constexpr bool asserts = true;
  static std::optional<Id> leader(const State&) { return {}; }
};
struct Stating : Base {
  using Seen = Global<Stating>;
  static std::vector<Stated<Stating>> properties() {
    return {
        {Form::invariant, "small", "counts stay small", [](const Seen& g) { return g.state(0).count < 5; }},
        {Form::leads_to, "answered", "every 7 is answered",
         [](const Seen& g) {
           const auto flights = g.in_flight();
           return std::ranges::any_of(
               flights, [](const auto& f) { return f.message.number == 7 && f.to == Place(1); });
         },
         [](const Seen& g) {
           return g.some([](Id id, const State& s) { return id == Id(4) && s.count == 9; });
         }},
        {Form::reachable, "all-nine", "",
         [](const Seen& g) { return g.every([](Id, const State& s) { return s.count == 9; }); }},
    };
  }
};

template <std::size_t count>
struct StatesMany : Base {
  static std::vector<Stated<StatesMany>> properties() {
    return std::vector<Stated<StatesMany>>(
        count, {Form::invariant, "x", "", [](const Global<StatesMany>&) { return true; }});
  }
};

enum Parts { nothing = 0, p = 1, q = 2, until = 4 };
template <class M>
std::vector<Stated<M>> stated(Form form, int parts) {
  Stated<M> one{.form = form, .name = "x", .says = ""};
  if ((parts & p) != 0) one.p = [](const Global<M>&) { return true; };
  if ((parts & q) != 0) one.q = [](const Global<M>&) { return true; };
  if ((parts & until) != 0) one.until = [](const Global<M>&) { return 1; };
  return {one};
}
template <Form form, int parts>
struct States : Base {
  static std::vector<Stated<States>> properties() { return stated<States>(form, parts); }
};
template <Form form, int parts>
struct StatesAndAsserts : Base {
  static constexpr bool asserts = true;
  static std::vector<Stated<StatesAndAsserts>> properties() { return stated<StatesAndAsserts>(form, parts); }
};
template <int parts>
struct StatesOfRounds {
  static constexpr About about{.name = "test",
                               .summary = "a test",
                               .source = "test",
                               .network = Network::rounds,
                               .topology = "ring",
                               .initiators = Initiative::all,
                               .processes = {1, 2}};
  using Message = Base::Message;
  using State = Base::State;
  static bool decided(const State& s) { return s.count == 1; }
  static bool halted(const State& s) { return s.count == 1; }
  static bool asleep(const State& s) { return s.count == 0; }
  static void round(Process<StatesOfRounds>& process) { process.state.count = 1; }
  static std::vector<Stated<StatesOfRounds>> properties() {
    return stated<StatesOfRounds>(Form::after_rounds, parts);
  }
};
// Is asked of quiet configurations, in this form, and perhaps always as well.
template <Form form, int parts>
struct StatesOfQuiet : Base {
  static std::vector<Stated<StatesOfQuiet>> properties() {
    auto all = stated<StatesOfQuiet>(form, parts);
    all.front().when_quiet = [](const QuietGlobal<StatesOfQuiet>&) { return true; };
    return all;
  }
};
template <class M>
bool is_complete() {
  try {
    make_model<M>();
    return true;
  } catch (const std::logic_error& error) {
    CHECK(std::string(error.what()).starts_with("property `x`: "));
    return false;
  }
}
struct FirstLeads : Base {
  static constexpr bool throws = true;
  static constexpr Elects elects = Elects::smallest;
  static bool is_leader(const State& s) { return s.count == 1; }
};
struct AnyoneLeads : FirstLeads {
  static constexpr Elects elects = Elects::anyone;
};

// Two processes, some crashed, and one message on its way.
struct Still : Snapshot {
  std::vector<Base::State> states;
  std::vector<bool> crashes{false, false};
  Base::Message message{};
  int to = 0;
  std::vector<int> other{1};
  std::vector<Process> processes_kept;
  // Shows them as they are now.
  const Still& now() {
    processes_kept.clear();
    for (std::size_t i = 0; i < states.size(); ++i)
      processes_kept.push_back({Id(4 - static_cast<int>(i)), crashes[i], &states[i], other});
    show(processes_kept);
    return *this;
  }
  bool quiet() const override { return false; }
  Encoded none;
  const Encoded& parameters() const override { return none; }
  mutable std::vector<Flight> flights;
  const std::vector<Flight>& in_flight() const override {
    return flights = {{.from = 1 - to, .to = to, .to_identifier = {}, .message = &message}};
  }
};

std::vector<std::string> names(const Model& model) {
  std::vector<std::string> names;
  for (const Property& p : model.properties) names.emplace_back(p.name);
  return names;
}

}  // namespace

TEST_SUITE_BEGIN("program");

TEST_CASE("what a model declares makes the standard properties apply") {
  CHECK(names(make_model<Plain>()) == std::vector<std::string>{"termination", "can-terminate", "can-elect"});
  CHECK(names(make_model<Asserting>()) == std::vector<std::string>{"unique-leader", "max-id", "agreement",
                                                                   "irrevocable", "assertions", "termination",
                                                                   "can-terminate", "election", "can-elect"});
  CHECK(names(make_model<FirstLeads>()) ==
        std::vector<std::string>{"unique-leader", "min-id", "irrevocable", "no-exception", "termination",
                                 "can-terminate", "election", "can-elect"});
  CHECK(names(make_model<AnyoneLeads>()) ==
        std::vector<std::string>{"unique-leader", "irrevocable", "no-exception", "termination",
                                 "can-terminate", "election", "can-elect"});
  // In lock step, if they may halt.
  CHECK(names(make_model<StatesOfRounds<p | until>>()) ==
        std::vector<std::string>{"no-stray-message", "termination", "can-terminate", "can-elect", "x"});
}

TEST_CASE("a predicate over processes is one over configurations") {
  using OfBase = Predicate<Base>;
  const auto is_one = [](const Base::State& s) { return s.count == 1; };
  const auto has_id = [](Id id, const Base::State& s) { return id == Id(4) && s.count == 1; };
  const auto differ = [](const Base::State& a, const Base::State& b) { return a.count != b.count; };
  Still still;
  // Whether every, some, none, at most one and exactly one count is 1; whether 4 is; whether every two
  // differ.
  const auto holds = [&](int first, int second) {
    still.states = {{first}, {second}};
    const Global<Base> g(still.now());
    std::string held;
    for (const OfBase each :
         {OfBase(every(is_one)), OfBase(some(is_one)), OfBase(none(is_one)), OfBase(at_most_one(is_one)),
          OfBase(exactly_one(is_one)), OfBase(some(has_id)), OfBase(every_two(differ))})
      held += each(g) ? '1' : '0';
    return held;
  };
  CHECK(holds(1, 1) == "1100010");
  CHECK(holds(1, 0) == "0101111");
  CHECK(holds(0, 1) == "0101101");
  CHECK(holds(0, 0) == "0011000");
  still.crashes = {false, true};
  CHECK(holds(1, 1) == "1101111");
  CHECK(Global<Base>(still.now()).alive() == std::vector{Place(0)});
  CHECK(Global<Base>(still.now()).count(is_one) == 1);
}

TEST_CASE("a property has all that its form needs") {
  CHECK(is_complete<States<Form::invariant, p>>());
  CHECK(!is_complete<States<Form::invariant, nothing>>());
  CHECK(is_complete<StatesOfQuiet<Form::invariant, nothing>>());
  CHECK(!is_complete<StatesOfQuiet<Form::invariant, p>>());
  CHECK(!is_complete<StatesOfQuiet<Form::stable, nothing>>());
  CHECK(!is_complete<States<Form::stable, q>>());
  CHECK(!is_complete<States<Form::reachable, nothing>>());
  CHECK(is_complete<States<Form::leads_to, p | q>>());
  CHECK(!is_complete<States<Form::leads_to, p>>());
  CHECK(!is_complete<States<Form::leads_to, q>>());
  CHECK(is_complete<StatesAndAsserts<Form::every_step, nothing>>());
  CHECK(!is_complete<States<Form::every_step, nothing>>());
  CHECK(is_complete<StatesOfRounds<p | until>>());
  CHECK(!is_complete<StatesOfRounds<p>>());
  CHECK(!is_complete<StatesOfRounds<until>>());
  CHECK(!is_complete<States<Form::after_rounds, p | until>>());  // nobody counts rounds there
}

TEST_CASE("a model's own properties come after the standard ones") {
  const Model model = make_model<Stating>();
  CHECK(names(model) == std::vector<std::string>{"termination", "can-terminate", "can-elect", "small",
                                                 "answered", "all-nine"});
  const auto id = static_cast<PropertyId>(standard_count + 1);
  CHECK(model.property(id).name == "answered");
  CHECK(model.property(id).says == "every 7 is answered");
  CHECK(model.property(id).kind == PropertyKind::liveness);
  CHECK(model.properties[3].kind == PropertyKind::safety);
  CHECK(model.properties[5].kind == PropertyKind::reachability);
  CHECK(model.all_properties().contains(id));
  CHECK(!model.all_properties().contains(PropertyId::max_id));
  CHECK(kind_of(Form::stable) == PropertyKind::safety);
}

TEST_CASE("own properties as a set of bits") {
  PropertySet set = PropertySet::own(0b101);
  CHECK(set.contains(static_cast<PropertyId>(standard_count)));
  CHECK(!set.contains(static_cast<PropertyId>(standard_count + 1)));
  CHECK(set.contains(static_cast<PropertyId>(standard_count + 2)));
  set.remove(static_cast<PropertyId>(standard_count));
  CHECK(set == PropertySet::own(0b100));
  CHECK((set & PropertySet::own(0b011)).empty());
  set.add(PropertyId::can_elect);
  CHECK(!(set == PropertySet::own(0b100)));
}

TEST_CASE("more statements than there is room for") {
  CHECK_THROWS_AS(make_model<StatesMany<most_statements + 1>>(), std::length_error);
  CHECK(make_model<StatesMany<most_statements>>().properties.size() == 3 + most_statements);
}

TEST_CASE("predicates see states, identifiers and messages") {
  const Model model = make_model<Stating>();
  constexpr std::uint32_t answered_q = 1U << (most_statements + 1);
  Still still;
  still.states = {{4}, {9}};
  still.message = {7};
  still.to = 1;
  CHECK(model.program->evaluate(still.now(), all_statements) == 0b011);
  still.to = 0;
  CHECK(model.program->evaluate(still.now(), all_statements) == 0b001);
  still.states = {{9}, {9}};
  CHECK(model.program->evaluate(still.now(), all_statements) == (0b100 | answered_q));
  // Of who has crashed, nothing is said, and to ask for its state is an error.
  still.states = {{9}, {8}};
  CHECK(model.program->evaluate(still.now(), all_statements) == answered_q);
  still.crashes = {false, true};
  CHECK(model.program->evaluate(still.now(), all_statements) == (0b100 | answered_q));
  still.crashes = {true, false};
  CHECK_THROWS_AS(model.program->evaluate(still.now(), all_statements), ModelError);
}

TEST_SUITE_END();
