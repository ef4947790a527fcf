#include "machine/behaviours.hpp"

#include <malloc.h>

#include <algorithm>
#include <bit>
#include <exception>
#include <new>
#include <numeric>
#include <utility>

namespace conclave {
namespace {

constexpr Behaviours::Index first_own_event = 1;

}  // namespace

void Behaviours::Behaviour::clear() {
  role = 0;
  for (const Handlers::State state : states) index_of[state] = nothing;
  states.clear();
  events.clear();
  changes.clear();
  sent.clear();
  outboxes.clear();
  effects_of.clear();
  forget_nodes();
}

void Behaviours::Behaviour::forget_nodes() {
  nodes.clear();
  edges.clear();
  targets.clear();
  numbers_of_nodes.clear();
  looked_at.clear();
  sent_before.clear();
  waiting.clear();
}

Behaviours::Behaviours(const Values& values, const Judge& judge)
    : values_(values),
      judge_(judge),
      scenario_(values.scenario()),
      watched_(values.watched().program(), values.watched().relies(), Watched::Calls::once),
      handlers_(watched_, values.asked(), scenario_.faults.recover > 0),
      own_events_(first_own_event + static_cast<Index>(values.watched().program().own_steps().size())) {}

bool Behaviours::find(Arrivals arrivals, const Most& most) {
  arrivals_ = arrivals;
  most_ = most;
  more_may_help_ = false;
  try {
    begin();
    while (true) {
      try {
        find_all();
        list_edges();
        return true;
      } catch (const Again&) {  // with what is assumed now
      }
    }
  } catch (const TooMuch& found) {
    more_may_help_ = found.more_may_help;
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const Impure&) {
    throw;
  } catch (const std::exception&) {  // the model's error is about something that perhaps never happens
  }
  // What failed has often taken much memory, which nobody charges; so the heap is not to keep it either.
  constexpr std::size_t much = std::size_t{1} << 20;
  behaviours_.clear();
  if (bytes_ > much) malloc_trim(0);
  return false;
}

Behaviours::Index Behaviours::event_of(int process, int channel, Handlers::Message message) const {
  const InChannel& of = channels_[static_cast<std::size_t>(channel)];
  const auto number = static_cast<std::size_t>(std::ranges::find(of.messages, message) - of.messages.begin());
  for (const auto& inbox : behaviours_[static_cast<std::size_t>(process)].inboxes) {
    if (inbox.channel == channel && number < inbox.events.size()) return inbox.events[number];
  }
  return nothing;
}

// Forgets what an earlier call of find() found. What is known then is how each process begins.
void Behaviours::begin() {
  const std::size_t n = values_.processes();
  calls_ = 0;
  often_.clear();
  behaviours_.resize(n);
  for (Behaviour& behaviour : behaviours_) behaviour.clear();
  channels_.resize(values_.channels().size());
  std::vector<std::size_t> inboxes(n, 0);
  for (std::size_t c = 0; c < channels_.size(); ++c) {
    const auto& channel = values_.channels()[c];
    channels_[c].messages.clear();
    channels_[c].sender_of.clear();
    channels_[c].followed_by.assign(most_messages + 1, 0);
    if (arrivals_ == Arrivals::in_sequence && (channel.readers.size() > 1 || channel.sender < 0))
      throw TooMuch{};  // a reader would see only a part of the sequence
    for (const auto& reader : channel.readers) {
      const auto at = static_cast<std::size_t>(reader.process);
      auto& of = behaviours_[at].inboxes;
      if (inboxes[at] == of.size()) of.emplace_back().follow.resize(most_messages + 1);
      auto& inbox = of[inboxes[at]++];
      inbox.channel = static_cast<int>(c);
      inbox.port = reader.port;
      inbox.events.clear();
      for (auto& events : inbox.follow) events.clear();
    }
  }
  for (std::size_t i = 0; i < n; ++i) {
    Behaviour& behaviour = behaviours_[i];
    behaviour.inboxes.resize(inboxes[i]);
    behaviour.events.push_back({Step::Kind::start});
    for (Index own = first_own_event; own < own_events_; ++own)
      behaviour.events.push_back({Step::Kind::own, own - first_own_event});
    const int process = static_cast<int>(i);
    const bool stays_down = values_.is_down(process) && scenario_.faults.recover == 0;
    if (stays_down || values_.is_byzantine(process)) continue;
    behaviour.role = handlers_.role(values_.surroundings(process));
    for (std::size_t c = 0; arrivals_ != Arrivals::freely && c < channels_.size(); ++c) {
      const int sender = values_.channels()[c].sender;
      if (sender == process || sender < 0) behaviour.outboxes.push_back(static_cast<int>(c));
    }
    add_state(behaviour, Handlers::initial);
  }
}

// Looks at each event in each node once, and at whatever that leads to, until there is nothing new. When a
// message turns out to be sent more often, this is called again. Whatever was found with fewer messages is
// found with more, so only the nodes are forgotten then: the local states, and what each event does in them,
// are kept.
void Behaviours::find_all() {
  pairs_ = bytes_ = 0;
  goes_round_ = false;
  for (std::size_t i = 0; i < behaviours_.size(); ++i) {
    Behaviour& behaviour = behaviours_[i];
    behaviour.forget_nodes();
    if (behaviour.states.empty()) continue;  // it takes no steps
    add_node(i, 0, Bits(behaviour.inboxes.size(), 0));
    if (arrivals_ == Arrivals::in_sequence) std::ranges::fill(behaviour.sent_before, bit(0));
  }
  add_faults();
  for (bool is_new = true; is_new;) {
    is_new = false;
    for (std::size_t i = 0; i < behaviours_.size(); ++i) is_new |= extend(i);
  }
}

void Behaviours::list_edges() {
  for (Behaviour& behaviour : behaviours_) {
    take(behaviour.nodes.size() * behaviour.events.size() * sizeof(Index));
    list_edges(behaviour);
  }
}

// Puts the edges of each node behind each other, and lists by event which nodes have one.
void Behaviours::list_edges(Behaviour& of) {
  const std::size_t events = of.events.size();
  std::vector<Edge> listed{Edge{}};  // The first one is what edge() gives where there is none.
  listed.reserve(of.edges.size() + 1);
  of.edge_at.assign(of.nodes.size() * events, 0);
  of.first_of.assign(events + 1, 0);
  for (Index node = 0; node < of.nodes.size(); ++node) {
    Index at = of.nodes[node].first_edge;
    of.nodes[node].first_edge = static_cast<Index>(listed.size());
    for (; at != nothing; at = of.edges[at].next) {
      const Index event = of.edges[at].event;
      of.edge_at[node * events + event] = static_cast<Index>(listed.size());
      ++of.first_of[event + 1];
      listed.push_back(of.edges[at]);
    }
  }
  of.edges = std::move(listed);
  std::partial_sum(of.first_of.begin(), of.first_of.end(), of.first_of.begin());
  of.nodes_by_event.resize(of.edges.size() - 1);
  std::vector<Index> free(of.first_of.begin(), of.first_of.end() - 1);  // by event
  for (Index node = 0; node < of.nodes.size(); ++node) {
    for (const Edge& edge : of.edges_of(node)) of.nodes_by_event[free[edge.event]++] = node;
  }
}

// What comes of crashes, and what Byzantine processes send.
void Behaviours::add_faults() {
  const bool is_missed = scenario_.model->detects_crashes && scenario_.faults.crash > 0;
  for (std::size_t i = 0; i < values_.processes(); ++i) {
    const bool lies = values_.is_byzantine(static_cast<int>(i)) && scenario_.faults.byzantine_messages > 0;
    for (const int channel : values_.channels().from(i)) {
      if (is_missed) {
        if (arrivals_ == Arrivals::counted) note_often(channel, Handlers::notice);
        add_message(channel, Handlers::notice);
      }
      if (!lies) continue;
      for (const auto message : handlers_.alphabet(values_.ids())) add_message(channel, message);
    }
  }
}

// Looks at everything that is new for a process. Returns whether there was anything.
bool Behaviours::extend(std::size_t process) {
  const std::size_t before = pairs_;
  Behaviour& behaviour = behaviours_[process];
  const std::size_t inboxes = behaviour.inboxes.size();
  for (Index node = 0; node < behaviour.nodes.size(); ++node) {
    if (behaviour.nodes[node].edge_count == 0) {
      for (Index own = 0; own < own_events_; ++own) add_edge(process, node, own);
    }
    for (std::size_t k = 0; k < inboxes; ++k) {
      const std::uint64_t received = this->received(behaviour, node, k);
      const auto& inbox = behaviour.inboxes[k];
      const auto& coming = arrivals_ == Arrivals::in_sequence ? inbox.follow[received] : inbox.events;
      for (Index number; (number = behaviour.looked_at[node * inboxes + k]) < coming.size();) {
        ++behaviour.looked_at[node * inboxes + k];
        if (arrivals_ == Arrivals::counted && (received >> number & 1U)) continue;
        add_edge(process, node, coming[number]);
      }
    }
    if (scenario_.faults.recover > 0) add_recovered(process);
  }
  return pairs_ != before;
}

// Whoever is in one of these states may crash and come back.
void Behaviours::add_recovered(std::size_t process) {
  Behaviour& behaviour = behaviours_[process];
  for (Index state = 0; state < behaviour.states.size(); ++state) {
    const auto crashed = handlers_.crashed(behaviour.role, behaviour.states[state]);
    add_node(process, add_state(behaviour, handlers_.recovered(behaviour.role, crashed)),
             Bits(behaviour.inboxes.size(), 0));
  }
}

Behaviours::Index Behaviours::add_state(Behaviour& behaviour, Handlers::State state) {
  if (state >= behaviour.index_of.size()) behaviour.index_of.resize(state + 1, nothing);
  if (behaviour.index_of[state] == nothing) {
    if (handlers_.state(behaviour.role, state).size() > most_words) throw TooMuch{};
    behaviour.index_of[state] = static_cast<Index>(behaviour.states.size());
    behaviour.states.push_back(state);
  }
  return behaviour.index_of[state];
}

void Behaviours::take(std::size_t bytes) {
  bytes_ += bytes;
  if (bytes_ > most_bytes) throw TooMuch{};
}

// What a process has received in a node from one of its inboxes.
std::uint64_t Behaviours::received(const Behaviour& of, Index node, std::size_t inbox) {
  const auto words = of.numbers_of_nodes[node].subspan(1 + 2 * inbox);
  return words[0] | std::uint64_t{words[1]} << 32U;
}

Behaviours::Index Behaviours::add_node(std::size_t process, Index state, const Bits& received) {
  Behaviour& behaviour = behaviours_[process];
  boost::container::small_vector<Sequences::Word, 32> words{state};
  for (const std::uint64_t of : received) {
    words.push_back(static_cast<Sequences::Word>(of));
    words.push_back(static_cast<Sequences::Word>(of >> 32U));
  }
  const Index number = behaviour.numbers_of_nodes.intern(words);
  if (number == behaviour.nodes.size()) {
    constexpr std::size_t of_containers = 64;  // what a number takes besides its words
    const std::size_t boxes = received.size() + behaviour.outboxes.size();
    take(sizeof(Node) + of_containers + 2 * boxes * sizeof(std::uint64_t));
    behaviour.nodes.push_back({.state = state});
    behaviour.looked_at.resize(behaviour.looked_at.size() + received.size());
    behaviour.sent_before.resize(behaviour.sent_before.size() + behaviour.outboxes.size());
  }
  return number;
}

void Behaviours::add_edge(std::size_t process, Index from, Index event) {
  Edge edge = changes(process, behaviours_[process].nodes[from].state, event);
  Behaviour& behaviour = behaviours_[process];
  const Event what = behaviour.events[event];
  Bits received;
  for (std::size_t k = 0; k < behaviour.inboxes.size(); ++k) {
    received.push_back(this->received(behaviour, from, k));
    const auto& inbox = behaviour.inboxes[k];
    if (what.kind != Step::Kind::deliver || inbox.channel != what.channel) continue;
    const auto number =
        static_cast<std::uint64_t>(std::ranges::find(inbox.events, event) - inbox.events.begin());
    if (arrivals_ == Arrivals::in_sequence) received[k] = number + 1;
    if (arrivals_ == Arrivals::counted && !is_often(what.channel, what.message)) received[k] |= bit(number);
  }
  take(2 * sizeof(Edge) + edge.count * sizeof(Index));  // a vector has room for as many again
  edge.first_target = static_cast<Index>(behaviour.targets.size());
  for (Index k = 0; k < edge.count; ++k)
    behaviour.targets.push_back(add_node(process, behaviour.changes[edge.first_change + k].state, received));
  const auto number = static_cast<Index>(behaviour.edges.size());
  behaviour.edges.push_back(edge);
  Node& node = behaviour.nodes[from];
  (node.edge_count++ == 0 ? node.first_edge : behaviour.edges[node.last_edge].next) = number;
  node.last_edge = number;
  flow(process, from, edge);
}

// What an event does in a state, without the nodes to which it leads.
Behaviours::Edge Behaviours::changes(std::size_t process, Index at, Index event) {
  if (++pairs_ > most_.pairs) throw TooMuch{.more_may_help = most_.pairs < full.pairs};
  Behaviour& behaviour = behaviours_[process];
  const auto [known, is_new] = behaviour.effects_of.try_emplace(key_of(at, event));
  if (!is_new) return known->second;
  const Handlers::State state = behaviour.states[at];
  calls_ += 1 + handlers_.state(behaviour.role, state).size() / words_of_a_call;
  if (calls_ > most_calls()) throw TooMuch{.more_may_help = most_calls() == most_.calls};
  const Handlers::Effects* const found = effects(static_cast<int>(process), state, behaviour.events[event]);
  Edge edge{.event = event, .first_change = static_cast<Index>(behaviour.changes.size())};
  if (found != nullptr) edge.count = static_cast<Index>(found->size());
  known->second = edge;
  if (found == nullptr) return edge;
  for (const auto& effect : *found) {
    const Facts now = handlers_.facts(behaviour.role, effect.state);
    const Facts then = handlers_.facts(behaviour.role, state);
    Change change{.state = add_state(behaviour, effect.state),
                  .first_sent = static_cast<Index>(behaviour.sent.size()),
                  .broken = judge_.broken_by(then, now, effect),
                  .revokes = Judge::revokes(then, now) || Judge::revokes_election(then, now),
                  .shows = judge_.shows(then, now)};
    for (const auto& sent : effect.sent) add_sent(process, sent);
    change.end_sent = static_cast<Index>(behaviour.sent.size());
    const auto all = std::span(behaviour.sent).subspan(change.first_sent);
    if (scenario_.network == Network::fifo)
      std::ranges::stable_sort(all, {}, &Sent::channel);
    else
      std::ranges::sort(all);
    behaviour.changes.push_back(change);
  }
  return edge;
}

const Handlers::Effects* Behaviours::effects(int process, Handlers::State state, const Event& event) {
  const Handlers::Role role = behaviours_[static_cast<std::size_t>(process)].role;
  const Facts facts = handlers_.facts(role, state);
  switch (event.kind) {
    case Step::Kind::start:
      return values_.may_start(process, facts) ? &handlers_.start(role, state) : nullptr;
    case Step::Kind::own:
      return facts.ready >> event.message & 1U ? &handlers_.own_step(role, state, event.message) : nullptr;
    default:
      break;
  }
  if (!values_.listens(facts) || !handlers_.accepts(role, state, event.message, event.port)) return nullptr;
  return &handlers_.receive(role, state, event.message, event.port);
}

// Tells the nodes to which an edge leads what has been sent on the way to them, and in the same way the nodes
// after these.
void Behaviours::flow(std::size_t process, Index from, const Edge& along) {
  if (arrivals_ == Arrivals::freely) return;
  Behaviour& behaviour = behaviours_[process];
  const auto follow = [&](Index node, const Edge& edge) {
    for (Index k = 0; k < edge.count; ++k) {
      const Index to = behaviour.targets[edge.first_target + k];
      if (flow_along(process, node, behaviour.changes[edge.first_change + k], to))
        behaviour.waiting.push_back(to);
    }
  };
  follow(from, along);
  while (!behaviour.waiting.empty()) {
    const Index node = behaviour.waiting.back();
    behaviour.waiting.pop_back();
    for (Index at = behaviour.nodes[node].first_edge; at != nothing; at = behaviour.edges[at].next)
      follow(node, behaviour.edges[at]);
  }
}

// Returns whether the node to which the change leads learns anything.
bool Behaviours::flow_along(std::size_t process, Index from, const Change& change, Index to) {
  Behaviour& behaviour = behaviours_[process];
  const std::size_t outboxes = behaviour.outboxes.size();
  const auto before = std::span(behaviour.sent_before).subspan(from * outboxes, outboxes);
  now_.assign(before.begin(), before.end());
  for (const Sent& sent : behaviour.sent_by(change)) {
    if (sent.number == nothing) continue;
    std::uint64_t& of = now_[sent.outbox];
    if (arrivals_ == Arrivals::counted) {
      note_sender(sent.channel, sent.number, static_cast<int>(process));
      if (of & bit(sent.number)) note_often(sent.channel, sent.message);
      of |= bit(sent.number);
      continue;
    }
    for (std::uint64_t last = of; last != 0; last &= last - 1)
      add_follower(sent.channel, static_cast<Index>(std::countr_zero(last)), sent.number);
    of = bit(sent.number + 1);
  }
  bool learns = false;
  for (std::size_t k = 0; k < outboxes; ++k) {
    std::uint64_t& there = behaviour.sent_before[to * outboxes + k];
    learns |= (now_[k] & ~there) != 0;
    there |= now_[k];
  }
  return learns;
}

}  // namespace conclave
