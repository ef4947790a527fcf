// Why a scenario cannot be explored: its model, network, faults and initiators do not fit together. The
// command and replay ask before they explore anything; the sentence for the user is made in
// trace/command_words.hpp.
#pragma once

#include <optional>
#include <string_view>

#include "scenario/scenario.hpp"

namespace conclave {

struct Objection {
  enum class Reason {
    model_handles_messages,  // The network is lock step, but the model handles message after message.
    model_needs_rounds,      // The model is written for lock step, but the network is not.
    nobody_sleeps,  // In this model everyone takes part from the beginning, so nobody is chosen to start.
    budget_out_of_range,       // The budget of `fault` is not within 0..max_budget.
    messages_stay,             // On the network `set`, messages never leave, so that `fault` means nothing.
    network_is_overwritten,    // Processes overwrite the whole network, so that `fault` means nothing.
    duplicates_in_rounds,      // In lock step a message arrives in its round or not at all.
    late_without_mailboxes,    // Only a message to a mailbox can be late.
    recovery_without_crashes,  // Nobody crashes who could recover.
    no_byzantine_sender,       // Byzantine messages have a budget, but no process is Byzantine.
    byzantine_in_rounds,  // In lock step, Byzantine messages have no budget: there is one a port and round.
    unknown_messages,     // The model does not say which messages a Byzantine process might send.
  };
  Reason reason{};
  std::string_view
      fault;  // the name of a budget, or "byzantine"; empty if the reason speaks of no fault or one
};

// Nothing if the scenario can be explored; otherwise the first reason why not.
std::optional<Objection> objection_to(const Scenario&);

}  // namespace conclave
