#include "naive/naive_checker.hpp"

#include <algorithm>

namespace conclave::naive {

Checker::Checker(const Scenario& scenario, const Instance& instance)
    : scenario_(scenario),
      program_(*scenario.model->program),
      initiator_(instance.initiator),
      ids_(instance.ids) {
  const auto& graph = scenario.topologies.at(instance.topology).graph;
  for (const auto edge : boost::make_iterator_range(boost::edges(graph))) {
    edges_.push_back({static_cast<int>(source(edge, graph)), static_cast<int>(graph[edge].out),
                      static_cast<int>(target(edge, graph)), static_cast<int>(graph[edge].in)});
  }
  for (int i = 0; i < processes(); ++i) {
    around_.push_back(surroundings(i));
    reads_.push_back(mailboxes_of(i));
    for (const Read& read : reads(i)) readers_[read.mailbox].insert(i);
  }
}

std::map<int, int> Checker::neighbours(int process) const {
  std::map<int, int> neighbours;
  for (const Edge& edge : edges_) {
    if (edge.from == process) neighbours[edge.out] = edge.to;
  }
  return neighbours;
}

int Checker::parent(int process) const {
  // Who can be reached from place 0 in so many steps, more and more, until the process can.
  std::set<int> near;
  for (std::set<int> next{0}; !next.contains(process);) {
    near = next;
    for (const Edge& edge : edges_) {
      if (near.contains(edge.from)) next.insert(edge.to);
    }
  }
  for (const auto& [port, neighbour] : neighbours(process)) {
    if (near.contains(neighbour)) return port;
  }
  return -1;
}

Surroundings Checker::surroundings(int process) const {
  const Model& model = *scenario_.model;
  Surroundings around;
  around.parameters = scenario_.parameters;
  if (!model.anonymous) around.id = id(process);
  if (has(model.knows, Knowledge::place | Knowledge::addresses)) around.place = Place(process);
  if (has(model.knows, Knowledge::largest)) around.largest = *std::ranges::max_element(ids_);
  if (has(model.knows, Knowledge::root | Knowledge::tree)) around.root = process == 0;
  if (has(model.knows, Knowledge::tree)) around.parent = parent(process);
  for (const auto& [port, neighbour] : neighbours(process)) {
    ++around.ports;
    if (has(model.knows, Knowledge::neighbours)) around.neighbours.push_back(id(neighbour));
    if (has(model.knows, Knowledge::addresses)) around.addresses.emplace_back(neighbour);
  }
  return around;
}

Facts Checker::facts(const Configuration& c, int process) const {
  return program_.facts(around(process), c.locals.at(static_cast<std::size_t>(process)));
}

// By port, a mailbox belongs to one edge. By identifier, to an identifier that somebody has as a neighbour
// (and to one sender, where each sender's messages stay in order), and everybody who has that identifier
// reads it.
std::vector<Checker::Read> Checker::mailboxes_of(int process) const {
  std::map<Mailbox, Port> boxes;
  for (const Edge& edge : edges_) {
    if (scenario_.model->addressing == Addressing::by_port) {
      if (edge.to == process) boxes[{edge.from, edge.out}] = Port{edge.in};
    } else if (id(edge.to) == id(process)) {
      boxes[{scenario_.network == Network::fifo ? edge.from : -1, id(process).value()}] = Port{};
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
  for (int i = 0; i < processes(); ++i) c.locals.push_back(program_.initial(around(i)));
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

std::set<Letter> Checker::offered(const Configuration& c, const Mailbox& box) const {
  const auto at = c.network.find(box);
  if (at == c.network.end()) return {};
  if (scenario_.network == Network::fifo) return {at->second.front()};
  return {at->second.begin(), at->second.end()};
}

// What nobody can ever read vanishes.
void Checker::put(Configuration& c, const Mailbox& box, const Letter& letter) const {
  if (std::ranges::includes(c.crashed, readers(box))) return;
  auto& mail = c.network[box];
  const bool present = std::find(mail.begin(), mail.end(), letter) != mail.end();
  if (scenario_.network != Network::set || !present) mail.push_back(letter);
  if (scenario_.network != Network::fifo) std::sort(mail.begin(), mail.end());
}

void Checker::take(Configuration& c, const Mailbox& box, const Letter& letter) const {
  auto& mail = c.network[box];
  mail.erase(std::find(mail.begin(), mail.end(), letter));
  if (mail.empty()) c.network.erase(box);
}

std::vector<Transition> Checker::transitions(const Configuration& c) const {
  std::vector<Transition> all;
  for (int i = 0; i < processes(); ++i) {
    if (c.crashed.contains(i)) continue;
    const Encoded& local = c.locals[static_cast<std::size_t>(i)];
    const Facts of = facts(c, i);
    if (of.asleep && may_start(i))
      add(all, c, {Step::Kind::start, i, {}, {}}, program_.start(around(i), local));
    if (of.running) add(all, c, {Step::Kind::resume, i, {}, {}}, program_.resume(around(i), local));
    if (!of.receptive || (of.asleep && scenario_.initiators.kind == Initiators::Kind::all)) continue;
    for (const auto& [box, port] : reads(i)) {
      for (const Letter& letter : offered(c, box)) {
        const Action action{Step::Kind::deliver, i, box, letter};
        if (!letter)
          add(all, c, action, program_.notice(around(i), local, port));
        else if (program_.accepts(around(i), local, *letter))
          add(all, c, action, program_.receive(around(i), local, *letter, port));
      }
    }
  }
  add_faults(all, c);
  return all;
}

void Checker::add(std::vector<Transition>& all, const Configuration& c, const Action& action,
                  const std::vector<Outcome>& outcomes) const {
  const int i = action.process;
  for (const Outcome& outcome : outcomes) {
    Transition t{.action = action, .choices = outcome.choices, .sent = {}, .costs = {}, .target = c};
    t.owed = action.kind != Step::Kind::start || scenario_.initiators.kind != Initiators::Kind::any;
    t.fails = !outcome.failures.empty();
    t.throws = outcome.exception.has_value();
    t.costs.assign(program_.message_kinds().size() + 2, 0);
    if (action.kind == Step::Kind::deliver) t.costs.back() = 1;
    if (action.kind == Step::Kind::deliver && scenario_.network != Network::set)
      take(t.target, action.mailbox, action.letter);
    if (outcome.loads_network) t.target.copies[i] = t.target.network;
    if (outcome.stores_network && t.target.copies.contains(i)) {
      t.target.network = t.target.copies[i];
      t.target.copies.erase(i);
    }
    for (const Sending& sending : outcome.sendings) {
      ++t.costs[0];
      ++t.costs[1 + program_.kind_of(sending.message)];
      t.sent.emplace_back(mailbox(i, sending), sending.message);
      put(t.target, mailbox(i, sending), sending.message);
    }
    t.target.locals[static_cast<std::size_t>(i)] = outcome.state;
    const Facts before = facts(c, i);
    const Facts after = facts(t.target, i);
    t.revokes = before.decided && !(after.decided && after.belief == before.belief);
    all.push_back(std::move(t));
  }
}

Transition Checker::fault(const Configuration& c, const Action& action) const {
  Transition t{.action = action, .choices = {}, .sent = {}, .costs = {}, .target = c};
  t.costs.assign(program_.message_kinds().size() + 2, 0);
  return t;
}

void Checker::add_faults(std::vector<Transition>& all, const Configuration& c) const {
  const Faults& most = scenario_.faults;
  for (const auto& [box, mail] : c.network) {
    const int reader = *readers(box).begin();
    for (const Letter& letter : offered(c, box)) {
      if (!letter) continue;
      if (c.lost < most.loss) {
        Transition t = fault(c, {Step::Kind::lose, reader, box, letter});
        take(t.target, box, letter);
        ++t.target.lost;
        all.push_back(std::move(t));
      }
      if (c.duplicated < most.duplicate) {
        Transition t = fault(c, {Step::Kind::duplicate, reader, box, letter});
        auto& copies = t.target.network[box];
        copies.insert(std::find(copies.begin(), copies.end(), letter), letter);
        ++t.target.duplicated;
        all.push_back(std::move(t));
      }
    }
  }
  if (static_cast<int>(c.crashed.size()) == most.crash) return;
  for (int i = 0; i < processes(); ++i) {
    if (c.crashed.contains(i)) continue;
    Transition t = fault(c, {Step::Kind::crash, i, {}, {}});
    t.target = after_crash(c, i);
    all.push_back(std::move(t));
  }
}

Configuration Checker::after_crash(Configuration c, int process) const {
  c.locals[static_cast<std::size_t>(process)].clear();
  c.crashed.insert(process);
  std::erase_if(c.network,
                [&](const auto& entry) { return std::ranges::includes(c.crashed, readers(entry.first)); });
  if (!scenario_.model->detects_crashes) return c;
  std::set<Mailbox> boxes;
  for (const auto& [port, neighbour] : neighbours(process)) {
    const bool by_identifier = scenario_.model->addressing == Addressing::by_identifier;
    boxes.insert(mailbox(process, {by_identifier, by_identifier ? id(neighbour).value() : port, {}}));
  }
  for (const Mailbox& box : boxes) put(c, box, {});
  return c;
}

PropertySet Checker::violations(const Configuration& c) const {
  const bool smallest = scenario_.model->elects == Elects::smallest;
  // Nobody may be preferred to a process that is better and lives.
  const auto preferred = [&](Id who) {
    for (int i = 0; i < processes(); ++i) {
      if (!c.crashed.contains(i) && (smallest ? id(i) < who : id(i) > who)) return false;
    }
    return true;
  };
  int leaders = 0;
  std::set<int> believed;
  PropertySet failed;
  for (int i = 0; i < processes(); ++i) {
    if (c.crashed.contains(i)) continue;
    const Facts of = facts(c, i);
    if (of.leader) ++leaders;
    if (of.leader && !preferred(id(i))) failed.add(PropertyId::max_id);
    if (!of.belief) continue;
    believed.insert(*of.belief);
    bool right = false;  // whom nobody is, nobody may believe in
    for (int who = 0; who < processes(); ++who) {
      if (*of.belief == (of.belief_is_place ? who : id(who).value())) right = preferred(id(who));
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
    if (c.crashed.contains(i)) continue;
    all_decided = all_decided && facts(c, i).decided;
    some_leader = some_leader || facts(c, i).leader;
  }
  const bool nobody_left = static_cast<int>(c.crashed.size()) == processes();
  return scenario_.model->ends_with_leader ? some_leader || nobody_left : all_decided;
}

bool Checker::awaits_start(const Configuration& c) const {
  if (scenario_.initiators.kind != Initiators::Kind::any || !c.network.empty() || !c.copies.empty())
    return false;
  const Configuration first = initial();
  bool some = false;
  for (int i = 0; i < processes(); ++i) {
    if (c.crashed.contains(i)) continue;
    const auto place = static_cast<std::size_t>(i);
    if (c.locals[place] != first.locals[place]) return false;
    some = some || facts(c, i).asleep;
  }
  return some;
}

bool Checker::elected(const Configuration& c) const {
  for (int i = 0; i < processes(); ++i) {
    if (!c.crashed.contains(i) && facts(c, i).elects) return true;
  }
  return false;
}

class Checker::View final : public Snapshot {
 public:
  View(const Checker& checker, const Configuration& c) : checker_(checker), c_(c) {
    const Program& program = checker.program_;
    for (int i = 0; i < processes(); ++i) {
      const auto& local = c.locals.at(static_cast<std::size_t>(i));
      states_.push_back(crashed(i) ? nullptr : program.typed_state(local));
      auto& around = neighbours_.emplace_back();
      for (const auto& [port, neighbour] : checker.neighbours(i)) around.push_back(neighbour);
    }
    for (const auto& [box, mail] : c.network) {
      for (const Letter& letter : mail) {
        if (!letter) continue;
        messages_.push_back(program.typed_message(*letter));
        flights_.push_back(
            {.from = box.first, .to = -1, .to_identifier = {}, .message = messages_.back().get()});
        if (checker.scenario_.model->addressing == Addressing::by_identifier)
          flights_.back().to_identifier = Id(box.second);
        else
          flights_.back().to = *checker.readers(box).begin();
      }
    }
  }
  int processes() const override { return checker_.processes(); }
  Id id(int place) const override { return checker_.id(place); }
  bool crashed(int place) const override { return c_.crashed.contains(place); }
  const void* state(int place) const override { return states_.at(static_cast<std::size_t>(place)).get(); }
  const std::vector<int>& neighbours(int place) const override {
    return neighbours_.at(static_cast<std::size_t>(place));
  }
  bool quiet() const override { return c_.network.empty(); }
  std::vector<Flight> in_flight() const override { return flights_; }

 private:
  const Checker& checker_;
  const Configuration& c_;
  std::vector<std::shared_ptr<const void>> states_;
  std::vector<std::shared_ptr<const void>> messages_;
  std::vector<std::vector<int>> neighbours_;
  std::vector<Flight> flights_;
};

std::uint32_t Checker::predicates(const Configuration& c) const { return program_.evaluate(View(*this, c)); }

bool Checker::has_time() const {
  if (scenario_.model->copies_network || scenario_.faults.any()) return false;
  std::set<Mailbox> read;
  for (int i = 0; i < processes(); ++i) {
    for (const Read& one : reads(i)) {
      if (!read.insert(one.mailbox).second && scenario_.network == Network::fifo) return false;
    }
  }
  return true;
}

}  // namespace conclave::naive
