// Chang and Roberts' election, broken in one place at a time: the checker must notice, by the property named.
#include "author/model.hpp"
#include "models/mutants.hpp"

namespace conclave::testing::chang_roberts_mutants {
namespace {

struct ChangRoberts {
  enum class Kind { election, leader };
  struct Message {
    Kind kind;
    Id id;
  };
  struct State {
    bool awake = false;
    std::optional<Id> leader;
  };
  static bool asleep(const State& s) { return !s.awake; }
  static std::optional<Id> leader(const State& s) { return s.leader; }

  static void start(auto& p) {
    p.send(next, {Kind::election, p.id});
    p.state.awake = true;
  }
  static void election(auto& p, Message m) {
    if (m.id > p.id)
      p.send(next, m);
    else if (m.id == p.id)
      p.send(next, {Kind::leader, p.id});
    else if (!p.state.awake)
      p.send(next, {Kind::election, p.id});
    p.state.awake = true;
  }
  static void announcement(auto& p, Message m) {
    p.state.leader = m.id;
    if (m.id != p.id) p.send(next, m);
  }
};
BOOST_DESCRIBE_ENUM(ChangRoberts::Kind, election, leader)
BOOST_DESCRIBE_STRUCT(ChangRoberts::Message, (), (kind, id))
BOOST_DESCRIBE_STRUCT(ChangRoberts::State, (), (awake, leader))

// M overrides what it breaks.
template <class M>
struct Mutant : ChangRoberts {
  static constexpr About about = mutant("chang-roberts:mutant", Network::fifo, Initiative::any);
  static void receive(auto& p, Message m, Port) {
    if (m.kind == Kind::election)
      M::election(p, m);
    else
      M::announcement(p, m);
  }
};

struct Intact : Mutant<Intact> {};

struct DropsComparison : Mutant<DropsComparison> {
  static void election(auto& p, Message m) {
    if (m.id == p.id)
      p.send(next, {Kind::leader, p.id});
    else
      p.send(next, m);
    p.state.awake = true;
  }
};

struct GreaterOrEqual : Mutant<GreaterOrEqual> {
  static void election(auto& p, Message m) {
    if (m.id >= p.id)
      p.send(next, m);
    else if (!p.state.awake)
      p.send(next, {Kind::election, p.id});
    p.state.awake = true;
  }
};

struct Less : Mutant<Less> {
  static void election(auto& p, Message m) {
    if (m.id < p.id)
      p.send(next, m);
    else if (m.id == p.id)
      p.send(next, {Kind::leader, p.id});
    else if (!p.state.awake)
      p.send(next, {Kind::election, p.id});
    p.state.awake = true;
  }
};

struct ForgetsToForward : Mutant<ForgetsToForward> {
  static void election(auto& p, Message m) {
    if (m.id == p.id)
      p.send(next, {Kind::leader, p.id});
    else if (!p.state.awake)
      p.send(next, {Kind::election, p.id});
    p.state.awake = true;
  }
};

struct WakesWithoutSending : Mutant<WakesWithoutSending> {
  static void election(auto& p, Message m) {
    if (m.id > p.id)
      p.send(next, m);
    else if (m.id == p.id)
      p.send(next, {Kind::leader, p.id});
    p.state.awake = true;
  }
};

struct SwallowsItsOwn : Mutant<SwallowsItsOwn> {
  static void election(auto& p, Message m) {
    if (m.id > p.id)
      p.send(next, m);
    else if (m.id < p.id && !p.state.awake)
      p.send(next, {Kind::election, p.id});
    p.state.awake = true;
  }
};

struct AnnouncesItself : Mutant<AnnouncesItself> {
  static void announcement(auto& p, Message m) {
    p.state.leader = m.id;
    if (m.id != p.id) p.send(next, {Kind::leader, p.id});
  }
};

struct AnnouncementRunsOn : Mutant<AnnouncementRunsOn> {
  static void announcement(auto& p, Message m) {
    p.state.leader = m.id;
    p.send(next, m);
  }
};

// Takes the first identifier below its own for a victory.
struct LeaderTooEarly : Mutant<LeaderTooEarly> {
  static void election(auto& p, Message m) {
    if (m.id < p.id) p.state.leader = p.id;
    ChangRoberts::election(p, m);
  }
};

struct BelievesWhoeverPasses : Mutant<BelievesWhoeverPasses> {
  static void election(auto& p, Message m) {
    p.state.leader = m.id;
    ChangRoberts::election(p, m);
  }
};

// Tells everyone else that it has won.
struct WinnerForgets : Mutant<WinnerForgets> {
  static void announcement(auto& p, Message m) {
    if (m.id != p.id) ChangRoberts::announcement(p, m);
  }
};

template <class M>
Model made() {
  return make_model<M>();
}

}  // namespace

TEST_SUITE_BEGIN("mutants");

TEST_CASE("chang-roberts as it should be breaks nothing") {
  CHECK(first_violated(made<Intact>(), 4) == "none");
  CHECK(first_violated(*find_model("chang-roberts"), 4) == "none");
  CHECK(first_violated(*find_model("chang-roberts:maxid"), 4) == "none");
}

TEST_CASE("unique-leader catches a dropped comparison") {
  CHECK(caught(made<DropsComparison>(), PropertyId::unique_leader));
}
TEST_CASE("max-id catches < for >") {
  CHECK(caught(made<Less>(), PropertyId::max_id));
  CHECK(!caught(made<Less>(), PropertyId::unique_leader));
  CHECK(!caught(made<Less>(), PropertyId::termination));
}
TEST_CASE("max-id catches a leader declared too early") {
  CHECK(caught(made<LeaderTooEarly>(), PropertyId::max_id));
}
TEST_CASE("agreement catches a wrong announcement") {
  CHECK(caught(made<AnnouncesItself>(), PropertyId::agreement));
}
TEST_CASE("election catches a winner that does not lead") {
  CHECK(caught(made<WinnerForgets>(), PropertyId::election));
  CHECK(!caught(made<WinnerForgets>(), PropertyId::unique_leader));
  CHECK(!caught(made<WinnerForgets>(), PropertyId::agreement));
  CHECK(!caught(made<Less>(), PropertyId::election));
}
TEST_CASE("irrevocable catches a belief that wavers") {
  CHECK(caught(made<BelievesWhoeverPasses>(), PropertyId::irrevocable));
}
TEST_CASE("termination and can-terminate catch what gets stuck") {
  const auto stuck = [](const Model& model) {
    CHECK(caught(model, PropertyId::termination));
    CHECK(caught(model, PropertyId::can_terminate));
    CHECK(!caught(model, PropertyId::unique_leader));
    CHECK(!caught(model, PropertyId::max_id));
  };
  stuck(made<ForgetsToForward>());
  stuck(made<WakesWithoutSending>());
  stuck(made<SwallowsItsOwn>());
  stuck(made<GreaterOrEqual>());
  stuck(made<AnnouncementRunsOn>());
}
TEST_CASE("what circles for ever is shown as a lasso") {
  const Model models[] = {made<GreaterOrEqual>(), made<AnnouncementRunsOn>()};
  for (const Model& model : models) {
    const Survey found = survey(on_ring(model, 1));
    const auto& path = found.violations[static_cast<std::size_t>(PropertyId::termination)];
    REQUIRE(path.has_value());
    REQUIRE(path->loop.has_value());
    CHECK(*path->loop < path->steps.size());
    CHECK(found.max == -1);
  }
}

TEST_SUITE_END();

}  // namespace conclave::testing::chang_roberts_mutants
