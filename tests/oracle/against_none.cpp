#include "oracle/against_none.hpp"

#include <map>
#include <sstream>

#include "oracle/evidence.hpp"
#include "scenario/scenarios.hpp"

namespace conclave::testing {
namespace {

constexpr std::uint64_t every_time = std::uint64_t{1} << 40;

template <class T>
void print(std::ostream& out, const T& value) {
  out << value;
}
void print(std::ostream& out, const Rational& value) { out << value.str(); }
template <class T>
void print(std::ostream& out, const std::optional<T>& value) {
  if (value)
    print(out, *value);
  else
    out << "none";
}

class Differences {
 public:
  explicit Differences(std::ostream& out) : out_(out) {}

  template <class T>
  void expect(const std::string& what, const T& is, const T& should) {
    if (is == should) return;
    out_ << what << ": ";
    print(out_, is);
    print(out_ << ", not ", should);
    out_ << "\n";
  }
  void expect(const std::string& what, const CostResult& is, const CostResult& should) {
    expect("least " + what, is.min, should.min);
    expect("most " + what, is.max, should.max);
    expect("mean of least " + what, is.mean_of_minima, should.mean_of_minima);
    expect("mean of most " + what, is.mean_of_maxima, should.mean_of_maxima);
    expect(what + " schedule independent", is.schedule_independent, should.schedule_independent);
  }
  void expect(const std::string& what, const PropertyResult& is, const PropertyResult& should) {
    expect(what + " violated", is.verdict == Verdict::violated, should.verdict == Verdict::violated);
    expect(what + " inconclusive", is.verdict == Verdict::inconclusive,
           should.verdict == Verdict::inconclusive);
    expect(what + ": orders", is.violating_orders, should.violating_orders);
    expect(what + ": graphs", is.violating_graphs, should.violating_graphs);
    expect(what + ": evidence", is.counterexample.has_value(), should.counterexample.has_value());
    if (!is.counterexample || !should.counterexample) return;
    const Path& path = is.counterexample->path;
    const Path& other = should.counterexample->path;
    expect(what + ": for ever", path.loop.has_value(), other.loop.has_value());
    // Of what goes on for ever the shortest stem and loop together is shown, and several are equally short.
    if (!path.loop) expect(what + ": steps", path.steps.size(), other.steps.size());
  }

 private:
  std::ostream& out_;
};

// Follows counterexamples in the naive semantics.
class Follower {
 public:
  Follower(const Scenario& scenario, std::size_t cap) : scenario_(scenario), machine_(scenario), cap_(cap) {}

  int followed = 0;

  std::string wrong_with(const Property& property, const Counterexample& counterexample) {
    const Instance& instance = counterexample.instance;
    const Seen& seen = look_at(instance);
    if (!seen.graph) return "";
    ++followed;
    const auto& finding = seen.judgement.violations[static_cast<std::size_t>(property.id)];
    if (!finding) return "it holds in " + testing::describe(scenario_, instance);
    machine_.load(instance);
    return naive::wrong_with_evidence(property, counterexample.path, *finding, *seen.checker, *seen.graph,
                                      seen.judgement, machine_);
  }

 private:
  struct Seen {
    std::unique_ptr<naive::Checker> checker;
    std::optional<naive::NaiveGraph> graph;  // none: too large
    naive::Judgement judgement;
  };

  const Seen& look_at(const Instance& instance) {
    std::vector<int> key{static_cast<int>(instance.topology)};
    for (const Id id : instance.ids) key.push_back(code_of(id));
    for (const auto* places : {&instance.down, &instance.initiators, &instance.byzantine}) {
      key.push_back(-1);
      key.insert(key.end(), places->begin(), places->end());
    }
    const auto [at, added] = seen_.try_emplace(key);
    Seen& seen = at->second;
    if (!added) return seen;
    seen.checker = naive::make_checker(scenario_, instance);
    try {
      seen.graph = naive::explore(*seen.checker, cap_);
      seen.judgement = naive::judge(*seen.checker, *seen.graph);
    } catch (const naive::TooMuch&) {
    }
    return seen;
  }

