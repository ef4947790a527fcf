#include "oracle/clocks.hpp"

#include <algorithm>

namespace conclave::naive {

int Timed::time() const { return *std::ranges::max_element(clocks); }

int Timed::deepest() const {
  int deepest = time();
  for (const auto& [box, messages] : mail) {
    for (const auto& [message, depth] : messages) deepest = std::max(deepest, depth);
  }
  return deepest;
}

bool Timed::covers(const Timed& other) const {
  if (node != other.node) return false;
  for (std::size_t i = 0; i < clocks.size(); ++i) {
    if (clocks[i] < other.clocks[i]) return false;
  }
  for (const auto& [box, messages] : mail) {
    const auto& others = other.mail.at(box);
    for (std::size_t m = 0; m < messages.size(); ++m) {
      if (messages[m].second < others[m].second) return false;
    }
  }
  return true;
}

Clocks::Clocks(const NaiveGraph& graph, const Scenario& scenario)
    : graph_(graph), network_(scenario.network), processes_(static_cast<std::size_t>(scenario.processes)) {}

Timed Clocks::begin() const { return {.node = 0, .clocks = std::vector<int>(processes_, 0), .mail = {}}; }

std::vector<Timed> Clocks::after(const Timed& before, const NaiveEdge& edge) const {
  const Action& action = edge.step.action;
  const auto process = static_cast<std::size_t>(action.process);
  Timed next = before;
  next.node = edge.target;
  std::set<Timed> received;
  if (action.kind == Step::Kind::deliver) {
    const auto& mail = before.mail.at(action.mailbox);
    for (std::size_t m = 0; m < mail.size(); ++m) {
      if (mail[m].first != action.letter || (network_ == Network::fifo && m > 0)) continue;
      Timed timed = next;
      timed.clocks[process] = std::max(timed.clocks[process], mail[m].second);
      auto& rest = timed.mail[action.mailbox];
      if (network_ != Network::set) rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(m));
      if (rest.empty()) timed.mail.erase(action.mailbox);
      received.insert(std::move(timed));
    }
  } else {
    received.insert(next);
  }
  std::vector<Timed> all;
  for (Timed timed : received) {
    for (const auto& [box, message] : edge.step.sent) {
      auto& mail = timed.mail[box];
      const bool present = std::ranges::any_of(mail, [&](const auto& m) { return m.first == message; });
      if (network_ != Network::set || !present) mail.emplace_back(message, timed.clocks[process] + 1);
      if (network_ != Network::fifo) std::ranges::sort(mail);
    }
    all.push_back(std::move(timed));
  }
  return all;
}

Clocks::Measured Clocks::most(std::size_t cap) const {
  std::set<Timed> seen{begin()};
  std::vector<const Timed*> found{&*seen.begin()};
  Measured most{.known = true, .time = 0};
  for (std::size_t at = 0; at < found.size(); ++at) {
    if (at > cap) {
      most.known = false;
      break;
    }
    most.time = std::max<std::int64_t>(*most.time, found[at]->time());
    for (const NaiveEdge& edge : graph_.edges[found[at]->node]) {
      for (Timed& next : after(*found[at], edge)) {
        const auto [where, added] = seen.insert(std::move(next));
        if (added) found.push_back(&*where);
      }
    }
  }
  return most;
}

std::optional<bool> Clocks::possible_within(int longest, std::size_t cap) const {
  std::map<Timed, std::size_t> index{{begin(), 0}};
  std::vector<const Timed*> found{&index.begin()->first};
  NaiveGraph timed;
  timed.fairness = graph_.fairness;
  for (std::size_t at = 0; at < found.size(); ++at) {
    if (at > cap) return {};
    const Timed& here = *found[at];
    if (graph_.quiescent[here.node]) return true;
    timed.add_node();
    timed.owed[at] = graph_.owed[here.node];  // also what would take too long
    for (const NaiveEdge& edge : graph_.edges[here.node]) {
      for (Timed& next : after(here, edge)) {
        if (next.time() > longest) continue;
        const auto [where, added] = index.try_emplace(std::move(next), found.size());
        if (added) found.push_back(&where->first);
        timed.edges[at].push_back({where->second, {}});
        timed.edges[at].back().step.action = edge.step.action;
      }
    }
  }
  const auto endless = timed.fair_for_ever([](auto, const auto&) { return true; });
  return std::ranges::find(endless, true) != endless.end();
}

// On `set` a message is new once, so chains are finite. Otherwise an execution that goes on for ever receives
// for ever only what is sent for ever; of the processes that do that for ever, one with the smallest clock in
// the end receives nothing any more, and as it sends without hearing of anyone it could send without end:
// there would be no end of configurations. So either an execution ends, or receives nothing in the end, or
// takes for ever.
bool Clocks::may_take_finite_time() const {
  if (network_ == Network::set || std::ranges::find(graph_.quiescent, true) != graph_.quiescent.end())
    return true;
  const auto deaf = graph_.fair_for_ever(
      [](auto, const NaiveEdge& edge) { return edge.step.action.kind != Step::Kind::deliver; });
  return std::ranges::find(deaf, true) != deaf.end();
}

// Where something is tossed, an execution stays somewhere for ever only if this holds whatever comes up,
// which this graph of clocks does not tell.
Clocks::Measured Clocks::least(std::size_t cap) const {
  const bool tosses = std::ranges::any_of(graph_.edges, [](const auto& here) {
    return std::ranges::any_of(here, [](const NaiveEdge& edge) { return edge.alike.size() > 1; });
  });
  if (tosses) return {};
  if (!may_take_finite_time()) return {.known = true, .time = {}};
  for (int longest = 0;; ++longest) {
    const auto possible = possible_within(longest, cap);
    if (!possible) return {};
    if (*possible) return {.known = true, .time = longest};
  }
}

}  // namespace conclave::naive
