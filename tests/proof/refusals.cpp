// Of which models no proof can speak, and why.
#include <doctest/doctest.h>

#include "author/model.hpp"
#include "proof/theories.hpp"

namespace conclave::testing::proofs_refused {
namespace {

std::string refusal(const Model& model) {
  try {
    static_cast<void>(theory(model));
    return "none";
  } catch (const proof::NotProvable& why) {
    return why.what();
  }
}

// It adds one to an identifier.
struct Calculates {
  static constexpr About about = on_a_ring("calculates");
  struct Message {
    Id id;
  };
  struct State {
    std::optional<Id> leader;
  };
  static bool asleep(const State& s) { return !s.leader; }
  static std::optional<Id> leader(const State& s) { return s.leader; }
  static void start(auto& p) { p.send(next, {p.id}); }
  static void receive(auto& p, Message m, Port) { p.state.leader = Id(m.id.value() + 1); }
};

struct Reads : Calculates {
  static void receive(auto& p, Message m, Port) {
    if (m.id.value() % 2 == 0) p.state.leader = m.id;
  }
};

// It takes all that waits.
struct TakesAll {
  static constexpr About about = on_a_ring("takes-all");
  using Message = Calculates::Message;
  using State = Calculates::State;
  static std::optional<Id> leader(const State& s) { return s.leader; }
  static void round(auto& p) {
    while (const auto m = p.receive()) p.state.leader = m->id;
    p.send(next, {p.id});
  }
};

}  // namespace

TEST_SUITE_BEGIN("proof");

TEST_CASE("a model is refused in a sentence that names what is in the way") {
  for (const auto& [name, why] : {std::pair{"peterson", "`phase` of State is a number"},
                                  {"hirschberg-sinclair", "`phase` of State is a number"},
                                  {"franklin", "`round` of State is a number"},
                                  {"chang-roberts:java", "a process knows its place"},
                                  {"complete-network", "its network is `complete`: proofs are for rings"},
                                  {"itai-rodeh", "a process knows how many processes there are"},
                                  {"token-ring", "a process knows who is root"},
                                  {"aalborg-chang-roberts:repaired", "a process knows who has crashed"},
                                  {"harmony-leader:non-atomic-send", "it copies the network"},
                                  {"lcr:two-way", "a handler sees 8 identifiers at once"}}) {
    CAPTURE(name);
    const std::string said = refusal(*find_model(name));
    CHECK_MESSAGE(said.starts_with(why), said);
  }
}

TEST_CASE("who calculates with identifiers is refused") {
  for (const Model& model : {make_model<Calculates>(), make_model<Reads>()}) {
    const std::string said = refusal(model);
    CHECK_MESSAGE(said.find("identifier") != std::string::npos, said);
    CHECK(said != "none");
  }
}

TEST_CASE("who takes several messages in one round is refused") {
  CHECK(refusal(make_model<TakesAll>()) == "a process takes several messages in one round");
}

TEST_CASE("a property that no proof can speak of says why") {
  const proof::Theory of_maxid = theory(*find_model("chang-roberts:maxid"));
  const proof::Theory of_knows = theory(*find_model("chang-roberts:knows"));
  const proof::Theory of_lcr = theory(*find_model("lcr"));
  const auto why = [](const proof::Theory& theory, const std::string& name) {
    const auto goal = std::ranges::find(theory.goals, name, &proof::Goal::name);
    return goal == theory.goals.end() ? "no goal" : goal->unproved;
  };
  CHECK(why(of_maxid, "maxid-bounds-own") == "");
  CHECK(why(of_maxid, "termination") == "no goal");
  CHECK(why(of_knows, "all-know") ==
        "it is a function of whole configurations, and not made by `every` or its like");
  CHECK(why(of_lcr, "assertion-1") == "it is no invariant");
}

TEST_SUITE_END();

}  // namespace conclave::testing::proofs_refused
