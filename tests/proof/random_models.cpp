// Random models: their rules describe every explored step, and what is proved of them holds on small rings.
#include <doctest/doctest.h>

#include <array>
#include <random>

#include "author/model.hpp"
#include "proof/theories.hpp"
#include "sizes.hpp"

namespace conclave::testing::random_proofs {
namespace {

using Is = proof::Verdict::Is;

enum class Whose { own, kept, received };
enum class Keep { as_it_is, own, received, nobody };
struct Reaction {
  unsigned phase = 0;
  Keep keep{};
  bool sends = false;
  bool back = false;  // on a two-way ring: at the other port
  unsigned kind = 0;
  Whose whose{};
  bool fails = false;
};
// By kind of message, phase, how the received identifier compares with one's own, and with the kept one (3:
// there is none).
struct Chart {
  std::array<std::array<std::array<std::array<Reaction, 4>, 3>, 3>, 2> reactions;
  Reaction start;
  unsigned leading = 0;  // who has kept its own identifier in this phase leads
};
Chart chart;

unsigned compared(Id one, Id other) { return one < other ? 0 : one == other ? 1 : 2; }

template <bool both_ways>
struct Charted {
  static constexpr About about = on_a_ring("charted", both_ways);
  static constexpr bool asserts = true;
  enum class Phase { zero, one, two };
  enum class Kind { ping, pong };
  struct Message {
    Kind kind;
    Id id;
  };
  struct State {
    bool awake = false;
    Phase phase = Phase::zero;
    std::optional<Id> kept;
  };
  static bool asleep(const State& s) { return !s.awake; }
  static std::optional<Id> leader(const State& s) {
    if (static_cast<unsigned>(s.phase) == chart.leading) return s.kept;
    return {};
  }
  static void react(auto& p, const Reaction& reaction, Id received) {
    State& s = p.state;
    const Id sent = reaction.whose == Whose::own              ? p.id
                    : reaction.whose == Whose::kept && s.kept ? *s.kept
                                                              : received;
    s.awake = true;
    s.phase = static_cast<Phase>(reaction.phase);
    if (reaction.keep == Keep::own) s.kept = p.id;
    if (reaction.keep == Keep::received) s.kept = received;
    if (reaction.keep == Keep::nobody) s.kept.reset();
    const Port out = both_ways && reaction.back ? previous : next;
    if (reaction.sends) p.send(out, {static_cast<Kind>(reaction.kind), sent});
    p.require(!reaction.fails, "it fails");
  }
  static void start(auto& p) { react(p, chart.start, p.id); }
  static void receive(auto& p, Message m, Port from) {
    const unsigned kept = p.state.kept ? compared(m.id, *p.state.kept) : 3;
    Reaction reaction = chart.reactions[static_cast<unsigned>(m.kind)][static_cast<unsigned>(p.state.phase)]
                                       [compared(m.id, p.id)][kept];
    if (both_ways && from == next) reaction.back = !reaction.back;
    react(p, reaction, m.id);
  }
};

class Dice {
 public:
  explicit Dice(unsigned seed) : engine_(seed) {}
  unsigned below(unsigned end) { return std::uniform_int_distribution<unsigned>(0, end - 1)(engine_); }
  bool one_in(unsigned many) { return below(many) == 0; }

  Reaction reaction() {
    constexpr std::array keeps{Keep::as_it_is, Keep::as_it_is, Keep::own, Keep::received, Keep::nobody};
    return {.phase = below(3),
            .keep = keeps[below(5)],
            .sends = !one_in(3),
            .back = one_in(2),
            .kind = below(2),
            .whose = static_cast<Whose>(below(3)),
            .fails = one_in(40)};
  }
  Chart chart() {
    Chart all;
    all.start = reaction();
    all.start.sends = true;
    all.leading = below(3);
    // Many reactions are alike, so that not every guard matters.
    const std::array few{reaction(), reaction(), reaction()};
    for (auto& by_phase : all.reactions) {
      for (auto& by_own : by_phase) {
        for (auto& by_kept : by_own) {
          for (Reaction& each : by_kept) each = one_in(3) ? reaction() : few[below(3)];
        }
      }
    }
    return all;
  }

 private:
  std::mt19937 engine_;
};

}  // namespace

TEST_SUITE_BEGIN("proof");

TEST_CASE("rules describe every step of random models") {
  constexpr std::array networks{Network::fifo, Network::bag, Network::set};
  for (unsigned seed = 0; seed < (brief ? 10U : 200U); ++seed) {
    CAPTURE(seed);
    chart = Dice(seed).chart();
    const Model one_way = make_model<Charted<false>>();
    CHECK(objection(theory(one_way), 3, networks[seed % 3], {}, 500) == "");
    const Model two_way = make_model<Charted<true>>();
    CHECK(objection(theory(two_way), 3, networks[seed % 3], {}, 500) == "");
  }
}

TEST_CASE("what is proved of random models holds on small rings") {
  int proved = 0;
  int violated = 0;
  for (unsigned seed = 1000; seed < (brief ? 1003U : thorough ? 1012U : 1005U); ++seed) {
    CAPTURE(seed);
    chart = Dice(seed).chart();
    const Model model = make_model<Charted<false>>();
    const proof::Proof found =
        proof_of(model, {"unique-leader", "max-id", "agreement", "irrevocable", "assertions"}, 1);
    for (const auto& each : found.verdicts) {
      CAPTURE(each.goal->name);
      const auto property = std::ranges::find(model.properties, each.goal->name, &Property::name);
      violated += each.is == Is::violated ? 1 : 0;
      if (each.is != Is::proved) continue;
      ++proved;
      CHECK(!is_violated(model, property->id));
    }
  }
  CHECK(proved > 0);
  CHECK(violated > 0);
}

TEST_SUITE_END();

}  // namespace conclave::testing::random_proofs
