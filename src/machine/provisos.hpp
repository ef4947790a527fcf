// The conditions on which the reductions by independence and by shared orders rest, one switch for each. Only
// tests turn one off, to show that it is needed: without it, some example comes out differently from the run
// without reductions. In a real check all of them are on, and the command has no option for them.
#pragma once

namespace conclave {

// The pass may explore the steps of one process alone and leave all others for later, if nothing that the
// others do matters to these steps (docs/semantics/independence.md).
struct Provisos {
  // The steps of one process stand for all if:
  bool channels_filled = true;   // A message waits in each channel that leads to the process.
  bool channels_its_own = true;  // Only this process reads those channels, and it does not write them.
  bool step_owed = true;         // Fairness owes one of the steps, so that some execution goes on with it.
  bool every_step_acts = true;   // None of the steps leaves the configuration as it is.
  // A single step of a process stands for all if:
  bool no_crash_left = true;   // The adversary cannot crash the process any more.
  bool steps_commute = true;   // It commutes with everything else that its process may do.
  bool whatever_comes = true;  // It does so in every state that the process may reach before the step.
  bool in_sequence = true;     // On fifo, they send the same into each channel in the same sequence.
  bool broken_alike = true;    // The steps break the same properties, whichever comes first.
  // Both need:
  bool faults_included = true;  // What the adversary may do to the process, or to its message, is among them.
  bool decisions_stay = true;   // No step takes a decision back.
  bool step_hidden = true;      // One of the steps that are owed changes nothing that properties look at.
  bool all_hidden = true;       // None does, where a property says what follows on what.
  bool message_waits = true;  // A message waits for one of them, where a property is of quiet configurations.
  // Orders of identifiers share what is known if:
  bool answers_alike = true;  // They agree on every comparison on which what they share rests.
  // Orders stand for others, by symmetry or by their comparisons, if:
  bool names_opaque = true;  // The model treats identifiers, places and ports as names, not as numbers.
};

}  // namespace conclave
