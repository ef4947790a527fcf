// History variables: what properties read of a process besides its local state, and no handler can.
#pragma once

namespace conclave {

// A model declares them as `struct History`, and says how a step changes them in
// `static void remember(History&, const State& before, const State& after)`. They outlive a crash.
struct NoHistory {};

template <class M>
struct HistoryOf {
  using type = NoHistory;
};
template <class M>
requires requires { typename M::History; }
struct HistoryOf<M> {
  using type = typename M::History;
};

// What a snapshot shows of a process.
template <class State, class History>
struct Kept {
  State state;
  History history;
};

}  // namespace conclave
