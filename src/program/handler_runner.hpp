// Runs handlers: once for each way to answer a handler's choices, and with a word on where, if one throws.
#pragma once

#include "program/program.hpp"

namespace conclave {

class HandlerRunner : public Program {
 protected:
  // What is being run, for messages about what went wrong in it.
  struct Call {
    const char* handler;
    const Surroundings& around;
    const Encoded& state;
    const Encoded* message = nullptr;  // of `receive`
  };

  // `handler` takes (Choices&, Outcome&), and is called once for each combination of choices, in lexicographic order.
  // Throws ModelError.
  template <class Handler>
  std::vector<Outcome> run(const Call& call, const Findings& findings, const Handler& handler) const {
    return run_erased(call, findings, &handler, [](const void* its, Choices& choices, Outcome& outcome) {
      (*static_cast<const Handler*>(its))(choices, outcome);
    });
  }
  template <class Function>
  auto guarded(const Call& call, const Function& function) const {
    try {
      return function();
    } catch (const std::exception& error) {
      fail(call, error);
    }
  }
  [[noreturn]] void fail(const Call&, const std::exception&) const;
  virtual bool nameless() const = 0;  // is the model anonymous?

 private:
  using Erased = void (*)(const void* handler, Choices&, Outcome&);
  std::vector<Outcome> run_erased(const Call&, const Findings&, const void* handler, Erased) const;
};

}  // namespace conclave
