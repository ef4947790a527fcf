#include "toys/round_toy.hpp"
#include "toys/tape.hpp"

namespace conclave::testing {
namespace {

RoundToy::Outcomes read_outcomes(Tape& tape, const RoundToy& toy, int state, bool thrifty) {
  RoundToy::Outcomes outcomes(tape.percent(15) ? 2 : 1);
  for (RoundToyOutcome& outcome : outcomes) {
    outcome.next = tape.percent(30) ? state : tape.below(toy.states);
    outcome.fails = read_failure(tape);
    outcome.throws = tape.percent(3);
    if (toy.timing == Timing::exchange) continue;
    const int drawn = tape.number();
    for (int left = drawn < 40 ? 0 : drawn < 88 ? 1 : 2; left > 0; --left) {
      const int value = tape.below(toy.messages);
      outcome.sends.push_back({value, tape.percent(30)});
    }
    // Only a growing state pays for messages, so that mailboxes do not grow for ever.
    if (thrifty && outcome.next <= state) outcome.sends.clear();
  }
  return outcomes;
}

void read_tables(Tape& tape, RoundToy& toy, bool thrifty, std::size_t parity) {
  for (int state = 0; state < toy.states; ++state) {
    ToyState& of = toy.facts[parity].emplace_back(read_facts(tape, toy, state));
    of.facts.asleep = of.facts.asleep && toy.sleeps;
    of.facts.halted = state > 0 && tape.percent(20);
    auto& messages = toy.sent[parity].emplace_back();
    for (int& message : messages) message = tape.percent(60) ? tape.below(toy.messages) : -1;
    toy.reads[parity].push_back(tape.percent(85) ? 1 + tape.below(2) : 0);
    auto& steps = toy.steps[parity].emplace_back(toy.readings());
    for (int reading = 0; reading < toy.readings(); ++reading) {
      if (toy.is_read(reading))
        steps[static_cast<std::size_t>(reading)] = read_outcomes(tape, toy, state, thrifty);
    }
  }
}

// A few, of one kind or two: each multiplies what may happen in a round.
void read_faults(Tape& tape, Timing timing, Faults& faults) {
  for (int kinds = tape.below(3); kinds > 0; --kinds) {
    switch (tape.below(5)) {
      case 0:
        faults.loss = 1 + tape.below(2);
        break;
      case 1:
        faults.crash = 1 + tape.below(2);
        break;
      case 2:
        faults.crash = faults.recover = 1;
        break;
      case 3:
        if (timing == Timing::body) faults.late = 1 + tape.below(2);
        break;
      default:
        faults.byzantine = 1;
    }
  }
}

}  // namespace

RoundToyRun read_round_tape(const std::vector<int>& numbers, Timing timing) {
  Tape tape(numbers);
  RoundToyRun run;
  read_setting(tape, run);
  read_faults(tape, timing, run.faults);
  RoundToy& toy = run.toy;
  toy.timing = timing;
  toy.named_ports = run.topology.named_ports;
  toy.heals = toy.named_ports && std::ssize(run.topology.links) == run.topology.places && tape.percent(40);
  toy.by_identifier =
      timing == Timing::body && run.identifiers.kind == Identifiers::Kind::all && tape.percent(20);
  read_basics(tape, toy);
  toy.knows_crashes = !toy.anonymous && tape.percent(20);
  toy.crashes_between_rounds = tape.percent(20);
  toy.sleeps = timing == Timing::body && tape.percent(60);
  if (!toy.sleeps) run.initiators = {Initiators::Kind::all, {}};
  const bool thrifty = tape.percent(60);
  const bool differ = tape.percent(50);
  read_statements(tape, toy, 6);
  run.properties = read_properties(tape, toy);
  read_tables(tape, toy, thrifty, 0);
  if (differ) {
    read_tables(tape, toy, thrifty, 1);
  } else {
    toy.facts[1] = toy.facts[0];
    toy.sent[1] = toy.sent[0];
    toy.reads[1] = toy.reads[0];
    toy.steps[1] = toy.steps[0];
  }
  return run;
}

}  // namespace conclave::testing
