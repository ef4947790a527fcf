#include "oracle/compare.hpp"

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "oracle/evidence.hpp"

namespace conclave::naive {
namespace {

std::string text(const std::optional<std::int64_t>& number) {
  return number ? std::to_string(*number) : "unbounded";
}
std::string text(const Extremes& extremes) { return text(extremes.min) + ".." + text(extremes.max); }

class Compare {
 public:
  Compare(const Scenario& scenario, const Instance& instance, const Caps& caps)
      : scenario_(scenario),
        instance_(instance),
        caps_(caps),
        costs_(*scenario.model->program),
        checker_(make_checker(scenario, instance)) {}

  Comparison run() {
    try {
      graph_ = explore(*checker_, caps_.configurations);
    } catch (const TooMuch&) {
      return {};
    } catch (const ModelError& error) {
      expect_the_same(error);
      return {.explored = false, .timed = false, .divided = false, .difference = out_.str()};
    }
    naive_ = judge(*checker_, *graph_);
    for (std::size_t cost = 0; cost < costs_.counted(); ++cost)
      extremes_.push_back({graph_->least(cost), graph_->most(cost)});
    const Task fast;
    const Task graph{.time = true, .witness = {}, .always_store_graph = true};
    for (const Task& task : {fast, graph}) {
      Limits limits(memory);
      Explorer explorer(scenario_, limits, unwatched);
      // Twice, because an explorer is used for one instance after the other.
      for (const char* again : {"", " (again)"}) {
        where_ = std::string(task.always_store_graph ? "graph pass" : "fast pass") + again;
        const InstanceResult engine = explorer.explore(instance_, task);
        compare(engine, explorer.machine(), scenario_.properties);
        time_ = engine.time;
        if (time_.has_value() != (task.time && checker_->has_chains())) differ() << "time or none\n";
      }
    }
    compare_divided();
    compare_alone();
    compare_time();
    compare_witnesses();
    return {.explored = true, .timed = timed_, .divided = divided_, .difference = out_.str()};
  }

 private:
  static constexpr std::size_t memory = std::size_t{256} << 20;
  // One instance stands for itself here, so a model may do with names what it likes.
  static constexpr Provisos unwatched{.names_opaque = false};

  // The model cannot deal with what it finds.
  void expect_the_same(const ModelError& error) {
    Limits limits(memory);
    Explorer explorer(scenario_, limits, unwatched);
    where_ = "error";
    try {
      explorer.explore(instance_);
      differ() << "none, but should be: " << error.what() << "\n";
    } catch (const ModelError&) {
    }
  }

  std::ostream& differ() { return out_ << where_ << ": "; }

  void compare(const InstanceResult& engine, const Machine& machine, PropertySet asked) {
    const auto count = [&](const char* what, std::uint64_t is, std::uint64_t should) {
      if (is != should) differ() << what << ": " << is << ", not " << should << "\n";
    };
    std::uint64_t transitions = 0;
    for (const auto& edges : graph_->edges) transitions += edges.size();
    if (engine.stopped != StopReason::none) differ() << "stopped\n";
    count("states", engine.states, graph_->size());
    count("transitions", engine.transitions, transitions);
    count("quiescent", engine.quiescent,
          static_cast<std::uint64_t>(std::ranges::count(graph_->quiescent, true)));
    count("costs", engine.costs.size(), extremes_.size());
    for (std::size_t cost = 0; cost < std::min(engine.costs.size(), extremes_.size()); ++cost) {
      if (engine.costs[cost] == extremes_[cost]) continue;
      differ() << costs_.name(cost) << ": " << text(engine.costs[cost]) << ", not " << text(extremes_[cost])
               << "\n";
    }
    for (const Property& p : scenario_.model->properties) {
      const auto& path = engine.violations[static_cast<std::size_t>(p.id)];
      const auto finding =
          asked.contains(p.id) ? naive_.violations[static_cast<std::size_t>(p.id)] : std::nullopt;
      if (path.has_value() != finding.has_value()) {
        differ() << p.name << ": " << (path ? "violated" : "holds") << ", but should not\n";
      } else if (path) {
        const std::string wrong =
            wrong_with_evidence(p, *path, *finding, *checker_, *graph_, naive_, machine);
        if (!wrong.empty()) differ() << p.name << ": evidence: " << wrong << "\n";
      }
    }
  }

