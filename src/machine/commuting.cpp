#include "machine/commuting.hpp"

#include <algorithm>
#include <boost/container/small_vector.hpp>
#include <cassert>
#include <iterator>
#include <ranges>

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
      for (const Index node : behaviour.nodes_of[event]) {
        const Edge* const edge = behaviour.find(node, event);
        if (edge->count == 0) continue;
        const Index state = behaviour.nodes[node].state;
        const auto& change = behaviour.changes[edge->first_change];
        if (kind != Step::Kind::deliver && change.state == state && change.sent.empty()) continue;
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
  failures_.clear();
  state_of_named_.clear();
  message_of_named_.clear();
  using Arrivals = Behaviours::Arrivals;
  const Behaviours::Most& most = effort == Effort::full ? Behaviours::full : Behaviours::some;
  const Faults& faults = scenario_.faults;
  if (scenario_.network == Network::fifo) {
    is_told_ = !faults.any() && behaviours_.find(Arrivals::in_sequence, most);
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
  if (is_told_) failures_.resize(values_.processes());
  return is_told_;
}

// Does an event, or a set, commute in each node of a state in which it may come?
bool Commuting::commutes(int process, Index state, Set set) {
  const Behaviour& behaviour = behaviours_.all()[static_cast<std::size_t>(process)];
  auto& known = failures_[static_cast<std::size_t>(process)];
  known.resize(2 * behaviour.events.size());
  std::vector<bool>& of = known[2 * set.event + (set.with_own ? 1 : 0)];
  if (of.empty()) of = find_failures(behaviour, set);
  return !of[state];
}

// By state: does an event of the set fail to commute there, or where the process may come from there without
// taking any of the set?
std::vector<bool> Commuting::find_failures(const Behaviour& behaviour, Set set) const {
  const std::vector<Index>& nodes = behaviour.nodes_of[set.event];
  std::vector<bool> fails(behaviour.nodes.size(), true);
  for (const Index node : nodes) fails[node] = !commutes_at(behaviour, node, set);
  const auto leads_there = [&](Index node) {
    for (const Edge& edge : behaviour.nodes[node].edges) {
      if (!may_come_before(behaviour, set, edge.event)) continue;
      for (Index k = 0; k < edge.count; ++k) {
        if (fails[behaviour.targets[edge.first_target + k]]) return true;
      }
    }
    return false;
  };
  for (bool is_new = provisos_.whatever_comes; is_new;) {
    is_new = false;
    for (const Index node : std::views::reverse(nodes)) {
      if (fails[node] || !leads_there(node)) continue;
      fails[node] = true;
      is_new = true;
    }
  }
  // In which of its nodes a process is cannot be seen of its state.
  std::vector<bool> found(behaviour.states.size());
  std::vector<bool> of_states(behaviour.states.size());
  for (const Index node : nodes) {
    const Index state = behaviour.nodes[node].state;
    found[state] = true;
    if (fails[node]) of_states[state] = true;
  }
  for (Index state = 0; state < found.size(); ++state) of_states[state] = of_states[state] || !found[state];
  return of_states;
}

// On fifo, the message that is received stays in front of its channel until it is.
bool Commuting::may_come_before(const Behaviour& behaviour, Set set, Index other) const {
  if (other == set.event || (set.with_own && other < behaviours_.own_events())) return false;
  return scenario_.network != Network::fifo || other < behaviours_.own_events() ||
         behaviour.events[other].channel != behaviour.events[set.event].channel;
}

bool Commuting::commutes_at(const Behaviour& behaviour, Index node, Set set) const {
  if (behaviour.find(node, set.event)->count != 1) return false;
  for (const Edge& other : behaviour.nodes[node].edges) {
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
  static const Edge none;
  const auto edge = [&](Index at, Index of) -> const Edge& {
    const Edge* const found = behaviour.find(at, of);
    return found == nullptr ? none : *found;
  };
  const Edge& at_once = edge(node, event);
  for (Index k = 0; k < others.count; ++k) {
    const Change& before = behaviour.changes[others.first_change + k];
    const Edge& then = edge(behaviour.targets[others.first_target + k], event);
    if (then.count == 0 || !provisos_.steps_commute) continue;
    if (then.count != at_once.count) return false;
    for (Index j = 0; j < then.count; ++j) {
      const Change& first = behaviour.changes[at_once.first_change + j];
      const Change& last = behaviour.changes[then.first_change + j];
      const Edge& afterwards = edge(behaviour.targets[at_once.first_target + j], others.event);
      if (afterwards.count != others.count) return false;
      const Change& after = behaviour.changes[afterwards.first_change + k];
      if (last.state != after.state || !send_alike(first, after, before, last)) return false;
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
bool Commuting::send_alike(const Change& first, const Change& other_then, const Change& other_first,
                           const Change& then) const {
  const auto both = [&](const Change& a, const Change& b) {
    boost::container::small_vector<Behaviours::Sent, 16> sent(a.sent.begin(), a.sent.end());
    sent.insert(sent.end(), b.sent.begin(), b.sent.end());
    if (scenario_.network == Network::fifo && provisos_.in_sequence)
      std::ranges::stable_sort(sent, {}, &Behaviours::Sent::channel);
    else
      std::ranges::sort(sent);
    return sent;
  };
  if (first.sent.empty() && then.sent.empty()) return other_first.sent == other_then.sent;
  if (other_first.sent.empty() && other_then.sent.empty()) return first.sent == then.sent;
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
