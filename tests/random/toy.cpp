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
        if (!toy_.only_leaders)
          facts.belief = toy_.believes_places ? around.place.value() : around.id.value();
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

  std::vector<Outcome> start(const Surroundings& around, const Encoded& state) const override {
    return outcomes(around, toy_.start[parity(around)][at(state)]);
  }
  std::vector<Outcome> resume(const Surroundings& around, const Encoded& state) const override {
    return outcomes(around, toy_.resume[parity(around)][at(state)]);
  }
  std::vector<Outcome> receive(const Surroundings& around, const Encoded& state, const Encoded& message,
                               Port from) const override {
    return outcomes(around, toy_.receive[parity(around)][at(state)][at(message)], from);
  }
  std::vector<Outcome> notice(const Surroundings& around, const Encoded& state, Port from) const override {
    return outcomes(around, toy_.notice[parity(around)][at(state)], from);
  }
  bool accepts(const Surroundings& around, const Encoded& state, const Encoded& message) const override {
    return toy_.facts[parity(around)][at(state)].accepts[at(message)];
  }
  std::shared_ptr<const void> typed_state(const Encoded& state) const override {
    return std::make_shared<const Encoded>(state);
  }
  std::shared_ptr<const void> typed_message(const Encoded& message) const override {
    return std::make_shared<const Encoded>(message);
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
  static const Encoded& value(const void* typed) { return *static_cast<const Encoded*>(typed); }

  static bool holds(const ToyPredicate& p, const Snapshot& snapshot) {
    using What = ToyPredicate::What;
    const auto in_state = [&](int i) {
      return !snapshot.crashed(i) && value(snapshot.state(i)).at(0) == p.value;
    };
    int count = 0;
    if (p.what == What::quiet) {
      count = snapshot.quiet() ? 2 : 0;
    } else if (p.what == What::crashed) {
      for (int i = 0; i < snapshot.processes(); ++i) count += snapshot.crashed(i) ? 1 : 0;
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
        if (meant && value(flight.message).at(0) == p.value) ++count;
      }
    }
    return (count >= p.count) != p.negated;
  }

  static std::size_t at(const Encoded& value) { return static_cast<std::size_t>(value.at(0)); }
  std::size_t parity(const Surroundings& around) const {
    if (toy_.rooted) return around.root ? 1 : 0;
    return static_cast<std::size_t>(around.id.value() % 2);
  }

  std::vector<Outcome> outcomes(const Surroundings& around, const Toy::Outcomes& table,
                                Port from = Port{-1}) const {
    using Where = ToySending::Where;
    const int back = toy_.by_identifier ? -1 : static_cast<int>(from);
    std::vector<Outcome> outcomes;
    for (const ToyOutcome& entry : table) {
      Outcome& outcome = outcomes.emplace_back();
      outcome.state = {entry.next};
      for (const ToySending& sending : entry.sends) {
        for (int port = 0; port < around.ports; ++port) {
          if (sending.where == Where::back && back >= 0 && back < around.ports && port != back) continue;
          if (sending.where == Where::others && port == back) continue;
          const std::int32_t to =
              toy_.by_identifier ? around.neighbours.at(static_cast<std::size_t>(port)).value() : port;
          outcome.sendings.push_back({toy_.by_identifier, to, {sending.value}});
        }
      }
      if (entry.fails) outcome.failures.emplace_back("toy");
      if (entry.throws) outcome.exception = "toy";
      if (table.size() > 1) outcome.choices = {static_cast<unsigned>(&entry - table.data())};
      outcome.loads_network = entry.loads;
      outcome.stores_network = entry.stores;
    }
    return outcomes;
  }

  Toy toy_;
};

void print(std::ostream& out, const ToyPredicate& p) {
  constexpr const char* what[] = {"in state",      "on its way",     "crashed",
                                  "quiet",         "adjacent",       "of identifier in state",
                                  "on its way to", "on its way from"};
  out << (p.negated ? "fewer than " : "at least ") << p.count << " " << what[static_cast<int>(p.what)] << " "
      << p.value << " (identifier " << p.identifier << ")";
}

