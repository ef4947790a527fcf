// Every registered model in lock step against the naive checker, without and with every kind of fault; and
// Byzantine processes among those that take steps.
#include "oracle/compared.hpp"
#include "program/parameters.hpp"

using namespace conclave;
using namespace conclave::testing;

namespace {

bool makes_sense(const Model& model, const Faults& faults) {
  if (faults.late > 0 && model.program->timing() != Timing::body) return false;
  return faults.byzantine == 0 || model.program->alphabet({Id(1)}).has_value();
}

// Also numbers, of the parameters that are numbers.
std::vector<Encoded> parameters_and_numbers_of(const Model& model) {
  const Program& program = *model.program;
  std::vector<Encoded> all = parameters_of(model);
  const auto parameters = conclave::parameters(program);
  for (std::size_t which = 0; which < parameters.size(); ++which) {
    for (const char* number : {"1", "2", "3"}) {
      Encoded values = program.standard_parameters();
      if (parameters[which].words.empty() && set_parameter(program, values, which, number))
        all.push_back(values);
    }
  }
  return all;
}

std::vector<Initiators> initiators_for(const Model& model) {
  if (model.sleeps) return {any(), all(), one(), listed({0})};
  return {all()};
}

Compared compare_rounds(const Model& model, int n, const Faults& faults) {
  Compared compared;
  const std::string topology = topologies_for(model).front();
  for (const Initiators& initiators : initiators_for(model)) {
    for (const Encoded& parameters : parameters_and_numbers_of(model)) {
      Scenario scenario = on(model, topology, n);
      const bool usual = initiators.kind == scenario.initiators.kind && parameters == scenario.parameters;
      const bool both = initiators.kind != scenario.initiators.kind && parameters != scenario.parameters;
      if (both || (!usual && n >= 3 && faults.any())) continue;
      scenario.initiators = initiators;
      scenario.parameters = parameters;
      scenario.faults = faults;
      scenario.reduction.symmetry = by_classes(n);
      // Of four processes one order, because there are so many graphs of them.
      for (const Identifiers& identifiers :
           n < 4 ? identifiers_for(model, n) : std::vector{order({2, 4, 1, 3})}) {
        if (identifiers.kind != Identifiers::Kind::all && n < 4 && !usual) continue;
        scenario.identifiers = identifiers;
        compared +=
            compare_if_tried(scenario, {.configurations = 1500, .timed = 0, .thorough = n < 3 && usual});
      }
    }
  }
  return compared;
}

constexpr Faults without{};
constexpr Faults single[] = {{.loss = 1}, {.crash = 1}, {.late = 1}, {.byzantine = 1}};
constexpr Faults several[] = {{.loss = 2},
                              {.crash = 2},
                              {.crash = 1, .recover = 1},
                              {.loss = 1, .crash = 1},
                              {.loss = 1, .late = 1},
                              {.crash = 1, .late = 1},
                              {.crash = 1, .byzantine = 1},
                              {.loss = 1, .byzantine = 1},
                              {.byzantine = 2}};

const int largest = brief ? 3 : 4;

void compare_rounds(std::initializer_list<std::string_view> names) {
  int checked = 0;
  for (const Model* model : models()) {
    if (!model->program->lock_step() || std::ranges::find(names, model->name) == names.end()) continue;
    CAPTURE(model->full_name());
    ++checked;
    Compared compared;
    for (int n = 1; n <= largest; ++n) compared += compare_rounds(*model, n, without);
    for (const Faults& faults : single) {
      // What hirschberg-sinclair-rounds can be told is more than 200 messages a round.
      const int most = model->about.two_way && faults.byzantine > 0 ? 2 : 3;
      for (int n = 1; n <= most && makes_sense(*model, faults); ++n)
        compared += compare_rounds(*model, n, faults);
    }
    for (const Faults& faults : several) {
      for (int n = 1; n <= 2 && makes_sense(*model, faults); ++n)
        compared += compare_rounds(*model, n, faults);
    }
    if (brief) continue;
    CHECK(compared.instances > 20);
    CHECK(compared.too_large <= compared.instances / 2);
  }
  CHECK(checked >= static_cast<int>(names.size()));
}

void compare_byzantine_steps(std::string_view made_for) {
  for (const Model* model : models()) {
    const Faults two_messages{.byzantine = 1, .byzantine_messages = 2};
    const Network own = model->network;
    if (!is_for(*model, made_for) || model->program->lock_step() || model->copies_network) continue;
    if (!makes_sense(*model, two_messages)) continue;
    CAPTURE(model->full_name());
    for (const Network network : {Network::fifo, Network::bag}) {
      Compared compared;
      for (int n = 1; n <= 3; ++n) {
        for (const Initiators& initiators : {any(), all(), one(), listed({0})}) {
          for (const Faults& faults : {Faults{.byzantine = 1, .byzantine_messages = 1}, two_messages,
                                       Faults{.byzantine = 2, .byzantine_messages = 2},
                                       Faults{.loss = 1, .byzantine = 1, .byzantine_messages = 1},
                                       Faults{.crash = 1, .byzantine = 1, .byzantine_messages = 1}}) {
            Scenario scenario = on(*model, topologies_for(*model).front(), n);
            const bool usual = initiators.kind == scenario.initiators.kind && network == own;
            if (n == 3 && (!usual || faults != two_messages)) continue;
            scenario.network = network;
            scenario.initiators = initiators;
            scenario.faults = faults;
            scenario.reduction.symmetry = by_classes(n);
            for (const Identifiers& identifiers : identifiers_for(*model, n)) {
              if (n == 3 && identifiers.kind != Identifiers::Kind::all) continue;
              scenario.identifiers = identifiers;
              compared += compare_if_tried(scenario, {.configurations = 1500, .timed = 0, .thorough = false});
            }
          }
        }
      }
      CHECK(compared.instances > (brief ? 0 : 20));
    }
  }
}

}  // namespace

