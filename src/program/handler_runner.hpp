// Runs a model's handlers, once for each way to answer their choices. If a handler throws, the error says in
// which handler, state and message. TypedProgram derives from it; nothing here depends on the model's types,
// so that it is compiled once.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "program/program.hpp"

namespace conclave {

class HandlerRunner : public Program {
 protected:
  // What is being run, for the text of an error.
  struct Call {
    std::string_view handler;
    const Surroundings& around;
    const Encoded& state;
    const Encoded* message = nullptr;  // of `receive`
  };

  // Calls `handler` with (Choices&, Outcome&) once for each combination of choices, in lexicographic order.
  // Throws ModelError.
  template <class Handler>
  std::vector<Outcome> run(const Call& call, const Findings& findings, const Handler& handler) const {
    return run_erased(call, findings, &handler, [](const void* its, Choices& choices, Outcome& outcome) {
      (*static_cast<const Handler*>(its))(choices, outcome);
    });
  }
  // Calls `function`. Throws ModelError if it throws.
  template <class Function>
  auto guarded(const Call& call, const Function& function) const {
    try {
      return function();
    } catch (...) {
      blame(call);
    }
  }
  // The same for what no process does, such as a property of that name.
  template <class Function>
  static auto guarded(const char* what, std::string_view name, const Function& function) {
    try {
      return function();
    } catch (...) {
      blame(what + std::string(name));
    }
  }
  // Says which property is asked next, for the text of an error that is no exception (Contained).
  static void begin_part(std::string_view part = {});
  static NamedStep named_step(std::string_view name, bool owed);
  virtual bool nameless() const = 0;  // is the model anonymous?

 private:
  // These two are called where something was caught. What is no fault of the model they throw again.
  [[noreturn]] void blame(const Call&) const;
  [[noreturn]] static void blame(const std::string& what);
  using Erased = void (*)(const void* handler, Choices&, Outcome&);
  std::vector<Outcome> run_erased(const Call&, const Findings&, const void* handler, Erased) const;
};

}  // namespace conclave
