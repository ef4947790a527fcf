#include "trace/again.hpp"

#include <nlohmann/json.hpp>

#include "program/model.hpp"
#include "program/parameters.hpp"
#include "trace/command_words.hpp"
#include "trace/names.hpp"

namespace conclave {
namespace {

std::string topology_option(const TraceSubject& subject, const Model* model) {
  // The quotes are for the shell: graph6 may have ` and | and the like.
  if (!subject.graph.empty()) return " --topology 'graph6:" + subject.graph + "'";
  if (model != nullptr && subject.topology == model->about.topology) return "";
  return " --topology " + as_typed(subject.topology);
}

std::string fault_options(const TraceSubject& subject) {
  std::string options;
  if (!subject.down.empty()) options += " --down " + list_of(subject.down);
  if (!subject.byzantine.empty()) options += " --byzantine-at " + list_of(subject.byzantine);
  for (const FaultKind& budget : budgets) {
    // How many messages Byzantine processes may send is told with them even if it is none, because without
    // the option it would be the usual number.
    const bool told =
        subject.faults.*budget.most > 0 || (budget.most == &Faults::byzantine_messages &&
                                            !subject.byzantine.empty() && subject.network != Network::rounds);
    if (told) options += " --" + option_name(budget.name) + " " + std::to_string(subject.faults.*budget.most);
  }
  return options;
}

std::string parameter_options(const TraceSubject& subject, const Model* model) {
  const TraceValue own =
      model == nullptr ? TraceValue{}
                       : value_of(parameters_json(*model->program, model->program->standard_parameters()));
  std::string options;
  for (const auto& [name, value] : subject.parameters.parts) {
    const TraceValue* const standard = own.field(name);
    if (standard == nullptr || *standard != value)
      options += " --set " + as_typed(name + "=" + plain_text(value));
  }
  return options;
}

}  // namespace

std::string unusual_options(const TraceSubject& subject) {
  const Model* const model = find_model(subject.model);
  return topology_option(subject, model) + fault_options(subject) + parameter_options(subject, model) +
         (subject.fairness == Fairness::weak ? "" : " --fairness " + std::string(name_of(subject.fairness)));
}

std::string witness_option(std::string_view cost, Extreme extreme, std::string_view until) {
  return (until.empty() ? "" : " --until " + std::string(until)) + " --witness " + std::string(cost) + "=" +
         std::string(name_of(extreme));
}

std::string again(const Trace& trace) {
  return name_of_command() + (trace.shows_nothing() ? " explore " : " check ") + as_typed(trace.model) +
         " -n " + std::to_string(trace.ids.size()) + " --ids " + list_of(trace.ids) + " --initiators " +
         describe(trace.initiators) + " --network " + std::string(name_of(trace.network)) +
         unusual_options(trace) +
         (trace.attained
              ? witness_option(trace.attained->cost, trace.attained->extreme, trace.attained->until)
          : trace.shows_nothing() ? ""
                                  : " --property " + trace.property);
}

}  // namespace conclave