  // With room for a few configurations in memory. Perhaps the instance cannot be divided.
  void compare_divided() {
    where_ = "divided";
    Limits limits(memory);
    Explorer explorer(scenario_, limits, unwatched,
                      Room{std::filesystem::temp_directory_path().string(), /* bytes */ 0});
    const InstanceResult engine = explorer.explore(instance_);
    divided_ = limits.on_disk > 0;
    compare(engine, explorer.machine(), scenario_.properties);
  }

  // One property at a time, or none, because the fast pass gives up at the first violation of any.
  void compare_alone() {
    where_ = "asked alone";
    std::vector<PropertySet> sets(1);
    const auto picked = static_cast<PropertyId>(graph_->size() % standard_count);
    for (const Property& p : scenario_.model->properties) {
      const bool own = static_cast<std::size_t>(p.id) >= standard_count;
      if (scenario_.properties.contains(p.id) && (caps_.thorough || own || p.id == picked))
        sets.emplace_back().add(p.id);
    }
    for (const PropertySet set : sets) {
      Scenario scenario = scenario_;
      scenario.properties = set;
      Limits limits(memory);
      Explorer explorer(scenario, limits, unwatched);
      const InstanceResult engine = explorer.explore(instance_);
      compare(engine, explorer.machine(), set);
    }
  }

  void compare_time() {
    where_ = "time";
    if (!time_) return;
    const Clocks clocks(*graph_, scenario_);
    const auto least = clocks.least(caps_.timed);
    if (least.known && time_->min != least.time)
      differ() << "least " << text(time_->min) << ", not " << text(least.time) << "\n";
    // Where there is no most, the witness shows it.
    timed_ = least.known && !time_->max;
    if (!time_->max) return;
    const auto most = clocks.most(caps_.timed);
    if (most.known ? time_->max != most.time : time_->max < most.time)
      differ() << "most " << text(time_->max) << ", not " << text(most.time) << " (or more)\n";
    timed_ = least.known && most.known;
  }

  void compare_witnesses() {
    Limits limits(memory);
    Explorer explorer(scenario_, limits, unwatched);
    const std::size_t end = std::max(costs_.counted(), time_ ? costs_.time() + 1 : 0);
    const std::size_t picked = graph_->size() % costs_.counted();
    for (std::size_t cost = 0; cost < end; ++cost) {
      if (!caps_.thorough && cost != picked && cost != costs_.time()) continue;
      for (const Extreme extreme : {Extreme::min, Extreme::max}) {
        where_ =
            "witness of " + std::string(extreme == Extreme::min ? "least " : "most ") + costs_.name(cost);
        const Task task{.verdicts = false, .witness = Task::Witness{cost, extreme}};
        const InstanceResult engine = explorer.explore(instance_, task);
        const Extremes& extremes = cost < extremes_.size() ? extremes_[cost] : *time_;
        const std::string wrong = wrong_with_witness(*task.witness, extremes, engine.witness, *checker_,
                                                     *graph_, explorer.machine());
        if (!wrong.empty()) differ() << wrong << "\n";
      }
    }
  }

  const Scenario& scenario_;
  const Instance& instance_;
  const Caps caps_;
  const Costs costs_;
  const std::unique_ptr<Checker> checker_;
  std::optional<NaiveGraph> graph_;
  Judgement naive_;
  std::vector<Extremes> extremes_;
  std::optional<Extremes> time_;  // as the engine has it
  bool timed_ = false;
  bool divided_ = false;
  std::string where_;
  std::ostringstream out_;
};

}  // namespace

Comparison compare(const Scenario& scenario, const Instance& instance, const Caps& caps) {
  return Compare(scenario, instance, caps).run();
}

}  // namespace conclave::naive
