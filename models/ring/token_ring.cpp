// A token ring: who holds the token may send, and passes it on. If the token is lost it has to be made anew,
// by exactly one process, so that whoever has waited too long calls an election. The winner of Chang and
// Roberts' election tells everyone, and when its message is home it makes the token. Source: birmingham,
// Leader Election in a Token Ring; how the token is made anew is ours.
//
// A time out may come too early, while the token is well. So whoever takes part in an election drops the
// token, and on channels that keep order the old one is gone before there is a new one. A process times out
// `patience` times at most, so that there are so many executions only. A participant that hears of a smaller
// identifier sends its own again, and a winner its announcement, because the first one may be lost.
#include "author/model.hpp"

using namespace conclave;

struct TokenRing {
  static constexpr About about{
      .name = "token-ring",
      .summary = "the token goes round; who misses it calls an election, the winner makes it anew",
      .source = "birmingham, leader election in a token ring",
      .topology = "ring",
      .processes = {1, 3},
      .distinct = true,
      .position = 22};
  static constexpr Knowledge knows = Knowledge::root;
  static constexpr Elects elects = Elects::anyone;
  struct Parameters {
    int patience = 1;  // how often a process times out
  };
  enum class Kind { token, election, elected };
  struct Message {
    Kind kind;
    std::optional<Id> id;  // none of the token
  };
  enum class Activity { content, electing, announcing };
  struct State {
    Activity activity = Activity::content;
    bool has_token = false;
    int timeouts = 0;
  };

  static State initial(const Self<TokenRing>& self) { return {.has_token = self.is_root()}; }
  static bool is_leader(const State& s) { return s.has_token; }
  static std::vector<Without> without() {
    return {{"termination", "the token goes round for ever"},
            {"can-terminate", "the token goes round for ever"},
            {"irrevocable", "the token is passed on"}};
  }
  static std::vector<Message> alphabet(const std::vector<Id>& ids) {
    std::vector<Message> all{{Kind::token, {}}};
    for (const Id id : ids) {
      for (const Kind kind : {Kind::election, Kind::elected}) all.push_back({kind, id});
    }
    return all;
  }

  static OwnSteps<TokenRing> own_steps() {
    return {{Duty::owed, "passes the token on", [](const State& s) { return s.has_token; }, pass_on},
            {Duty::owed, "times out", may_time_out, time_out}};
  }

  static bool may_time_out(const State& s, const Self<TokenRing>& self) {
    return s.activity != Activity::announcing && !s.has_token && s.timeouts < self.parameters.patience;
  }

  static void pass_on(Process<TokenRing>& p) {
    p.state.has_token = false;
    p.send(next, {Kind::token, {}});
  }

  static void time_out(Process<TokenRing>& p) {
    ++p.state.timeouts;
    elect(p, p.id);
  }

  static void elect(Process<TokenRing>& p, Id best) {
    p.state.activity = Activity::electing;
    p.state.has_token = false;
    p.send(next, {Kind::election, best});
  }

  static void receive(Process<TokenRing>& p, Message m, Port) {
    State& s = p.state;
    if (m.kind == Kind::token) {
      s.has_token = s.activity == Activity::content;
    } else if (m.kind == Kind::election) {
      const bool has_won = m.id == p.id || (s.activity == Activity::announcing && *m.id < p.id);
      if (!has_won) return elect(p, std::max(*m.id, p.id));
      s.activity = Activity::announcing;
      s.has_token = false;
      p.send(next, {Kind::elected, p.id});
    } else if (m.id != p.id) {
      s.activity = Activity::content;
      p.send(next, m);
    } else if (s.activity == Activity::announcing) {
      s.activity = Activity::content;
      s.has_token = true;
    }
  }

  static Properties<TokenRing> properties() {
    return {{Form::invariant, "one-token", "there is never more than one token",
             [](const Global<TokenRing>& ring) { return tokens(ring) <= 1; }},
            {Form::leads_to, "token-again", "whenever there is no token, there is one again",
             [](const Global<TokenRing>& ring) { return tokens(ring) == 0; },
             [](const Global<TokenRing>& ring) { return tokens(ring) > 0; }},
            {Form::leads_to, "lost-in-time", "a token that is gone before anybody has timed out is made anew",
             [](const Global<TokenRing>& ring) {
               return tokens(ring) == 0 && ring.none([](const State& s) { return s.timeouts > 0; });
             },
             [](const Global<TokenRing>& ring) { return tokens(ring) > 0; }}};
  }

 private:
  static int tokens(const Global<TokenRing>& ring) {
    return ring.count([](const State& s) { return s.has_token; }) +
           static_cast<int>(std::ranges::count_if(
               ring.in_flight(), [](const auto& flight) { return flight.message.kind == Kind::token; }));
  }
};

const Registration<TokenRing> registered;
