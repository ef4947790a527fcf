// Values that are sorted by identifiers: a std::set in a local state is in the order that is in force, for
// the handlers as for the model's own properties. Each reduction against none.
#include <doctest/doctest.h>

#include <map>
#include <set>
#include <string>

#include "author/model.hpp"
#include "oracle/against_none.hpp"
#include "scenario/scenarios.hpp"

namespace conclave::testing {
namespace {

// Everyone's identifier goes once round the ring. Whose comes home leads if it is the last of all in the set.
struct Gathers {
  static constexpr About about{.name = "gathers",
                               .summary = "keeps what it has heard in sets",
                               .source = "none",
                               .network = Network::fifo,
                               .topology = "ring",
                               .initiators = Initiative::any,
                               .processes = {1, 4}};
  struct Message {
    Id id;
    std::pair<std::string, std::int64_t> travelled;
  };
  struct State {
    bool awake = false;
    std::set<Id> heard;
    std::map<Id, std::int64_t> distance;
    std::optional<Id> leader;
  };
  static bool asleep(const State& s) { return !s.awake; }
  static std::optional<Id> leader(const State& s) { return s.leader; }
  static void start(Process<Gathers>& p) {
    p.state.awake = true;
    p.state.heard.insert(p.id);
    p.send(next, {p.id, {"far", 1}});
  }
  static void receive(Process<Gathers>& p, Message m, Port) {
    if (!p.state.awake) start(p);
    if (m.id == p.id) {
      p.state.leader = *p.state.heard.rbegin();
      return;
    }
    p.state.heard.insert(m.id);
    p.state.distance[m.id] = m.travelled.second;
    ++m.travelled.second;
    p.send(next, m);
  }
  static std::vector<Stated<Gathers>> properties() {
    return {{Form::invariant, "has-itself", "who has heard of anybody finds itself in the set",
             [](const Global<Gathers>& g) {
               return g.every([](Id id, const State& s) { return s.heard.contains(id) == s.awake; });
             }},
            {Form::invariant, "ascending", "the first of the set is below all others",
             [](const Global<Gathers>& g) {
               return g.every([](Id, const State& s) {
                 for (const auto& [id, far] : s.distance) {
                   if (!s.heard.contains(id) || id < *s.heard.begin()) return false;
                 }
                 return true;
               });
             }},
            {Form::reachable, "below", "somebody hears of a smaller identifier only",
             [](const Global<Gathers>& g) {
               return g.some(
                   [](Id id, const State& s) { return s.heard.size() == 2 && *s.heard.rbegin() == id; });
             }}};
  }
};
BOOST_DESCRIBE_STRUCT(Gathers::Message, (), (id, travelled))
BOOST_DESCRIBE_STRUCT(Gathers::State, (), (awake, heard, distance, leader))

}  // namespace

TEST_SUITE_BEGIN("reductions-names");

TEST_CASE("sets of identifiers under every reduction") {
  const Model model = make_model<Gathers>();
  for (int n = 1; n <= 3; ++n) {
    for (const Network network : {Network::fifo, Network::bag}) {
      CAPTURE(n);
      Scenario scenario = on_ring(model, n);
      scenario.network = network;
      const AgainstNone found = against_none(scenario, {.memory = std::size_t{64} << 20});
      CHECK(found.compared);
      CHECK(found.order);
      CHECK_FALSE(found.refused);
      CHECK(found.difference == "");
    }
  }
}

TEST_CASE("a property sees a set in the order of the instance") {
  const Model model = make_model<Gathers>();
  Scenario scenario = on_ring(model, 4);
  scenario.reduction = {};
  Limits limits(std::size_t{1} << 30);
  const CheckResult result = check(scenario, limits, {.threads = 1, .keep_going = true});
  for (const auto& property : result.properties) {
    CAPTURE(model.property(property.id).name);
    CHECK(property.verdict == Verdict::holds);
  }
}

TEST_SUITE_END();

}  // namespace conclave::testing
