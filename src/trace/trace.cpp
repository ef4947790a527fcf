#include "trace/trace.hpp"

#include <boost/describe/enum_to_string.hpp>

#include "trace/walk.hpp"

namespace conclave {
namespace {

std::string join(const std::vector<int>& numbers) {
  std::string text;
  for (const int number : numbers) text += (text.empty() ? "" : ",") + std::to_string(number);
  return text;
}

}  // namespace

Trace make_trace(const Scenario& scenario, PropertyId id, const Counterexample& counterexample) {
  Witness witness(scenario, counterexample.instance);
  for (const Step& step : counterexample.path.steps) {
    const auto enabled = witness.walk().enabled();
    const auto at = std::ranges::find(enabled, step, &Walk::Choice::step);
    if (at == enabled.end()) throw std::logic_error("the machine does not follow its own counterexample");
    witness.take(enabled, static_cast<std::size_t>(at - enabled.begin()));
  }
  Trace trace;
  trace.conclave = CONCLAVE_VERSION;
  trace.model = scenario.model->full_name();
  for (const Id each : counterexample.instance.ids) trace.ids.push_back(each.value());
  trace.topology = scenario.topology.name;
  trace.network = boost::describe::enum_to_string(scenario.network, "?");
  trace.initiators = scenario.initiators.kind == Initiators::Kind::any   ? "any"
                     : scenario.initiators.kind == Initiators::Kind::all ? "all"
                                                                         : join(scenario.initiators.places);
  trace.fairness = "weak";
  trace.property = property(id).name;
  trace.shortest = counterexample.path.shortest;
  trace.loop = counterexample.path.loop;
  Finding finding = witness.judge(id, trace.loop);
  if (!finding.violated) throw std::logic_error("the counterexample does not violate " + trace.property);
  trace.why = std::move(finding.why);
  trace.channels = witness.walk().channel_names();
  trace.states = witness.states();
  return trace;
}

std::string again(const Trace& trace) {
  return "./conclave check " + trace.model + " -n " + std::to_string(trace.ids.size()) + " --ids " +
         join(trace.ids) + " --initiators " + trace.initiators + " --network " + trace.network +
         " --property " + trace.property;
}

}  // namespace conclave
