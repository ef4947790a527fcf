// What a walk shows of a property: whether it is violated at the end, and the values and steps that make it
// so.
#include <algorithm>
#include <set>

#include "trace/walk.hpp"

namespace conclave {
namespace {

std::string list(const std::vector<std::string>& items) {
  std::string text;
  for (std::size_t i = 0; i < items.size(); ++i) {
    text += (i == 0 ? "" : i + 1 == items.size() ? " and " : ", ") + items[i];
  }
  return text;
}

std::string at_step(std::size_t step) {
  return step == 0 ? "from the start" : "since step " + std::to_string(step);
}

}  // namespace

Witness::Witness(const Scenario& scenario, const Instance& instance)
    : scenario_(scenario), ids_(instance.ids), walk_(scenario, instance) {
  remember({}, {});
}

void Witness::take(const std::vector<Walk::Choice>& enabled, std::size_t index) {
  const Machine::RecordIndex record = enabled[index].record;
  walk_.take(index);
  remember(walk_.machine().action(record), walk_.machine().record(record));
  states_.back().step = enabled[index].shown;
}

void Witness::remember(std::optional<std::uint32_t> taken, std::optional<Machine::Record> record) {
  states_.push_back(walk_.state());
  Moment moment;
  for (int i = 0; i < scenario_.processes; ++i) moment.facts.push_back(walk_.facts(i));
  moment.configuration = walk_.configuration();
  moment.taken = taken;
  moment.record = record;
  for (const auto& choice : walk_.enabled()) {
    moment.any_enabled = true;
    if (walk_.machine().record(choice.record).owed)
      moment.owed.push_back(walk_.machine().action(choice.record));
  }
  std::ranges::sort(moment.owed);
  moments_.push_back(std::move(moment));
}

std::string Witness::name(std::size_t place) const {
  return "process " + std::to_string(place) + " (id " + std::to_string(ids_[place].value()) + ")";
}

std::string Witness::belief(const Facts& facts) const {
  if (!facts.belief) return "nobody";
  return (facts.belief_is_place ? "place " : "id ") + std::to_string(*facts.belief);
}

// The first state of those up to the end in which `same` always held between that state's facts and the last
// one's.
std::size_t Witness::since(std::size_t place, bool (*same)(const Facts&, const Facts&)) const {
  std::size_t step = moments_.size() - 1;
  while (step > 0 && same(moments_[step - 1].facts[place], moments_.back().facts[place])) --step;
  return step;
}

Finding Witness::judge(PropertyId id, std::optional<std::size_t> loop) {
  const Moment& last = moments_.back();
  const auto same_belief = [](const Facts& a, const Facts& b) { return a.belief == b.belief; };
  const auto both_leader = [](const Facts& a, const Facts& b) { return a.leader == b.leader; };
  Finding finding;
  finding.violated = walk_.violations().contains(id);
  switch (id) {
    case PropertyId::unique_leader: {
      std::vector<std::string> leaders;
      for (std::size_t i = 0; i < ids_.size(); ++i) {
        if (last.facts[i].leader) leaders.push_back(name(i) + " " + at_step(since(i, both_leader)));
      }
      finding.why = {std::to_string(leaders.size()) +
                     " processes are leader, at most 1 may be: " + list(leaders)};
      break;
    }
    case PropertyId::max_id: {
      const Id largest = *std::ranges::max_element(ids_);
      for (std::size_t i = 0; i < ids_.size(); ++i) {
        const auto& of = last.facts[i];
        if (!of.belief) continue;
        const Id believed =
            of.belief_is_place ? ids_.at(static_cast<std::size_t>(*of.belief)) : Id(*of.belief);
        if (believed == largest) continue;
        finding.why.push_back(name(i) + " takes " + belief(of) + " for the leader " +
                              at_step(since(i, same_belief)) + "; the largest identifier is " +
                              std::to_string(largest.value()));
      }
      break;
    }
    case PropertyId::agreement: {
      std::vector<std::string> beliefs;
      for (std::size_t i = 0; i < ids_.size(); ++i) {
        if (last.facts[i].belief) {
          beliefs.push_back(name(i) + " takes " + belief(last.facts[i]) + " " +
                            at_step(since(i, same_belief)));
        }
      }
      finding.why = {"different leaders are believed in: " + list(beliefs)};
      break;
    }
    case PropertyId::irrevocable:
      finding.violated = last.record && last.record->revokes;
      if (finding.violated) {
        const std::size_t who = last.record->process;
        finding.why = {name(who) + " had decided for " + belief(moments_[moments_.size() - 2].facts[who]) +
                       " and changes it to " + belief(last.facts[who]) + " in step " +
                       std::to_string(moments_.size() - 1)};
      }
      break;
    case PropertyId::assertions:
      finding.violated = last.record && last.record->fails;
      if (finding.violated) {
        for (const auto& text : states_.back().step->failures) {
          finding.why.push_back("the assertion `" + text + "` fails at " + name(last.record->process) +
                                " in step " + std::to_string(moments_.size() - 1));
        }
      }
      break;
    case PropertyId::termination:
      return judge_termination(loop);
    case PropertyId::can_terminate:
      return judge_can_terminate();
  }
  return finding;
}

Finding Witness::judge_termination(std::optional<std::size_t> loop) const {
  std::vector<std::string> undecided;
  for (std::size_t i = 0; i < ids_.size(); ++i) {
    if (!moments_.back().facts[i].decided) undecided.push_back(name(i));
  }
  const std::string who = list(undecided) + (undecided.size() == 1 ? " has" : " have") + " not decided";
  Finding finding;
  if (!loop) {
    const bool nothing_began =
        moments_.size() == 1 && !scenario_.start_is_owed() && moments_.back().any_enabled;
    finding.violated = moments_.back().owed.empty() && !undecided.empty() && !nothing_began;
    finding.why = {"no step is left that must be taken, but " + who};
    return finding;
  }
  // Fair: what is owed in every configuration of the loop is taken in it.
  std::vector<std::uint32_t> owed = moments_.back().owed;
  std::set<std::uint32_t> taken;
  bool rests = false;
  for (std::size_t m = *loop + 1; m < moments_.size(); ++m) {
    std::erase_if(owed, [&](auto action) { return !std::ranges::binary_search(moments_[m].owed, action); });
    taken.insert(*moments_[m].taken);
    rests |= moments_[m].owed.empty();
  }
  const bool fair = std::ranges::all_of(owed, [&](auto action) { return taken.contains(action); });
  finding.violated = *loop + 1 < moments_.size() &&
                     moments_[*loop].configuration == moments_.back().configuration && fair && !rests;
  const std::string first = std::to_string(*loop + 1);
  const std::string last = std::to_string(moments_.size() - 1);
  finding.why = {
      (first == last ? "step " + first + " repeats" : "steps " + first + " to " + last + " repeat") +
          " for ever, fairly: every step that stays possible is taken",
      undecided.empty() ? "every process has decided, but the execution never comes to rest" : who};
  return finding;
}

// Everything reachable from the end of the walk, plainly.
Finding Witness::judge_can_terminate() {
  Machine& machine = walk_.machine();
  std::set<std::vector<std::uint32_t>> seen{moments_.back().configuration.cells};
  std::vector<LooseConfiguration> open{moments_.back().configuration};
  Successors<LooseConfiguration> successors;
  while (!open.empty()) {
    const LooseConfiguration at = std::move(open.back());
    open.pop_back();
    machine.expand(at, 0, successors);
    bool owed = false;
    for (const auto& successor : successors) {
      owed |= machine.record(successor.record).owed;
      if (seen.insert(successor.configuration.cells).second) open.push_back(successor.configuration);
    }
    if (!owed && machine.all_decided(at)) return {};
  }
  return {true,
          {"from here no execution comes to rest with every process decided (" + std::to_string(seen.size()) +
           (seen.size() == 1 ? " configuration" : " configurations") + " reachable)"}};
}

}  // namespace conclave
