#include "random/toy.hpp"

namespace conclave::testing {
namespace {

class ToyProgram final : public Program {
 public:
  explicit ToyProgram(Toy toy) : toy_(std::move(toy)) {}

  std::vector<Statement> statements() const override {
    constexpr std::string_view names[] = {"first", "second", "third"};
    std::vector<Statement> statements;
    for (const auto& s : toy_.statements) statements.push_back({s.form, names[statements.size()], "toy"});
    return statements;
  }
  std::uint32_t evaluate(const Snapshot& snapshot) const override {
    std::uint32_t bits = 0;
    for (std::size_t k = 0; k < toy_.statements.size(); ++k) {
      if (holds(toy_.statements[k].p, snapshot)) bits |= 1U << k;
      if (holds(toy_.statements[k].q, snapshot)) bits |= 1U << (most_statements + k);
    }
    return bits;
  }

  Encoded initial(const Surroundings&) const override { return {0}; }

  Facts facts(const Surroundings& around, const Encoded& state) const override {
    const ToyState& of = toy_.facts[parity(around)][at(state)];
    Facts facts = of.facts;
    switch (of.believes) {
      case ToyState::Belief::none:
        break;
      case ToyState::Belief::itself:
        facts.belief = toy_.believes_places ? around.place.value() : around.id.value();
        facts.leader = true;
        break;
      // No place but a process's own may be told apart: that would break the symmetry of the ring.
      case ToyState::Belief::one:
        facts.belief = toy_.believes_places ? -2 : 1;
        break;
      case ToyState::Belief::two:
        facts.belief = toy_.believes_places ? -3 : 2;
        break;
    }
    return facts;
  }

  std::vector<Outcome> start(const Surroundings& around, const Encoded& state) const override {
    return outcomes(around, toy_.start[parity(around)][at(state)]);
  }
  std::vector<Outcome> resume(const Surroundings& around, const Encoded& state) const override {
    return outcomes(around, toy_.resume[parity(around)][at(state)]);
  }
  std::vector<Outcome> receive(const Surroundings& around, const Encoded& state, const Encoded& message,
                               Port) const override {
    return outcomes(around, toy_.receive[parity(around)][at(state)][at(message)]);
  }

  std::vector<std::string> message_kinds() const override {
    std::vector<std::string> names;
    for (int kind = 0; kind < toy_.kinds; ++kind) names.push_back("kind" + std::to_string(kind));
    return names;
  }
  std::size_t kind_of(const Encoded& message) const override {
    return at(message) % static_cast<std::size_t>(toy_.kinds);
  }
  Json state_json(const Encoded& state) const override { return state; }
  Json message_json(const Encoded& message) const override { return message; }

 private:
  static bool holds(const ToyPredicate& p, const Snapshot& snapshot) {
    using What = ToyPredicate::What;
    int count = 0;
    if (p.what == What::in_state || p.what == What::identifier_in_state) {
      for (int i = 0; i < snapshot.processes(); ++i) {
        const bool meant = p.what == What::in_state || snapshot.id(i) == Id(p.identifier);
        if (meant && snapshot.state(i).at(0) == p.value) ++count;
      }
    } else {
      const auto is = [&](int place) { return place >= 0 && snapshot.id(place) == Id(p.identifier); };
      for (const auto& flight : snapshot.in_flight()) {
        const bool meant =
            p.what == What::on_its_way ||
            (p.what == What::sent_by ? is(flight.from)
                                     : is(flight.to) || flight.to_identifier == Id(p.identifier));
        if (meant && flight.message->at(0) == p.value) ++count;
      }
    }
    return (count >= p.count) != p.negated;
  }

  static std::size_t at(const Encoded& value) { return static_cast<std::size_t>(value.at(0)); }
  static std::size_t parity(const Surroundings& around) {
    return static_cast<std::size_t>(around.id.value() % 2);
  }

