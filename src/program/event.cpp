#include "program/event.hpp"

#include <algorithm>

namespace conclave {

std::vector<Event> events_of(const Model& model) {
  const auto has = [&](std::string_view hook) { return std::ranges::count(model.hooks, hook) > 0; };
  std::vector<Event> events;
  if (has("leader") || has("is_leader"))
    events.push_back({Event::Of::leader, 0, "leader", "some process is leader"});
  if (has("leader") || has("decided"))
    events.push_back({Event::Of::decided, 0, "decided", "every process that has not crashed has decided"});
  if (has("halted"))
    events.push_back({Event::Of::halted, 0, "halted", "every process that has not crashed has halted"});
  const std::vector<Statement> stated = model.program->statements();
  for (std::size_t k = 0; k < stated.size(); ++k) {
    if (stated[k].form != Form::event && stated[k].form != Form::reachable) continue;
    events.push_back({Event::Of::stated, k, std::string(stated[k].name), std::string(stated[k].says)});
  }
  return events;
}

std::optional<Event> find_event(const Model& model, std::string_view name) {
  for (Event& event : events_of(model)) {
    if (event.name == name) return std::move(event);
  }
  return {};
}

}  // namespace conclave
