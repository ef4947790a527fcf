#include "oracle/judge.hpp"

#include <algorithm>

namespace conclave::naive {
namespace {

using Node = NaiveGraph::Node;

// Which executions are wanted: by their last step, or by where they are, if what they passed is right too.
struct Quarry {
  std::function<bool(Node)> at = [](Node) { return false; };
  std::function<bool(Node, const NaiveEdge&)> by = [](Node, const NaiveEdge&) { return false; };
  std::function<bool(bool before, Node)> passed = [](bool, Node) { return true; };
  bool at_first = false;  // what counts as `before` where executions begin
};

// The shortest of them, and of those the fewest changes from process to process (in lock step, the fewest
// events): level by level, by (node, what was passed) and the process that took the last step.
class Hunt {
 public:
  Hunt(const NaiveGraph& graph, const Quarry& quarry) : graph_(graph), quarry_(quarry) {}

  std::optional<Finding> find() {
    const Place start{0, quarry_.passed(quarry_.at_first, 0)};
    Level level{{start, {{-1, 0}}}};
    seen_.insert(start);
    for (std::size_t depth = 0; !level.empty() || !by_last_step_.empty(); ++depth) {
      std::optional<std::size_t> fewest;
      const auto offer = [&](std::size_t switches) {
        fewest = std::min(fewest.value_or(switches), switches);
      };
      for (const auto& [place, arrivals] : level) {
        for (const auto& [process, switches] : arrivals) {
          if (place.second && quarry_.at(place.first)) offer(switches);
        }
      }
      for (const std::size_t switches : by_last_step_) offer(switches);
      if (fewest) return Finding{depth, *fewest};
      level = next(level);
    }
    return {};
  }

 private:
  using Place = std::pair<Node, bool>;
  using Arrivals = std::map<int, std::size_t>;  // by process: the fewest switches
  using Level = std::map<Place, Arrivals>;

  Level next(const Level& level) {
    Level deeper;
    by_last_step_.clear();
    for (const auto& [place, arrivals] : level) {
      for (const NaiveEdge& edge : graph_.edges[place.first]) {
        const Place there{edge.target, quarry_.passed(place.second, edge.target)};
        const int process = edge.step.action.process;
        for (const auto& [before, so_far] : arrivals) {
          const bool switches_process = before >= 0 && before != process;
          const std::size_t switches = so_far + (switches_process ? 1 : 0) + edge.step.events.size();
          if (quarry_.by(place.first, edge)) by_last_step_.push_back(switches);
          if (seen_.contains(there)) continue;
          const auto [at, added] = deeper[there].try_emplace(process, switches);
          at->second = std::min(at->second, switches);
        }
      }
    }
    for (const auto& entry : deeper) seen_.insert(entry.first);
    return deeper;
  }

  const NaiveGraph& graph_;
  const Quarry& quarry_;
  std::set<Place> seen_;  // on an earlier level
  std::vector<std::size_t> by_last_step_;
};

class Judge {
 public:
  Judge(const Checker& checker, const NaiveGraph& graph) : checker_(checker), graph_(graph) {
    for (Node node = 0; node < graph.size(); ++node) {
      const Configuration& c = graph.configurations[node];
      result_.ends_well.push_back(checker.ends_well(c));
      result_.predicates.push_back(checker.predicates(c));
      const PropertySet failed = checker.violations(c);
      for (const Property& p : standard_properties) {
        if (failed.contains(p.id)) at(p.id).insert(node);
      }
      elected_ = elected_ || checker.elected(c);
      result_.led.push_back(checker.led(c));
      result_.deserted.push_back(checker.deserted(c));
    }
  }

  Judgement run() {
    for (const Property& p : checker_.scenario().model->properties) {
      if (checker_.scenario().properties.contains(p.id)) finding(p.id) = look_for(p.id);
    }
    return std::move(result_);
  }

 private:
  std::set<Node>& at(PropertyId id) { return result_.at[static_cast<std::size_t>(id)]; }
  std::optional<Finding>& finding(PropertyId id) { return result_.violations[static_cast<std::size_t>(id)]; }
  std::optional<Finding> hunt(const Quarry& quarry) const { return Hunt(graph_, quarry).find(); }
  std::optional<Finding> unless(bool reached) const {
    return reached ? std::nullopt : std::optional(Finding{});
  }

  std::optional<Finding> look_for(PropertyId id) {
    Quarry quarry;
    switch (id) {
      case PropertyId::irrevocable:
      case PropertyId::assertions:
      case PropertyId::no_exception:
      case PropertyId::no_stray_message:
        quarry.by = [=](Node, const NaiveEdge& edge) { return edge.step.broken.contains(id); };
        return hunt(quarry);
      case PropertyId::termination:
        return termination();
      case PropertyId::can_terminate:
        return can_terminate();
      case PropertyId::election:
        return election();
      case PropertyId::can_elect:
        return unless(elected_);
      default:
        if (static_cast<std::size_t>(id) >= standard_count)
          return own(id, static_cast<unsigned>(id) - static_cast<unsigned>(standard_count));
        quarry.at = [&](Node node) { return at(id).contains(node); };
        return hunt(quarry);
    }
  }

