#include "oracle/naive_steps.hpp"

#include <algorithm>

namespace conclave::naive {

Steps::Steps(const Scenario& scenario, const Instance& instance) : Checker(scenario, instance) {
  for (int i = 0; i < processes(); ++i) {
    reads_.push_back(mailboxes_of(i));
    for (const Read& read : reads(i)) readers_[read.mailbox].insert(i);
  }
}

// By port, a mailbox belongs to one edge. By identifier, to an identifier that somebody has as a neighbour
// (and to one sender, where each sender's messages stay in order), and everybody who has that identifier
// reads it.
std::vector<Steps::Read> Steps::mailboxes_of(int process) const {
  std::map<Mailbox, Port> boxes;
  for (const Edge& edge : edges()) {
    if (scenario().model->addressing == Addressing::by_port) {
      if (edge.to == process) boxes[{edge.from, edge.out}] = given_port(edge.in);
    } else if (id(edge.to) == id(process)) {
      boxes[{scenario().network == Network::fifo ? edge.from : -1, id(process).value()}] = Port{};
    }
  }
  std::vector<Read> reads;
  for (const auto& [box, port] : boxes) reads.push_back({box, port});
  return reads;
}

Mailbox Steps::mailbox(int sender, const Sending& sending) const {
  const bool shared = sending.by_identifier && scenario().network != Network::fifo;
  return {shared ? -1 : sender, sending.to};
}

std::set<Mailbox> Steps::mailboxes_to(int process) const {
  const bool by_identifier = scenario().model->addressing == Addressing::by_identifier;
  std::set<Mailbox> boxes;
  for (const auto& [port, neighbour] : neighbours(process))
    boxes.insert(mailbox(process, {by_identifier, by_identifier ? id(neighbour).value() : port, {}}));
  return boxes;
}

std::set<Letter> Steps::offered(const Configuration& c, const Mailbox& box) const {
  const auto at = c.network.find(box);
  if (at == c.network.end()) return {};
  if (scenario().network == Network::fifo) return {at->second.front()};
  return {at->second.begin(), at->second.end()};
}

// What nobody can ever read vanishes; then the result is false.
bool Steps::put(Configuration& c, const Mailbox& box, const Letter& letter) const {
  if (std::ranges::includes(scenario().faults.recover > 0 ? byzantine() : c.gone, readers(box))) return false;
  auto& mail = c.network[box];
  const bool present = std::find(mail.begin(), mail.end(), letter) != mail.end();
  if (scenario().network != Network::set || !present) mail.push_back(letter);
  if (scenario().network != Network::fifo) std::sort(mail.begin(), mail.end());
  return true;
}

void Steps::take(Configuration& c, const Mailbox& box, const Letter& letter) const {
  auto& mail = c.network[box];
  mail.erase(std::find(mail.begin(), mail.end(), letter));
  if (mail.empty()) c.network.erase(box);
}

std::vector<Transition> Steps::transitions(const Configuration& c) const {
  std::vector<Transition> all;
  for (int i = 0; i < processes(); ++i) {
    if (c.gone.contains(i)) {
      add_misses(all, c, i);
      continue;
    }
    const Facts of = facts(c, i);
    if (of.asleep && may_start(i))
      add(all, c, {Step::Kind::start, i, {}, {}}, program().start(around(i), local(c, i)));
    const std::vector<NamedStep>& own = program().own_steps();
    for (std::size_t step = 0; step < own.size(); ++step) {
      if (of.ready >> step & 1U)
        add(all, c, {Step::Kind::own, i, {}, {}, own[step].name},
            program().own_step(around(i), local(c, i), step));
    }
    if (!of.receptive || (of.asleep && scenario().initiators.kind == Initiators::Kind::all)) continue;
    for (const auto& [box, port] : reads(i)) {
      for (const Letter& letter : offered(c, box)) {
        const Action action{Step::Kind::deliver, i, box, letter};
        if (!letter)
          add(all, c, action, program().notice(around(i), local(c, i), port));
        else if (program().accepts(around(i), local(c, i), *letter, port))
          add(all, c, action, program().receive(around(i), local(c, i), *letter, port));
      }
    }
  }
  add_faults(all, c);
  return all;
}

// What arrives at a process that is down is gone.
void Steps::add_misses(std::vector<Transition>& all, const Configuration& c, int i) const {
  if (byzantine().contains(i) || scenario().faults.recover == 0) return;
  for (const auto& [box, port] : reads(i)) {
    if (readers(box).size() > 1) continue;
    for (const Letter& letter : offered(c, box)) {
      Transition t = fault(c, {Step::Kind::miss, i, box, letter});
      t.owed = true;
      take(t.target, box, letter);
      all.push_back(std::move(t));
    }
  }
}

bool Steps::is_owed(const Action& action) const {
  if (action.kind == Step::Kind::start) return scenario().initiators.kind != Initiators::Kind::any;
  const std::vector<NamedStep>& own = program().own_steps();
  return action.kind != Step::Kind::own || std::ranges::find(own, action.own, &NamedStep::name)->owed;
}

void Steps::add(std::vector<Transition>& all, const Configuration& c, const Action& action,
                const std::vector<Outcome>& outcomes) const {
  const int i = action.process;
  for (const Outcome& outcome : outcomes) {
    Transition t = fault(c, action);
    t.choices = outcome.choices;
    t.chosen = without_tosses(outcome);
    t.owed = is_owed(action);
    if (action.kind == Step::Kind::deliver) t.costs.back() = 1;
    if (action.kind == Step::Kind::deliver && scenario().network != Network::set)
      take(t.target, action.mailbox, action.letter);
    if (outcome.loads_network) t.target.copies[i] = t.target.network;
    if (outcome.stores_network && t.target.copies.contains(i)) {
      t.target.network = t.target.copies[i];
      t.target.copies.erase(i);
    }
    for (const Sending& sending : outcome.sendings) {
      ++t.costs[0];
      ++t.costs[1 + program().kind_of(sending.message)];
      if (put(t.target, mailbox(i, sending), sending.message))
        t.sent.emplace_back(mailbox(i, sending), sending.message);
    }
    t.target.locals[static_cast<std::size_t>(i)] = outcome.state;
    t.broken = broken_by(outcome);
    if (revokes(facts(c, i), facts(t.target, i))) t.broken.add(PropertyId::irrevocable);
    all.push_back(std::move(t));
  }
}

Transition Steps::fault(const Configuration& c, const Action& action) const {
  Transition t;
  t.action = action;
  t.target = c;
  t.costs.assign(program().message_kinds().size() + 2, 0);
  return t;
}

void Steps::add_faults(std::vector<Transition>& all, const Configuration& c) const {
  const Faults& most = scenario().faults;
  for (const auto& [box, mail] : c.network) {
    const int reader = *readers(box).begin();
    for (const Letter& letter : offered(c, box)) {
      if (!letter) continue;
      if (c.used.loss < most.loss) {
        Transition t = fault(c, {Step::Kind::lose, reader, box, letter});
        take(t.target, box, letter);
        ++t.target.used.loss;
        all.push_back(std::move(t));
      }
      if (c.used.duplicate < most.duplicate) {
        Transition t = fault(c, {Step::Kind::duplicate, reader, box, letter});
        auto& copies = t.target.network[box];
        copies.insert(std::find(copies.begin(), copies.end(), letter), letter);
        ++t.target.used.duplicate;
        all.push_back(std::move(t));
      }
    }
  }
  for (int i = 0; i < processes() && c.used.crash < most.crash; ++i) {
    if (c.gone.contains(i)) continue;
    Transition t = fault(c, {Step::Kind::crash, i, {}, {}});
    t.target = after_crash(c, i);
    all.push_back(std::move(t));
  }
  for (const int i : c.gone) {
    if (byzantine().contains(i) || c.used.recover == most.recover) continue;
    Transition t = fault(c, {Step::Kind::recover, i, {}, {}});
    t.target.gone.erase(i);
    Encoded& local = t.target.locals[static_cast<std::size_t>(i)];
    if (local.empty()) local = program().initial(around(i));
    ++t.target.used.recover;
    all.push_back(std::move(t));
  }
  for (const int liar : byzantine()) {
    for (const Mailbox& box : mailboxes_to(liar)) {
      for (const Encoded& message : alphabet()) {
        if (c.used.forge == most.byzantine_messages) continue;
        Transition t = fault(c, {Step::Kind::forge, liar, box, message});
        put(t.target, box, message);
        ++t.target.used.forge;
        all.push_back(std::move(t));
      }
    }
  }
}

Configuration Steps::after_crash(Configuration c, int process) const {
  ++c.used.crash;
  const bool may_recover = scenario().faults.recover > 0;
  c.locals[static_cast<std::size_t>(process)] = left_by_crash(c, process);
  c.gone.insert(process);
  std::erase_if(c.network, [&](const auto& entry) {
    return !may_recover && std::ranges::includes(c.gone, readers(entry.first));
  });
  if (!scenario().model->detects_crashes) return c;
  for (const Mailbox& box : mailboxes_to(process)) put(c, box, {});
  return c;
}

std::vector<Checker::Flight> Steps::in_flight(const Configuration& c) const {
  std::vector<Flight> flights;
  for (const auto& [box, mail] : c.network) {
    for (const Letter& letter : mail) {
      if (!letter) continue;
      if (scenario().model->addressing == Addressing::by_identifier)
        flights.push_back({box.first, -1, given_id(box.second), *letter});
      else
        flights.push_back({box.first, *readers(box).begin(), {}, *letter});
    }
  }
  return flights;
}

bool Steps::has_chains() const {
  if (scenario().model->copies_network || scenario().faults.any()) return false;
  std::set<Mailbox> read;
  for (int i = 0; i < processes(); ++i) {
    for (const Read& one : reads(i)) {
      if (!read.insert(one.mailbox).second && scenario().network == Network::fifo) return false;
    }
  }
  return true;
}

}  // namespace conclave::naive
