#include "program/handler_runner.hpp"

#include <algorithm>
#include <mutex>
#include <new>
#include <utility>

#include "program/contained.hpp"
#include "program/json.hpp"
#include "program/limits.hpp"

namespace conclave {
namespace {

// Millions of small blocks take long to give back, and a run that is out of time is about to end: so they
// stay.
void abandon(std::vector<Outcome> outcomes) {
  static std::mutex turn;
  static auto* const abandoned = new std::vector<std::vector<Outcome>>;
  const std::scoped_lock lock(turn);
  abandoned->push_back(std::move(outcomes));
}

}  // namespace

const Shape& Program::parameters_shape() const {
  static const Shape none{.kind = Shape::Kind::record, .fields = {}, .enumerators = {}};
  return none;
}

const Shape& Program::shape_of_looks(When) const { return Program::parameters_shape(); }

const std::vector<NamedStep>& Program::own_steps() const {
  static const std::vector<NamedStep> none;
  return none;
}

std::size_t bytes_of(const Outcome& outcome) {
  // As the allocator has it: a block has 8 bytes more than it is asked for, and at least 32.
  const auto of = [](const auto& values) {
    return values.capacity() == 0 ? 0 : std::max<std::size_t>(32, values.capacity() * sizeof(values[0]) + 16);
  };
  std::size_t bytes = sizeof(Outcome) + of(outcome.state) + of(outcome.choices) + of(outcome.odds) +
                      of(outcome.sendings) + of(outcome.received) + of(outcome.unread);
  for (const auto& sending : outcome.sendings) bytes += of(sending.message);
  for (const auto& value : outcome.received) bytes += of(value);
  for (const auto& value : outcome.unread) bytes += of(value);
  return bytes;
}

std::vector<Outcome> HandlerRunner::run_erased(const Call& call, const Findings& findings,
                                               const void* handler, Erased erased) const {
  const auto run_once = [&](Choices& choices) {
    Outcome outcome;
    outcome.unread = findings.mailbox;
    choices.asked = 0;
    try {
      erased(handler, choices, outcome);
    } catch (...) {
      blame(call);
    }
    outcome.choices = choices.taken;
    outcome.odds = choices.odds;
    return outcome;
  };
  std::vector<Outcome> outcomes;
  Choices choices;
  Limits* const limits = LimitsInForce::get();
  Charge charge(limits);
  do {
    const StopReason ended_by = limits == nullptr ? StopReason::none : limits->reason();
    if (ended_by == StopReason::time || ended_by == StopReason::interrupted) abandon(std::move(outcomes));
    if (limits != nullptr) limits->poll();
    Contained::begin_part();
    Outcome outcome = run_once(choices);
    charge.add(static_cast<std::ptrdiff_t>(bytes_of(outcome) +
                                           sizeof(Outcome)));  // there may be room for twice as many
    outcomes.push_back(std::move(outcome));
  } while (choices.next());
  return outcomes;
}

void HandlerRunner::begin_part(std::string_view part) { Contained::begin_part(part); }

NamedStep HandlerRunner::named_step(std::string_view name, bool owed) {
  return {std::string(name), "own step `" + std::string(name) + "`", owed};
}

void HandlerRunner::blame(const Call& call) const {
  const std::string who =
      nameless() ? "a process" : "process with identifier " + std::to_string(code_of(call.around.id));
  const std::string message = call.message == nullptr ? "" : " " + json_text(message_shape(), *call.message);
  blame(who + " in state " + json_text(state_shape(), call.state) + ", " + std::string(call.handler) +
        message);
}

void HandlerRunner::blame(const std::string& what) {
  try {
    throw;
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const LimitReached&) {
    throw;
  } catch (const std::exception& error) {
    throw ModelError(what + ": " + one_line(error.what()));
  } catch (...) {
    throw ModelError(what + ": it throws something that is no std::exception");
  }
}

}  // namespace conclave
