// The properties that a model states of its own: predicates over configurations, and what is said of them.
#pragma once

#include <string_view>

#include "author/global.hpp"

namespace conclave {

// What a property says of its predicates p and, in leads_to, q.
enum class Form {
  invariant,     // p holds in every configuration
  stable,        // once p holds, it holds for ever
  leads_to,      // whenever p holds, q holds then or later, in every fair execution
  reachable,     // p holds in some configuration of every instance
  every_step,    // no `require` of this name fails
  after_rounds,  // in lock step: p, which may ask how many rounds have passed, holds after each round
};

// A model states a list of these as `static std::vector<Stated<Model>> properties()`.
template <class M>
struct Stated {
  using Predicate = bool (*)(const Global<M>&);
  Form form{};
  std::string_view name;
  std::string_view says;
  Predicate p = nullptr;  // in every form but every_step
  Predicate q = nullptr;  // in leads_to only
  int (*until)(const Global<M>&) =
      nullptr;  // in after_rounds only: the last round that the property speaks of
};

}  // namespace conclave
