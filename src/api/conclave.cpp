#include "api/conclave/conclave.hpp"

#include <fmt/format.h>

#include <mutex>
#include <new>
#include <nlohmann/json.hpp>

#include "api/values.hpp"
#include "cli/error.hpp"
#include "cli/options.hpp"
#include "cli/session.hpp"
#include "own/kit.hpp"
#include "own/own_model.hpp"
#include "report/terminal.hpp"
#include "trace/command_words.hpp"

namespace conclave::api {
namespace {

// There is one session at a time, because some of what it sets belongs to the whole process.
std::mutex& turn() {
  static auto& mutex = *new std::mutex;
  return mutex;
}

// Calls a function of ours, and makes every error one that callers know.
template <class Call>
auto guarded(const Call& call) {
  const std::lock_guard alone(turn());
  look_also_for_models(find_own_model);
  name_command("conclave");
  try {
    if (const std::string fault = fault_of_models(); !fault.empty()) throw Error(fault);
    return call();
  } catch (const std::bad_alloc&) {
    throw Error("out of memory; fewer processes, or a smaller limit of memory, would end with a verdict");
  } catch (const ModelError& error) {
    throw Error(std::string("the model went wrong: ") + error.what());
  } catch (const std::runtime_error& error) {
    throw Error(error.what());
  }
}

std::string text_of(const std::optional<int>& number) { return number ? std::to_string(*number) : ""; }

ScenarioOptions options_of(const Scenario& scenario) {
  ScenarioOptions options;
  options.model = scenario.model;
  if (const auto& range = scenario.processes)
    options.processes = fmt::format("{}..{}", range->first, range->last);
  options.ids = scenario.identifiers;
  options.universe = text_of(scenario.universe);
  if (scenario.least != 1) options.universe = std::to_string(scenario.least) + ".." + options.universe;
  options.initiators = scenario.initiators;
  options.down = scenario.down;
  options.network = scenario.network;
  options.topology = scenario.topology;
  options.fairness = scenario.fairness;
  options.reduction = scenario.reduction;
  options.properties = scenario.properties;
  for (const auto& [name, value] : scenario.parameters) options.parameters.push_back(name + "=" + value);
  const Faults& faults = scenario.faults;
  if (faults.byzantine != 0) options.byzantine = std::to_string(faults.byzantine);
  for (const auto& [name, most] : {std::pair{"loss", faults.loss}, std::pair{"duplicate", faults.duplicate},
                                   std::pair{"crash", faults.crash}, std::pair{"recover", faults.recover},
                                   std::pair{"late", faults.late}}) {
    if (most != 0) options.fault_budgets[name] = std::to_string(most);
  }
  return options;
}

EffortOptions options_of(const Limits& limits) {
  EffortOptions options;
  options.threads = text_of(limits.threads);
  if (limits.memory) options.memory = std::to_string(*limits.memory);
  options.depth = text_of(limits.depth);
  if (limits.seconds) options.time = fmt::format("{}", *limits.seconds);
  options.quiet = options.no_progress = true;
  return options;
}

Result check_alone(const Scenario& scenario, const Limits& limits) {
  Session session(options_of(limits), Terminal{});
  std::vector<std::vector<conclave::Scenario>> lists;
  for (const ScenarioOptions& of : with_variant(options_of(scenario))) lists.push_back(session.scenarios(of));
  const std::vector<Run> runs = session.run(std::move(lists), Effort{.keep_going = limits.keep_going});
  session.rethrow_error();
  return value_of(runs, session.limits());
}

}  // namespace

Result check(const Scenario& scenario, const Limits& limits) {
  return guarded([&] { return check_alone(scenario, limits); });
}

std::vector<Model> models() {
  return guarded([] {
    std::vector<Model> all;
    for (const conclave::Model* each : conclave::models()) all.push_back(value_of(*each));
    return all;
  });
}

Model model(const std::string& name) {
  return guarded([&] { return value_of(model_named(name)); });
}

bool look_for_headers_in(const char* folder) {
  use_kit_in(folder);
  return true;
}

}  // namespace conclave::api
