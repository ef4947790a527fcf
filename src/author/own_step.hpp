// The steps that a process takes of its own accord, besides its start: a timeout, a retry, a user's request.
#pragma once

#include <concepts>
#include <string_view>
#include <vector>

#include "author/process.hpp"

namespace conclave {

enum class Duty {
  owed,      // A process that may take the step all the time takes it at some time.
  optional,  // Nobody obliges the process: an execution may end, or go on for ever, without the step.
};

// May the process take the step now? It is a function or a lambda without captures, over (const State&) or
// (const State&, const Self<M>&).
template <class M>
class Guard {
  using OfState = bool (*)(const typename M::State&);
  using OfSelf = bool (*)(const typename M::State&, const Self<M>&);

 public:
  Guard() = default;
  template <class F>
  requires std::convertible_to<F, OfState> Guard(F when) : of_state_(when) {}
  template <class F>
  requires std::convertible_to<F, OfSelf> Guard(F when) : of_self_(when) {}

  bool is_given() const { return of_state_ != nullptr || of_self_ != nullptr; }
  bool operator()(const typename M::State& state, const Self<M>& self) const {
    return of_state_ != nullptr ? of_state_(state) : of_self_(state, self);
  }

 private:
  OfState of_state_ = nullptr;
  OfSelf of_self_ = nullptr;
};

template <class M>
struct OwnStep {
  using Model = M;
  Duty duty{};
  std::string_view name;  // what the process does, as a trace says it: "times out"
  Guard<M> when;
  void (*take)(Process<M>&) = nullptr;
};

// A model states a list of these as `static OwnSteps<Model> own_steps()`.
template <class M>
using OwnSteps = std::vector<OwnStep<M>>;

}  // namespace conclave
