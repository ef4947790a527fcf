#include "naive/compare.hpp"

#include <algorithm>
#include <sstream>

namespace conclave::naive {
namespace {

std::string text(const std::optional<std::int64_t>& number) {
  return number ? std::to_string(*number) : "unbounded";
}

// Follows an execution in the naive semantics.
class Replay {
 public:
  Replay(const Checker& checker, const Machine& machine) : checker_(checker), machine_(machine) {
    passed_.push_back(checker.initial());
  }

  bool take(const Step& step) {
    for (auto& t : checker_.transitions(passed_.back())) {
      if (t.action != action(step) || t.choices != step.choices) continue;
      passed_.push_back(t.target);
      taken_.push_back(std::move(t));
      return true;
    }
    return false;
  }

  const Configuration& here() const { return passed_.back(); }
  const Transition* last() const { return taken_.empty() ? nullptr : &taken_.back(); }

  // What keeps the part after `loop` from being repeated for ever by a weakly fair execution that never
  // rests.
  std::string wrong_with_loop(std::size_t loop) const {
    if (loop >= taken_.size()) return "the loop is empty";
    if (passed_[loop] != passed_.back()) return "the loop does not come back to where it began";
    std::set<Action> starving;  // owed all the way round
    for (std::size_t i = loop; i < taken_.size(); ++i) {
      if (checker_.rests(passed_[i])) return "the loop rests";
      std::set<Action> owed;
      for (const auto& t : checker_.transitions(passed_[i])) {
        if (t.owed && (i == loop || starving.contains(t.action))) owed.insert(t.action);
      }
      starving = owed;
    }
    for (std::size_t i = loop; i < taken_.size(); ++i) starving.erase(taken_[i].action);
    return starving.empty() ? "" : "the loop is not fair";
  }

 private:
  Action action(const Step& step) const {
    Action action{step.kind, step.process, {}, step.message};
    if (step.kind != Step::Kind::deliver) return action;
    const Channel& channel = machine_.channels()[static_cast<std::size_t>(step.channel)];
    action.mailbox = {channel.sender,
                      channel.by_identifier ? channel.receiver.value() : static_cast<int>(channel.out)};
    return action;
  }

  const Checker& checker_;
  const Machine& machine_;
  std::vector<Configuration> passed_;
  std::vector<Transition> taken_;
};

std::string wrong_with_end(PropertyId id, const Checker& checker, const Result& result,
                           const Replay& replay) {
  switch (id) {
    case PropertyId::irrevocable:
      return replay.last() && replay.last()->revokes ? "" : "the last step changes no decision";
    case PropertyId::assertions:
      return replay.last() && replay.last()->fails ? "" : "no assertion fails in the last step";
    case PropertyId::termination:
      if (!checker.rests(replay.here())) return "the execution can go on";
      return checker.all_decided(replay.here()) ? "everyone has decided" : "";
    case PropertyId::can_terminate:
      return result.doomed.contains(replay.here()) ? "" : "there is still hope";
    default:
      return checker.violations(replay.here()).contains(id) ? "" : "the configuration is all right";
  }
}

std::string wrong_with_path(PropertyId id, const Path& path, const Finding& finding, const Checker& checker,
                            const Result& result, const Machine& machine) {
  Replay replay(checker, machine);
  for (std::size_t i = 0; i < path.steps.size(); ++i) {
    if (!replay.take(path.steps[i])) return "step " + std::to_string(i) + " is not possible there";
  }
  if (path.loop.has_value() != finding.lasso) return "lasso or not";
  if (!path.shortest) return "does not claim to be shortest";
  const std::size_t length = path.loop.value_or(path.steps.size());
  if (length != finding.steps) return std::to_string(length) + " steps, not " + std::to_string(finding.steps);
  return path.loop ? replay.wrong_with_loop(*path.loop) : wrong_with_end(id, checker, result, replay);
}

}  // namespace

std::string difference(const Scenario& scenario, const Checker& checker, const Result& naive,
                       const Explorer& explorer, const InstanceResult& engine) {
  std::ostringstream out;
  const auto count = [&](const char* what, std::uint64_t is, std::uint64_t should) {
    if (is != should) out << what << ": " << is << ", not " << should << "\n";
  };
  if (engine.stopped != StopReason::none) out << "stopped\n";
  count("states", engine.states, naive.states);
  count("transitions", engine.transitions, naive.transitions);
  count("quiescent", engine.quiescent, naive.quiescent);
  count("metrics", engine.messages.size(), naive.messages.size());
  for (std::size_t m = 0; m < std::min(engine.messages.size(), naive.messages.size()); ++m) {
    const Extremes& is = engine.messages[m];
    const Extremes& should = naive.messages[m];
    if (is.min == should.min && is.max == should.max) continue;
    out << "messages[" << m << "]: " << text(is.min) << ".." << text(is.max) << ", not " << text(should.min)
        << ".." << text(should.max) << "\n";
  }
  for (const Property& p : all_properties) {
    const auto& path = engine.violations[static_cast<std::size_t>(p.id)];
    const auto& finding = naive.violations[static_cast<std::size_t>(p.id)];
    if (path && !scenario.properties.contains(p.id)) out << p.name << ": nobody asked\n";
    if (path.has_value() != finding.has_value()) {
      out << p.name << ": " << (path ? "violated" : "holds") << ", but should not\n";
    } else if (path) {
      const std::string wrong = wrong_with_path(p.id, *path, *finding, checker, naive, explorer.machine());
      if (!wrong.empty()) out << p.name << ": evidence: " << wrong << "\n";
    }
  }
  return out.str();
}

Comparison compare(const Scenario& scenario, const Instance& instance, std::size_t cap) {
  const Checker checker(scenario, instance.ids);
  const auto naive = checker.check(cap);
  if (!naive) return {};
  Comparison comparison{.explored = true, .difference = {}};
  for (const bool store_graph : {false, true}) {
    Limits limits(std::size_t{256} << 20);
    Explorer explorer(scenario, limits);
    if (store_graph) explorer.always_store_graph();
    // Twice, because an explorer is used for one instance after the other.
    for (int again = 0; again < 2; ++again) {
      const InstanceResult engine = explorer.explore(instance);
      const std::string found = difference(scenario, checker, *naive, explorer, engine);
      if (found.empty()) continue;
      comparison.difference += store_graph ? "graph pass" : "fast pass";
      comparison.difference += (again ? " (again)\n" : "\n") + found;
    }
  }
  return comparison;
}

}  // namespace conclave::naive
