// What the predicates of a model's own properties look at. Global notes it where a predicate calls a function
// of it, and it is known before anything runs: each function that a model's code calls is instantiated, and
// with it the note. Configurations that look alike are evaluated once, and independence may leave out those
// that look like others (docs/semantics/independence.md).
#pragma once

#include <type_traits>
#include <vector>

#include "author/history.hpp"
#include "author/id.hpp"
#include "author/process.hpp"

namespace conclave {

// A function that captures nothing says the same of the same state wherever it is called.
template <class F>
inline constexpr bool captures_nothing = std::is_empty_v<F>&& std::is_default_constructible_v<F>;

// While one of these lives, identifiers are compared for what is seen of a single process, or for another
// identifier, which matters only when it is compared in its turn.
class LookAtOne {
 public:
  LookAtOne() : before_(naming::begin_looks_at_one()) {}
  LookAtOne(const LookAtOne&) = delete;
  LookAtOne& operator=(const LookAtOne&) = delete;
  ~LookAtOne() { naming::end_looks_at_one(before_); }

 private:
  const bool before_;
};

// What is looked at of the messages on their way: nothing, whether there are any, or the messages themselves.
enum class NetworkLook { nothing, quiet, messages };

// When a predicate is asked: of every configuration, or only of those in which no message is on its way.
enum class When { always, quiet };

// The looks of the predicates of model M. All functions that look at single processes are in `at_process`, or
// in `at_process_when_quiet` if the predicate is asked of quiet configurations only.
template <class M>
struct Looks {
  using OfProcess = Kept<typename M::State, typename HistoryOf<M>::type>;
  // Appends, as words, what the function sees of a process. One that sees all of it appends all of `whole`,
  // which is the process, or the process without its identifiers.
  using Append = void (*)(Id, const OfProcess&, const OfProcess& whole, Encoded&);
  struct AtProcess {
    Append append;
    const Shape& (*shape)();  // of what is appended
  };

  std::vector<AtProcess> at_process;
  std::vector<AtProcess> at_process_when_quiet;
  NetworkLook at_network = NetworkLook::nothing;

  std::vector<AtProcess>& at(When when) { return when == When::always ? at_process : at_process_when_quiet; }
  const std::vector<AtProcess>& at(When when) const {
    return when == When::always ? at_process : at_process_when_quiet;
  }

  static Looks& all() {
    static Looks all;
    return all;
  }
};

// Who names `noted` has noted the look, which sees a value of type Seen, before main() or when the model's
// file is loaded.
template <class M, When when, typename Looks<M>::Append append, class Seen>
struct LookAtProcess {
  static const bool noted;
};
template <class M, When when, typename Looks<M>::Append append, class Seen>
const bool LookAtProcess<M, when, append, Seen>::noted =
    (Looks<M>::all().at(when).push_back({append, codec::shape_of<Seen>}), true);

template <class M, NetworkLook look>
struct LookAtNetwork {
  static const bool noted;
};
template <class M, NetworkLook look>
const bool LookAtNetwork<M, look>::noted = (Looks<M>::all().at_network < look &&
                                            (Looks<M>::all().at_network = look, true));

}  // namespace conclave
