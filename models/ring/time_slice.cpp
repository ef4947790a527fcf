// TimeSlice, after the Birmingham lecture 5: time is cut into phases of n rounds, and phase v belongs to
// identifier v. The first process whose phase comes while nothing is on its way sends its token round a
// one-way ring. So the smallest identifier wins, with n messages, however long that takes.
//
// The lecture says in one place that a process is elected when its phase begins, and in another that it is
// elected when its token is back. The plain model does the former, `:token-return` the latter.
#include "author/model.hpp"

using namespace conclave;

// The algorithm. The model M says when a process is elected.
template <class M>
struct PhasesOfTimeSlice {
  static constexpr Knowledge knows = Knowledge::number | Knowledge::processes;
  static constexpr Elects elects = Elects::smallest;
  static constexpr bool elected_at_once = true;
  struct Parameters {
    std::optional<int> assumed_n;  // what the processes take for n
  };
  enum class Status { unknown, leader };
  struct Message {
    Id uid;
  };
  struct State {
    int rounds = 0;           // how many have passed, counted until `token_seen`
    bool token_seen = false;  // It has received a token, or sent its own.
    std::optional<Id> send;   // a token to relay
    Status status = Status::unknown;
  };

  static State initial(const Self<M>& self) {
    if (assumed_n(self) < 1)
      throw std::invalid_argument("assumed-n has to be at least 1, not " + std::to_string(assumed_n(self)));
    return {};
  }
  static bool is_leader(const State& s) { return s.status == Status::leader; }

  static std::optional<Message> message(const Self<M>& self, const State& s, Port) {
    if (begins(self, s)) return Message{self.id};
    if (!s.send) return {};
    return Message{*s.send};
  }

  static void transition(Process<M>& p, const Incoming<Message>& incoming) {
    State& s = p.state;
    s.send.reset();
    if (begins(p, s)) {
      s.token_seen = true;
      if (M::elected_at_once) s.status = Status::leader;
    }
    const auto& token = incoming[previous];
    if (token && token->uid != p.id) s.send = token->uid;
    if (token && token->uid == p.id && !M::elected_at_once) s.status = Status::leader;
    if (token) s.token_seen = true;
    // Once a token is seen, nothing depends on the count any more.
    s.rounds = s.token_seen ? 0 : s.rounds + 1;
  }

  // A token that was sent in round r has been seen after it by its sender, and before n·u_min is over it is
  // home.
  static Properties<M> properties() {
    return {after_rounds<M>(
        "silence", "nothing is sent before round (u_min−1)n+1, nor after round n·u_min",
        [](const Global<M>& ring) {
          const std::int64_t last = last_round(ring);
          const bool before = ring.rounds() <= last - ring.processes();
          const bool after = ring.rounds() >= last;
          if (before) return ring.none([](const State& s) { return s.token_seen || s.send; });
          return !after || ring.none([](const State& s) { return s.send.has_value(); });
        },
        [](const Global<M>& ring) { return static_cast<int>(last_round(ring)); })};
  }

  static Claims claims() {
    using namespace claimed;
    return {max("time", "all").is(n * u_min, "birmingham, complexity of TimeSlice"),
            max("messages", "all").is(n, "birmingham, complexity of TimeSlice")};
  }

 private:
  // n·u_min
  static std::int64_t last_round(const Global<M>& ring) {
    Id smallest = ring.id(ring.places().front());
    for (const Place i : ring.places()) smallest = std::min(smallest, ring.id(i));
    return std::int64_t{ring.processes()} * smallest.value();
  }

  static int assumed_n(const Self<M>& self) { return self.parameters.assumed_n.value_or(self.processes()); }

  // Does the process's own phase begin with this round, and is it still free to use it?
  static bool begins(const Self<M>& self, const State& s) {
    return !s.token_seen && s.rounds == (self.number() - std::int64_t{1}) * assumed_n(self);
  }
};

struct TimeSlice : PhasesOfTimeSlice<TimeSlice> {
  static constexpr About about{
      .name = "time-slice",
      .summary = "phase v of n rounds is identifier v's; the first to use its own is leader",
      .source = "birmingham, TimeSlice",
      .topology = "ring",
      .processes = {1, 7},
      .position = 130};
};

struct TimeSliceTokenReturn : PhasesOfTimeSlice<TimeSliceTokenReturn> {
  static constexpr About about =
      TimeSlice::about.variant("time-slice:token-return", "a process is leader when its token is back");
  static constexpr bool elected_at_once = false;
};

const Registration<TimeSlice, TimeSliceTokenReturn> registered;
