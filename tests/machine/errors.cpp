// What a model may not do is an error that says where, not a wrong result.
#include <doctest/doctest.h>

#include "author/model.hpp"
#include "engine/run/explorer.hpp"
#include "scenario/scenarios.hpp"

using namespace conclave;
using namespace conclave::testing;

namespace {

struct Base {
  static constexpr About about{.name = "test",
                               .summary = "a test",
                               .source = "test",
                               .network = Network::fifo,
                               .topology = "ring",
                               .initiators = Initiative::all,
                               .processes = {1, 3}};
  static constexpr Addressing addressing = Addressing::by_identifier;
  static constexpr Knowledge knows = Knowledge::largest;
  struct Message {
    Id id;
  };
  struct State {
    bool awake = false;
  };
  static bool asleep(const State& s) { return !s.awake; }
  static bool decided(const State& s) { return s.awake; }
  static void receive(auto&, Message, Port) {}
};
BOOST_DESCRIBE_STRUCT(Base::Message, (), (id))
BOOST_DESCRIBE_STRUCT(Base::State, (), (awake))

struct SendsAnywhere : Base {
  static void start(auto& p) {
    p.state.awake = true;
    p.send_to(p.largest_identifier(), {p.id});
  }
};

struct SendsBackwards : Base {
  static void start(auto& p) { p.send(previous, {p.id}); }
};

struct ChoosesAmongNothing : Base {
  static void start(auto& p) { p.choose(0); }
};

template <class M>
std::string error() {
  const Model model = make_model<M>();
  Scenario scenario = on_ring(model, 3);
  scenario.identifiers = order({3, 2, 1});
  Limits limits(std::size_t{1} << 26);
  Explorer explorer(scenario, limits);
  Instances instances(scenario);
  Instance instance;
  REQUIRE(instances.next(instance));
  try {
    explorer.explore(instance);
  } catch (const ModelError& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace

TEST_SUITE_BEGIN("machine");

TEST_CASE("a model's errors say where they are") {
  CHECK(error<SendsAnywhere>() == "process with identifier 3 sends to identifier 3, which is no neighbour's");
  CHECK(error<SendsBackwards>() ==
        R"(process with identifier 3 in state {"awake":false}, start: sends on port 1, but has 1 outgoing)");
  CHECK(error<ChoosesAmongNothing>() ==
        R"(process with identifier 3 in state {"awake":false}, start: chooses among nothing: choose(0))");
}

TEST_SUITE_END();
