// Lamport's mutual exclusion as an election on a complete network: the process that enters the critical
// section first is the leader. A process that knows of an earlier request does not acknowledge a later one,
// and nobody releases the section. Source: garg, 13.3. In `:ack-all` every request is acknowledged, as in
// mutual exclusion itself.
#include "author/model.hpp"

using namespace conclave;

struct LamportElection {
  static constexpr About about{
      .name = "lamport-election",
      .summary = "the earliest request that all others acknowledge wins; ties by identifier",
      .source = "garg 13.3",
      .topology = "complete",
      .position = 50};
  static constexpr Elects elects = Elects::anyone;

  enum class Kind { request, ack, leader };
  struct Message {
    Kind kind;
    std::optional<int> time;  // of a request
    std::optional<Id> id;     // of a request or the leader
  };
  struct Request {
    int time;
    Id id;
    friend auto operator<=>(const Request&, const Request&) = default;
  };
  struct State {
    int clock = 0;
    std::vector<Request> requests;  // all that it knows, its own included, the earliest first
    bool requested = false;
    int acks = 0;
    std::optional<Id> leader;
  };

  // A process may initiate as long as it knows no leader, even when it has acknowledged other requests.
  static bool asleep(const State& s) { return !s.requested && !s.leader; }
  static std::optional<Id> leader(const State& s) { return s.leader; }

  // Garg, 13.3: c initiators need at most 2cN messages for requests and acknowledgements, and N to tell
  // everyone.
  static Claims claims() {
    using namespace claimed;
    const Formula bound = 2 * c * n + n;
    return {max("messages", "all").is_at_most(bound, "garg 13.3"),
            max("messages", "any").is_at_most(bound, "garg 13.3"),
            max("messages", "one").is_at_most(bound, "garg 13.3")};
  }

  static void note(State& s, Request request) {
    s.requests.insert(std::ranges::upper_bound(s.requests, request), request);
  }

  static void enter_if_possible(auto& p) {
    State& s = p.state;
    if (!s.requested || s.leader || s.acks < p.ports() || s.requests.front().id != p.id) return;
    s.leader = p.id;
    p.send_all({Kind::leader, {}, p.id});
  }

  static void start(auto& p) {
    State& s = p.state;
    s.requested = true;
    ++s.clock;
    note(s, {s.clock, p.id});
    p.send_all({Kind::request, s.clock, p.id});
    enter_if_possible(p);
  }

  static void receive(auto& p, const Message& m, Port from) { handle(p, m, from, false); }

  static void handle(auto& p, const Message& m, Port from, bool acknowledge_all) {
    State& s = p.state;
    if (m.kind == Kind::leader) {
      s.leader = m.id;
      return;
    }
    if (m.kind == Kind::ack) ++s.acks;
    if (m.kind == Kind::request) {
      const Request request{*m.time, *m.id};
      const bool knows_earlier = !s.requests.empty() && s.requests.front() < request;
      s.clock = std::max(s.clock, *m.time);
      note(s, request);
      if (acknowledge_all || !knows_earlier) p.send(from, {Kind::ack, {}, {}});
    }
    enter_if_possible(p);
  }
};

struct LamportElectionAckAll : LamportElection {
  static constexpr About about = LamportElection::about.variant(
      "lamport-election:ack-all", "every request is acknowledged, as in the mutual exclusion", {1, 3});
  static void receive(auto& p, const Message& m, Port from) { handle(p, m, from, true); }
};

const Registration<LamportElection, LamportElectionAckAll> registered;
