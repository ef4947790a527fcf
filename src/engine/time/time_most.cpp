#include "engine/time/time_most.hpp"

#include <algorithm>
#include <limits>

namespace conclave {
namespace {

constexpr std::int64_t unbounded = std::numeric_limits<std::int64_t>::max();
constexpr std::size_t nowhere = 0;  // the first spot of a state; then come the processes, then the messages

}  // namespace

MostTime::MostTime(const StateGraph& graph, const Machine& machine)
    : graph_(graph),
      machine_(machine),
      processes_(machine.ids().size()),
      network_(machine.scenario().network),
      sent_(machine.steps().record_count()) {
  for (RecordIndex record = 0; record < sent_.size(); ++record) {
    for (const auto& each : machine.steps().effect(record).sent) {
      const int channel = machine.values().channels().of(machine.steps().record(record).process, each);
      if (machine.values().channels().is_heard(static_cast<std::size_t>(channel)))
        sent_[record].emplace_back(static_cast<std::uint32_t>(channel), each.message);
    }
  }
  std::vector<StateGraph::Waiting> waiting;
  for (StateGraph::State state = 0; state < graph.size(); ++state) {
    first_.push_back(messages_.size() + state * (processes_ + 1));
    graph.waiting_in(state, waiting);
    add_messages(waiting);
  }
  first_.push_back(messages_.size() + graph.size() * (processes_ + 1));
  most_.assign(first_.back(), 0);
  endless_.assign(first_.back(), false);
  const Components& components = strong_components(graph);
  const Members members(components);
  for (std::uint32_t c = 0; c < components.count; ++c) {
    const auto states = members.of(c);
    graph.limits.poll();
    find_longest(states, components);
  }
}

void MostTime::add_messages(const std::vector<StateGraph::Waiting>& waiting) {
  const std::size_t begin = messages_.size();
  std::uint32_t position = 0;
  for (const auto& each : waiting) {
    const bool same_channel = messages_.size() > begin && messages_.back().waiting.first == each.first;
    position = same_channel ? position + 1 : 0;
    if (network_ != Network::fifo && messages_.size() > begin && messages_.back().waiting == each) {
      ++messages_.back().copies;
    } else {
      messages_.push_back({each, position, 1});
    }
  }
}

StateGraph::State MostTime::state_of(Node node) const {
  return static_cast<StateGraph::State>(std::ranges::upper_bound(first_, node) - first_.begin() - 1);
}

MostTime::Node MostTime::on_message(StateGraph::State state, StateGraph::Waiting waiting,
                                    std::size_t position) const {
  const auto all = messages(state);
  const auto at = std::ranges::find_if(all, [&](const Message& message) {
    return network_ == Network::fifo ? message.waiting.first == waiting.first && message.position == position
                                     : message.waiting == waiting;
  });
  return node(state, 1 + processes_ + static_cast<std::size_t>(at - all.begin()));
}

void MostTime::find_boards(StateGraph::State from, const StateGraph::Edge& edge,
                           std::vector<Node>& boards) const {
  boards.clear();
  const auto& waiting = sent_[edge.record];
  for (std::size_t i = 0; i < waiting.size(); ++i) {
    const auto in_channel = [&](const auto& other) { return other.first == waiting[i].first; };
    if (network_ == Network::set &&
        std::ranges::find(messages(from), waiting[i], &Message::waiting) != messages(from).end())
      continue;  // the message was there already, so sending it again makes no difference
    const auto queue =
        std::ranges::count_if(messages(edge.target), [&](const Message& m) { return in_channel(m.waiting); });
    // The messages that a step sends are the last ones of their queue.
    const auto after =
        std::count_if(waiting.begin() + static_cast<std::ptrdiff_t>(i) + 1, waiting.end(), in_channel);
    boards.push_back(on_message(edge.target, waiting[i], static_cast<std::size_t>(queue - after - 1)));
  }
}

template <class F>
void MostTime::for_each_move(StateGraph::State from, const StateGraph::Edge& edge, F&& move) const {
  thread_local std::vector<Node> boards;
  find_boards(from, edge, boards);
  const StateGraph::State to = edge.target;
  const std::size_t stepping = machine_.steps().record(edge.record).process;
  move(node(from, nowhere), node(to, nowhere), false);
  for (const Node board : boards) move(node(from, nowhere), board, false);
  for (std::size_t p = 0; p < processes_; ++p) move(node(from, 1 + p), node(to, 1 + p), false);
  for (const Node board : boards) move(node(from, 1 + stepping), board, false);

  const bool delivery = machine_.steps().kind(edge.record) == Step::Kind::deliver;
  const auto channel = static_cast<std::uint32_t>(machine_.steps().channel(edge.record));
  const auto all = messages(from);
  for (std::size_t m = 0; m < all.size(); ++m) {
    const Message& message = all[m];
    const Node here = node(from, 1 + processes_ + m);
    const bool behind = delivery && network_ == Network::fifo && message.waiting.first == channel;
    const bool received =
        behind ? message.position == 0
               : delivery &&
                     message.waiting == StateGraph::Waiting(channel, machine_.steps().received(edge.record));
    if (received) {
      move(here, node(to, 1 + stepping), true);
      for (const Node board : boards) move(here, board, true);
    }
    const bool stays = !received || network_ == Network::set || message.copies > 1;
    if (stays) move(here, on_message(to, message.waiting, message.position - (behind ? 1 : 0)), false);
  }
}

// Components come after all components to which they lead. If a component has no cycle, its steps alone
// decide its nodes. Otherwise its nodes form a graph that has strongly connected components of its own.
void MostTime::find_longest(std::span<const StateGraph::State> states, const Components& components) {
  struct Arc {
    Node from, to;
    bool received;
  };
  std::vector<Arc> inside;
  const auto raise = [&](Node from, Node to, bool received) {
    if (most_[from] == unbounded) return;
    most_[from] = most_[to] == unbounded ? unbounded : std::max(most_[from], most_[to] + (received ? 1 : 0));
  };
  for (const auto state : states) {
    for (const auto& edge : graph_.out(state)) {
      const bool leaves = components.of[edge.target] != components.of[state];
      for_each_move(state, edge, [&](Node from, Node to, bool received) {
        if (leaves)
          raise(from, to, received);
        else if (from != to || received)
          inside.push_back({from, to, received});
      });
    }
  }
  if (inside.empty()) return;
  std::vector<Node> nodes;
  for (const auto& arc : inside) nodes.insert(nodes.end(), {arc.from, arc.to});
  std::ranges::sort(nodes);
  nodes.erase(std::ranges::unique(nodes).begin(), nodes.end());
  const auto local = [&](Node node) {
    return static_cast<std::uint32_t>(std::ranges::lower_bound(nodes, node) - nodes.begin());
  };
  std::ranges::sort(inside, {}, &Arc::from);
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
  for (const auto& arc : inside) pairs.emplace_back(local(arc.from), local(arc.to));
  const auto [of, count] = strong_components(nodes.size(), pairs, graph_.limits);
  // All nodes of such a component have the same most. It is found from the arcs that leave the component,
  // then set for all of them.
  std::vector<std::vector<std::size_t>> arcs_of(count);
  std::vector<std::vector<std::size_t>> nodes_of(count);
  for (std::size_t arc = 0; arc < inside.size(); ++arc) arcs_of[of[pairs[arc].first]].push_back(arc);
  for (std::size_t index = 0; index < nodes.size(); ++index) nodes_of[of[index]].push_back(index);
  for (std::size_t component = 0; component < count; ++component) {
    std::int64_t most = 0;
    for (const auto arc : arcs_of[component]) {
      const auto& [from, to, received] = inside[arc];
      if (of[pairs[arc].second] != component) {
        raise(from, to, received);
      } else if (received) {
        most = unbounded;
        endless_[from] = true;
      }
    }
    for (const auto index : nodes_of[component]) most = std::max(most, most_[nodes[index]]);
    for (const auto index : nodes_of[component]) most_[nodes[index]] = most;
  }
}

std::optional<std::int64_t> MostTime::most() const {
  const std::int64_t most = most_[node(0, nowhere)];
  return most == unbounded ? std::nullopt : std::optional(most);
}

Search MostTime::from_start() const {
  Search search;
  search.nodes = first_.back();
  search.starts = {node(0, nowhere)};
  search.expand = [this](Node at, Search::Ways& ways) {
    const StateGraph::State state = state_of(at);
    for (const auto& edge : graph_.out(state)) {
      for_each_move(state, edge, [&](Node from, Node to, bool received) {
        if (from != at) return;
        const bool keeps = most_[from] == unbounded ? most_[to] == unbounded || endless_[from]
                                                    : most_[from] == most_[to] + (received ? 1 : 0);
        if (keeps) ways.push_back({edge.record, to});
      });
    }
  };
  return search;
}

Path MostTime::witness() const {
  Path path;
  Search search = from_start();
  if (!most()) {
    // The execution leads to a message that is received on a cycle, and then once round that cycle.
    search.is_end = [this](Node at) { return bool{endless_[at]}; };
    const auto stem = calmest(machine_, search);
    append(path, machine_, stem->records);
    path.loop = path.steps.size();
    std::optional<Route> round;
    const StateGraph::State state = state_of(stem->end);
    for (const auto& edge : graph_.out(state)) {
      for_each_move(state, edge, [&](Node from, Node to, bool received) {
        if (from != stem->end || !received) return;
        Search back = search;
        back.starts = {to};
        back.is_end = [&](Node at) { return at == stem->end; };
        auto found = calmest(machine_, back);
        if (!found || (round && round->records.size() <= found->records.size() + 1)) return;
        found->records.insert(found->records.begin(), edge.record);
        round = std::move(found);
      });
    }
    append(path, machine_, round->records);
    return path;
  }
  // The execution leads to where the chain gets no longer and an execution may end.
  const StepFilter all = [&](StateGraph::State state, const auto&) { return !graph_.rests(state); };
  const FairRegions regions = fair_regions(graph_, machine_, all);
  const auto is_over = [&](Node at) {
    const StateGraph::State state = state_of(at);
    return most_[at] == 0 && (graph_.rests(state) || regions.contains(state));
  };
  search.is_end = is_over;
  const auto route = calmest(machine_, search);
  if (!route) throw std::logic_error("no execution takes the most time");
  append(path, machine_, route->records);
  const StateGraph::State end = state_of(route->end);
  if (graph_.rests(end)) return path;
  path.loop = path.steps.size();
  append(path, machine_, fair_loop(graph_, machine_, regions, all, end));
  return path;
}

}  // namespace conclave
