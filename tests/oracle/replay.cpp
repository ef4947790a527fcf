#include "oracle/replay.hpp"

#include <algorithm>

namespace conclave::naive {

Replay::Replay(const Checker& checker, const NaiveGraph& graph, const Machine& machine)
    : checker_(checker), graph_(graph), machine_(machine), clocks_(graph, checker.scenario()) {}

// What a channel of the machine is called here: by its sender, or that of the message.
Mailbox Replay::mailbox(int channel, std::optional<int> sender) const {
  const Channel& of = machine_.values().channels()[static_cast<std::size_t>(channel)];
  return {sender.value_or(of.sender), of.by_identifier ? of.receiver.value() : code_of(of.out)};
}

Action Replay::action(const Step& step) const {
  Action action{step.kind, step.process, {}, {}, step.own};
  if (step.channel < 0) return action;
  if (!step.notice) action.letter = step.message;
  action.mailbox = mailbox(step.channel, {});
  return action;
}

std::vector<Event> Replay::events(const Step& step) const {
  std::vector<Event> events;
  for (const RoundEvent& event : step.events) {
    const bool of_message = event.channel >= 0;
    events.push_back({event.kind, event.process,
                      of_message ? mailbox(event.channel, event.process) : Mailbox{}, event.message,
                      event.choices});
  }
  std::ranges::sort(events);
  return events;
}

std::string Replay::follow(const Path& path, bool may_rest) {
  loop_ = path.loop;
  for (const Step& step : path.steps) {
    const auto& edges = graph_.edges[here()];
    if (may_rest && graph_.owed[here()].empty() && step.kind == Step::Kind::round && step.events.empty()) {
      passed_.push_back(here());
      continue;
    }
    const auto edge = std::ranges::find_if(edges, [&](const NaiveEdge& e) {
      return e.step.action == action(step) && e.step.choices == step.choices && e.step.events == events(step);
    });
    if (edge == edges.end()) return "step " + std::to_string(taken_.size()) + " is not possible there";
    taken_.push_back(&*edge);
    passed_.push_back(edge->target);
  }
  return "";
}

std::string Replay::wrong_as_execution() const {
  if (loop_) return wrong_with_loop();
  return graph_.quiescent[here()] ? "" : "the execution can go on";
}

std::string Replay::wrong_with_loop() const {
  if (*loop_ >= taken_.size()) return "the loop is empty";
  if (graph_.configurations[passed_[*loop_]] != graph_.configurations[here()])
    return "the loop does not come back to where it began";
  // What is owed all the way round, or somewhere.
  std::set<Action> always = graph_.owed[here()];
  std::set<Action> sometimes;
  std::set<Action> taken;
  for (std::size_t i = *loop_; i < taken_.size(); ++i) {
    const auto& owed = graph_.owed[passed_[i]];
    std::erase_if(always, [&](const Action& action) { return !owed.contains(action); });
    sometimes.insert(owed.begin(), owed.end());
    taken.insert(taken_[i]->step.action);
  }
  const auto all_taken = [&](const std::set<Action>& actions) {
    return std::ranges::includes(taken, actions);
  };
  switch (checker_.scenario().fairness) {
    case Fairness::weak:
      return all_taken(always) ? "" : "the loop is not fair";
    case Fairness::strong:
      return all_taken(sometimes) ? "" : "the loop is not strongly fair";
    case Fairness::none:
      break;
  }
  return "";
}

std::int64_t Replay::sum(std::size_t cost, std::size_t from) const {
  std::int64_t sum = 0;
  for (std::size_t i = from; i < taken_.size(); ++i) sum += taken_[i]->step.costs[cost];
  return sum;
}

Replay::Timings Replay::after(const Timings& before, std::size_t step) const {
  std::set<Timed> next;
  for (const Timed& timed : before) {
    for (Timed& one : clocks_.after(timed, *taken_[step])) next.insert(std::move(one));
  }
  return {next.begin(), next.end()};
}

Replay::Timings Replay::after_stem() const {
  Timings timings{clocks_.begin()};
  for (std::size_t i = 0; i < loop_.value_or(taken_.size()); ++i) timings = after(timings, i);
  return timings;
}

Replay::Timings Replay::after_loop(Timings timings) const {
  for (Timed& timed : timings) timed.node = passed_[*loop_];
  for (std::size_t i = *loop_; i < taken_.size(); ++i) timings = after(timings, i);
  return timings;
}

std::int64_t Replay::time(Extreme extreme) const {
  Timings timings = after_stem();
  // A loop of a chain that ends: once every clock has heard what there is to hear, nothing changes any more.
  for (std::size_t round = 0; loop_ && round < graph_.configurations[0].locals.size() + 2; ++round)
    timings = after_loop(std::move(timings));
  std::set<std::int64_t> times;
  for (const Timed& timed : timings) times.insert(timed.time());
  return extreme == Extreme::min ? *times.begin() : *times.rbegin();
}

// The chain is cut where the loop begins again, and is at each cut at a process or on a message. If it grows
// by more than each of them allows, it is twice at the same and longer the second time: so it may be for
// ever.
bool Replay::loop_takes_for_ever() const {
  Timings timings = after_stem();
  int spots = checker_.scenario().processes;
  for (const auto& [box, mail] : graph_.configurations[here()].network)
    spots += static_cast<int>(mail.size());
  const int deliveries = static_cast<int>(taken_.size() - *loop_);
  int deepest = 0;
  for (const Timed& timed : timings) deepest = std::max(deepest, timed.deepest());
  const int enough = deepest + spots * deliveries;
  for (int round = 0; round <= enough; ++round) {
    const Timings next = after_loop(timings);
    timings.clear();
    for (const Timed& timed : next) {
      if (timed.time() > enough) return true;
      const auto covered = [&](const Timed& other) { return other != timed && other.covers(timed); };
      if (std::ranges::none_of(next, covered)) timings.push_back(timed);
    }
  }
  return false;
}

}  // namespace conclave::naive
