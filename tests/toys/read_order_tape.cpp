#include "scenario/families.hpp"
#include "toys/order_toy.hpp"
#include "toys/tape.hpp"

namespace conclave::testing {
namespace {

OrderSending read_sending(Tape& tape, const OrderToy& toy) {
  OrderSending sending;
  sending.value = tape.below(toy.messages);
  const int whose = tape.number();
  sending.whose = whose < 35 ? Whose::own : whose < 80 ? Whose::received : Whose::kept;
  if (toy.slip == Slip::own_literal && tape.percent(10)) sending.whose = Whose::literal;
  const int where = tape.number();
  using Where = OrderSending::Where;
  sending.where = where < 60 ? Where::all : where < 80 ? Where::back : Where::others;
  return sending;
}

// In a thrifty toy only a growing state pays for messages, so that it comes to an end on any network.
std::vector<OrderOutcome> read_outcomes(Tape& tape, const OrderToy& toy, int state, bool thrifty) {
  std::vector<OrderOutcome> outcomes(tape.percent(12) ? 2 : 1);
  for (OrderOutcome& outcome : outcomes) {
    outcome.next = tape.percent(35) ? state : tape.below(toy.states);
    const int keep = tape.number();
    using Keep = OrderOutcome::Keep;
    outcome.keep = keep < 45   ? Keep::as_it_is
                   : keep < 55 ? Keep::own
                   : keep < 80 ? Keep::received
                               : Keep::larger;
    const int drawn = tape.number();
    for (int left = drawn < 40 ? 0 : drawn < 90 ? 1 : 2; left > 0; --left)
      outcome.sends.push_back(read_sending(tape, toy));
    if (thrifty && outcome.next <= state) outcome.sends.clear();
    outcome.fails = tape.percent(96) ? 0 : read_failure(tape);
    outcome.throws = tape.percent(2);
  }
  return outcomes;
}

OrderStep read_step(Tape& tape, const OrderToy& toy, int state, bool thrifty) {
  OrderStep step;
  if (toy.slip != Slip::none && tape.percent(30)) step.asks.slip = toy.slip;
  step.asks.own = tape.percent(50);
  step.asks.kept = tape.percent(25);
  step.asks.neighbours = toy.knows_neighbours && tape.percent(30);
  step.by_answer.resize(step.asks.answers());
  for (auto& outcomes : step.by_answer) outcomes = read_outcomes(tape, toy, state, thrifty);
  return step;
}

// Nothing came that could be compared with one's own.
OrderStep read_own_step(Tape& tape, const OrderToy& toy, int state, bool thrifty) {
  OrderStep step;
  if (toy.slip != Slip::none && tape.percent(30)) step.asks.slip = toy.slip;
  step.asks.kept = tape.percent(30);
  step.asks.neighbours = toy.knows_neighbours && tape.percent(50);
  step.by_answer.resize(step.asks.answers());
  for (auto& outcomes : step.by_answer) outcomes = read_outcomes(tape, toy, state, thrifty);
  return step;
}

OrderState read_state(Tape& tape, const OrderToy& toy, int state) {
  OrderState of;
  const ToyState basic = read_facts(tape, toy, state);
  of.facts = basic.facts;
  of.believes = static_cast<OrderState::Belief>(basic.believes);
  of.facts.ready = toy.lock_step ? 0 : read_ready(tape);
  of.facts.receptive = !tape.percent(12);
  of.facts.halted = toy.lock_step && state > 0 && tape.percent(15);
  for (int message = 0; message < toy.messages; ++message) {
    const int drawn = tape.number();
    using Accepts = OrderState::Accepts;
    of.accepts.push_back(drawn < 82   ? Accepts::all
                         : drawn < 86 ? Accepts::none
                         : drawn < 91 ? Accepts::larger_than_own
                         : drawn < 96 ? Accepts::smaller_than_own
                                      : Accepts::not_kept);
  }
  return of;
}

OrderPredicate read_predicate(Tape& tape, const OrderToy& toy) {
  OrderPredicate p;
  p.what = static_cast<OrderPredicate::What>(tape.below(8));
  p.value = tape.below(p.what == OrderPredicate::What::message_below ? toy.messages : toy.states);
  p.count = tape.percent(25) ? 2 : 1;
  p.negated = tape.percent(50);
  return p;
}

void read_claims(Tape& tape, OrderToy& toy) {
  for (int left = tape.percent(40) ? 1 + tape.below(3) : 0; left > 0; --left) {
    OrderStatement& claim = toy.claims.emplace_back();
    claim.form = static_cast<Form>(tape.below(toy.lock_step ? 6 : 5));
    claim.p = read_predicate(tape, toy);
    claim.q = read_predicate(tape, toy);
    claim.rounds.first = tape.below(3);
    claim.rounds.last = claim.rounds.first + tape.below(4);
  }
}

void read_faults(Tape& tape, OrderToyRun& run) {
  if (tape.percent(30)) {
    run.faults.loss = tape.below(2);
    run.faults.duplicate = run.toy.lock_step ? 0 : tape.below(2);
    run.faults.crash = tape.below(3);
    run.faults.recover = run.toy.lock_step && run.faults.crash > 0 ? tape.below(2) : 0;
  }
  if (tape.percent(15)) {
    run.faults.byzantine = 1;
    run.faults.byzantine_messages = run.toy.lock_step ? 0 : 1;
  }
}

}  // namespace

OrderToyRun read_order_tape(const std::vector<int>& numbers, bool lock_step, bool slips) {
  Tape tape(numbers);
  OrderToyRun run;
  OrderToy& toy = run.toy;
  toy.lock_step = lock_step;
  read_setting(tape, run);
  if (lock_step) run.initiators = {Initiators::Kind::all, {}};
  if (tape.percent(12)) {
    run.processes = 4;
    run.topology = tape.percent(30) ? make_star(4) : make_ring(4);
  } else if (!run.topology.named_ports && tape.percent(40)) {
    run.more = connected_graphs(run.processes, false);
  }
  const int identifiers = tape.number();
  run.identifiers.kind = identifiers < 80   ? Identifiers::Kind::all
                         : identifiers < 92 ? Identifiers::Kind::duplicates
                                            : Identifiers::Kind::equal;
  if (run.processes == 4) run.identifiers.kind = Identifiers::Kind::all;
  if (run.processes < 3 && tape.percent(20)) run.identifiers.universe = run.processes + 1;
  read_faults(tape, run);
  toy.states = 2 + tape.below(3);
  toy.messages = 1 + tape.below(2);
  toy.kinds = 1 + tape.below(2);
  toy.tosses = tape.percent(40);
  toy.elects = static_cast<Elects>(tape.below(5));
  toy.only_leaders = tape.percent(10);
  toy.by_identifier = !lock_step && tape.percent(20);
  toy.knows_neighbours = toy.by_identifier || tape.percent(30);
  toy.detects_crashes = !lock_step && tape.percent(30);
  if (slips) toy.slip = static_cast<Slip>(1 + tape.below(5));
  const bool thrifty = tape.percent(75);
  read_claims(tape, toy);
  const bool choosy = tape.percent(30);
  for (std::size_t p = 0; p < standard_count + toy.claims.size(); ++p) {
    if (!choosy || tape.percent(40)) run.properties.add(static_cast<PropertyId>(p));
  }
  for (int state = 0; state < toy.states; ++state) {
    toy.of.push_back(read_state(tape, toy, state));
    toy.start.push_back(read_own_step(tape, toy, state, thrifty));
    toy.own_steps[0].push_back(read_own_step(tape, toy, state, thrifty));
    toy.own_steps[1].push_back(read_own_step(tape, toy, state, true));
    toy.notice.push_back(read_own_step(tape, toy, state, thrifty));
    auto& receive = toy.receive.emplace_back();
    for (int message = 0; message < toy.messages; ++message)
      receive.push_back(read_step(tape, toy, state, thrifty));
    toy.message.push_back(tape.percent(70) ? std::optional(read_sending(tape, toy)) : std::nullopt);
  }
  return run;
}

}  // namespace conclave::testing
