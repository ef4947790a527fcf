// Dolev, Klawe and Rodeh's election on a one-way ring: an active process takes over the identifier of its
// active neighbour upstream if that is larger than the identifiers on both sides of it. Source: garg, listing
// 13.5.2.
#include "author/claim.hpp"
#include "author/model.hpp"

namespace conclave {
namespace {

struct DolevKlaweRodeh {
  static constexpr About about{
      .name = "dolev-klawe-rodeh",
      .summary = "active processes compare three neighbouring identifiers; at most half stay active",
      .source = "garg, listing 13.5.2",
      .network = Network::fifo,
      .topology = "ring",
      .initiators = Initiative::any,
      .processes = {1, 7},
      .position = 30};
  enum class Activity { asleep, passive, active };
  enum class Kind { type1, type2, leader };
  struct Message {
    Kind kind;
    Id id;
  };
  struct State {
    Activity state = Activity::asleep;
    Id max;                       // maxNum
    std::optional<Id> neighbour;  // neighborR
    std::optional<Id> leader;     // leaderId
  };

  static State initial(Id id) {
    return {.state = Activity::asleep, .max = id, .neighbour = {}, .leader = {}};
  }
  static bool asleep(const State& s) { return s.state == Activity::asleep; }
  static std::optional<Id> leader(const State& s) { return s.leader; }

  static std::vector<Claim> claims() {
    using claimed::n;
    return {{"messages", "all", Statistic::max, Relation::asymptotic, n * ceiling_log2(n) + n,
             "garg 13.7: O(N log N)"}};
  }

  static void start(auto& p) {
    p.state.state = Activity::active;
    p.send(next, {Kind::type1, p.id});
  }

  static void receive(auto& p, Message m, Port) {
    State& s = p.state;
    if (s.state == Activity::asleep) start(p);
    if (m.kind == Kind::type1) {
      if (s.state == Activity::active) {
        if (m.id != s.max) {
          p.send(next, {Kind::type2, m.id});
          s.neighbour = m.id;
        } else {
          s.leader = m.id;
          p.send(next, {Kind::leader, m.id});
        }
      } else {
        p.send(next, m);
      }
    } else if (m.kind == Kind::type2) {
      if (s.state == Activity::active) {
        if (s.neighbour > m.id && s.neighbour > s.max) {  // A missing neighbour is below every identifier.
          s.max = *s.neighbour;
          p.send(next, {Kind::type1, s.max});
        } else {
          s.state = Activity::passive;
        }
      } else {
        p.send(next, m);
      }
    } else if (!s.leader) {
      s.leader = m.id;
      p.send(next, m);
    }
  }
};
BOOST_DESCRIBE_ENUM(DolevKlaweRodeh::Activity, asleep, passive, active)
BOOST_DESCRIBE_ENUM(DolevKlaweRodeh::Kind, type1, type2, leader)
BOOST_DESCRIBE_STRUCT(DolevKlaweRodeh::Message, (), (kind, id))
BOOST_DESCRIBE_STRUCT(DolevKlaweRodeh::State, (), (state, max, neighbour, leader))

// Line 5 of the listing says `State state = State.PASSIVE`. Its startElection does something only for a
// process that is ASLEEP, and nobody is.
struct DolevKlaweRodehAsPrinted : DolevKlaweRodeh {
  static constexpr About about = DolevKlaweRodeh::about.variant(
      "dolev-klawe-rodeh:as-printed", "the listing's initial state: everyone passive");
  static State initial(Id id) {
    return {.state = Activity::passive, .max = id, .neighbour = {}, .leader = {}};
  }
};

const Registration<DolevKlaweRodeh> plain;
const Registration<DolevKlaweRodehAsPrinted> as_printed;

}  // namespace
}  // namespace conclave
