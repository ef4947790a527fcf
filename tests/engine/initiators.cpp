// Who elects the largest initiator: of those who started on their own, which the checker notes by itself.
#include <doctest/doctest.h>

#include "author/model.hpp"
#include "engine/survey.hpp"
#include "scenario/scenarios.hpp"

namespace conclave::testing {
namespace {

// Chang and Roberts with processes that only relay once a message has come: they stand for nothing.
template <Elects whom, bool even_asleep>
struct Relays {
  static constexpr About about{
      .name = "relays", .summary = "a test", .source = "test", .topology = "ring", .processes = {1, 3}};
  static constexpr Elects elects = whom;
  enum class Kind { election, leader };
  struct Message {
    Kind kind;
    Id id;
  };
  struct State {
    bool awake = false;
    bool stands = false;
    std::optional<Id> leader;
  };
  static bool asleep(const State& s) { return !s.awake; }
  static std::optional<Id> leader(const State& s) { return s.leader; }
  static void start(auto& p) {
    p.state = {.awake = true, .stands = true, .leader = {}};
    p.send(next, {Kind::election, p.id});
  }
  static void receive(auto& p, Message m, Port) {
    if (!even_asleep) p.state.awake = true;
    const bool beats = elects_smallest(whom) ? m.id < p.id : m.id > p.id;
    if (m.kind == Kind::leader) {
      p.state.leader = m.id;
      p.state.awake = true;
      if (m.id != p.id) p.send(next, m);
    } else if (m.id == p.id) {
      p.send(next, {Kind::leader, p.id});
    } else if (!p.state.stands || beats) {
      p.send(next, m);
    }
  }
};

template <Elects whom, bool even_asleep = false>
std::string violated(int n) {
  static const Model model = make_model<Relays<whom, even_asleep>>();
  std::string names;
  const Survey found = survey(on_ring(model, n));
  for (const Property& p : model.properties) {
    if (found.violates(p.id)) names += (names.empty() ? "" : " ") + std::string(p.name);
  }
  return names;
}

}  // namespace

TEST_SUITE_BEGIN("engine");

TEST_CASE("the largest or smallest initiator is elected") {
  for (int n = 1; n <= 3; ++n) {
    CHECK(violated<Elects::largest_initiator>(n) == "");
    CHECK(violated<Elects::smallest_initiator>(n) == "");
  }
  // Somebody else may be larger than all who started.
  CHECK(violated<Elects::largest>(1) == "");
  CHECK(violated<Elects::largest>(2) == "max-id");
  CHECK(violated<Elects::smallest>(2) == "min-id");
}

TEST_CASE("who may still start late makes the leader the wrong one") {
  CHECK(violated<Elects::largest_initiator, true>(1) == "");
  CHECK(violated<Elects::largest_initiator, true>(2).starts_with("max-id"));
}

}  // namespace conclave::testing
