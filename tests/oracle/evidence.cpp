#include "oracle/evidence.hpp"

#include <algorithm>

namespace conclave::naive {
namespace {

std::string unless(bool right, const char* what) { return right ? "" : what; }

// Of a model's own property.
std::string wrong_with_own(PropertyId id, const Checker& checker, const NaiveGraph& graph,
                           const Judgement& naive, const Replay& replay) {
  const auto k = static_cast<unsigned>(id) - static_cast<unsigned>(standard_count);
  const auto& passed = replay.passed();
  const NaiveEdge* last = replay.last();
  const auto p = [&](std::size_t i) { return naive.says(k, passed[i]); };
  const std::size_t end = passed.size() - 1;
  std::optional<std::size_t> asked;  // and not answered since
  switch (checker.scenario().model->program->statements().at(k).form) {
    case Form::invariant:
      return unless(!p(end), "it holds there");
    case Form::stable:
      return unless(end > 0 && p(end - 1) && !p(end), "the last step does not end it");
    case Form::reachable:
      return unless(end == 0, "there is nothing to show");
    case Form::every_step:
      return unless(last && last->step.broken.contains(id), "the last step does not break it");
    case Form::after_rounds:
      return unless(
          (checker.predicates(graph.configurations[replay.here()], static_cast<int>(end)) >> k & 1U) == 0,
          "it holds there");
    case Form::event:
      return "nothing is said of an event";
    case Form::leads_to:
      break;
  }
  for (std::size_t i = 0; i <= end; ++i) {
    if (naive.says(most_statements + k, passed[i])) {
      asked.reset();
    } else if (p(i) && !asked) {
      asked = i;
    }
  }
  if (!asked) return "it is answered";
  if (replay.loop() && *asked > *replay.loop()) return "the loop begins before it is asked";
  return replay.wrong_as_execution();
}

std::string wrong_with_termination(const NaiveGraph& graph, const Judgement& naive, const Replay& replay) {
  if (!replay.loop() && naive.ends_well[replay.here()]) return "it ends well";
  for (std::size_t i = replay.loop().value_or(replay.passed().size()); i < replay.passed().size(); ++i) {
    if (graph.quiescent[replay.passed()[i]]) return "the loop comes to rest";
  }
  return replay.wrong_as_execution();
}

std::string wrong_with_election(const Judgement& naive, const Replay& replay) {
  for (const auto node : replay.passed()) {
    if (naive.led[node]) return "somebody leads";
  }
  if (naive.deserted[replay.here()]) return "nobody is left";
  return replay.wrong_as_execution();
}

std::string wrong_with_end(PropertyId id, const Checker& checker, const NaiveGraph& graph,
                           const Judgement& naive, const Replay& replay) {
  const NaiveEdge* last = replay.last();
  const auto number = static_cast<std::size_t>(id);
  switch (id) {
    case PropertyId::irrevocable:
    case PropertyId::assertions:
    case PropertyId::no_exception:
    case PropertyId::no_stray_message:
      return unless(last && last->step.broken.contains(id), "the last step breaks nothing");
    case PropertyId::termination:
      return wrong_with_termination(graph, naive, replay);
    case PropertyId::can_terminate:
      return unless(naive.doomed[replay.here()], "there is still hope");
    case PropertyId::election:
      return wrong_with_election(naive, replay);
    case PropertyId::can_elect:
      return unless(!last, "there is nothing to show");
    default:
      break;
  }
  if (number < standard_count) return unless(naive.at[number].contains(replay.here()), "all is right there");
  return wrong_with_own(id, checker, graph, naive, replay);
}

}  // namespace

std::string wrong_with_evidence(const Property& property, const Path& path, const Finding& finding,
                                const Checker& checker, const NaiveGraph& graph, const Judgement& naive,
                                const Machine& machine) {
  Replay replay(checker, graph, machine);
  const auto statement = static_cast<std::size_t>(property.id) - standard_count;
  const bool own = static_cast<std::size_t>(property.id) >= standard_count;
  const std::string impossible = replay.follow(
      path, own && checker.scenario().model->program->statements().at(statement).form == Form::after_rounds);
  if (!impossible.empty()) return impossible;
  if (path.loop.has_value() != finding.lasso) return "lasso or not";
  if (!path.shortest) return "does not claim to be shortest";
  const std::size_t length = path.loop.value_or(path.steps.size());
  if (length != finding.steps) return std::to_string(length) + " steps, not " + std::to_string(finding.steps);
  if (!path.loop && path.switches() != finding.switches)
    return std::to_string(path.switches()) + " switches, not " + std::to_string(finding.switches);
  return wrong_with_end(property.id, checker, graph, naive, replay);
}

std::string wrong_with_witness(const Task::Witness& wanted, const Extremes& extremes,
                               const std::optional<Path>& path, const Checker& checker,
                               const NaiveGraph& graph, const Machine& machine) {
  const auto& extreme = wanted.extreme == Extreme::min ? extremes.min : extremes.max;
  const bool is_time =
      checker.has_chains() && wanted.cost == Costs(*checker.scenario().model->program).time();
  const bool exists = wanted.extreme == Extreme::max || extreme;
  if (path.has_value() != exists) return exists ? "is missing" : "should not exist";
  if (!path) return "";
  Replay replay(checker, graph, machine);
  std::string wrong = replay.follow(*path);
  if (!wrong.empty()) return wrong;
  if (!extreme) {  // it need not be fair: it goes round as often as one likes, and then on
    if (!replay.loop()) return "does not go on for ever";
    if (graph.configurations[replay.passed()[*replay.loop()]] != graph.configurations[replay.here()])
      return "the loop does not come back";
    const bool adds = is_time ? replay.loop_takes_for_ever() : replay.cost_of_loop(wanted.cost) > 0;
    return unless(adds, "the loop does not add to it");
  }
  if (!replay.loop() && replay.passed().size() == 1 && !graph.quiescent[0]) return "is empty";
  wrong = replay.wrong_as_execution();
  if (!wrong.empty()) return wrong;
  if (!is_time && replay.cost_of_loop(wanted.cost) > 0) return "the loop adds to it";
  const std::int64_t is = is_time ? replay.time(wanted.extreme) : replay.cost(wanted.cost);
  return is == *extreme ? "" : "costs " + std::to_string(is) + ", not " + std::to_string(*extreme);
}

}  // namespace conclave::naive
