// The election of Raft: time is divided into terms, and in each term a process votes at most once. Who times
// out stands as a candidate in the next term; who has the votes of a majority leads. Source: Ongaro and
// Ousterhout, In Search of an Understandable Consensus Algorithm, 2014, section 5.2 (without the log).
//
// A timeout may fire at any time, and the last term is `terms`, because otherwise there would be no end of
// candidates. The term and the vote are on stable storage: they are what a crash leaves. Each value of `bug`
// is a mistake that breaks election-safety.
#include "author/model.hpp"

using namespace conclave;

struct RaftElection {
  static constexpr About about{.name = "raft-election",
                               .summary = "one vote in each term; a majority of votes makes a leader",
                               .source = "Ongaro and Ousterhout 2014, section 5.2",
                               .network = Network::bag,
                               .topology = "complete",
                               .processes = {1, 4},
                               .distinct = true,
                               .position = 145};
  static constexpr Knowledge knows = Knowledge::processes;
  static constexpr Elects elects = Elects::anyone;
  enum class Kind { request, vote, heartbeat };
  // A crash makes a process forget its vote; a process votes for everyone; half of the votes are enough; each
  // vote counts as often as it arrives.
  enum class Bug { none, forgets, votes_for_all, half, counts_twice };
  struct Parameters {
    int terms = 1;
    Bug bug = Bug::none;
  };
  struct Message {
    Kind kind;
    int term;
    Id from;
  };
  enum class Role { follower, candidate, leader };
  struct State {
    Role role = Role::follower;
    int term = 0;
    std::optional<Id> voted_for;  // in this term
    std::vector<Id> votes;        // for this candidate
  };
  // In which terms the process was leader. Nobody forgets that.
  struct History {
    std::set<int> led;
  };

  static bool is_leader(const State& s) { return s.role == Role::leader; }
  static void remember(History& h, const State&, const State& after) {
    if (is_leader(after)) h.led.insert(after.term);
  }

  static OwnSteps<RaftElection> own_steps() {
    const auto may_time_out = [](const State& s, const Self<RaftElection>& self) {
      return !is_leader(s) && s.term < self.parameters.terms;
    };
    return {{Duty::optional, "times out", may_time_out, stand}};
  }

  static void stand(Process<RaftElection>& p) {
    p.state = {.role = Role::candidate, .term = p.state.term + 1, .voted_for = p.id, .votes = {p.id}};
    p.send_all({Kind::request, p.state.term, p.id});
    lead_if_elected(p);
  }

  static void receive(Process<RaftElection>& p, Message m, Port port) {
    State& s = p.state;
    if (m.term < s.term) return;
    if (m.term > s.term) s = {.role = Role::follower, .term = m.term};
    if (m.kind == Kind::request && may_vote(p, m.from)) {
      s.voted_for = m.from;
      p.send(port, {Kind::vote, s.term, p.id});
    }
    if (m.kind == Kind::vote && s.role == Role::candidate) {
      const bool counted = std::ranges::find(s.votes, m.from) != s.votes.end();
      if (!counted || p.parameters.bug == Bug::counts_twice) s.votes.push_back(m.from);
      std::ranges::sort(s.votes);
      lead_if_elected(p);
    }
    if (m.kind == Kind::heartbeat) s.role = Role::follower;
  }

  static State recovered(const State& s, const Self<RaftElection>& self) {
    if (self.parameters.bug == Bug::forgets) return {.term = s.term};
    return {.term = s.term, .voted_for = s.voted_for};
  }

  static std::vector<Without> without() {
    return {{"unique-leader", "a leader of an earlier term may not know yet that there is a later one"},
            {"irrevocable", "a later term has another leader"},
            {"termination", "votes may be split in every term"},
            {"can-terminate", "terms end, and in the last one votes may be split"},
            {"election", "nobody has to time out, and votes may be split"}};
  }
  static Properties<RaftElection> properties() {
    return {{Form::invariant, "election-safety", "at most one process ever leads in a term",
             every_two([](const History& a, const History& b) {
               return std::ranges::none_of(a.led, [&](int term) { return b.led.contains(term); });
             })}};
  }
  static Claims claims() {
    using namespace claimed;
    return {max("request", "all").is(n * (n - 1), "each process stands once in a term"),
            max("vote", "all").is(n - 1, "all others vote for one candidate"),
            max("heartbeat", "all").is(n - 1, "one leader in a term")};
  }

 private:
  static bool may_vote(const Process<RaftElection>& p, Id candidate) {
    return !p.state.voted_for || p.state.voted_for == candidate || p.parameters.bug == Bug::votes_for_all;
  }
  static void lead_if_elected(Process<RaftElection>& p) {
    const int votes = static_cast<int>(p.state.votes.size());
    const bool elected =
        p.parameters.bug == Bug::half ? 2 * votes >= p.processes() : 2 * votes > p.processes();
    if (!elected) return;
    p.state.role = Role::leader;
    p.send_all({Kind::heartbeat, p.state.term, p.id});
  }
};

const Registration<RaftElection> registered;
