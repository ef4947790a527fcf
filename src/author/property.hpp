// The properties that a model states of its own: predicates over configurations, and what is said of them.
#pragma once

#include <concepts>
#include <cstddef>
#include <string_view>
#include <type_traits>
#include <vector>

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
  event,         // nothing is said of p; costs can be counted until it holds
};

// How a predicate over configurations is made of one over processes: by a function of Global. `other`: the
// checker sees no more of it than its answers.
enum class Quantifier { other, every, some, none, at_most_one, exactly_one, every_two };

// A predicate over configurations: a function, or what `every` and its like make of one over processes.
template <class M>
class Predicate {
 public:
  using Function = bool (*)(const Global<M>&);

  constexpr Predicate(std::nullptr_t = nullptr) {}
  template <std::convertible_to<Function> F>
  constexpr Predicate(F holds) : holds_(holds) {}
  constexpr Predicate(Function holds, Quantifier by = Quantifier::other) : holds_(holds), by_(by) {}

  constexpr bool is_given() const { return holds_ != nullptr; }
  bool operator()(const Global<M>& g) const { return holds_(g); }
  constexpr Quantifier by() const { return by_; }

 private:
  Function holds_ = nullptr;
  Quantifier by_ = Quantifier::other;
};

// A model states a list of these as `static Properties<Model> properties()`.
template <class M>
struct Stated {
  Form form{};
  std::string_view name;
  std::string_view says;
  Predicate<M> p = nullptr;  // in every form but every_step
  Predicate<M> q = nullptr;  // in leads_to only
  int (*until)(const Global<M>&) =
      nullptr;  // in after_rounds only: the last round that the property speaks of
  bool (*when_quiet)(const QuietGlobal<M>&) = nullptr;  // in an invariant, instead of p
};

template <class M>
using Properties = std::vector<Stated<M>>;

// A property of the form after_rounds: p holds after each round up to the last one that the property speaks
// of.
template <class M>
Stated<M> after_rounds(std::string_view name, std::string_view says, bool (*p)(const Global<M>&),
                       int (*until)(const Global<M>&)) {
  return {Form::after_rounds, name, says, p, nullptr, until};
}

// An invariant that says something only of configurations in which no message is on its way. The checker may
// leave out more for it than for `!g.quiet() || ...`, because what changes in between does not matter.
template <class M>
Stated<M> when_quiet(std::string_view name, std::string_view says, bool (*holds)(const QuietGlobal<M>&)) {
  return {Form::invariant, name, says, nullptr, nullptr, nullptr, holds};
}

// Predicates over configurations that are made of one over processes which have not crashed. That one takes
// (Id, const State&) or (const State&), as in `every([](Id id, const State& s) { return s.maxid >= id; })`,
// and captures nothing. The one of every_two takes two states, and is asked of every two processes both ways
// round.
#define CONCLAVE_PREDICATE(name, holds)                                           \
  template <class OfProcess>                                                      \
  struct name##_of {                                                              \
    template <class M>                                                            \
    operator Predicate<M>() const {                                               \
      return {[](const Global<M>& g) { return holds; }, Quantifier::name};        \
    }                                                                             \
  };                                                                              \
  template <class OfProcess>                                                      \
  name##_of<OfProcess> name(OfProcess) {                                          \
    static_assert(captures_nothing<OfProcess>,                                    \
                  "a predicate of a property is a lambda that captures nothing"); \
    return {};                                                                    \
  }
CONCLAVE_PREDICATE(every, g.every(OfProcess()))
CONCLAVE_PREDICATE(some, g.some(OfProcess()))
CONCLAVE_PREDICATE(none, g.none(OfProcess()))
CONCLAVE_PREDICATE(at_most_one, g.at_most_one(OfProcess()))
CONCLAVE_PREDICATE(exactly_one, g.exactly_one(OfProcess()))
CONCLAVE_PREDICATE(every_two, g.every_two(OfProcess()))
#undef CONCLAVE_PREDICATE

}  // namespace conclave