  const Scenario& scenario_;
  Machine machine_;
  const std::size_t cap_;
  std::map<std::vector<int>, Seen> seen_;
};

CheckResult check_within(Scenario scenario, const Reduction& reduction, std::size_t memory, int threads,
                         const Provisos& provisos = {}) {
  scenario.reduction = reduction;
  Limits limits(memory);
  return check(scenario, limits,
               {.threads = threads, .keep_going = true, .time_up_to = every_time, .provisos = provisos});
}

}  // namespace

std::vector<Reduction> every_reduction() {
  std::vector<Reduction> all;
  for (unsigned bits = 1; bits < 8; ++bits) {
    Reduction& reduction = all.emplace_back();
    reduction.symmetry = (bits & 1U) != 0;
    reduction.order = (bits & 2U) != 0;
    reduction.independence = (bits & 4U) != 0;
  }
  return all;
}

std::vector<Reduction> main_reductions() {
  std::vector<Reduction> each = every_reduction();
  std::erase_if(each,
                [](const Reduction& r) { return int{r.symmetry} + int{r.order} + int{r.independence} == 2; });
  return each;
}

std::string describe(const Reduction& reduction) {
  std::string text;
  if (reduction.symmetry) text += " symmetry";
  if (reduction.order) text += " order";
  if (reduction.independence) text += " independence";
  return text.empty() ? "none" : text.substr(1);
}

std::string difference(const Scenario& scenario, const CheckResult& reduced, const CheckResult& none) {
  std::ostringstream out;
  Differences differences(out);
  differences.expect("complete", reduced.complete, none.complete);
  differences.expect("orders", reduced.orders, none.orders);
  differences.expect("identifier orders", reduced.identifier_orders, none.identifier_orders);
  for (std::size_t p = 0; p < none.properties.size(); ++p) {
    const std::string name(scenario.model->property(none.properties[p].id).name);
    differences.expect(name, reduced.properties.at(p), none.properties[p]);
  }
  const Costs costs(*scenario.model->program);
  for (std::size_t cost = 0; cost < none.costs.size(); ++cost)
    differences.expect(costs.name(cost), reduced.costs.at(cost), none.costs[cost]);
  differences.expect("has time", reduced.time.has_value(), none.time.has_value());
  if (reduced.time && none.time) differences.expect("time", *reduced.time, *none.time);
  // By independence other configurations of an order are left out than where its executions end; but where it
  // gives up, what it had counted so far is counted anew.
  const bool every_order = !reduced.reduction.symmetry && !reduced.reduction.order;
  if (every_order && none.verdict == Verdict::holds)
    differences.expect("quiescent", reduced.quiescent, none.quiescent);
  return out.str();
}

CheckResult check_all(const Scenario& scenario, const Reduction& reduction, const Provisos& provisos) {
  return check_within(scenario, reduction, std::size_t{1} << 30, 1, provisos);
}

AgainstNone against_none(Scenario scenario, const ReductionCaps& caps,
                         const std::vector<Reduction>& compared) {
  scenario.reduction = Reduction::none();
  AgainstNone found;
  const CheckResult none = check_within(scenario, scenario.reduction, caps.memory, 1);
  if (none.stopped != StopReason::none || none.time_stopped != StopReason::none) return found;
  found.compared = true;
  Follower follower(scenario, caps.replayed);
  std::ostringstream out;
  for (const Reduction& reduction : compared) {
    const bool all = reduction.symmetry && reduction.order && reduction.independence;
    const CheckResult reduced = check_within(scenario, reduction, std::size_t{1} << 30, all ? 2 : 1);
    std::string lines = difference(scenario, reduced, none);
    for (const PropertyResult& p : reduced.properties) {
      if (!p.counterexample) continue;
      const Property& property = scenario.model->property(p.id);
      const std::string wrong = follower.wrong_with(property, *p.counterexample);
      if (!wrong.empty()) lines += std::string(property.name) + ": evidence: " + wrong + "\n";
    }
    if (!lines.empty()) out << "with " << describe(reduction) << ":\n" << lines;
    found.order |= reduced.reduction.order;
    found.independence |= reduced.reduction.independence;
    for (const Refusal& refusal : reduced.refused) found.refused |= refusal.of == Refusal::Of::symmetry;
  }
  found.replayed = follower.followed;
  found.difference = out.str();
  return found;
}

}  // namespace conclave::testing
