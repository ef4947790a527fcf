#include "oracle/naive_checker.hpp"

#include <algorithm>

#include "oracle/naive_rounds.hpp"
#include "oracle/naive_steps.hpp"

namespace conclave::naive {

std::vector<unsigned> without_tosses(const Outcome& outcome) {
  std::vector<unsigned> left;
  for (std::size_t i = 0; i < outcome.choices.size(); ++i) {
    if (outcome.odds[i] == 0) left.push_back(outcome.choices[i]);
  }
  return left;
}

std::unique_ptr<Checker> make_checker(const Scenario& scenario, const Instance& instance) {
  if (scenario.lock_step()) return std::make_unique<Rounds>(scenario, instance);
  return std::make_unique<Steps>(scenario, instance);
}

Checker::Checker(const Scenario& scenario, const Instance& instance)
    : scenario_(scenario),
      program_(*scenario.model->program),
      initiators_(instance.initiators),
      ids_(instance.ids),
      down_(instance.down.begin(), instance.down.end()),
      byzantine_(instance.byzantine.begin(), instance.byzantine.end()) {
  for (const Link& link : scenario.topologies.at(instance.topology).links)
    edges_.push_back({link.from, code_of(link.out), link.to, code_of(link.in)});
  for (int i = 0; i < processes(); ++i) around_.push_back(surroundings(i));
  if (!byzantine_.empty()) alphabet_ = program_.alphabet(ids_).value();
}

std::map<int, int> Checker::neighbours(int process) const {
  std::map<int, int> neighbours;
  for (const Edge& edge : edges_) {
    if (edge.from == process) neighbours[edge.out] = edge.to;
  }
  return neighbours;
}

// Who can be reached in so many steps, more and more, until the process can.
int Checker::distance(int from, int to) const {
  int distance = 0;
  for (std::set<int> near{from}; !near.contains(to); ++distance) {
    const std::set<int> before = near;
    for (const Edge& edge : edges_) {
      if (before.contains(edge.from)) near.insert(edge.to);
    }
  }
  return distance;
}

int Checker::parent(int process) const {
  for (const auto& [port, neighbour] : neighbours(process)) {
    if (distance(0, neighbour) < distance(0, process)) return port;
  }
  return -1;
}

Surroundings Checker::surroundings(int process) const {
  const Model& model = *scenario_.model;
  Surroundings around;
  around.parameters = scenario_.parameters;
  if (!model.anonymous) around.id = id(process);
  if (has(model.knows, Knowledge::place | Knowledge::addresses)) around.place = given_place(process);
  if (has(model.knows, Knowledge::largest)) around.largest = *std::ranges::max_element(ids_);
  if (has(model.knows, Knowledge::root | Knowledge::tree)) around.root = process == 0;
  if (has(model.knows, Knowledge::tree)) around.parent = parent(process);
  if (has(model.knows, Knowledge::processes)) around.processes = processes();
  if (has(model.knows, Knowledge::diameter)) {
    for (int i = 0; i < processes(); ++i) {
      for (int j = 0; j < processes(); ++j) around.diameter = std::max(around.diameter, distance(i, j));
    }
  }
  for (const auto& [port, neighbour] : neighbours(process)) {
    ++around.ports;
    if (has(model.knows, Knowledge::neighbours)) around.neighbours.push_back(id(neighbour));
    if (has(model.knows, Knowledge::addresses)) around.addresses.push_back(given_place(neighbour));
    if (has(model.knows, Knowledge::down) && !down_.empty()) around.down.push_back(down_.contains(neighbour));
  }
  for (const Edge& edge : edges_) {
    if (edge.to == process && scenario_.lock_step()) around.in_ports = std::max(around.in_ports, edge.in + 1);
  }
  return around;
}

const Encoded& Checker::local(const Configuration& c, int process) const {
  return c.locals.at(static_cast<std::size_t>(process));
}

Facts Checker::facts(const Configuration& c, int process) const {
  return program_.facts(around(process), local(c, process));
}

Configuration Checker::initial() const {
  Configuration c;
  for (int i = 0; i < processes(); ++i)
    c.locals.push_back(byzantine_.contains(i) ? Encoded{} : program_.initial(around(i)));
  c.gone = byzantine_;
  for (const int i : down_) {
    c.locals[static_cast<std::size_t>(i)] = left_by_crash(c, i);
    c.gone.insert(i);
  }
  return c;
}

bool Checker::may_start(int process) const {
  const auto& listed = scenario_.initiators.places;
  switch (scenario_.initiators.kind) {
    case Initiators::Kind::counted:
      return std::find(initiators_.begin(), initiators_.end(), process) != initiators_.end();
    case Initiators::Kind::listed:
      return std::find(listed.begin(), listed.end(), process) != listed.end();
    default:
      return true;
  }
}

PropertySet Checker::broken_by(const Outcome& outcome) const {
  PropertySet broken;
  const auto statements = program_.statements();
  for (const std::string& failure : outcome.failures) {
    auto of = PropertyId::assertions;
    for (std::size_t k = 0; k < statements.size(); ++k) {
      if (statements[k].form == Form::every_step && statements[k].name == failure)
        of = static_cast<PropertyId>(standard_count + k);
    }
    broken.add(of);
  }
  if (outcome.exception) broken.add(PropertyId::no_exception);
  return broken;
}

Encoded Checker::left_by_crash(const Configuration& c, int process) const {
  const bool may_recover = scenario_.faults.recover > 0;
  if (!program_.outlives_crash(may_recover)) return {};
  return program_.left_by_crash(around(process), local(c, process), may_recover);
}

bool Checker::revokes(const Facts& before, const Facts& after) const {
  if (!before.decided) return false;
  return !after.decided || after.belief != before.belief || after.leader != before.leader;
}

PropertySet Checker::violations(const Configuration& c) const {
  const Elects elects = scenario_.model->elects;
  const bool smallest = elects == Elects::smallest || elects == Elects::smallest_initiator;
  const bool of_initiators = elects == Elects::largest_initiator || elects == Elects::smallest_initiator;
  // Nobody may be preferred to a process that is better and lives.
  const auto preferred = [&](Id who) {
    for (int i = 0; i < processes(); ++i) {
      if (c.gone.contains(i) || (of_initiators && !facts(c, i).initiated)) continue;
      if (smallest ? id(i) < who : id(i) > who) return false;
    }
    return true;
  };
  int leaders = 0;
  std::set<int> believed;
  PropertySet failed;
  for (int i = 0; i < processes(); ++i) {
    if (c.gone.contains(i)) continue;
    const Facts of = facts(c, i);
    if (of.leader) ++leaders;
    if (of.leader && (!preferred(id(i)) || (of_initiators && !of.initiated))) failed.add(PropertyId::max_id);
    if (!of.belief) continue;
    believed.insert(*of.belief);
    bool right = false;  // whom nobody is, nobody may believe in
    for (int who = 0; who < processes(); ++who) {
      if (*of.belief != (of.belief_is_place ? who : id(who).value())) continue;
      right = right ||
              (preferred(id(who)) && (!of_initiators || c.gone.contains(who) || facts(c, who).initiated));
    }
    if (!right) failed.add(PropertyId::max_id);
  }
  if (leaders > 1) failed.add(PropertyId::unique_leader);
  if (believed.size() > 1) failed.add(PropertyId::agreement);
  return failed & scenario_.properties;
}

bool Checker::ends_well(const Configuration& c) const {
  bool all_decided = true;
  bool some_leader = false;
  for (int i = 0; i < processes(); ++i) {
    if (c.gone.contains(i)) continue;
    all_decided = all_decided && facts(c, i).decided;
    some_leader = some_leader || facts(c, i).leader;
  }
  const bool nobody_left = static_cast<int>(c.gone.size()) == processes();
  return scenario_.model->ends_with_leader ? some_leader || nobody_left : all_decided;
}

bool Checker::awaits_start(const Configuration& c) const {
  if (scenario_.initiators.kind != Initiators::Kind::any) return false;
  if (!c.network.empty() || !c.copies.empty() || !c.now.empty() || !c.later.empty()) return false;
  bool some = false;
  for (int i = 0; i < processes(); ++i) {
    if (c.gone.contains(i)) continue;
    if (local(c, i) != program_.initial(around(i))) return false;
    some = some || facts(c, i).asleep;
  }
  return some;
}

bool Checker::elected(const Configuration& c) const {
  for (int i = 0; i < processes(); ++i) {
    if (!c.gone.contains(i) && facts(c, i).elects) return true;
  }
  return false;
}

bool Checker::led(const Configuration& c) const {
  for (int i = 0; i < processes(); ++i) {
    if (!c.gone.contains(i) && facts(c, i).leader) return true;
  }
  return false;
}

bool Checker::all_know(const Configuration& c) const {
  for (int i = 0; i < processes(); ++i) {
    if (!c.gone.contains(i) && !facts(c, i).decided) return false;
  }
  return true;
}

bool Checker::deserted(const Configuration& c) const {
  return static_cast<int>(c.gone.size()) == processes();
}

class Checker::View final : public Snapshot {
 public:
  View(const Checker& checker, const Configuration& c, int rounds)
      : checker_(checker), c_(c), neighbours_(static_cast<std::size_t>(checker.processes())) {
    for (int i = 0; i < checker.processes(); ++i) {
      const bool gone = c.gone.contains(i);
      states_.push_back(gone ? nullptr : checker.program_.typed_state(checker.local(c, i)));
      auto& around = neighbours_[static_cast<std::size_t>(i)];
      for (const auto& [port, neighbour] : checker.neighbours(i)) around.push_back(neighbour);
      processes_.push_back(
          {.id = checker.id(i), .crashed = gone, .state = states_.back().get(), .neighbours = around});
    }
    show(processes_, rounds);
    for (const Checker::Flight& flight : checker.in_flight(c)) {
      messages_.push_back(checker.program_.typed_message(flight.message));
      flights_.push_back({flight.from, flight.to, flight.to_identifier, messages_.back().get()});
    }
  }
  bool quiet() const override { return c_.network.empty() && c_.now.empty() && c_.later.empty(); }
  const Encoded& parameters() const override { return checker_.scenario().parameters; }
  const std::vector<Flight>& in_flight() const override { return flights_; }

 private:
  const Checker& checker_;
  const Configuration& c_;
  std::vector<Process> processes_;
  std::vector<std::shared_ptr<const void>> states_;
  std::vector<std::shared_ptr<const void>> messages_;
  std::vector<std::vector<int>> neighbours_;
  std::vector<Flight> flights_;
};

std::uint32_t Checker::predicates(const Configuration& c, int rounds) const {
  return program_.evaluate(View(*this, c, rounds), all_statements);
}

int Checker::rounds_claimed() const {
  const Configuration first = initial();
  return program_.rounds_claimed(View(*this, first, 0));
}

}  // namespace conclave::naive
