#include "naive/naive_checker.hpp"

#include <algorithm>
#include <set>

namespace conclave::naive {

Checker::Checker(const Scenario& scenario, const Instance& instance)
    : scenario_(scenario),
      program_(*scenario.model->program),
      initiator_(instance.initiator),
      ids_(instance.ids) {
  const auto& graph = scenario.topology.graph;
  for (const auto edge : boost::make_iterator_range(boost::edges(graph))) {
    edges_.push_back({static_cast<int>(source(edge, graph)), static_cast<int>(graph[edge].out),
                      static_cast<int>(target(edge, graph)), static_cast<int>(graph[edge].in)});
  }
}

Surroundings Checker::surroundings(int process) const {
  const Knowledge knows = scenario_.model->knows;
  Surroundings around;
  around.id = ids_.at(static_cast<std::size_t>(process));
  if (has(knows, Knowledge::place)) around.place = Place(process);
  if (has(knows, Knowledge::largest)) around.largest = *std::ranges::max_element(ids_);
  std::map<int, Id> neighbours;
  for (const Edge& edge : edges_) {
    if (edge.from == process) neighbours[edge.out] = ids_.at(static_cast<std::size_t>(edge.to));
  }
  around.ports = static_cast<int>(neighbours.size());
  if (has(knows, Knowledge::neighbours)) {
    for (const auto& [port, id] : neighbours) around.neighbours.push_back(id);
  }
  return around;
}

Facts Checker::facts(const Configuration& c, int process) const {
  return program_.facts(surroundings(process), c.locals.at(static_cast<std::size_t>(process)));
}

// By port, a mailbox belongs to one edge. By identifier, to an identifier that somebody has as a neighbour
// (and to one sender, where each sender's messages stay in order), and everybody who has that identifier
// reads it.
std::vector<Checker::Read> Checker::reads(int process) const {
  std::map<Mailbox, Port> boxes;
  for (const Edge& edge : edges_) {
    if (scenario_.model->addressing == Addressing::by_port) {
      if (edge.to == process) boxes[{edge.from, edge.out}] = Port{edge.in};
    } else if (ids_.at(static_cast<std::size_t>(edge.to)) == ids_.at(static_cast<std::size_t>(process))) {
      boxes[{scenario_.network == Network::fifo ? edge.from : -1,
             ids_[static_cast<std::size_t>(process)].value()}] = Port{};
    }
  }
  std::vector<Read> reads;
  for (const auto& [box, port] : boxes) reads.push_back({box, port});
  return reads;
}

Mailbox Checker::mailbox(int sender, const Sending& sending) const {
  const bool shared = sending.by_identifier && scenario_.network != Network::fifo;
  return {shared ? -1 : sender, sending.to};
}

Configuration Checker::initial() const {
  Configuration c;
  for (std::size_t i = 0; i < ids_.size(); ++i) {
    c.locals.push_back(program_.initial(surroundings(static_cast<int>(i))));
  }
  return c;
}

bool Checker::may_start(int process) const {
  const auto& listed = scenario_.initiators.places;
  switch (scenario_.initiators.kind) {
    case Initiators::Kind::one:
      return process == initiator_;
    case Initiators::Kind::listed:
      return std::find(listed.begin(), listed.end(), process) != listed.end();
    default:
      return true;
  }
}

std::vector<Transition> Checker::transitions(const Configuration& c) const {
  std::vector<Transition> all;
  for (int i = 0; i < static_cast<int>(ids_.size()); ++i) {
    const Surroundings around = surroundings(i);
    const Encoded& local = c.locals[static_cast<std::size_t>(i)];
    const Facts of = facts(c, i);
    if (of.asleep && may_start(i)) add(all, c, {Step::Kind::start, i, {}, {}}, program_.start(around, local));
    if (of.running) add(all, c, {Step::Kind::resume, i, {}, {}}, program_.resume(around, local));
    if (!of.receptive || (of.asleep && scenario_.initiators.kind == Initiators::Kind::all)) continue;
    for (const auto& [box, port] : reads(i)) {
      if (!c.network.contains(box)) continue;
      std::vector<Encoded> mail = c.network.at(box);
      if (scenario_.network == Network::fifo) mail.resize(1);
      for (const Encoded& message : std::set<Encoded>(mail.begin(), mail.end())) {
        add(all, c, {Step::Kind::deliver, i, box, message}, program_.receive(around, local, message, port));
      }
    }
  }
  return all;
}

void Checker::add(std::vector<Transition>& all, const Configuration& c, const Action& action,
                  const std::vector<Outcome>& outcomes) const {
  const int i = action.process;
  for (const Outcome& outcome : outcomes) {
    Transition t{.action = action, .choices = outcome.choices, .sent = {}, .costs = {}, .target = c};
    t.owed = action.kind != Step::Kind::start || scenario_.initiators.kind != Initiators::Kind::any;
    t.fails = !outcome.failures.empty();
    t.costs.assign(program_.message_kinds().size() + 2, 0);
    if (action.kind == Step::Kind::deliver) t.costs.back() = 1;
    Mail& network = t.target.network;
    if (action.kind == Step::Kind::deliver && scenario_.network != Network::set) {
      auto& mail = network[action.mailbox];
      mail.erase(std::find(mail.begin(), mail.end(), action.message));
      if (mail.empty()) network.erase(action.mailbox);
    }
    if (outcome.loads_network) t.target.copies[i] = network;
    if (outcome.stores_network && t.target.copies.contains(i)) {
      network = t.target.copies[i];
      t.target.copies.erase(i);
    }
    for (const Sending& sending : outcome.sendings) {
      ++t.costs[0];
      ++t.costs[1 + program_.kind_of(sending.message)];
      t.sent.emplace_back(mailbox(i, sending), sending.message);
      auto& mail = network[mailbox(i, sending)];
      const bool present = std::find(mail.begin(), mail.end(), sending.message) != mail.end();
      if (scenario_.network != Network::set || !present) mail.push_back(sending.message);
      if (scenario_.network != Network::fifo) std::sort(mail.begin(), mail.end());
    }
    t.target.locals[static_cast<std::size_t>(i)] = outcome.state;
    const Facts before = facts(c, i);
    const Facts after = facts(t.target, i);
    t.revokes = before.decided && !(after.decided && after.belief == before.belief);
    all.push_back(std::move(t));
  }
}

PropertySet Checker::violations(const Configuration& c) const {
  const Id largest = *std::ranges::max_element(ids_);
  int leaders = 0;
  std::set<int> believed;
  PropertySet failed;
  for (std::size_t i = 0; i < ids_.size(); ++i) {
    const Facts of = facts(c, static_cast<int>(i));
    if (of.leader) ++leaders;
    if (of.leader && ids_[i] != largest) failed.add(PropertyId::max_id);
    if (!of.belief) continue;
    believed.insert(*of.belief);
    std::optional<Id> who = Id(*of.belief);
    if (of.belief_is_place) {
      const bool is_process = *of.belief >= 0 && *of.belief < static_cast<int>(ids_.size());
      who = is_process ? std::optional(ids_[static_cast<std::size_t>(*of.belief)]) : std::nullopt;
    }
    if (who != largest) failed.add(PropertyId::max_id);
  }
  if (leaders > 1) failed.add(PropertyId::unique_leader);
  if (believed.size() > 1) failed.add(PropertyId::agreement);
  return failed & scenario_.properties;
}

bool Checker::all_decided(const Configuration& c) const {
  for (std::size_t i = 0; i < ids_.size(); ++i) {
    if (!facts(c, static_cast<int>(i)).decided) return false;
  }
  return true;
}

bool Checker::elected(const Configuration& c) const {
  for (std::size_t i = 0; i < ids_.size(); ++i) {
    if (facts(c, static_cast<int>(i)).elects) return true;
  }
  return false;
}

class Checker::View final : public Snapshot {
 public:
  View(const Checker& checker, const Configuration& c) : checker_(checker), c_(c) {}
  int processes() const override { return static_cast<int>(checker_.ids_.size()); }
  Id id(int place) const override { return checker_.ids_.at(static_cast<std::size_t>(place)); }
  const Encoded& state(int place) const override { return c_.locals.at(static_cast<std::size_t>(place)); }
  std::vector<Flight> in_flight() const override {
    std::vector<Flight> flights;
    for (const auto& [box, mail] : c_.network) {
      for (const Encoded& message : mail) {
        flights.push_back({.from = box.first, .to = -1, .to_identifier = {}, .message = &message});
        if (checker_.scenario_.model->addressing == Addressing::by_identifier) {
          flights.back().to_identifier = Id(box.second);
          continue;
        }
        for (const Edge& edge : checker_.edges_) {
          if (Mailbox(edge.from, edge.out) == box) flights.back().to = edge.to;
        }
      }
    }
    return flights;
  }

 private:
  const Checker& checker_;
  const Configuration& c_;
};

std::uint32_t Checker::predicates(const Configuration& c) const { return program_.evaluate(View(*this, c)); }

bool Checker::has_time() const {
  if (scenario_.model->copies_network) return false;
  std::set<Mailbox> read;
  for (std::size_t i = 0; i < ids_.size(); ++i) {
    for (const Read& one : reads(static_cast<int>(i))) {
      if (!read.insert(one.mailbox).second && scenario_.network == Network::fifo) return false;
    }
  }
  return true;
}

}  // namespace conclave::naive
