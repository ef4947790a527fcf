// The token ring, broken in one place at a time: the checker must notice, by the properties named.
#include "author/model.hpp"
#include "models/mutants.hpp"

namespace conclave::testing::token_ring_mutants {
namespace {

enum class Bug { none, keeps_the_token, passes_it_on_while_electing, makes_it_at_once };

template <Bug bug>
struct TokenRing {
  static constexpr About about = mutant("token-ring:mutant", Network::fifo, Initiative::any);
  static constexpr Knowledge knows = Knowledge::root;
  static constexpr Elects elects = Elects::anyone;
  enum class Kind { token, election, elected };
  struct Message {
    Kind kind;
    std::optional<Id> id;
  };
  enum class Activity { content, electing, announcing };
  struct State {
    Activity activity = Activity::content;
    bool has_token = false;
    bool impatient = false;
  };

  static State initial(const Self<TokenRing>& self) { return {.has_token = self.is_root()}; }
  static bool is_leader(const State& s) { return s.has_token; }
  static std::vector<Without> without() {
    return {{"termination", "endless"}, {"can-terminate", "endless"}, {"irrevocable", "passed on"}};
  }
  static OwnSteps<TokenRing> own_steps() {
    return {
        {Duty::owed, "passes the token on", [](const State& s) { return s.has_token; },
         [](Process<TokenRing>& p) {
           p.state.has_token = false;
           p.send(next, {Kind::token, {}});
         }},
        {Duty::owed, "times out",
         [](const State& s) { return s.activity != Activity::announcing && !s.has_token && !s.impatient; },
         [](Process<TokenRing>& p) {
           p.state.impatient = true;
           elect(p, p.id);
         }}};
  }

  static void elect(Process<TokenRing>& p, Id best) {
    p.state.activity = Activity::electing;
    if (bug != Bug::keeps_the_token) p.state.has_token = false;
    p.send(next, {Kind::election, best});
  }

  static void receive(Process<TokenRing>& p, Message m, Port) {
    State& s = p.state;
    if (m.kind == Kind::token) {
      s.has_token = s.activity == Activity::content || bug == Bug::passes_it_on_while_electing;
    } else if (m.kind == Kind::election) {
      const bool has_won = m.id == p.id || (s.activity == Activity::announcing && *m.id < p.id);
      if (!has_won) return elect(p, std::max(*m.id, p.id));
      s.activity = Activity::announcing;
      s.has_token = bug == Bug::makes_it_at_once;
      p.send(next, {Kind::elected, p.id});
    } else if (m.id != p.id) {
      s.activity = Activity::content;
      p.send(next, m);
    } else if (s.activity == Activity::announcing) {
      s.activity = Activity::content;
      s.has_token = true;
    }
  }

  static Properties<TokenRing> properties() {
    return {
        {Form::invariant, "one-token", "", [](const Global<TokenRing>& ring) { return tokens(ring) <= 1; }},
        {Form::leads_to, "lost-in-time", "",
         [](const Global<TokenRing>& ring) {
           return tokens(ring) == 0 && ring.none([](const State& s) { return s.impatient; });
         },
         [](const Global<TokenRing>& ring) { return tokens(ring) > 0; }}};
  }
  static int tokens(const Global<TokenRing>& ring) {
    int tokens = ring.count([](const State& s) { return s.has_token; });
    for (const auto& flight : ring.in_flight()) tokens += flight.message.kind == Kind::token ? 1 : 0;
    return tokens;
  }
};

template <Bug bug>
std::string violated(int losses) {
  return all_violated(make_model<TokenRing<bug>>(), "ring", 3, Faults{.loss = losses});
}

}  // namespace

TEST_SUITE_BEGIN("mutants");

TEST_CASE("token-ring as it should be breaks nothing, with one loss") {
  CHECK(violated<Bug::none>(0) == "");
  CHECK(violated<Bug::none>(1) == "");
}
TEST_CASE("token-ring: one-token catches who does not drop the old one, or makes the new one too early") {
  CHECK(violated<Bug::keeps_the_token>(0) == "unique-leader one-token");
  CHECK(violated<Bug::passes_it_on_while_electing>(0) == "unique-leader one-token");
  CHECK(violated<Bug::makes_it_at_once>(0) == "unique-leader one-token");
}

TEST_SUITE_END();

}  // namespace conclave::testing::token_ring_mutants