TEST_CASE("exchange on rings" * doctest::test_suite("naive-rounds-1")) {
  compare_rounds({"lcr", "hirschberg-sinclair-rounds", "time-slice", "variable-speeds"});
}
TEST_CASE("exchange on graphs" * doctest::test_suite("naive-rounds-2")) { compare_rounds({"flood-max"}); }
TEST_CASE("every machine on anonymous rings" * doctest::test_suite("naive-rounds-1")) {
  for (const char* name : {"anonymous", "anonymous:two-way"}) {
    const Model& model = *find_model(name);
    for (const auto& [states, messages] : {std::pair{"1", "1"}, {"2", "1"}, {"2", "2"}, {"3", "1"}}) {
      if (model.about.two_way && *states == '3') continue;
      for (int n = 1; n <= 3; ++n) {
        for (const Faults& faults : {Faults{}, Faults{.loss = 1}, Faults{.crash = 1}}) {
          Scenario scenario = on(model, "ring", n);
          if (faults.any() && (n == 3 || scenario.model->about.two_way || *states == '3')) continue;
          scenario.faults = faults;
          scenario.reduction.symmetry = true;
          REQUIRE(set_parameter(*model.program, scenario.parameters, 0, states));
          REQUIRE(set_parameter(*model.program, scenario.parameters, 1, messages));
          const Compared compared =
              compare_all(scenario, {.configurations = 10'000, .timed = 0, .thorough = n == 1});
          CHECK(compared.instances + compared.too_large == 1);
          if (!faults.any()) CHECK(compared.instances == 1);
        }
      }
    }
  }
}
TEST_CASE("bodies" * doctest::test_suite("naive-rounds-3")) {
  compare_rounds({"aalborg-chang-roberts", "bully"});
}
TEST_CASE("Byzantine processes on fifo and bag" * doctest::test_suite("naive-byzantine")) {
  for (const char* topology : {"ring", "complete", "tree", "connected"}) compare_byzantine_steps(topology);
}
