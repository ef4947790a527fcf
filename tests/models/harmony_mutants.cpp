// The Harmony book's election, broken in one place at a time: the checker must notice, by the property named.
#include "author/model.hpp"
#include "models/mutants.hpp"

namespace conclave::testing::harmony_mutants {
namespace {

struct Harmony {
  static constexpr About about = mutant("harmony-leader:mutant", Network::set, Initiative::all);
  static constexpr Addressing addressing = Addressing::by_identifier;
  static constexpr Knowledge knows = Knowledge::neighbours | Knowledge::largest;
  static constexpr bool asserts = true;
  enum class Phase { starting, working, done };
  struct Message {
    Id id;
    bool found;
  };
  struct State {
    Phase phase = Phase::starting;
  };
  static bool asleep(const State& s) { return s.phase == Phase::starting; }
  static bool receptive(const State& s) { return s.phase == Phase::working; }
  static bool decided(const State& s) { return s.phase == Phase::done; }

  static void start(auto& p) {
    p.send_to(p.neighbour(next), {p.id, false});
    p.state.phase = Phase::working;
  }
  static void own(auto& p, Message m) {
    p.require(p.id == p.largest_identifier(), "self == leader");
    p.send_to(p.neighbour(next), {m.id, true});
  }
  static void larger(auto& p, Message m) {
    p.require(p.id != p.largest_identifier(), "self != leader");
    p.send_to(p.neighbour(next), m);
  }
  static void receive(auto& p, Message m, Port) {
    if (m.id == p.id)
      own(p, m);
    else if (m.id > p.id)
      larger(p, m);
    if (m.found) p.state.phase = Phase::done;
  }
};
BOOST_DESCRIBE_ENUM(Harmony::Phase, starting, working, done)
BOOST_DESCRIBE_STRUCT(Harmony::Message, (), (id, found))
BOOST_DESCRIBE_STRUCT(Harmony::State, (), (phase))

struct Intact : Harmony {};

struct DropsComparison : Harmony {
  static void receive(auto& p, Message m, Port) {
    if (m.id == p.id)
      own(p, m);
    else
      larger(p, m);
    if (m.found) p.state.phase = Phase::done;
  }
};

struct Less : Harmony {
  static void receive(auto& p, Message m, Port) {
    if (m.id == p.id)
      own(p, m);
    else if (m.id < p.id)
      larger(p, m);
    if (m.found) p.state.phase = Phase::done;
  }
};

struct ForgetsToForward : Harmony {
  static void receive(auto& p, Message m, Port) {
    if (m.id == p.id) own(p, m);
    if (m.found) p.state.phase = Phase::done;
  }
};

struct SwallowsItsOwn : Harmony {
  static void receive(auto& p, Message m, Port) {
    if (m.id > p.id) larger(p, m);
    if (m.found) p.state.phase = Phase::done;
  }
};

struct NeverFound : Harmony {
  static void own(auto& p, Message m) { p.send_to(p.neighbour(next), {m.id, false}); }
  static void receive(auto& p, Message m, Port) {
    if (m.id == p.id)
      own(p, m);
    else if (m.id > p.id)
      larger(p, m);
    if (m.found) p.state.phase = Phase::done;
  }
};

// Believes that whoever has forwarded an identifier is done.
struct DoneTooEarly : Harmony {
  static void receive(auto& p, Message m, Port) {
    Harmony::receive(p, m, Port{});
    if (m.id > p.id) p.state.phase = Phase::done;
  }
};

struct ForgetsToStart : Harmony {
  static void start(auto& p) { p.state.phase = Phase::working; }
};

}  // namespace

TEST_SUITE_BEGIN("mutants");

TEST_CASE("harmony-leader as it should be breaks nothing") {
  CHECK(first_violated(make_model<Intact>(), 4) == "none");
  CHECK(first_violated(*find_model("harmony-leader"), 4) == "none");
}

TEST_CASE("assertions catch a dropped or turned comparison") {
  CHECK(caught(make_model<DropsComparison>(), PropertyId::assertions));
  CHECK(caught(make_model<Less>(), PropertyId::assertions));
}

TEST_CASE("termination and can-terminate catch what gets stuck") {
  const auto stuck = [](const Model& model) {
    CHECK(caught(model, PropertyId::termination));
    CHECK(caught(model, PropertyId::can_terminate));
    CHECK(!caught(model, PropertyId::assertions));
  };
  stuck(make_model<ForgetsToForward>());
  stuck(make_model<SwallowsItsOwn>());
  stuck(make_model<NeverFound>());
  stuck(make_model<DoneTooEarly>());
  stuck(make_model<ForgetsToStart>());
}

TEST_SUITE_END();

}  // namespace conclave::testing::harmony_mutants
