#include "toys/toy_basics.hpp"

#include <algorithm>

#include "scenario/objection.hpp"

namespace conclave::testing {
namespace {

constexpr std::string_view names[] = {"first", "second", "third"};

bool holds(const ToyPredicate& p, const Snapshot& snapshot) {
  using What = ToyPredicate::What;
  const auto value = [](const void* typed) { return static_cast<const Encoded*>(typed)->at(0); };
  const auto in_state = [&](int i) { return !snapshot.crashed(i) && value(snapshot.state(i)) == p.value; };
  int count = 0;
  if (p.what == What::quiet) {
    count = snapshot.quiet() ? 2 : 0;
  } else if (p.what == What::crashed) {
    for (int i = 0; i < snapshot.processes(); ++i) count += snapshot.crashed(i) ? 1 : 0;
  } else if (p.what == What::at_place) {
    naming::note_number(naming::Kind::place);  // as Global does
    if (p.identifier <= snapshot.processes()) count = in_state(p.identifier - 1) ? 2 : 0;
  } else if (p.what == What::adjacent) {
    for (int i = 0; i < snapshot.processes(); ++i) {
      for (const int j : snapshot.neighbours(i)) count += in_state(i) && !snapshot.crashed(j) ? 1 : 0;
    }
  } else if (p.what == What::in_state || p.what == What::identifier_in_state) {
    for (int i = 0; i < snapshot.processes(); ++i) {
      const bool meant = p.what == What::in_state || snapshot.id(i) == Id(p.identifier);
      if (meant && in_state(i)) ++count;
    }
  } else {
    const auto is = [&](int place) { return place >= 0 && snapshot.id(place) == Id(p.identifier); };
    for (const auto& flight : snapshot.in_flight()) {
      const bool meant =
          p.what == What::on_its_way ||
          (p.what == What::sent_by ? is(flight.from)
                                   : is(flight.to) || flight.to_identifier == Id(p.identifier));
      if (meant && value(flight.message) == p.value) ++count;
    }
  }
  return (count >= p.count) != p.negated;
}

// At this moment; nothing: it does not speak of it.
std::optional<bool> holds(const ToyStatement& statement, const Snapshot& snapshot) {
  if (!speaks(statement.form, statement.rounds, snapshot)) return {};
  return holds(statement.p, snapshot);
}

void print(std::ostream& out, const ToyPredicate& p) {
  constexpr const char* what[] = {
      "in state",      "on its way",      "crashed",
      "quiet",         "adjacent",        "of identifier in state",
      "on its way to", "on its way from", "at the place before this number, in state"};
  out << (p.negated ? "fewer than " : "at least ") << p.count << " " << what[static_cast<int>(p.what)] << " "
      << p.value << " (identifier " << p.identifier << ")";
}

void print(std::ostream& out, const ToyStatement& s) {
  constexpr const char* forms[] = {"invariant ", "stable ",     "leads to ",
                                   "reachable ", "every step ", "after "};
  out << forms[static_cast<int>(s.form)];
  if (s.form == Form::after_rounds) out << s.rounds.first << ".." << s.rounds.last << " rounds ";
  if (when(s.form, s.rounds) == When::quiet) out << "when quiet ";
  if (s.form != Form::every_step) print(out, s.p);
  if (s.form == Form::leads_to) print(out << " => ", s.q);
  out << "\n";
}

}  // namespace

When when(Form form, const Range& rounds) {
  return form == Form::invariant && rounds.first == 1 ? When::quiet : When::always;
}

bool speaks(Form form, const Range& rounds, const Snapshot& snapshot) {
  if (when(form, rounds) == When::quiet) return snapshot.quiet();
  if (form != Form::after_rounds) return form != Form::every_step;
  return rounds.first <= snapshot.rounds() && snapshot.rounds() <= rounds.last;
}

std::vector<std::string> failures(ToyFailure failure) {
  if (failure == 0) return {};
  if (failure == 1) return {"toy"};
  return {std::string(names[failure - 2])};
}

std::vector<Statement> ToyProgram::statements() const {
  std::vector<Statement> statements;
  for (const auto& s : toy_.statements)
    statements.push_back({s.form, names[statements.size()], "toy", when(s.form, s.rounds)});
  return statements;
}

std::uint32_t ToyProgram::evaluate(const Snapshot& snapshot, std::uint32_t asked) const {
  std::uint32_t bits = 0;
  for (std::size_t k = 0; k < toy_.statements.size(); ++k) {
    if ((asked >> k & 1U) == 0) continue;
    const ToyStatement& statement = toy_.statements[k];
    if (holds(statement, snapshot).value_or(true)) bits |= 1U << k;
    if (statement.form == Form::leads_to && holds(statement.q, snapshot)) bits |= 1U << (most_statements + k);
  }
  return bits;
}

std::optional<Encoded> ToyProgram::looked_at(const Surroundings&, const Encoded& state, const Encoded&,
                                             When asked) const {
  Encoded seen;
  for (const ToyStatement& statement : toy_.statements) {
    if (when(statement.form, statement.rounds) != asked) continue;
    for (const ToyPredicate& p : {statement.p, statement.q}) seen.push_back(state.at(0) == p.value);
  }
  return seen;
}

NetworkLook ToyProgram::network_looked_at() const {
  using What = ToyPredicate::What;
  NetworkLook look = NetworkLook::nothing;
  for (const ToyStatement& statement : toy_.statements) {
    if (when(statement.form, statement.rounds) == When::quiet) continue;
    for (const ToyPredicate& p : {statement.p, statement.q}) {
      const bool messages =
          p.what == What::on_its_way || p.what == What::on_its_way_to || p.what == What::sent_by;
      look = std::max(look, messages                ? NetworkLook::messages
                            : p.what == What::quiet ? NetworkLook::quiet
                                                    : NetworkLook::nothing);
    }
  }
  return look;
}

int ToyProgram::rounds_claimed(const Snapshot&) const {
  int last = -1;
  for (const auto& s : toy_.statements) {
    if (s.form == Form::after_rounds) last = std::max(last, s.rounds.last);
  }
  return last;
}

Facts ToyProgram::facts(const Surroundings& around, const Encoded& state) const {
  const ToyState& of = toy_.facts[parity(around)][at(state)];
  Facts facts = of.facts;
  switch (of.believes) {
    case ToyState::Belief::none:
      break;
    case ToyState::Belief::itself:
      if (!toy_.only_leaders)
        facts.belief = toy_.believes_places ? code_of(around.place) : code_of(around.id);
      facts.leader = true;
      break;
    // No place but a process's own may be told apart: that would break the symmetry of the topology.
    case ToyState::Belief::one:
      if (!toy_.only_leaders) facts.belief = toy_.believes_places ? -2 : 1;
      break;
    case ToyState::Belief::two:
      if (!toy_.only_leaders) facts.belief = toy_.believes_places ? -3 : 2;
      break;
  }
  if (toy_.only_leaders) facts.decided = facts.elects = facts.leader;
  return facts;
}

std::optional<std::vector<Encoded>> ToyProgram::alphabet(const std::vector<Id>&) const {
  std::vector<Encoded> all;
  for (int message = 0; message < toy_.messages; ++message) all.push_back({message});
  return all;
}

const Shape& record_of(std::size_t words) {
  static const Shape number{.kind = Shape::Kind::number, .fields = {}, .enumerators = {}};
  static const Shape one{.kind = Shape::Kind::record, .fields = {{"a", &number}}, .enumerators = {}};
  static const Shape identifier{.kind = Shape::Kind::identifier, .fields = {}, .enumerators = {}};
  static const Shape two{
      .kind = Shape::Kind::record, .fields = {{"a", &number}, {"b", &identifier}}, .enumerators = {}};
  return words == 1 ? one : two;
}

std::vector<std::string> ToyProgram::message_kinds() const {
  std::vector<std::string> kinds;
  for (int kind = 0; kind < toy_.kinds; ++kind) kinds.push_back("kind" + std::to_string(kind));
  return kinds;
}

// Reads the identifier also where it does not go by it: what toys believe and state are numbers anyway.
std::size_t ToyProgram::parity(const Surroundings& around) const {
  const auto number = static_cast<std::size_t>(around.id.value());
  if (toy_.prefers_place) return around.place == Place(1) ? 1 : 0;
  if (toy_.rooted) return around.root ? 1 : 0;
  return number % 2;
}

Sending ToyProgram::sending(const Surroundings& around, int port, int message) const {
  if (!toy_.by_identifier) return {false, port, {message}};
  return {true, around.neighbours.at(static_cast<std::size_t>(port)).value(), {message}};
}

Model model_of(const ToyBasics& toy, std::unique_ptr<Program> program) {
  Model model;
  model.name = "toy";
  model.about.name = "toy";
  model.addressing = toy.by_identifier ? Addressing::by_identifier : Addressing::by_port;
  if (toy.by_identifier) model.knows = model.knows | Knowledge::neighbours;
  if (toy.believes_places || toy.prefers_place) model.knows = model.knows | Knowledge::place;
  if (toy.rooted) model.knows = model.knows | Knowledge::root;
  model.anonymous = toy.anonymous;
  model.ends_with_leader = toy.only_leaders;
  model.elects = toy.elects;
  model.program = std::move(program);
  PropertySet standard;
  for (const Property& p : standard_properties) standard.add(p.id);
  if (toy.anonymous || toy.elects == Elects::anyone) standard.remove(PropertyId::max_id);
  if (!model.program->lock_step()) standard.remove(PropertyId::no_stray_message);
  state_properties(model, standard);
  return model;
}

Scenario scenario_of(const ToySetting& setting, const Model& model, Network network) {
  Scenario scenario;
  scenario.model = &model;
  scenario.processes = setting.processes;
  scenario.topology = setting.topology.name;
  scenario.topologies = {setting.topology};
  scenario.network = network;
  if (network != Network::set && !model.copies_network) scenario.faults = setting.faults;
  scenario.initiators = setting.initiators;
  scenario.identifiers = setting.identifiers;
  scenario.fairness = setting.fairness;
  scenario.reduction = Reduction::none();
  scenario.properties = setting.properties & model.all_properties();
  if (scenario.initiators.kind == Initiators::Kind::counted)
    scenario.initiators.count = std::min(scenario.initiators.count, scenario.processes);
  scenario.down = setting.down;
  if (objection_to(scenario)) scenario.down = {};
  return scenario;
}

void print(std::ostream& out, const ToySetting& setting, const ToyBasics& toy, const Model& model) {
  out << "n=" << setting.processes << " on " << setting.topology.name << " " << setting.topology.graph6
      << " faults";
  if (setting.down.anybody()) out << " down " << describe(setting.down);
  for (const FaultKind& fault : budgets) out << " " << setting.faults.*fault.most;
  out << " byzantine " << setting.faults.byzantine << " kinds=" << toy.kinds
      << (toy.by_identifier ? " by-identifier" : "") << (toy.believes_places ? " places" : "")
      << (toy.only_leaders ? " only-leaders" : "") << (toy.rooted ? " rooted" : "")
      << (toy.anonymous ? " anonymous" : "") << (toy.tosses ? " tosses" : "") << " elects "
      << static_cast<int>(toy.elects) << " properties";
  for (const Property& p : model.properties) out << " " << (setting.properties.contains(p.id) ? p.name : "-");
  out << "\n";
  for (const ToyStatement& s : toy.statements) print(out, s);
}

const std::vector<NamedStep>& toy_steps() {
  static const std::vector<NamedStep> steps{{"goes on", "own step `goes on`", true},
                                            {"may go on", "own step `may go on`", false}};
  return steps;
}

void print(std::ostream& out, const ToyState& of) {
  const Facts& facts = of.facts;
  out << (facts.asleep ? " asleep" : "") << (facts.ready & 1U ? " goes on" : "")
      << (facts.ready & 2U ? " may go on" : "") << (facts.receptive ? "" : " deaf")
      << (facts.halted ? " halted" : "") << (facts.decided ? " decided" : "")
      << (facts.elects ? " elects" : "") << " believes " << static_cast<int>(of.believes) << "\n";
}

void print_parity(std::ostream& out, const ToyBasics& toy, std::size_t parity) {
  if (toy.rooted)
    out << (parity == 0 ? "others\n" : "root\n");
  else
    out << (parity == 0 ? "even" : "odd") << " identifiers\n";
}

}  // namespace conclave::testing
