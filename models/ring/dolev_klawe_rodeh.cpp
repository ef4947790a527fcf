// Dolev, Klawe and Rodeh's election on a one-way ring: an active process takes over the identifier of its
// active neighbour upstream if that is larger than those on both sides of it. Source: garg, listing 13.5.2.
#include "author/client.hpp"
#include "author/model.hpp"

using namespace conclave;

struct DolevKlaweRodeh {
  static constexpr About about{
      .name = "dolev-klawe-rodeh",
      .summary = "active processes compare three neighbouring identifiers; at most half stay active",
      .source = "garg, listing 13.5.2",
      .topology = "ring",
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

  static State initial(Id id) { return {.max = id}; }
  static bool asleep(const State& s) { return s.state == Activity::asleep; }
  static std::optional<Id> leader(const State& s) { return s.leader; }

  static Claims claims() {
    using namespace claimed;
    return {max("messages", "all").is_of_order(n * ceiling_log2(n) + n, "garg 13.7: O(N log N)")};
  }

  static void start(auto& p) {
    p.state.state = Activity::active;
    p.send(next, {Kind::type1, p.id});
  }

  static void receive(auto& p, Message m, Port) {
    auto& s = p.state;
    if (s.state == Activity::asleep) start(p);
    if (m.kind == Kind::leader) {
      if (s.leader) return;
      s.leader = m.id;
      p.send(next, m);
    } else if (s.state != Activity::active) {
      p.send(next, m);
    } else if (m.kind == Kind::type1) {
      if (m.id != s.max) {
        p.send(next, {Kind::type2, m.id});
        s.neighbour = m.id;
      } else {
        s.leader = m.id;
        p.send(next, {Kind::leader, m.id});
      }
    } else if (s.neighbour > m.id && s.neighbour > s.max) {  // A missing neighbour is below every identifier.
      s.max = *s.neighbour;
      p.send(next, {Kind::type1, s.max});
    } else {
      s.state = Activity::passive;
    }
  }
};

// Line 5 of the listing says `State state = State.PASSIVE`. Its startElection does something only for a
// process that is ASLEEP, and nobody is.
struct DolevKlaweRodehAsPrinted : DolevKlaweRodeh {
  static constexpr About about = DolevKlaweRodeh::about.variant(
      "dolev-klawe-rodeh:as-printed", "the listing's initial state: everyone passive");
  static State initial(Id id) { return {.state = Activity::passive, .max = id}; }
};

// With the thread that calls getLeader. Nothing in the listing calls notify.
struct DolevKlaweRodehWaiting : DolevKlaweRodeh {
  static constexpr About about =
      DolevKlaweRodeh::about.variant({.name = "dolev-klawe-rodeh:waiting",
                                      .summary = "and a thread at each process that waits in getLeader",
                                      .source = "garg, listing 13.5.2",
                                      .initiators = Initiative::all,
                                      .processes = {1, 3}});
  struct State {
    Activity state = Activity::asleep;
    Id max;
    std::optional<Id> neighbour;
    std::optional<Id> leader;
    Client client = Client::busy;
  };

  static State initial(Id id) { return {.max = id}; }
  static bool asleep(const State& s) { return s.state == Activity::asleep; }
  static std::optional<Id> leader(const State& s) { return s.leader; }
  static bool is_there(const State& s) { return s.leader.has_value(); }
  static OwnSteps<DolevKlaweRodehWaiting> own_steps() { return client_steps<DolevKlaweRodehWaiting>(); }
  static Properties<DolevKlaweRodehWaiting> properties() {
    return client_properties<DolevKlaweRodehWaiting>();
  }
  static Claims claims() { return {}; }
};

const Registration<DolevKlaweRodeh, DolevKlaweRodehAsPrinted, DolevKlaweRodehWaiting> registered;
