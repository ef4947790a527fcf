// What may go wrong: how often the adversary may interfere in one execution, fault by fault. The user gives
// these budgets; the machine counts down what is left of them.
#pragma once

#include <array>
#include <string_view>

namespace conclave {

// Each number is the most that may happen in one execution.
struct Faults {
  int loss = 0;       // messages that vanish
  int duplicate = 0;  // messages that arrive once more; not in lock step
  int crash = 0;      // processes that stop
  int late = 0;       // messages that arrive a round late; only for models with mailboxes
  int recover = 0;    // crashed processes that begin anew
  int byzantine = 0;  // processes that send what they like: exactly so many, or all if there are fewer
  int byzantine_messages = 0;  // messages that these send, all together; not in lock step

  bool any() const { return *this != Faults{}; }
  friend bool operator==(const Faults&, const Faults&) = default;
};

// What is left of a budget is part of a configuration, and has to fit a component one byte wide.
inline constexpr int max_budget = 250;
// With Byzantine processes, this many messages are theirs unless the user says otherwise: the number of
// configurations grows steeply with it.
inline constexpr int usual_byzantine_messages = 2;

// A fault, by the name that files have for it.
struct FaultKind {
  std::string_view name;
  int Faults::*most;
};
// The faults that are counted while an execution goes on. How many processes are Byzantine is not: that is
// settled before it begins.
inline constexpr std::array<FaultKind, 6> budgets{{{"loss", &Faults::loss},
                                                   {"duplicate", &Faults::duplicate},
                                                   {"crash", &Faults::crash},
                                                   {"late", &Faults::late},
                                                   {"recover", &Faults::recover},
                                                   {"byzantine_messages", &Faults::byzantine_messages}}};

}  // namespace conclave