void print(std::ostream& out, const Toy::Outcomes& outcomes) {
  for (const ToyOutcome& outcome : outcomes) {
    out << (&outcome == outcomes.data() ? " -> " : " or ") << outcome.next;
    for (const ToySending& sending : outcome.sends) {
      constexpr const char* where[] = {"", "<", ">"};
      out << " !" << where[static_cast<int>(sending.where)] << sending.value;
    }
    if (outcome.fails) out << " fails";
    if (outcome.throws) out << " throws";
    if (outcome.loads) out << " loads";
    if (outcome.stores) out << " stores";
  }
  out << "\n";
}

}  // namespace

std::ostream& operator<<(std::ostream& out, const ToyRun& run) {
  const Toy& toy = run.toy;
  const std::vector<Property> stated = model_of(toy).properties;
  out << "n=" << run.processes << " on " << run.topology.name << " " << run.topology.graph6 << " faults "
      << run.faults.loss << " " << run.faults.duplicate << " " << run.faults.crash << " kinds=" << toy.kinds
      << (toy.by_identifier ? " by-identifier" : "") << (toy.copies_network ? " copies" : "")
      << (toy.believes_places ? " places" : "") << (toy.only_leaders ? " only-leaders" : "")
      << (toy.rooted ? " rooted" : "") << (toy.anonymous ? " anonymous" : "")
      << (toy.detects_crashes ? " detects-crashes" : "") << " elects " << static_cast<int>(toy.elects)
      << " properties";
  for (const Property& p : stated) out << " " << (run.properties.contains(p.id) ? p.name : "-");
  out << "\n";
  for (const ToyStatement& s : toy.statements) {
    constexpr const char* forms[] = {"invariant ", "stable ", "leads to ", "reachable "};
    print(out << forms[static_cast<int>(s.form)], s.p);
    if (s.form == Form::leads_to) print(out << " => ", s.q);
    out << "\n";
  }
  for (std::size_t parity = 0; parity < 2; ++parity) {
    if (toy.rooted)
      out << (parity == 0 ? "others\n" : "root\n");
    else
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
        const bool accepts = toy.facts[parity][state].accepts[m];
        print(out << "  ?" << m << (accepts ? "" : " not accepted"), toy.receive[parity][state][m]);
      }
      if (toy.detects_crashes) print(out << "  crashed", toy.notice[parity][state]);
    }
  }
  return out;
}

Model model_of(const Toy& toy) {
  Model model;
  model.name = "toy";
  model.about.name = "toy";
  model.addressing = toy.by_identifier ? Addressing::by_identifier : Addressing::by_port;
  model.copies_network = toy.copies_network;
  if (toy.by_identifier) model.knows = model.knows | Knowledge::neighbours;
  if (toy.believes_places) model.knows = model.knows | Knowledge::place;
  if (toy.rooted) model.knows = model.knows | Knowledge::root;
  model.anonymous = toy.anonymous;
  model.detects_crashes = toy.detects_crashes;
  model.ends_with_leader = toy.only_leaders;
  model.elects = toy.elects;
  model.program = std::make_unique<ToyProgram>(toy);
  PropertySet standard;
  for (const Property& p : standard_properties) standard.add(p.id);
  if (toy.anonymous || toy.elects == Elects::anyone) standard.remove(PropertyId::max_id);
  state_properties(model, standard);
  return model;
}

Scenario scenario_of(const ToyRun& run, const Model& model, Network network) {
  Scenario scenario;
  scenario.model = &model;
  scenario.processes = run.processes;
  scenario.topology = run.topology.name;
  scenario.topologies = {run.topology};
  scenario.network = network;
  if (network != Network::set && !model.copies_network) scenario.faults = run.faults;
  scenario.initiators = run.initiators;
  scenario.identifiers = run.identifiers;
  scenario.fairness = run.fairness;
  scenario.reduction.symmetry = false;
  scenario.properties = run.properties & model.all_properties();
  return scenario;
}

}  // namespace conclave::testing
