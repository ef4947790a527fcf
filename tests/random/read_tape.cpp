#include "random/toy.hpp"
#include "scenario/families.hpp"

namespace conclave::testing {
namespace {

class Tape {
 public:
  explicit Tape(const std::vector<int>& numbers) : numbers_(numbers) {}
  int number() { return at_ < numbers_.size() ? numbers_[at_++] : 0; }
  int below(int k) { return number() * k / 100; }
  bool percent(int chance) { return number() >= 100 - chance; }

 private:
  const std::vector<int>& numbers_;
  std::size_t at_ = 0;
};

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
                                      : where < 80 ? ToySending::Where::back
                                                   : ToySending::Where::others});
    }
    if (thrifty && outcome.next <= state) outcome.sends.clear();
    outcome.fails = tape.percent(3);
    outcome.throws = tape.percent(3);
    if (toy.copies_network) {
      outcome.loads = tape.percent(25);
      outcome.stores = tape.percent(25);
    }
  }
  return outcomes;
}

ToyPredicate read_predicate(Tape& tape, const Toy& toy) {
  ToyPredicate p;
  using What = ToyPredicate::What;
  p.what = static_cast<What>(tape.below(toy.anonymous ? 5 : 8));  // the last three are of identifiers
  const bool state =
      p.what == What::in_state || p.what == What::identifier_in_state || p.what == What::adjacent;
  p.value = tape.below(state ? toy.states : toy.messages);
  p.count = tape.percent(25) ? 2 : 1;
  p.identifier = 1 + tape.below(3);
  p.negated = tape.percent(35);
  return p;
}

ToyState read_facts(Tape& tape, const Toy& toy, int state) {
  ToyState of;
  of.facts.asleep = tape.number() < (state == 0 ? 90 : 20);
  of.facts.running = tape.percent(15);
  of.facts.receptive = !tape.percent(15);
  of.facts.decided = tape.percent(state == 0 ? 15 : 55);
  of.facts.elects = tape.percent(15);
  of.facts.belief_is_place = toy.believes_places;
  if (of.facts.decided || tape.percent(10)) of.believes = static_cast<ToyState::Belief>(tape.below(4));
  for (int message = 0; message < toy.messages; ++message) of.accepts.push_back(!tape.percent(10));
  return of;
}

void read_tables(Tape& tape, Toy& toy, bool thrifty, std::size_t parity) {
  for (int state = 0; state < toy.states; ++state) {
    toy.facts[parity].push_back(read_facts(tape, toy, state));
    toy.start[parity].push_back(read_outcomes(tape, toy, state, thrifty));
    toy.resume[parity].push_back(read_outcomes(tape, toy, state, thrifty));
    toy.notice[parity].push_back(read_outcomes(tape, toy, state, thrifty));
    auto& receive = toy.receive[parity].emplace_back();
    for (int message = 0; message < toy.messages; ++message) {
      receive.push_back(read_outcomes(tape, toy, state, thrifty));
    }
  }
}

// The topology with its places in another order: then ports are numbered otherwise.
Topology shuffled(Tape& tape, const Topology& topology) {
  const Adjacency before = adjacency(topology);
  std::vector<std::size_t> places;
  for (std::size_t place = 0; place < before.size(); ++place) {
    places.insert(places.begin() + tape.below(static_cast<int>(place) + 1), place);
  }
  Adjacency after = before;
  for (std::size_t i = 0; i < places.size(); ++i) {
    for (std::size_t j = 0; j < places.size(); ++j) after[i][j] = before[places[i]][places[j]];
  }
  return make_graph(topology.name, after);
}

Topology read_topology(Tape& tape, int n) {
  const int kind = tape.number();
  if (kind < 40) return make_ring(n);
  if (kind < 55) return make_two_way_ring(n);
  const std::vector<Topology> family =
      kind < 80 ? connected_graphs(n, false) : strongly_connected_digraphs(n, false);
  const auto which = static_cast<std::size_t>(tape.below(static_cast<int>(family.size())));
  return shuffled(tape, family[which]);
}

}  // namespace

ToyRun read_tape(const std::vector<int>& numbers) {
  Tape tape(numbers);
  ToyRun run;
  run.processes = 1 + tape.below(3);
  run.topology = read_topology(tape, run.processes);
  if (tape.percent(50)) run.faults = {tape.below(3), tape.below(2), tape.below(3)};
  const int starters = tape.number();
  if (starters < 40)
    run.initiators.kind = Initiators::Kind::any;
  else if (starters < 65)
    run.initiators.kind = Initiators::Kind::all;
  else if (starters < 80)
    run.initiators.kind = Initiators::Kind::one;
  else
    run.initiators = {Initiators::Kind::listed, {tape.below(run.processes)}};
  const int identifiers = tape.number();
  run.identifiers.kind = identifiers < 50   ? Identifiers::Kind::all
                         : identifiers < 75 ? Identifiers::Kind::duplicates
                                            : Identifiers::Kind::equal;
  const int fairness = tape.number();
  run.fairness = fairness < 50 ? Fairness::weak : fairness < 80 ? Fairness::strong : Fairness::none;

  Toy& toy = run.toy;
  toy.states = 2 + tape.below(4);
  toy.messages = 1 + tape.below(3);
  toy.kinds = 1 + tape.below(4);
  toy.by_identifier = tape.percent(35);
  toy.copies_network = tape.percent(15);
  toy.believes_places = tape.percent(20);
  toy.rooted = tape.percent(15);
  toy.anonymous = !toy.by_identifier && tape.percent(10);
  toy.only_leaders = tape.percent(20) || toy.anonymous;
  toy.detects_crashes = tape.percent(40);
  toy.elects = static_cast<Elects>(tape.below(3));
  const bool thrifty = tape.percent(50);
  const bool differ = tape.percent(50);
  for (int left = tape.below(4); left > 0; --left) {
    const auto form = static_cast<Form>(tape.below(4));
    toy.statements.push_back({form, read_predicate(tape, toy), read_predicate(tape, toy)});
  }
  const bool choosy = tape.percent(30);
  for (std::size_t p = 0; p < standard_count + toy.statements.size(); ++p) {
    if (!choosy || tape.percent(40)) run.properties.add(static_cast<PropertyId>(p));
  }
  read_tables(tape, toy, thrifty, 0);
  if (differ) {
    read_tables(tape, toy, thrifty, 1);
  } else {
    toy.facts[1] = toy.facts[0];
    toy.start[1] = toy.start[0];
    toy.resume[1] = toy.resume[0];
    toy.notice[1] = toy.notice[0];
    toy.receive[1] = toy.receive[0];
  }
  return run;
}

}  // namespace conclave::testing
