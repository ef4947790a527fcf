// The echo algorithm with extinction, broken in one place at a time: the checker must notice, by the
// properties named.
#include "author/model.hpp"
#include "models/mutants.hpp"

namespace conclave::testing::echo_mutants {
namespace {

enum class Bug { none, larger, keeps_count, counts_any, echoes_at_once, first_wave, no_flood, wakes_deaf };

constexpr About on_graphs() {
  About about = mutant("echo-extinction:mutant", Network::fifo, Initiative::any);
  about.topology = "connected";
  return about;
}

template <Bug bug>
struct Echo {
  static constexpr About about = on_graphs();
  static constexpr Elects elects = Elects::anyone;
  enum class Kind { tok, ldr };
  struct Message {
    Kind kind;
    Id r;
  };
  struct State {
    bool initiator = false;
    std::optional<Id> caw;
    int rec = 0;
    std::optional<Port> father;
    int lrec = 0;
    std::optional<Id> win;
  };

  static bool asleep(const State& s) { return !s.caw; }
  static std::optional<Id> leader(const State& s) { return s.win; }
  static Properties<Echo> properties() {
    return {{Form::invariant, "smallest-initiator",
             "nobody that has started is smaller than who is believed to lead",
             [](const Global<Echo>& g) {
               return g.every([&](const State& s) {
                 return !s.win ||
                        g.every([&](Id id, const State& other) { return !other.initiator || id >= *s.win; });
               });
             }},
            {Form::invariant, "everyone-took-part",
             "when somebody leads, everyone has taken part in its wave", [](const Global<Echo>& g) {
               return g.every([&](const State& s) {
                 return !s.win || g.every([&](const State& other) { return other.caw == s.win; });
               });
             }}};
  }

  static void start(auto& p) {
    p.state.initiator = true;
    p.state.caw = p.id;
    p.send_all({Kind::tok, p.id});
    if (p.ports() == 0) p.state.win = p.id;
  }

  static bool displaces(Id r, const std::optional<Id>& caw) {
    if (bug == Bug::first_wave && caw) return false;
    return !caw || (bug == Bug::larger ? r > *caw : r < *caw);
  }

  static void receive(auto& p, Message m, Port q) {
    State& s = p.state;
    if (m.kind == Kind::ldr) {
      if (s.lrec == 0 && m.r != p.id && bug != Bug::no_flood) p.send_all(m);
      ++s.lrec;
      s.win = m.r;
      return;
    }
    if (displaces(m.r, s.caw)) {
      const bool slept = !s.caw;
      s.caw = m.r;
      if (bug != Bug::keeps_count) s.rec = 0;
      s.father = q;
      if (slept && bug == Bug::wakes_deaf) return;
      p.send_others(q, m);
      if (bug == Bug::echoes_at_once) return p.send(q, m);
    }
    if (m.r != *s.caw && bug != Bug::counts_any) return;
    if (++s.rec < p.ports() || (bug == Bug::echoes_at_once && s.caw != p.id)) return;
    if (s.caw == p.id)
      p.send_all({Kind::ldr, p.id});
    else if (s.father)
      p.send(*s.father, {Kind::tok, *s.caw});
  }
};

template <Bug bug>
std::string violated() {
  return all_violated(make_model<Echo<bug>>(), "connected", 3);
}

}  // namespace

TEST_SUITE_BEGIN("mutants");

TEST_CASE("echo-extinction as it should be breaks nothing") {
  CHECK(violated<Bug::none>() == "");
  CHECK(all_violated(*find_model("echo-extinction"), "connected", 3) == "");
}
TEST_CASE("echo-extinction: smallest-initiator catches > for <") { CHECK(violated<Bug::larger>() == "?"); }
TEST_CASE("echo-extinction: everyone-took-part catches a wave that comes home too early") {
  CHECK(violated<Bug::keeps_count>() == "?");
  CHECK(violated<Bug::counts_any>() == "?");
  CHECK(violated<Bug::echoes_at_once>() == "?");
}
TEST_CASE("echo-extinction: termination catches waves that block each other, or do not get on") {
  CHECK(violated<Bug::first_wave>() == "?");
  CHECK(violated<Bug::wakes_deaf>() == "?");
  CHECK(violated<Bug::no_flood>() == "?");
}

TEST_SUITE_END();

}  // namespace conclave::testing::echo_mutants
