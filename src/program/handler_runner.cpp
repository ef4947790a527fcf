#include "program/handler_runner.hpp"

#include "program/json.hpp"

namespace conclave {

const Shape& Program::parameters_shape() const {
  static const Shape none{.kind = Shape::Kind::record, .fields = {}, .enumerators = {}};
  return none;
}

std::vector<Outcome> HandlerRunner::run_erased(const Call& call, const Findings& findings,
                                               const void* handler, Erased erased) const {
  const auto run_once = [&](Choices& choices) {
    Outcome outcome;
    outcome.unread = findings.mailbox;
    choices.asked = 0;
    try {
      erased(handler, choices, outcome);
    } catch (const std::exception& error) {
      fail(call, error);
    }
    outcome.choices = choices.taken;
    return outcome;
  };
  std::vector<Outcome> outcomes;
  Choices choices;
  do {
    outcomes.push_back(run_once(choices));
  } while (choices.next());
  return outcomes;
}

void HandlerRunner::throw_in_property(std::string_view name, const std::exception& error) {
  throw ModelError("property " + std::string(name) + ": " + error.what());
}

void HandlerRunner::fail(const Call& call, const std::exception& error) const {
  const std::string who =
      nameless() ? "a process" : "process with identifier " + std::to_string(code_of(call.around.id));
  const std::string message = call.message == nullptr ? "" : " " + json_text(message_shape(), *call.message);
  throw ModelError(who + " in state " + json_text(state_shape(), call.state) + ", " + call.handler + message +
                   ": " + error.what());
}

}  // namespace conclave
