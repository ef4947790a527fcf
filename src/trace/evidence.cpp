// What a walk shows: whether what is said of it is so, and the values and steps that make it so.
#include "trace/evidence.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "program/model.hpp"

namespace conclave {
namespace {

std::string list(const std::vector<std::string>& items) {
  std::string text;
  for (std::size_t i = 0; i < items.size(); ++i) {
    text += (i == 0 ? "" : i + 1 == items.size() ? " and " : ", ") + items[i];
  }
  return text;
}

// Does an execution by itself show whether it is violated?
bool is_of_executions(const Property& property) {
  return property.kind != PropertyKind::reachability && property.id != PropertyId::can_terminate;
}

bool same_belief(const Facts& a, const Facts& b) { return a.belief == b.belief; }

}  // namespace

Evidence::Evidence(const Scenario& scenario, const Instance& instance, Walk::Guide guide)
    : scenario_(scenario), ids_(instance.ids), walk_(scenario, instance, std::move(guide)) {
  remember({});
  note_properties();
}

void Evidence::obey(Limits& limits) {
  limits_ = &limits;
  walk_.machine().obey(limits_);
}

void Evidence::take(std::size_t index) {
  const RecordIndex record = walk_.enabled()[index].record;
  TraceStep shown = walk_.show(index);
  walk_.take(index);
  remember(record);
  states_.back().step = std::move(shown);
  note_properties();
}

std::vector<Evidence::Broken> Evidence::broken() {
  std::vector<Broken> all;
  for (const Property& property : scenario_.model->properties) {
    if (!scenario_.properties.contains(property.id) || !is_of_executions(property) ||
        (property.kind == PropertyKind::liveness && !rests()))
      continue;
    Judgement judgement = judge(property.id, {});
    if (judgement.holds_water) all.push_back({property.id, std::move(judgement.why)});
  }
  return all;
}

std::vector<Trace::Asked> Evidence::asked() const {
  std::vector<Trace::Asked> all;
  for (const Property& property : scenario_.model->properties) {
    if (scenario_.properties.contains(property.id) && is_of_executions(property))
      all.push_back({std::string(property.name), property.kind == PropertyKind::liveness});
  }
  return all;
}

void Evidence::note_properties() {
  TraceState& state = states_.back();
  state.rests = rests();
  for (auto& [id, why] : broken())
    state.broken.push_back({std::string(scenario_.model->property(id).name), std::move(why)});
}

void Evidence::remember(std::optional<RecordIndex> step) {
  const Machine& machine = walk_.machine();
  states_.push_back(walk_.state());
  Moment moment;
  for (int i = 0; i < scenario_.processes; ++i) moment.facts.push_back(walk_.facts(i));
  moment.configuration = walk_.configuration();
  moment.predicates = walk_.predicates();
  moment.step = step;
  if (step) moment.action = machine.steps().action(*step);
  for (const auto& choice : walk_.enabled()) {
    if (machine.steps().record(choice.record).owed)
      moment.owed.push_back(machine.steps().action(choice.record));
  }
  std::ranges::sort(moment.owed);
  moment.awaits_start = walk_.awaits_start();
  moments_.push_back(std::move(moment));
}

bool Evidence::last_step_breaks(PropertySet properties) const {
  const auto& step = moments_.back().step;
  return step && walk_.machine().steps().record(*step).broken.contains(properties);
}

bool Evidence::last_step_breaks(PropertyId id) const {
  PropertySet one;
  one.add(id);
  return last_step_breaks(one);
}

std::string Evidence::step(std::size_t number) const {
  return (scenario_.lock_step() ? "round " : "step ") + std::to_string(number);
}
std::string Evidence::since_step(std::size_t number) const {
  return number == 0 ? "from the start" : "since " + step(number);
}
std::string Evidence::after_step(std::size_t number) const {
  return number == 0 ? "in the initial configuration" : "after " + step(number);
}

std::string Evidence::process(std::size_t place) const {
  const std::string name = "process " + std::to_string(place);
  return scenario_.model->anonymous ? name : name + " (id " + std::to_string(ids_[place].value()) + ")";
}

std::string Evidence::belief(const Facts& facts) const {
  if (!facts.belief) return "nobody";
  return (facts.belief_is_place ? "place " : "id ") + std::to_string(*facts.belief);
}

// The first state from which on the process's facts were always the `same` as they are now.
std::size_t Evidence::since(std::size_t place, SameFacts same) const {
  std::size_t step = moments_.size() - 1;
  while (step > 0 && same(moments_[step - 1].facts[place], moments_.back().facts[place])) --step;
  return step;
}

Judgement Evidence::judge(PropertyId id, std::optional<std::size_t> loop) {
  switch (id) {
    case PropertyId::unique_leader:
      return judge_unique_leader();
    case PropertyId::max_id:
      return judge_max_id();
    case PropertyId::agreement:
      return judge_agreement();
    case PropertyId::irrevocable:
      return judge_irrevocable();
    case PropertyId::assertions:
      if (!last_step_breaks(id)) return {};
      return {true, failures()};
    case PropertyId::no_stray_message:
      if (!last_step_breaks(id)) return {};
      return {true, {step(moments_.size() - 1) + " brings a message to a process that has halted"}};
    case PropertyId::no_exception:
      return judge_exception();
    case PropertyId::termination:
      return judge_termination(loop);
    case PropertyId::can_terminate:
      return judge_unreached(
          scenario_.model->ends_with_leader
              ? "from here no execution comes to rest with a leader elected"
              : "from here no execution comes to rest with every process decided",
          [&](const auto& at, bool rests) { return rests && walk_.machine().judge().all_decided(at); });
    case PropertyId::election:
      return judge_election(loop);
    case PropertyId::can_elect:
      return judge_never([&](const auto& at, bool) { return walk_.machine().judge().standing(at).elected; });
  }
  return judge_statement(static_cast<std::size_t>(id) - standard_count, loop);
}

// The assertions that fail in the last step.
std::vector<std::string> Evidence::failures() const {
  std::vector<std::string> failures;
  for (const TraceFailure& failure : states_.back().step->failures) {
    failures.push_back("the assertion `" + failure.assertion + "` fails at " +
                       process(static_cast<std::size_t>(failure.process)) + " in " +
                       step(moments_.size() - 1));
  }
  return failures;
}

Judgement Evidence::judge_exception() const {
  if (!last_step_breaks(PropertyId::no_exception)) return {};
  const TraceStep& last = *states_.back().step;
  const std::string where = last.is_round() ? "" : " at " + process(static_cast<std::size_t>(last.process));
  return {true,
          {"the printed program throws " + *last.exception + where + " in " + step(moments_.size() - 1)}};
}

Judgement Evidence::judge_irrevocable() const {
  if (!last_step_breaks(PropertyId::irrevocable)) return {};
  Judgement judgement{true, {}};
  for (std::size_t place = 0; place < ids_.size(); ++place) {
    const Facts& then = moments_[moments_.size() - 2].facts[place];
    const Facts& now = moments_.back().facts[place];
    const bool stays = now.decided && now.belief == then.belief && now.leader == then.leader;
    if (!then.decided || now.crashed || stays) continue;
    const std::string what = then.belief || now.belief
                                 ? "for " + belief(then) + " and changes it to " + belief(now)
                                 : "and changes that";
    judgement.why.push_back(process(place) + " had decided " + what + " in " + step(moments_.size() - 1));
  }
  return judgement;
}

// Who is leader, and since when.
std::vector<std::string> Evidence::leaders() const {
  std::vector<std::string> leaders;
  for (std::size_t place = 0; place < ids_.size(); ++place) {
    if (!moments_.back().facts[place].leader) continue;
    const std::size_t first =
        since(place, [](const Facts& a, const Facts& b) { return a.leader == b.leader; });
    leaders.push_back(process(place) + " " + since_step(first));
  }
  return leaders;
}

Judgement Evidence::judge_unique_leader() const {
  const auto all = leaders();
  return {walk_.standing().failed.contains(PropertyId::unique_leader),
          {std::to_string(all.size()) + " processes are leader, at most 1 may be: " + list(all)}};
}

// Whom the model should elect of those who live.
std::optional<Id> Evidence::favourite() const {
  const bool smallest = elects_smallest(scenario_.model->elects);
  std::optional<Id> favourite;
  for (std::size_t place = 0; place < ids_.size(); ++place) {
    const Facts& facts = moments_.back().facts[place];
    if (facts.crashed || (elects_initiator(scenario_.model->elects) && !facts.initiated)) continue;
    if (!favourite || (smallest ? ids_[place] < *favourite : ids_[place] > *favourite))
      favourite = ids_[place];
  }
  return favourite;
}

Judgement Evidence::judge_max_id() const {
  const std::optional<Id> right = favourite();
  const Elects elects = scenario_.model->elects;
  const std::string of = std::string(scenario_.may_miss_somebody() ? " of those who live" : "") +
                         (!elects_initiator(elects)       ? ""
                          : scenario_.may_miss_somebody() ? " and have started on their own"
                                                          : " of those who have started on their own");
  const std::string who = !right
                              ? "nobody has started on its own"
                              : (elects_smallest(elects) ? "the smallest" : "the largest") +
                                    std::string(" identifier") + of + " is " + std::to_string(right->value());
  Judgement judgement{walk_.standing().failed.contains(PropertyId::max_id), {}};
  for (std::size_t place = 0; place < ids_.size(); ++place) {
    const Facts& facts = moments_.back().facts[place];
    if (!facts.belief || walk_.is_right(facts, right)) continue;
    judgement.why.push_back(process(place) + " takes " + belief(facts) + " for the leader " +
                            since_step(since(place, same_belief)) + "; " + who);
  }
  if (judgement.why.empty()) judgement.why = {"leader is " + list(leaders()) + "; " + who};
  return judgement;
}

Judgement Evidence::judge_agreement() const {
  std::vector<std::string> beliefs;
  for (std::size_t place = 0; place < ids_.size(); ++place) {
    const Facts& facts = moments_.back().facts[place];
    if (!facts.belief) continue;
    beliefs.push_back(process(place) + " takes " + belief(facts) + " " +
                      since_step(since(place, same_belief)));
  }
  return {walk_.standing().failed.contains(PropertyId::agreement),
          {"different leaders are believed in: " + list(beliefs)}};
}

bool Evidence::closes(std::size_t loop) const {
  return loop + 1 < moments_.size() && moments_[loop].configuration == moments_.back().configuration;
}

// Weak fairness: an action that is owed in every configuration of the loop is taken in the loop. Strong
// fairness: an action that is owed in some configuration of it is.
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
    taken.insert(*moments_[m].action);
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

std::string Evidence::nothing_left() const {
  return scenario_.lock_step() ? "nothing is left that would happen by itself"
                               : "no step is left that must be taken";
}

std::string Evidence::undecided() const {
  if (scenario_.model->ends_with_leader) return walk_.all_decided() ? "" : "no process is leader";
  std::vector<std::string> names;
  for (std::size_t i = 0; i < ids_.size(); ++i) {
    if (!moments_.back().facts[i].decided) names.push_back(process(i));
  }
  if (names.empty()) return "";
  return list(names) + (names.size() == 1 ? " has" : " have") + " not decided";
}

Judgement Evidence::judge_termination(std::optional<std::size_t> loop) const {
  const std::string who = undecided();
  if (!loop) return {moments_.back().rests() && !who.empty(), {nothing_left() + ", but " + who}};
  const bool rests = std::any_of(moments_.begin() + static_cast<std::ptrdiff_t>(*loop) + 1, moments_.end(),
                                 [](const Moment& moment) { return moment.rests(); });
  return {closes(*loop) && fair(*loop) && !rests,
          {repeats(*loop),
           who.empty() ? std::string(scenario_.model->ends_with_leader ? "a leader is elected"
                                                                       : "every process has decided") +
                             ", but the execution never comes to rest"
                       : who}};
}

// Faults have budgets, so in a loop nobody crashes or comes back, and who is left at the end is left for
// ever.
Judgement Evidence::judge_election(std::optional<std::size_t> loop) const {
  const bool somebody_led = std::ranges::any_of(
      moments_, [](const Moment& moment) { return std::ranges::any_of(moment.facts, &Facts::leader); });
  const bool somebody_left = !std::ranges::all_of(moments_.back().facts, &Facts::crashed);
  const bool is_maximal = loop ? closes(*loop) && fair(*loop) : moments_.back().rests();
  const std::string never = "no process was leader at any time";
  if (!loop) return {is_maximal && !somebody_led && somebody_left, {nothing_left() + ", and " + never}};
  return {is_maximal && !somebody_led && somebody_left, {repeats(*loop), never}};
}

// Looks at every configuration that can be reached from the end of the walk, without any reduction. `wanted`
// is told a configuration and whether an execution comes to rest in it.
Judgement Evidence::judge_unreached(const std::string& what, const Wanted& wanted) {
  Machine& machine = walk_.machine();
  if (machine.rounds() != nullptr) machine.rounds()->list_all();
  std::set<std::vector<std::uint32_t>> seen{moments_.back().configuration.cells};
  std::vector<Configuration> open{moments_.back().configuration};
  Expander expander(machine);
  Successors successors;
  Charge kept(limits_);
  const std::size_t of_each = 2 * sizeof(std::uint32_t) * open.front().cells.size() + 128;
  while (!open.empty()) {
    if (limits_ != nullptr) limits_->poll();
    const Configuration at = std::move(open.back());
    open.pop_back();
    expander.expand(at, successors);
    bool owed = false;
    for (const auto& successor : successors) {
      owed |= machine.steps().record(successor.record).owed;
      if (!seen.insert(successor.configuration.cells).second) continue;
      kept.add(static_cast<std::ptrdiff_t>(of_each));
      open.push_back(successor.configuration);
    }
    if (wanted(at, !owed && !machine.awaits_start(at, successors))) return {};
  }
  return {true,
          {what + " (" + std::to_string(seen.size()) +
           (seen.size() == 1 ? " configuration" : " configurations") + " reachable)"}};
}

// Reachability speaks of all executions, so there is no step to show, and an execution with steps is no
// evidence.
Judgement Evidence::judge_never(const Wanted& wanted) {
  if (moments_.size() > 1) return {};
  return judge_unreached("no execution gets there", wanted);
}

}  // namespace conclave
