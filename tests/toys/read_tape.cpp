#include "toys/tape.hpp"
#include "toys/toy.hpp"

namespace conclave::testing {
namespace {

// In a thrifty toy only a growing state pays for messages, so that it comes to an end on any network.
Toy::Outcomes read_outcomes(Tape& tape, const Toy& toy, int state, bool thrifty) {
  Toy::Outcomes outcomes(tape.percent(20) ? 2 : 1);
  for (ToyOutcome& outcome : outcomes) {
    outcome.next = tape.percent(25) ? state : tape.below(toy.states);
    const int drawn = tape.number();
    const int sends = drawn < 45 ? 0 : drawn < 88 ? 1 : 2;
    for (int i = 0; i < sends; ++i) {
      const int value = tape.below(toy.messages);
      const int where = tape.number();
      outcome.sends.push_back({value, where < 60   ? ToySending::Where::all
                                      : where < 78 ? ToySending::Where::back
                                      : where < 96 ? ToySending::Where::others
                                                   : ToySending::Where::first});
    }
    if (thrifty && outcome.next <= state) outcome.sends.clear();
    outcome.fails = read_failure(tape);
    outcome.throws = tape.percent(3);
    if (toy.copies_network) {
      outcome.loads = tape.percent(25);
      outcome.stores = tape.percent(25);
    }
  }
  return outcomes;
}

void read_tables(Tape& tape, Toy& toy, bool thrifty, std::size_t parity) {
  for (int state = 0; state < toy.states; ++state) {
    ToyState& of = toy.facts[parity].emplace_back(read_facts(tape, toy, state));
    of.facts.ready = read_ready(tape);
    of.facts.receptive = !tape.percent(15);
    for (int message = 0; message < toy.messages; ++message) of.accepts.push_back(!tape.percent(10));
    toy.start[parity].push_back(read_outcomes(tape, toy, state, thrifty));
    toy.own_steps[parity][0].push_back(read_outcomes(tape, toy, state, thrifty));
    toy.own_steps[parity][1].push_back(read_outcomes(tape, toy, state, true));
    toy.notice[parity].push_back(read_outcomes(tape, toy, state, thrifty));
    auto& receive = toy.receive[parity].emplace_back();
    for (int message = 0; message < toy.messages; ++message) {
      receive.push_back(read_outcomes(tape, toy, state, thrifty));
    }
  }
}

}  // namespace

ToyRun read_tape(const std::vector<int>& numbers) {
  Tape tape(numbers);
  ToyRun run;
  read_setting(tape, run);
  if (tape.percent(50)) {
    run.faults.loss = tape.below(3);
    run.faults.duplicate = tape.below(2);
    run.faults.crash = tape.below(3);
    if (run.faults.crash > 0 && tape.percent(50)) run.faults.recover = 1 + tape.below(2);
  }
  if (tape.percent(25)) {
    run.faults.byzantine = 1 + tape.below(2);
    run.faults.byzantine_messages = 1 + tape.below(2);
  }
  Toy& toy = run.toy;
  toy.by_identifier = tape.percent(35);
  read_basics(tape, toy);
  toy.copies_network = tape.percent(15);
  toy.detects_crashes = tape.percent(40);
  const bool thrifty = tape.percent(50);
  const bool differ = tape.percent(50);
  read_statements(tape, toy, 5);
  run.properties = read_properties(tape, toy);
  read_tables(tape, toy, thrifty, 0);
  if (tape.percent(50)) {
    for (int state = 0; state < toy.states; ++state) toy.recovers_as.push_back(tape.below(toy.states));
  }
  if (differ) {
    read_tables(tape, toy, thrifty, 1);
  } else {
    toy.facts[1] = toy.facts[0];
    toy.start[1] = toy.start[0];
    std::ranges::copy(toy.own_steps[0], toy.own_steps[1]);
    toy.notice[1] = toy.notice[0];
    toy.receive[1] = toy.receive[0];
  }
  return run;
}

}  // namespace conclave::testing
