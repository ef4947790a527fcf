// VariableSpeeds, after the Birmingham lecture 5: everyone sends a token round a one-way ring. The token of
// identifier v moves one hop every 2^v rounds. Whoever has seen a smaller one discards it. So the smallest
// token comes home, and the others have not gone far.
#include "author/model.hpp"

using namespace conclave;

struct VariableSpeeds {
  static constexpr About about{
      .name = "variable-speeds",
      .summary = "token v goes a hop every 2^v rounds; the smallest overtakes all others",
      .source = "birmingham, VariableSpeeds",
      .topology = "ring",
      .processes = {1, 7},
      .position = 140};
  static constexpr Knowledge knows = Knowledge::number;
  static constexpr Elects elects = Elects::smallest;
  enum class Status { unknown, leader };
  struct Message {
    Id uid;
  };
  struct State {
    Id smallest;  // of the identifiers that it has seen
    std::optional<Id> token;
    int wait = 0;  // in how many rounds the token is sent: 1 is the next round; 0: there is no token
    Status status = Status::unknown;
  };

  // The model counts 2^v rounds one by one, so v has to be small.
  static constexpr int largest_number = 20;

  static State initial(const Self<VariableSpeeds>& self) {
    if (self.number() > largest_number) {
      throw std::invalid_argument(
          "variable-speeds takes identifiers up to " + std::to_string(largest_number) +
          ", because each hop of token v takes 2^v rounds; one is " + std::to_string(self.number()));
    }
    State s{.smallest = self.id};
    hold(s, self.id);
    return s;
  }
  static bool is_leader(const State& s) { return s.status == Status::leader; }

  static std::optional<Message> message(const Self<VariableSpeeds>&, const State& s, Port) {
    if (s.wait != 1) return {};
    return Message{*s.token};
  }

  static void transition(Process<VariableSpeeds>& p, const Incoming<Message>& incoming) {
    State& s = p.state;
    if (s.token && --s.wait == 0) s.token.reset();  // The token has gone out.
    if (!incoming[previous]) return;
    const Id v = incoming[previous]->uid;
    if (v == p.id) {
      s.status = Status::leader;
    } else if (v < s.smallest) {
      s.smallest = v;
      hold(s, v);
    }
  }

  static Claims claims() {
    using namespace claimed;
    return {max("time", "all").is(n * power_of_two(u_min), "birmingham, VariableSpeeds: O(n·2^u_min)"),
            max("messages", "all").is_at_most(2 * n, "birmingham, VariableSpeeds: O(n)")};
  }

 private:
  static void hold(State& s, Id v) {
    s.token = v;
    s.wait = 1 << v.value();
  }
};

const Registration<VariableSpeeds> registered;