  std::optional<Finding> can_terminate() {
    NaiveGraph::Nodes good(graph_.size());
    for (Node node = 0; node < good.size(); ++node)
      good[node] = graph_.quiescent[node] && result_.ends_well[node];
    result_.doomed = graph_.may_reach(good);
    result_.doomed.flip();
    Quarry quarry;
    quarry.at = [&](Node node) { return bool{result_.doomed[node]}; };
    return hunt(quarry);
  }

  std::optional<Finding> termination() const {
    Quarry quarry;
    quarry.at = [&](Node node) { return graph_.quiescent[node] && !result_.ends_well[node]; };
    if (const auto found = hunt(quarry)) return found;
    return lasso(quarry, [&](Node node, const NaiveEdge&) { return !graph_.quiescent[node]; });
  }

  // An execution in which nobody ever leads, and at the end somebody is left.
  std::optional<Finding> election() const {
    Quarry quarry;
    quarry.at_first = true;
    quarry.passed = [&](bool before, Node node) { return before && !result_.led[node]; };
    quarry.at = [&](Node node) { return graph_.quiescent[node] && !result_.deserted[node]; };
    if (const auto found = hunt(quarry)) return found;
    return lasso(quarry, [&](Node node, const NaiveEdge& edge) {
      return !result_.led[node] && !result_.led[edge.target] && !result_.deserted[node];
    });
  }

  // The same quarry, but going on for ever by allowed steps: the shortest stem to a loop.
  std::optional<Finding> lasso(Quarry quarry, const NaiveGraph::Filter& allowed) const {
    const auto endless = graph_.fair_for_ever(allowed);
    std::map<Node, bool> on_loop;  // asked for so far
    quarry.at = [&](Node node) {
      const auto [at, added] = on_loop.try_emplace(node, false);
      if (added) at->second = graph_.on_fair_loop(node, endless, allowed);
      return at->second;
    };
    auto found = hunt(quarry);
    if (found) found->lasso = true;
    return found;
  }

  std::optional<Finding> own(PropertyId id, unsigned k) {
    const auto p = [this, k](Node node) { return result_.says(k, node); };
    const auto q = [this, k](Node node) { return result_.says(most_statements + k, node); };
    Quarry quarry;
    switch (checker_.scenario().model->program->statements().at(k).form) {
      case Form::invariant:
        quarry.at = [&](Node node) { return !p(node); };
        return hunt(quarry);
      case Form::stable:
        quarry.by = [&](Node node, const NaiveEdge& edge) { return p(node) && !p(edge.target); };
        return hunt(quarry);
      case Form::reachable: {
        bool reached = false;
        for (Node node = 0; node < graph_.size(); ++node) reached = reached || p(node);
        return unless(reached);
      }
      case Form::every_step:
        quarry.by = [=](Node, const NaiveEdge& edge) { return edge.step.broken.contains(id); };
        return hunt(quarry);
      case Form::after_rounds:
        return after_rounds(k);
      case Form::event:
        return {};  // nothing is said of it
      case Form::leads_to:
        break;
    }
    // Unanswered: p was true, and q neither then nor since.
    quarry.passed = [&](bool before, Node node) { return (before || p(node)) && !q(node); };
    quarry.at = [&](Node node) { return bool{graph_.quiescent[node]}; };
    if (const auto found = hunt(quarry)) return found;
    return lasso(quarry, [&](Node node, const NaiveEdge& edge) { return !q(node) && !q(edge.target); });
  }

  // Round by round, where one may be, and by how few events; rounds also pass where one stays.
  std::optional<Finding> after_rounds(unsigned k) const {
    std::map<Node, std::size_t> here{{0, 0}};
    for (int round = 0; round <= checker_.rounds_claimed(); ++round) {
      std::optional<std::size_t> fewest;
      std::map<Node, std::size_t> next;
      const auto reach = [&](Node node, std::size_t events) {
        const auto [at, added] = next.try_emplace(node, events);
        at->second = std::min(at->second, events);
      };
      for (const auto& [node, events] : here) {
        if ((checker_.predicates(graph_.configurations[node], round) >> k & 1U) == 0)
          fewest = std::min(fewest.value_or(events), events);
        if (graph_.owed[node].empty()) reach(node, events);
        for (const NaiveEdge& edge : graph_.edges[node]) reach(edge.target, events + edge.step.events.size());
      }
      if (fewest) return Finding{static_cast<std::size_t>(round), *fewest, false};
      here = std::move(next);
    }
    return {};
  }

  const Checker& checker_;
  const NaiveGraph& graph_;
  Judgement result_;
  bool elected_ = false;
};

}  // namespace

Judgement judge(const Checker& checker, const NaiveGraph& graph) { return Judge(checker, graph).run(); }

}  // namespace conclave::naive
