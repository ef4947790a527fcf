#include "toys/tape.hpp"

#include "scenario/families.hpp"

namespace conclave::testing {
namespace {

ToyPredicate read_predicate(Tape& tape, const ToyBasics& toy) {
  ToyPredicate p;
  using What = ToyPredicate::What;
  p.what = static_cast<What>(tape.below(toy.anonymous ? 5 : 8));  // the last three are of identifiers
  if (tape.percent(4)) p.what = What::at_place;
  const bool state = p.what == What::in_state || p.what == What::identifier_in_state ||
                     p.what == What::adjacent || p.what == What::at_place;
  p.value = tape.below(state ? toy.states : toy.messages);
  p.count = tape.percent(25) ? 2 : 1;
  p.identifier = 1 + tape.below(3);
  p.negated = tape.percent(35);
  return p;
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
      kind < 80 ? connected_graphs(n, false) : strongly_connected_digraphs(n, false, false);
  const auto which = static_cast<std::size_t>(tape.below(static_cast<int>(family.size())));
  return shuffled(tape, family[which]);
}

}  // namespace

void read_setting(Tape& tape, ToySetting& setting) {
  setting.processes = 1 + tape.below(3);
  setting.topology = read_topology(tape, setting.processes);
  const int starters = tape.number();
  if (starters < 40)
    setting.initiators.kind = Initiators::Kind::any;
  else if (starters < 65)
    setting.initiators.kind = Initiators::Kind::all;
  else if (starters < 80)
    setting.initiators = {Initiators::Kind::counted, {}, 1 + tape.below(2)};
  else
    setting.initiators = {Initiators::Kind::listed, {tape.below(setting.processes)}};
  const int down = tape.number();
  if (down >= 75)
    setting.down = {down < 80 ? Down::Kind::largest : down < 85 ? Down::Kind::smallest : Down::Kind::counted};
  if (down >= 92) setting.down = {Down::Kind::listed, {tape.below(setting.processes)}};
  const int identifiers = tape.number();
  setting.identifiers.kind = identifiers < 50   ? Identifiers::Kind::all
                             : identifiers < 75 ? Identifiers::Kind::duplicates
                                                : Identifiers::Kind::equal;
  const int fairness = tape.number();
  setting.fairness = fairness < 50 ? Fairness::weak : fairness < 80 ? Fairness::strong : Fairness::none;
}

void read_basics(Tape& tape, ToyBasics& toy) {
  toy.states = 2 + tape.below(4);
  toy.messages = 1 + tape.below(3);
  toy.kinds = 1 + tape.below(4);
  toy.believes_places = tape.percent(20);
  toy.rooted = tape.percent(15);
  toy.anonymous = !toy.by_identifier && tape.percent(10);
  toy.only_leaders = tape.percent(20) || toy.anonymous;
  toy.elects = static_cast<Elects>(tape.below(5));
  toy.prefers_place = tape.percent(5);
  toy.tosses = tape.percent(40);
}

std::uint32_t read_ready(Tape& tape) {
  const std::uint32_t owed = tape.percent(15) ? 1 : 0;
  return owed | (tape.percent(8) ? 2U : 0U);
}

void read_statements(Tape& tape, ToyBasics& toy, int forms) {
  for (int left = tape.below(4); left > 0; --left) {
    ToyStatement& statement = toy.statements.emplace_back();
    statement.form = static_cast<Form>(tape.below(forms));
    statement.p = read_predicate(tape, toy);
    statement.q = read_predicate(tape, toy);
    statement.rounds.first = tape.below(3);
    statement.rounds.last = statement.rounds.first + tape.below(4);
  }
}

PropertySet read_properties(Tape& tape, const ToyBasics& toy) {
  const bool choosy = tape.percent(30);
  PropertySet set;
  for (std::size_t p = 0; p < standard_count + toy.statements.size(); ++p) {
    if (!choosy || tape.percent(40)) set.add(static_cast<PropertyId>(p));
  }
  return set;
}

ToyState read_facts(Tape& tape, const ToyBasics& toy, int state) {
  ToyState of;
  of.facts.asleep = tape.number() < (state == 0 ? 90 : 20);
  of.facts.decided = tape.percent(state == 0 ? 15 : 55);
  of.facts.elects = tape.percent(15);
  of.facts.initiated = tape.percent(40);
  of.facts.belief_is_place = toy.believes_places;
  if (of.facts.decided || tape.percent(10)) of.believes = static_cast<ToyState::Belief>(tape.below(4));
  return of;
}

ToyFailure read_failure(Tape& tape) {
  const int drawn = tape.number();
  return drawn < 95 ? 0 : drawn - 95 < 2 ? 1 : drawn - 95;
}

}  // namespace conclave::testing
