// A thread that calls a method of its process which begins with `while (!c) wait()`, as listings in Java have
// it: `getLeader` waits for the leader. The thread looks at c and goes to sleep in one step, because both the
// method and the handler of messages are `synchronized`. Nobody but notify() wakes it, and then it looks
// again.
//
// A model has a variable `Client client`, says in `static bool is_there(const State&)` what c is, takes
// client_steps and client_properties for its own, and calls notify where the listing does.
#pragma once

#include "author/own_step.hpp"
#include "author/property.hpp"

namespace conclave {

enum class Client { busy, waiting, notified, back };

inline void notify(Client& client) {
  if (client == Client::waiting) client = Client::notified;
}

// The call comes at any moment, or never.
template <class M>
OwnSteps<M> client_steps() {
  using State = typename M::State;
  constexpr auto look = [](Process<M>& p) {
    p.state.client = M::is_there(p.state) ? Client::back : Client::waiting;
  };
  return {{Duty::optional, "calls", [](const State& s) { return s.client == Client::busy; }, look},
          {Duty::owed, "looks again", [](const State& s) { return s.client == Client::notified; }, look}};
}

template <class M>
Properties<M> client_properties() {
  using State = typename M::State;
  const auto calls_in_vain = [](const State& s) {
    return M::is_there(s) && (s.client == Client::waiting || s.client == Client::notified);
  };
  return {{Form::leads_to, "woken", "whoever waits for what is there is woken, and its call returns",
           some(calls_in_vain), none(calls_in_vain)}};
}

}  // namespace conclave
