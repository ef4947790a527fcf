// Election with the tree algorithm, broken in one place at a time: the checker must notice, by the properties
// named.
#include "author/model.hpp"
#include "models/mutants.hpp"

namespace conclave::testing::tree_election_mutants {
namespace {

enum class Bug {
  none,
  takes_tokens_early,
  skips_wake_up,
  one_too_few,
  sends_own,
  ignores_last,
  no_way_back,
  echoes
};

constexpr About on_trees() {
  About about = mutant("tree-election:mutant", Network::fifo, Initiative::any);
  about.topology = "tree";
  return about;
}

template <Bug bug>
struct Tree {
  static constexpr About about = on_trees();
  static constexpr Elects elects = Elects::smallest;
  enum class Phase { asleep, waking, gathering, waiting, decided };
  enum class Kind { wakeup, tok };
  struct Message {
    Kind kind;
    Id r;
  };
  struct State {
    Phase phase = Phase::asleep;
    int wr = 0;
    std::vector<Port> open;
    Id v;
  };

  static State initial(const Self<Tree>& self) {
    State s{.v = self.id};
    for (const Port q : self.all_ports()) s.open.push_back(q);
    return s;
  }
  static bool asleep(const State& s) { return s.phase == Phase::asleep; }
  static bool accepts(const State& s, const Message& m) {
    return bug == Bug::takes_tokens_early || m.kind == Kind::wakeup || s.phase == Phase::gathering ||
           s.phase == Phase::waiting;
  }
  static std::optional<Id> leader(const State& s) {
    return s.phase == Phase::decided ? std::optional(s.v) : std::nullopt;
  }
  static Properties<Tree> properties() {
    return {{Form::invariant, "everyone-took-part", "when somebody has decided, everyone has sent a token",
             every_two([](const State& s, const State& other) {
               return s.phase < Phase::decided || other.phase >= Phase::waiting;
             })}};
  }

  static void start(auto& p) {
    p.state.phase = Phase::waking;
    p.send_all({Kind::wakeup, Id()});
    if (p.ports() == 0) p.state.phase = Phase::decided;
  }

  static void receive(auto& p, Message m, Port q) {
    State& s = p.state;
    if (asleep(s)) {
      if (bug == Bug::skips_wake_up)
        s.phase = Phase::waking;
      else
        start(p);
    }
    if (m.kind == Kind::wakeup) {
      if (++s.wr == p.ports()) s.phase = Phase::gathering;
    } else {
      std::erase(s.open, q);
      if (bug != Bug::ignores_last || !s.open.empty()) s.v = std::min(s.v, m.r);
    }
    if (s.phase == Phase::gathering && s.open.size() <= (bug == Bug::one_too_few ? 2U : 1U) &&
        !s.open.empty()) {
      s.phase = Phase::waiting;
      p.send(s.open.front(), {Kind::tok, bug == Bug::sends_own ? p.id : s.v});
    } else if (s.open.empty()) {
      s.phase = Phase::decided;
      if (bug == Bug::echoes)
        p.send_all({Kind::tok, s.v});
      else if (bug != Bug::no_way_back)
        p.send_others(q, {Kind::tok, s.v});
    }
  }
};

template <Bug bug>
std::string violated() {
  return all_violated(make_model<Tree<bug>>(), "tree", 4);
}

}  // namespace

TEST_SUITE_BEGIN("mutants");

TEST_CASE("tree-election as it should be breaks nothing") {
  CHECK(violated<Bug::none>() == "");
  CHECK(all_violated(*find_model("tree-election"), "tree", 4) == "");
}
TEST_CASE("tree-election: min-id catches a token that does not speak for all behind it") {
  CHECK(violated<Bug::sends_own>() == "?");
  CHECK(violated<Bug::ignores_last>() == "?");
  CHECK(violated<Bug::one_too_few>() == "?");
}
TEST_CASE("tree-election: termination catches who is not woken, does not send or is not told") {
  CHECK(violated<Bug::takes_tokens_early>() == "?");
  CHECK(violated<Bug::skips_wake_up>() == "?");
  CHECK(violated<Bug::no_way_back>() == "?");
}
TEST_CASE("tree-election: a token that goes back where it came from is never taken") {
  CHECK(violated<Bug::echoes>() == "?");
}

TEST_SUITE_END();

}  // namespace conclave::testing::tree_election_mutants
