// What a walk shows: whether what is said of it is so, and the values and steps that make it so.
#include "trace/evidence.hpp"

#include <algorithm>
#include <set>

namespace conclave {
namespace {

std::string list(const std::vector<std::string>& items) {
  std::string text;
  for (std::size_t i = 0; i < items.size(); ++i) {
    text += (i == 0 ? "" : i + 1 == items.size() ? " and " : ", ") + items[i];
  }
  return text;
}

}  // namespace

Evidence::Evidence(const Scenario& scenario, const Instance& instance)
    : scenario_(scenario), ids_(instance.ids), walk_(scenario, instance) {
  remember({});
}

void Evidence::take(const std::vector<Walk::Choice>& enabled, std::size_t index) {
  const RecordIndex record = enabled[index].record;
  walk_.take(index);
  remember(record);
  states_.back().step = enabled[index].shown;
}

void Evidence::remember(std::optional<RecordIndex> step) {
  states_.push_back(walk_.state());
  Moment moment;
  for (int i = 0; i < scenario_.processes; ++i) moment.facts.push_back(walk_.facts(i));
  moment.configuration = walk_.configuration();
  moment.predicates = walk_.predicates();
  moment.step = step;
  if (step) moment.taken = walk_.machine().steps().action(*step);
  for (const auto& choice : walk_.enabled()) {
    if (walk_.machine().steps().record(choice.record).owed)
      moment.owed.push_back(walk_.machine().steps().action(choice.record));
  }
  moment.awaits_start = walk_.awaits_start();
  std::ranges::sort(moment.owed);
  moments_.push_back(std::move(moment));
}

const StepRecord* Evidence::last_step() const {
  return moments_.back().step ? &walk_.machine().steps().record(*moments_.back().step) : nullptr;
}

std::string Evidence::step(std::size_t number) const {
  return (scenario_.lock_step() ? "round " : "step ") + std::to_string(number);
}
std::string Evidence::at_step(std::size_t number) const {
  return number == 0 ? "from the start" : "since " + step(number);
}
std::string Evidence::after_step(std::size_t number) const {
  return number == 0 ? "in the initial configuration" : "after " + step(number);
}

std::string Evidence::name(std::size_t place) const {
  return "process " + std::to_string(place) + " (id " + std::to_string(ids_[place].value()) + ")";
}

std::string Evidence::belief(const Facts& facts) const {
  if (!facts.belief) return "nobody";
  return (facts.belief_is_place ? "place " : "id ") + std::to_string(*facts.belief);
}

// The first state of those up to the end in which `same` always held between that state's facts and the last
// one's.
std::size_t Evidence::since(std::size_t place, bool (*same)(const Facts&, const Facts&)) const {
  std::size_t step = moments_.size() - 1;
  while (step > 0 && same(moments_[step - 1].facts[place], moments_.back().facts[place])) --step;
  return step;
}

Judgement Evidence::judge(PropertyId id, std::optional<std::size_t> loop) {
  switch (id) {
    case PropertyId::unique_leader:
    case PropertyId::max_id:
    case PropertyId::agreement:
      return judge_standing(id);
    case PropertyId::irrevocable: {
      if (last_step() == nullptr || !last_step()->broken.contains(id)) return {};
      Judgement judgement{true, {}};
      for (std::size_t who = 0; who < ids_.size(); ++who) {
        const Facts& then = moments_[moments_.size() - 2].facts[who];
        const Facts& now = moments_.back().facts[who];
        if (!then.decided || now.crashed ||
            (now.decided && now.belief == then.belief && now.leader == then.leader))
          continue;
        judgement.why.push_back(name(who) + " had decided " +
                                (then.belief || now.belief
                                     ? "for " + belief(then) + " and changes it to " + belief(now)
                                     : "and changes that") +
                                " in " + step(moments_.size() - 1));
      }
      return judgement;
    }
    case PropertyId::assertions: {
      Judgement judgement{last_step() != nullptr && last_step()->broken.contains(id), {}};
      if (!judgement.holds_water) return judgement;
      judgement.why = failures();
      return judgement;
    }
    case PropertyId::no_stray_message: {
      if (last_step() == nullptr || !last_step()->broken.contains(id)) return {};
      return {true, {step(moments_.size() - 1) + " brings a message to a process that has halted"}};
    }
    case PropertyId::no_exception: {
      if (last_step() == nullptr || !last_step()->broken.contains(id)) return {};
      return {true,
              {"the printed program throws " + *states_.back().step->exception +
               (scenario_.lock_step() ? "" : " at " + name(last_step()->process)) + " in " +
               step(moments_.size() - 1)}};
    }
    case PropertyId::termination:
      return judge_termination(loop);
    case PropertyId::can_terminate:
      return judge_unreached(
          scenario_.model->ends_with_leader
              ? "from here no execution comes to rest with a leader elected"
              : "from here no execution comes to rest with every process decided",
          [&](const auto& at, bool rests) { return rests && walk_.machine().judge().all_decided(at); });
    case PropertyId::can_elect:
      return judge_never([&](const auto& at, bool) { return walk_.machine().judge().standing(at).elected; });
  }
  return judge_statement(static_cast<std::size_t>(id) - standard_count, loop);
}

// Of the last step.
std::vector<std::string> Evidence::failures() const {
  const TraceStep& told = *states_.back().step;
  std::vector<std::string> failures;
  for (std::size_t k = 0; k < told.failures.size(); ++k) {
    const auto who = static_cast<std::size_t>(told.is_round() ? told.failed_at[k] : told.process);
    failures.push_back("the assertion `" + told.failures[k] + "` fails at " + name(who) + " in " +
                       step(moments_.size() - 1));
  }
  return failures;
}

Judgement Evidence::judge_standing(PropertyId id) {
  const Moment& last = moments_.back();
  const auto same_belief = [](const Facts& a, const Facts& b) { return a.belief == b.belief; };
  const auto both_leader = [](const Facts& a, const Facts& b) { return a.leader == b.leader; };
  Judgement judgement{walk_.standing().failed.contains(id), {}};
  std::vector<std::string> leaders;
  std::vector<std::string> beliefs;
  const bool smallest = scenario_.model->elects == Elects::smallest;
  std::optional<Id> favourite;  // of those who live
  for (std::size_t i = 0; i < ids_.size(); ++i) {
    if (last.facts[i].crashed) continue;
    if (!favourite || (smallest ? ids_[i] < *favourite : ids_[i] > *favourite)) favourite = ids_[i];
  }
  const std::string who = (smallest ? "the smallest identifier" : "the largest identifier") +
                          std::string(scenario_.faults.any() ? " of those who live is " : " is ") +
                          std::to_string(favourite.value_or(Id{}).value());
  for (std::size_t i = 0; i < ids_.size(); ++i) {
    const auto& of = last.facts[i];
    if (of.leader) leaders.push_back(name(i) + " " + at_step(since(i, both_leader)));
    if (!of.belief) continue;
    beliefs.push_back(name(i) + " takes " + belief(of) + " " + at_step(since(i, same_belief)));
    if (id == PropertyId::max_id && favourite && !walk_.machine().judge().is_right(of, *favourite)) {
      judgement.why.push_back(name(i) + " takes " + belief(of) + " for the leader " +
                              at_step(since(i, same_belief)) + "; " + who);
    }
  }
  if (id == PropertyId::max_id && judgement.why.empty())
    judgement.why = {"leader is " + list(leaders) + "; " + who};
  if (id == PropertyId::unique_leader) {
    judgement.why = {std::to_string(leaders.size()) +
                     " processes are leader, at most 1 may be: " + list(leaders)};
  } else if (id == PropertyId::agreement) {
    judgement.why = {"different leaders are believed in: " + list(beliefs)};
  }
  return judgement;
}

bool Evidence::closes(std::size_t loop) const {
  return loop + 1 < moments_.size() && moments_[loop].configuration == moments_.back().configuration;
}

// Weak: what is owed in every configuration of the loop is taken in it; strong: what is owed in some is.
bool Evidence::fair(std::size_t loop) const {
  if (scenario_.fairness == Fairness::none) return true;
  std::vector<std::uint32_t> owed = moments_.back().owed;
  std::set<std::uint32_t> taken;
  for (std::size_t m = loop + 1; m < moments_.size(); ++m) {
    const auto& here = moments_[m].owed;
    if (scenario_.fairness == Fairness::strong) {
      owed.insert(owed.end(), here.begin(), here.end());
    } else {
      std::erase_if(owed, [&](auto action) { return !std::ranges::binary_search(here, action); });
    }
    taken.insert(*moments_[m].taken);
  }
  return std::ranges::all_of(owed, [&](auto action) { return taken.contains(action); });
}

std::string Evidence::repeats(std::size_t loop) const {
  const std::string first = std::to_string(loop + 1);
  const std::string last = std::to_string(moments_.size() - 1);
  const std::string what =
      first == last ? step(moments_.size() - 1) + " repeats"
                    : (scenario_.lock_step() ? "rounds " : "steps ") + first + " to " + last + " repeat";
  if (scenario_.lock_step()) return what + " for ever";
  switch (scenario_.fairness) {
    case Fairness::weak:
      return what + " for ever, fairly: every step that stays possible is taken";
    case Fairness::strong:
      return what + " for ever, fairly: every step that is possible again and again is taken";
    case Fairness::none:
      break;
  }
  return what + " for ever; no fairness is asked";
}

std::string Evidence::left() const {
  return scenario_.lock_step() ? "nothing is left that would happen by itself"
                               : "no step is left that must be taken";
}

std::string Evidence::undecided() const {
  if (scenario_.model->ends_with_leader) return walk_.all_decided() ? "" : "no process is leader";
  std::vector<std::string> names;
  for (std::size_t i = 0; i < ids_.size(); ++i) {
    if (!moments_.back().facts[i].decided) names.push_back(name(i));
  }
  if (names.empty()) return "";
  return list(names) + (names.size() == 1 ? " has" : " have") + " not decided";
}

Judgement Evidence::judge_termination(std::optional<std::size_t> loop) const {
  const std::string who = undecided();
  if (!loop) return {moments_.back().rests() && !who.empty(), {left() + ", but " + who}};
  const bool rests = std::any_of(moments_.begin() + static_cast<std::ptrdiff_t>(*loop) + 1, moments_.end(),
                                 [](const Moment& moment) { return moment.rests(); });
  return {closes(*loop) && fair(*loop) && !rests,
          {repeats(*loop),
           who.empty() ? std::string(scenario_.model->ends_with_leader ? "a leader is elected"
                                                                       : "every process has decided") +
                             ", but the execution never comes to rest"
                       : who}};
}

// Looks plainly at everything reachable from the end of the walk. `wanted` takes a configuration, and whether
// an execution comes to rest in it.
Judgement Evidence::judge_unreached(const std::string& what, const Wanted& wanted) {
  Machine& machine = walk_.machine();
  std::set<std::vector<std::uint32_t>> seen{moments_.back().configuration.cells};
  std::vector<LooseConfiguration> open{moments_.back().configuration};
  Expander expander(machine);
  Successors<LooseConfiguration> successors;
  while (!open.empty()) {
    const LooseConfiguration at = std::move(open.back());
    open.pop_back();
    expander.expand(at, Expander::initial_hash, successors);
    bool owed = false;
    for (const auto& successor : successors) {
      owed |= machine.steps().record(successor.record).owed;
      if (seen.insert(successor.configuration.cells).second) open.push_back(successor.configuration);
    }
    if (wanted(at, !owed && !machine.awaits_start(at, successors))) return {};
  }
  return {true,
          {what + " (" + std::to_string(seen.size()) +
           (seen.size() == 1 ? " configuration" : " configurations") + " reachable)"}};
}

Judgement Evidence::judge_statement(std::size_t k, std::optional<std::size_t> loop) {
  const Statement statement = scenario_.model->program->statements().at(k);
  const auto holds = [&](std::uint32_t predicates) { return (predicates >> k & 1U) != 0; };
  const bool now = holds(moments_.back().predicates);
  const std::size_t last = moments_.size() - 1;
  switch (statement.form) {
    case Form::invariant:
      return {!now, {"it does not hold " + after_step(last)}};
    case Form::stable:
      return {last > 0 && !now && holds(moments_[last - 1].predicates),
              {"it held " + after_step(last - 1) + ", and " + step(last) + " ends that"}};
    case Form::leads_to:
      return judge_leads_to(k, loop);
    case Form::every_step:
      if (last_step() == nullptr) return {};
      return {last_step()->broken.contains(PropertySet::own(1U << k)), failures()};
    case Form::after_rounds:
      return {!holds(walk_.machine().judge().predicates(moments_.back().configuration, static_cast<int>(last))),
              {"it does not hold after " + std::to_string(last) + (last == 1 ? " round" : " rounds")}};
    case Form::reachable:
      break;
  }
  return judge_never([&](const auto& at, bool) { return holds(walk_.machine().judge().predicates(at)); });
}

// Reachability speaks of all executions, so there is no step to show.
Judgement Evidence::judge_never(const Wanted& wanted) {
  if (moments_.size() > 1) return {};
  return judge_unreached("no execution gets there", wanted);
}

Judgement Evidence::judge_leads_to(std::size_t k, std::optional<std::size_t> loop) const {
  const auto p = [&](const Moment& moment) { return (moment.predicates >> k & 1U) != 0; };
  const auto q = [&](const Moment& moment) { return (moment.predicates >> (most_statements + k) & 1U) != 0; };
  // The last time that q held, and the first p after it; what is in a loop holds again and again.
  std::size_t begin = 0;
  for (std::size_t m = 0; m < moments_.size(); ++m) {
    if (q(moments_[m])) begin = m + 1;
  }
  while (begin < moments_.size() && !p(moments_[begin])) ++begin;
  const bool asked = begin < moments_.size();
  const bool ends = loop ? closes(*loop) && fair(*loop) : moments_.back().rests();
  const bool answered_in_loop =
      loop && std::any_of(moments_.begin() + static_cast<std::ptrdiff_t>(*loop), moments_.end(), q);
  return {asked && ends && !answered_in_loop,
          {"what leads there holds " + after_step(begin) + ", and what it leads to does not, then or later",
           loop ? repeats(*loop) : left()}};
}

}  // namespace conclave
