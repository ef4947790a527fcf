// Franklin's election, broken in one place at a time: the checker must notice, by the properties named.
#include "author/model.hpp"
#include "models/mutants.hpp"

namespace conclave::testing::franklin_mutants {
namespace {

enum class Bug {
  none,
  drops_early,
  turns_early_round,
  turned,
  one_side,
  less,
  passive_swallows,
  sends_one_way
};

constexpr About two_way() {
  About about = mutant("franklin:mutant", Network::fifo, Initiative::any);
  about.two_way = true;
  return about;
}

template <Bug bug>
struct Franklin {
  static constexpr About about = two_way();
  enum class Activity { asleep, active, passive, leader };
  struct Message {
    Id id;
  };
  struct State {
    Activity activity = Activity::asleep;
    int round = 0;
    std::deque<Id> from_next, from_previous;
  };

  static bool asleep(const State& s) { return s.activity == Activity::asleep; }
  static bool is_leader(const State& s) { return s.activity == Activity::leader; }
  static Properties<Franklin> properties() {
    return {{Form::invariant, "someone-active", "not everyone is passive",
             some([](const State& s) { return s.activity != Activity::passive; })},
            {Form::invariant, "half-survive", "at most n/2^k processes survive k rounds",
             [](const Global<Franklin>& ring) {
               return ring.every([&](const State& s) {
                 const int as_far = ring.count([&](const State& other) { return other.round >= s.round; });
                 return as_far <= ring.processes() >> std::min(s.round, 30);
               });
             }}};
  }

  static void start(auto& p) {
    p.state.activity = Activity::active;
    p.send(next, {p.id});
    if (bug != Bug::sends_one_way) p.send(previous, {p.id});
  }

  static void receive(auto& p, Message m, Port from) {
    State& s = p.state;
    if (asleep(s)) start(p);
    if (s.activity != Activity::active) {
      if (bug != Bug::passive_swallows) p.send_others(from, m);
      return;
    }
    (from == next ? s.from_next : s.from_previous).push_back(m.id);
    if (!s.from_next.empty() && !s.from_previous.empty()) compare(p);
  }

  static Id rival(Id on_next, Id on_previous) {
    if (bug == Bug::one_side) return on_next;
    return bug == Bug::less || bug == Bug::turned ? std::min(on_next, on_previous)
                                                  : std::max(on_next, on_previous);
  }

  static void compare(auto& p) {
    State& s = p.state;
    const Id other = rival(s.from_next.front(), s.from_previous.front());
    s.from_next.pop_front();
    s.from_previous.pop_front();
    if (other == p.id) {
      s.activity = Activity::leader;
    } else if (bug == Bug::turned ? other > p.id : other < p.id) {
      ++s.round;
      start(p);
    } else {
      s.activity = Activity::passive;
      const bool turned = bug == Bug::turns_early_round;
      for (const Id early : std::exchange(s.from_next, {})) {
        if (bug != Bug::drops_early) p.send(turned ? next : previous, {early});
      }
      for (const Id early : std::exchange(s.from_previous, {})) {
        if (bug != Bug::drops_early) p.send(turned ? previous : next, {early});
      }
    }
  }
};

template <Bug bug>
std::string violated() {
  return all_violated(make_model<Franklin<bug>>(), "ring", 4);
}

}  // namespace

TEST_SUITE_BEGIN("mutants");

TEST_CASE("franklin as it should be breaks nothing") {
  CHECK(violated<Bug::none>() == "");
  CHECK(all_violated(*find_model("franklin"), "ring", 4) == "");
}
TEST_CASE("franklin: termination catches what came in early and is not passed on as it should be") {
  CHECK(violated<Bug::drops_early>() == "termination can-terminate election");
  CHECK(violated<Bug::turns_early_round>() == "unique-leader max-id termination can-terminate election");
}
TEST_CASE("franklin: max-id catches > for <") { CHECK(violated<Bug::turned>() == "max-id"); }
// The right process is elected all the same, only later.
TEST_CASE("franklin: half-survive catches a comparison with one neighbour") {
  CHECK(violated<Bug::one_side>() == "half-survive");
  CHECK(violated<Bug::less>() == "half-survive");
}
TEST_CASE("franklin: termination catches what does not get round") {
  CHECK(violated<Bug::passive_swallows>() == "termination can-terminate election can-elect");
  CHECK(violated<Bug::sends_one_way>() == "termination can-terminate election can-elect");
}

TEST_SUITE_END();

}  // namespace conclave::testing::franklin_mutants
