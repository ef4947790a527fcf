// Peterson's election, broken in one place at a time: the checker must notice, by the properties named.
#include "author/model.hpp"
#include "models/mutants.hpp"

namespace conclave::testing::peterson_mutants {
namespace {

enum class Bug { none, keeps_tid, strict, sends_tid, ignores_second, relay_is_deaf, forgets_announcement };

template <Bug bug>
struct Peterson {
  static constexpr About about = mutant("peterson:mutant", Network::fifo, Initiative::any);
  enum class Activity { asleep, first, second, relay };
  enum class Kind { value, elected };
  struct Message {
    Kind kind;
    Id id;
  };
  struct State {
    Activity activity = Activity::asleep;
    Id tid;
    Id ntid;
    std::optional<Id> leader;
  };

  static State initial(Id id) { return {.tid = id}; }
  static bool asleep(const State& s) { return s.activity == Activity::asleep; }
  static std::optional<Id> leader(const State& s) { return s.leader; }
  static Properties<Peterson> properties() {
    return {{Form::invariant, "someone-active", "until somebody is elected, not everyone relays",
             some([](const State& s) { return s.leader || s.activity != Activity::relay; })}};
  }

  static void start(auto& p) {
    p.state.activity = Activity::first;
    p.send(next, {Kind::value, p.state.tid});
  }

  static bool survives(Id tid, Id ntid, Id nntid) {
    if (bug == Bug::ignores_second) return ntid >= tid;
    return bug == Bug::strict ? ntid > std::max(tid, nntid) : ntid >= std::max(tid, nntid);
  }

  static void receive(auto& p, Message m, Port) {
    State& s = p.state;
    if (asleep(s)) start(p);
    if (s.leader) return;
    const bool hears = bug != Bug::relay_is_deaf || s.activity != Activity::relay;
    if (m.kind == Kind::elected || (m.id == p.id && hears)) {
      s.leader = m.id;
      if (bug != Bug::forgets_announcement || m.id == p.id) p.send(next, {Kind::elected, m.id});
    } else if (s.activity == Activity::relay) {
      p.send(next, m);
    } else if (s.activity == Activity::first) {
      s.ntid = m.id;
      s.activity = Activity::second;
      p.send(next, {Kind::value, bug == Bug::sends_tid ? s.tid : std::max(s.tid, s.ntid)});
    } else if (survives(s.tid, s.ntid, m.id)) {
      if (bug != Bug::keeps_tid) s.tid = s.ntid;
      start(p);
    } else {
      s.activity = Activity::relay;
    }
  }
};

template <Bug bug>
std::string violated() {
  return all_violated(make_model<Peterson<bug>>(), "ring", 4);
}

}  // namespace

TEST_SUITE_BEGIN("mutants");

TEST_CASE("peterson as it should be breaks nothing") {
  CHECK(violated<Bug::none>() == "");
  CHECK(all_violated(*find_model("peterson"), "ring", 4) == "");
}
TEST_CASE("peterson: someone-active catches > for ≥, after which everyone relays") {
  CHECK(violated<Bug::strict>() == "?");
}
TEST_CASE("peterson: max-id catches a survivor with the wrong value") {
  CHECK(violated<Bug::keeps_tid>() == "?");
  CHECK(violated<Bug::sends_tid>() == "?");
  CHECK(violated<Bug::ignores_second>() == "?");
}
TEST_CASE("peterson: termination catches who does not know its own value, or does not pass on who leads") {
  CHECK(violated<Bug::relay_is_deaf>() == "?");
  CHECK(violated<Bug::forgets_announcement>() == "?");
}

TEST_SUITE_END();

}  // namespace conclave::testing::peterson_mutants
