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
    nobody_sleeps,   // In this model everyone takes part from the beginning, so nobody is chosen to start.
    nobody_is_left,  // Everyone is down from the beginning.
    too_few_to_be_down,  // Whoever is listed to start or to be Byzantine is not down; too few others are
                         // left.
    down_and_listed,     // A place is listed as down, and to start or to be Byzantine.
    down_by_order,       // Who is down goes by the identifiers, but some places are listed to do something.
    no_one_is_the_largest,     // Who is down goes by identifiers that are the same, or that nobody looks at.
    too_few_initiators,        // Fewer processes are not down than are to start.
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