  std::vector<Outcome> outcomes(const Surroundings& around, const Toy::Outcomes& table) const {
    std::vector<Outcome> outcomes;
    for (const ToyOutcome& entry : table) {
      Outcome& outcome = outcomes.emplace_back();
      outcome.state = {entry.next};
      for (const int value : entry.sends) {
        const std::int32_t to = toy_.by_identifier ? around.neighbours.at(0).value() : 0;
        outcome.sendings.push_back({toy_.by_identifier, to, {value}});
      }
      if (entry.fails) outcome.failures.emplace_back("toy");
      if (table.size() > 1) outcome.choices = {static_cast<unsigned>(&entry - table.data())};
      outcome.loads_network = entry.loads;
      outcome.stores_network = entry.stores;
    }
    return outcomes;
  }

  Toy toy_;
};

void print(std::ostream& out, const ToyPredicate& p) {
  constexpr const char* what[] = {"in state", "on its way", "of identifier in state", "on its way to",
                                  "on its way from"};
  out << (p.negated ? "fewer than " : "at least ") << p.count << " " << what[static_cast<int>(p.what)] << " "
      << p.value << " (identifier " << p.identifier << ")";
}

void print(std::ostream& out, const Toy::Outcomes& outcomes) {
  for (const ToyOutcome& outcome : outcomes) {
    out << (&outcome == outcomes.data() ? " -> " : " or ") << outcome.next;
    for (const int value : outcome.sends) out << " !" << value;
    if (outcome.fails) out << " fails";
    if (outcome.loads) out << " loads";
    if (outcome.stores) out << " stores";
  }
  out << "\n";
}

}  // namespace

std::ostream& operator<<(std::ostream& out, const ToyRun& run) {
  const Toy& toy = run.toy;
  const std::vector<Property> stated = model_of(toy).properties;
  out << "n=" << run.processes << " kinds=" << toy.kinds << (toy.by_identifier ? " by-identifier" : "")
      << (toy.copies_network ? " copies" : "") << (toy.believes_places ? " places" : "") << " properties";
  for (const Property& p : stated) out << " " << (run.properties.contains(p.id) ? p.name : "-");
  out << "\n";
  for (const ToyStatement& s : toy.statements) {
    constexpr const char* forms[] = {"invariant ", "stable ", "leads to ", "reachable "};
    print(out << forms[static_cast<int>(s.form)], s.p);
    if (s.form == Form::leads_to) print(out << " => ", s.q);
    out << "\n";
  }
  for (std::size_t parity = 0; parity < 2; ++parity) {
    out << (parity == 0 ? "even" : "odd") << " identifiers\n";
    for (std::size_t state = 0; state < toy.facts[parity].size(); ++state) {
      const Facts& facts = toy.facts[parity][state].facts;
      out << " state " << state << (facts.asleep ? " asleep" : "") << (facts.running ? " running" : "")
          << (facts.receptive ? "" : " deaf") << (facts.decided ? " decided" : "")
          << (facts.elects ? " elects" : "") << " believes "
          << static_cast<int>(toy.facts[parity][state].believes) << "\n";
      if (facts.asleep) print(out << "  start", toy.start[parity][state]);
      if (facts.running) print(out << "  resume", toy.resume[parity][state]);
      for (std::size_t m = 0; m < toy.receive[parity][state].size(); ++m) {
        print(out << "  ?" << m, toy.receive[parity][state][m]);
      }
    }
  }
  return out;
}

Model model_of(const Toy& toy) {
  Model model;
  model.name = "toy";
  model.about.name = "toy";
  model.about.topology = "ring";
  model.addressing = toy.by_identifier ? Addressing::by_identifier : Addressing::by_port;
  model.copies_network = toy.copies_network;
  if (toy.by_identifier) model.knows = model.knows | Knowledge::neighbours;
  if (toy.believes_places) model.knows = model.knows | Knowledge::place;
  model.program = std::make_unique<ToyProgram>(toy);
  PropertySet standard;
  for (const Property& p : standard_properties) standard.add(p.id);
  model.properties = stated_properties(standard, model.program->statements());
  return model;
}

Scenario scenario_of(const ToyRun& run, const Model& model, Network network) {
  Scenario scenario;
  scenario.model = &model;
  scenario.processes = run.processes;
  scenario.topology = make_ring(run.processes);
  scenario.network = network;
  scenario.initiators = run.initiators;
  scenario.identifiers = run.identifiers;
  scenario.fairness = run.fairness;
  scenario.reduction.symmetry = false;
  scenario.properties = run.properties;
  return scenario;
}

}  // namespace conclave::testing
