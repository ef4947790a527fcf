#include "machine/commuting.hpp"

#include <algorithm>
#include <boost/container/small_vector.hpp>
#include <cassert>

namespace conclave {

Commuting::Commuting(const Values& values, const Judge& judge, const Provisos& provisos)
    : values_(values), scenario_(values.scenario()), provisos_(provisos), behaviours_(values, judge) {}

StandsFor Commuting::find(int process, Handlers::State state, Step::Kind kind, int channel,
                          std::uint32_t message, Effort effort) {
  if (!is_looked_at(kind) || !find_out(effort)) return StandsFor::itself;
  const Behaviour& behaviour = behaviours_.all()[static_cast<std::size_t>(process)];
  Index event = kind == Step::Kind::start ? start_event : first_own_event + message;
  if (kind == Step::Kind::deliver) {
    const auto& readers = values_.channels()[static_cast<std::size_t>(channel)].readers;
    if (provisos_.channels_its_own && readers.size() > 1) return StandsFor::itself;
    event = behaviours_.event_of(process, channel, named_message(message));
  }
  const Index at = named_state(process, state);
  // Everything that happens was found by the behaviours.
  assert(event < behaviour.events.size() && at != Behaviours::nothing);
  if (event >= behaviour.events.size() || at == Behaviours::nothing) return StandsFor::itself;
  if (commutes(process, at, {event, false})) return StandsFor::all;
  if (commutes(process, at, {event, true})) return StandsFor::all_with_own;
  return StandsFor::itself;
}

std::optional<bool> Commuting::any(Effort effort) {
  if (!find_out(effort)) return more_may_help_ ? std::nullopt : std::optional(false);
  for (std::size_t i = 0; i < values_.processes(); ++i) {
    const Behaviour& behaviour = behaviours_.all()[i];
    for (Index event = 0; event < behaviour.events.size(); ++event) {
      const Step::Kind kind = behaviour.events[event].kind;
      if (!is_looked_at(kind) || !values_.is_owed(kind, behaviour.events[event].message)) continue;
      for (const Index node : behaviour.nodes_of(event)) {
        const Edge& edge = behaviour.edge(node, event);
        if (edge.count == 0) continue;
        const Index state = behaviour.nodes[node].state;
        const auto& change = behaviour.changes[edge.first_change];
        const bool does_nothing = change.state == state && behaviour.sent_by(change).empty();
        if (kind != Step::Kind::deliver && does_nothing) continue;
        if (commutes(static_cast<int>(i), state, {event, false})) return true;
      }
    }
  }
  return false;
}

// On `set`, a delivery stays possible after it was taken. If it stood for all, no execution would come to
// rest after it, and the graph pass would have to explore the instance again.
bool Commuting::is_looked_at(Step::Kind kind) const {
  return kind != Step::Kind::deliver || scenario_.network != Network::set;
}

// Finds out everything about the instance, once. Returns false if nothing can be said.
bool Commuting::find_out(Effort effort) {
  if (is_known_) return is_told_;
  is_known_ = true;
  answers_.resize(values_.processes());
  for (Answers& of : answers_) {
    of.by_state.clear();
    of.by_node.clear();
  }
  state_of_named_.clear();
  message_of_named_.clear();
  using Arrivals = Behaviours::Arrivals;
  const Behaviours::Most& most = effort == Effort::full ? Behaviours::full : Behaviours::some;
  const Faults& faults = scenario_.faults;
  if (scenario_.network == Network::fifo) {
    is_told_ = !faults.any() &&
               behaviours_.find(Arrivals::in_sequence, effort == Effort::little ? Behaviours::least : most);
    more_may_help_ = !faults.any() && behaviours_.more_may_help();
  } else {
    // What is sent once may arrive twice if it is doubled or forged, or if its sender begins anew.
    const bool counts = scenario_.network == Network::bag && faults.duplicate == 0 && faults.byzantine == 0 &&
                        faults.recover == 0;
    // Where a process counts what it receives, nothing comes of messages that arrive freely, and where many
    // messages are on their way, to count each takes long. A little of both tells these from each other.
    is_told_ = (counts && (behaviours_.find(Arrivals::freely, Behaviours::little) ||
                           behaviours_.find(Arrivals::counted, Behaviours::little))) ||
               behaviours_.find(Arrivals::freely, most) ||
               (counts && effort != Effort::little && behaviours_.find(Arrivals::counted, most));
    more_may_help_ = counts && effort == Effort::little;
  }
  return is_told_;
}

// Does an event, or a set, commute in each node of a state in which it may come? In which of its nodes a
// process is cannot be seen of its state.
bool Commuting::commutes(int process, Index state, Set set) {
  const Behaviour& behaviour = behaviours_.all()[static_cast<std::size_t>(process)];
  Answers& of = answers_[static_cast<std::size_t>(process)];
  const std::size_t sets = 2 * behaviour.events.size();
  const std::size_t at = 2 * set.event + (set.with_own ? 1 : 0);
  of.by_state.resize(sets * behaviour.states.size(), Answer::not_asked);
  of.by_node.resize(sets * behaviour.nodes.size(), Answer::not_asked);
  Answer& known = of.by_state[at * behaviour.states.size() + state];
  if (known == Answer::not_asked) {
    const auto by_node = std::span(of.by_node).subspan(at * behaviour.nodes.size(), behaviour.nodes.size());
    bool comes = false;
    const bool fails = std::ranges::any_of(behaviour.nodes_of(set.event), [&](Index node) {
      if (behaviour.nodes[node].state != state) return false;
      comes = true;
      return !commutes_from(behaviour, node, set, by_node);
    });
    known = comes && !fails ? Answer::commutes : Answer::fails;
  }
  return known == Answer::commutes;
}

// Does it commute in a node, and wherever the process may come from there without taking any of the set?
bool Commuting::commutes_from(const Behaviour& behaviour, Index first, Set set, std::span<Answer> by_node) {
  if (by_node[first] == Answer::commutes || by_node[first] == Answer::fails)
    return by_node[first] == Answer::commutes;
  is_reached_.resize(std::max(is_reached_.size(), behaviour.nodes.size()));
  reached_.clear();
  const auto reach = [&](Index node) {
    if (is_reached_[node] || by_node[node] == Answer::commutes) return;
    is_reached_[node] = true;
    reached_.push_back(node);
  };
  const auto look_at = [&](Index node) {
    if (by_node[node] == Answer::not_asked)
      by_node[node] = commutes_at(behaviour, node, set) ? Answer::commutes_there : Answer::fails;
    if (by_node[node] == Answer::fails) return false;
    for (const Edge& edge : behaviour.edges_of(node)) {
      if (!provisos_.whatever_comes || !may_come_before(behaviour, set, edge.event)) continue;
      for (Index k = 0; k < edge.count; ++k) reach(behaviour.targets[edge.first_target + k]);
    }
    return true;
  };
  reach(first);
  bool commutes = true;
  for (std::size_t at = 0; commutes && at < reached_.size(); ++at) commutes = look_at(reached_[at]);
  for (const Index node : reached_) {
    is_reached_[node] = false;
    if (commutes) by_node[node] = Answer::commutes;
  }
  if (!commutes) by_node[first] = Answer::fails;
  return commutes;
}

// On fifo, the message that is received stays in front of its channel until it is.
bool Commuting::may_come_before(const Behaviour& behaviour, Set set, Index other) const {
  if (other == set.event || (set.with_own && other < behaviours_.own_events())) return false;
  return scenario_.network != Network::fifo || other < behaviours_.own_events() ||
         behaviour.events[other].channel != behaviour.events[set.event].channel;
}

bool Commuting::commutes_at(const Behaviour& behaviour, Index node, Set set) const {
  if (behaviour.edge(node, set.event).count != 1) return false;
  for (const Edge& other : behaviour.edges_of(node)) {
    if (other.count == 0 || !may_come_before(behaviour, set, other.event)) continue;
    if (!moves_ahead(behaviour, node, set.event, other)) return false;
    for (Index own = 0; set.with_own && own < behaviours_.own_events(); ++own) {
      if (own != set.event && !moves_ahead(behaviour, node, own, other)) return false;
    }
  }
  return true;
}

// If an event is possible after others, may it also come before them, with the same result?
bool Commuting::moves_ahead(const Behaviour& behaviour, Index node, Index event, const Edge& others) const {
  const Edge& at_once = behaviour.edge(node, event);
  for (Index k = 0; k < others.count; ++k) {
    const Change& before = behaviour.changes[others.first_change + k];
    const Edge& then = behaviour.edge(behaviour.targets[others.first_target + k], event);
    if (then.count == 0 || !provisos_.steps_commute) continue;
    if (then.count != at_once.count) return false;
    for (Index j = 0; j < then.count; ++j) {
      const Change& first = behaviour.changes[at_once.first_change + j];
      const Change& last = behaviour.changes[then.first_change + j];
      const Edge& afterwards = behaviour.edge(behaviour.targets[at_once.first_target + j], others.event);
      if (afterwards.count != others.count) return false;
      const Change& after = behaviour.changes[afterwards.first_change + k];
      if (last.state != after.state || !send_alike(behaviour, first, after, before, last)) return false;
      if (provisos_.broken_alike && (first.broken != last.broken || before.broken != after.broken))
        return false;
      if (provisos_.decisions_stay && last.revokes) return false;
      if (provisos_.step_hidden && last.shows) return false;
    }
  }
  return true;
}

// Do two steps send the same messages, whichever comes first? On fifo they have to be in the same sequence in
// each channel.
bool Commuting::send_alike(const Behaviour& behaviour, const Change& first, const Change& other_then,
                           const Change& other_first, const Change& then) const {
  const auto sent_by = [&](const Change& change) { return behaviour.sent_by(change); };
  const auto both = [&](const Change& a, const Change& b) {
    boost::container::small_vector<Behaviours::Sent, 16> sent(sent_by(a).begin(), sent_by(a).end());
    sent.insert(sent.end(), sent_by(b).begin(), sent_by(b).end());
    if (scenario_.network == Network::fifo && provisos_.in_sequence)
      std::ranges::stable_sort(sent, {}, &Behaviours::Sent::channel);
    else
      std::ranges::sort(sent);
    return sent;
  };
  if (sent_by(first).empty() && sent_by(then).empty())
    return std::ranges::equal(sent_by(other_first), sent_by(other_then));
  if (sent_by(other_first).empty() && sent_by(other_then).empty())
    return std::ranges::equal(sent_by(first), sent_by(then));
  return both(first, other_then) == both(other_first, then);
}

Commuting::Index Commuting::named_state(int process, Handlers::State state) {
  state_of_named_.resize(values_.processes());
  std::vector<Index>& known = state_of_named_[static_cast<std::size_t>(process)];
  if (state >= known.size()) known.resize(state + 1, Behaviours::nothing);
  if (known[state] == Behaviours::nothing) {
    const Behaviour& behaviour = behaviours_.all()[static_cast<std::size_t>(process)];
    const auto its =
        behaviours_.handlers().number(behaviour.role, values_.handlers().state(values_.role(process), state));
    if (its && *its < behaviour.index_of.size()) known[state] = behaviour.index_of[*its];
  }
  return known[state];
}

Commuting::Index Commuting::named_message(Handlers::Message message) {
  if (message == Handlers::notice) return message;
  if (message >= message_of_named_.size()) message_of_named_.resize(message + 1, Behaviours::nothing);
  if (message_of_named_[message] == Behaviours::nothing) {
    const auto its = behaviours_.handlers().number(values_.handlers().message(message));
    if (its) message_of_named_[message] = *its;
  }
  return message_of_named_[message];
}

}  // namespace conclave
