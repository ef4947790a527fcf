// Small random algorithms that only compare identifiers: they keep one, send their own, the kept or the
// received one, and go by how these compare. Some have a slip: what an author does by mistake.
#pragma once

#include "toys/toy_basics.hpp"

namespace conclave::testing {

// A state, and a message: its value and an identifier, of which a state may have none.
inline int value_of(const Encoded& words) { return words.at(0); }
inline Id id_of(const Encoded& words) { return given_id(words.at(1)); }
inline bool has_id(const Encoded& words) { return words.at(1) != 0; }

enum class Whose { own, received, kept, literal };

enum class Slip {
  none,
  own_literal,       // is one's own identifier 2?
  received_literal,  // is the received one less than 2?
  first_port,        // did it come through port 0?
  second_place,      // is one's place 1?
  calls,             // has the program been called an odd number of times?
};

// What a step asks before it looks up what to do.
struct Asks {
  bool own = false;         // how does the identifier that came compare with one's own?
  bool kept = false;        // with the kept one, if any; where none came, one's own with the kept one
  bool neighbours = false;  // is one's own larger than all neighbours'?
  Slip slip{};

  std::size_t answers() const {
    return (own ? 3U : 1U) * (kept ? 4U : 1U) * (neighbours ? 2U : 1U) * (slip != Slip::none ? 2U : 1U);
  }
};

struct OrderSending {
  int value = 0;
  Whose whose{};
  enum class Where { all, back, others } where{};  // as ToySending has it
};

struct OrderOutcome {
  int next = 0;
  enum class Keep { as_it_is, own, received, larger } keep{};  // the larger one of the kept and the received
  std::vector<OrderSending> sends;
  ToyFailure fails = 0;
  bool throws = false;
};

struct OrderStep {
  Asks asks;
  std::vector<std::vector<OrderOutcome>> by_answer;
};

struct OrderState {
  Facts facts;  // `leader`, `belief` and `elects` are set from `believes`
  enum class Belief { none, own, kept, kept_if_larger } believes{};
  enum class Accepts { all, none, larger_than_own, smaller_than_own, not_kept };
  std::vector<Accepts> accepts;  // by message
};

struct OrderPredicate {
  enum class What {
    kept_below,     // processes in this state that keep a smaller identifier than their own
    kept_above,     // larger
    peak,           // processes in this state that are larger than all their neighbours
    message_below,  // messages of this value with a smaller identifier than who sent them
    kept_turned,    // pairs of processes, of which the larger one keeps the smaller identifier
    largest_is_in,  // is the largest process in this state?
    in_state,
    quiet,
  } what{};
  int value = 0;
  int count = 1;  // at least so many
  bool negated = false;
};
bool holds(const OrderPredicate&, const Snapshot&);
// Appends what the predicate sees of a process, `whole` as in Program::looked_at; and what it looks at of the
// messages on their way.
void look(const OrderPredicate&, Id own, const Encoded& state, const Encoded& whole, Encoded& seen);
NetworkLook network_look(const OrderPredicate&);

struct OrderStatement {
  Form form{};
  OrderPredicate p;
  OrderPredicate q;
  Range rounds{};
};

struct OrderToy : ToyBasics {
  bool knows_neighbours = false;
  bool detects_crashes = false;
  Slip slip{};  // the only kind that its steps may have
  std::vector<OrderStatement> claims;
  std::vector<OrderState> of;                   // by state
  std::vector<OrderStep> start;                 // by state
  std::vector<OrderStep> own_steps[2];          // by step, then state
  std::vector<OrderStep> notice;                // by state
  std::vector<std::vector<OrderStep>> receive;  // by state, message
  // In lock step: what goes out, by state; receive is then of the largest message of a round, notice if there
  // is none.
  bool lock_step = false;
  std::vector<std::optional<OrderSending>> message;
};

struct OrderToyRun : ToySetting {
  OrderToy toy;
  std::vector<Topology> more;  // besides `topology`
};

inline constexpr std::size_t order_tape_length = 900;
OrderToyRun read_order_tape(const std::vector<int>& tape, bool lock_step, bool slips = false);
std::ostream& operator<<(std::ostream&, const OrderToyRun&);

Model model_of(const OrderToy&);

}  // namespace conclave::testing
