// Which hooks a model has, and what it declares by having them. If it lacks something, has what does not go
// together, or names something like a hook that does not fit, a static_assert says so in the model's words.
#pragma once

#include <optional>
#include <type_traits>

#include "author/history.hpp"
#include "author/own_step.hpp"
#include "author/property.hpp"
#include "program/codec.hpp"
#include "program/members.hpp"
#include "program/property.hpp"

namespace conclave {

template <class T>
inline constexpr bool is_struct = codec::ValueType<T>::is >= codec::Category::record;

// The model whose steps a model takes: its own, or that of which it is a variant.
template <class M>
struct OwnStepsOf {
  using type = M;
};
template <class M>
requires requires { typename decltype(M::own_steps())::value_type::Model; }
struct OwnStepsOf<M> {
  using type = typename decltype(M::own_steps())::value_type::Model;
  static_assert(std::is_same_v<typename type::State, typename M::State> &&
                    std::is_same_v<typename type::Message, typename M::Message> &&
                    std::is_same_v<typename ParametersOf<type>::type, typename ParametersOf<M>::type>,
                "a variant with another State, Message or Parameters has `own_steps` of its own");
};

template <class M>
struct Hooks {
  using State = typename M::State;
  using Message = typename M::Message;
  using Parameters = typename ParametersOf<M>::type;
  using History = typename HistoryOf<M>::type;
  static_assert(sizeof(codec::ValueType<State>) + sizeof(codec::ValueType<Message>) > 0);
  static_assert(is_struct<State>, "`State` is a struct: the variables of one process");
  static_assert(is_struct<Message>, "`Message` is a struct: what a message carries");
  static_assert(is_struct<History>, "`History` is a struct: the variables that only properties read");
  static_assert(is_struct<Parameters>, "`Parameters` is a struct: what --set may set");
  static constexpr bool lock_step = is_lock_step<M>();
  static_assert(!has_transition<M> || !has_round<M>,
                "in lock step a model has `message` and `transition`, or a `round` body, not both");
  static_assert(
      !has_transition<M> || requires(const Self<M>& self,
                                     const State& s) { std::optional<Message>(M::message(self, s, Port{})); },
      "`transition` needs `static std::optional<Message> message(const Self<Model>&, const State&, Port)`: "
      "what a process sends through a port in each round");
  static_assert(
      !has_transition<M> || requires(Process<M> & p, const Incoming<Message>& in) { M::transition(p, in); },
      "`transition` is `static void transition(Process<Model>&, const Incoming<Message>&)`");
  static_assert(
      !has_round<M> || requires(Process<M> & p) { M::round(p); },
      "`round` is `static void round(Process<Model>&)`");
  // Processes that have steps of their own may be awake from the beginning.
  static constexpr bool has_no_start = names_own_steps<M> && !names_start<M> && !names_asleep<M>;
  static_assert(
      lock_step || has_no_start || requires(Process<M> & p) { M::start(p); },
      "the model needs `static void start(Process<Model>&)`: spontaneous initiation");
  static_assert(
      lock_step || requires(Process<M> & p, const Message& m) { M::receive(p, m, Port{}); },
      "the model needs `static void receive(Process<Model>&, Message, Port)`");
  static constexpr bool has_asleep = requires(const State& s) { static_cast<bool>(M::asleep(s)); }
  || requires(const State& s, const Self<M>& self) { static_cast<bool>(M::asleep(s, self)); };
  static_assert(
      has_asleep || lock_step || has_no_start,
      "the model needs `static bool asleep(const State&)`: may this process still start spontaneously?");

  static constexpr bool has_leader = requires(const State& s) { *M::leader(s); };
  static constexpr bool has_is_leader = requires(const State& s) { static_cast<bool>(M::is_leader(s)); };
  static constexpr bool has_decided = requires(const State& s) { static_cast<bool>(M::decided(s)); }
  || requires(const State& s, const Self<M>& self) { static_cast<bool>(M::decided(s, self)); };
  static constexpr bool has_receptive = requires(const State& s) { static_cast<bool>(M::receptive(s)); };
  static constexpr bool has_accepts = requires(const State& s, const Message& m) {
    static_cast<bool>(M::accepts(s, m));
  }
  || requires(const State& s, const Message& m) { static_cast<bool>(M::accepts(s, m, Port{})); }
  || requires(const State& s, const Message& m, const Self<M>& self) {
    static_cast<bool>(M::accepts(s, m, Port{}, self));
  };
  static constexpr bool has_crashed = requires(Process<M> & p) { M::crashed(p, Port{}); };
  static constexpr bool has_phase = requires(const Global<M>& g, const Message& m) {
    std::optional<int>(M::phase(g, m));
  };
  static constexpr bool has_halted = requires(const State& s) { static_cast<bool>(M::halted(s)); };

  static constexpr bool has_own_steps = requires { OwnSteps<typename OwnStepsOf<M>::type>(M::own_steps()); };

  static constexpr bool has_history = requires { typename M::History; };
  static constexpr bool has_remember = requires(History & h, const State& s) { M::remember(h, s, s); }
  || requires(History& h, const State& s, const Self<M>& self) { M::remember(h, s, s, self); };
  static constexpr bool has_recovered = requires(const State& s) { State(M::recovered(s)); }
  || requires(const State& s, const Self<M>& self) { State(M::recovered(s, self)); };

  // A member that is named like a hook is one.
  static_assert(
      !names_accepts<M> || has_accepts,
      "`accepts` is `static bool accepts(const State&, const Message&, Port, const Self<Model>&)`, or takes "
      "the first two or three of these: does the process take the message now?");
  static_assert(!names_asleep<M> || has_asleep, "`asleep` is `static bool asleep(const State&)`");
  static_assert(!names_crashed<M> || has_crashed,
                "`crashed` is `static void crashed(Process<Model>&, Port)`: a neighbour has crashed");
  static_assert(!names_decided<M> || has_decided, "`decided` is `static bool decided(const State&)`");
  static_assert(!names_halted<M> || has_halted, "`halted` is `static bool halted(const State&)`");
  static_assert(!names_is_leader<M> || has_is_leader, "`is_leader` is `static bool is_leader(const State&)`");
  static_assert(!names_leader<M> || has_leader,
                "`leader` is `static std::optional<Id> leader(const State&)`");
  static_assert(!names_own_steps<M> || has_own_steps,
                "`own_steps` is `static OwnSteps<Model> own_steps()`: the steps that need no message");
  static_assert(
      !names_phase<M> || has_phase,
      "`phase` is `static std::optional<int> phase(const Global<Model>&, const Message&)`: the phase "
      "to which a message belongs that is sent now; a variant may inherit one that takes `const "
      "auto&` for the configuration");
  static_assert(!names_receptive<M> || has_receptive, "`receptive` is `static bool receptive(const State&)`");
  static_assert(
      !names_recovered<M> || has_recovered,
      "`recovered` is `static State recovered(const State&)`: what a crash leaves of a local state");
  static_assert(!names_remember<M> || has_remember,
                "`remember` is `static void remember(History&, const State& before, const State& after)`");
  static_assert(has_history == names_remember<M>,
                "`History` (variables that only properties read) and `remember` (how a step changes them) go "
                "together");
  static_assert(!names_round<M> || has_round<M>, "`round` is `static void round(Process<Model>&)`");
  static_assert(!names_transition<M> || has_transition<M>,
                "`transition` is `static void transition(Process<Model>&, const Incoming<Message>&)`");
  static_assert(!names_message<M> || has_transition<M>,
                "nothing calls `message` without a `transition` beside it; name it otherwise");
  static_assert(!lock_step || !(names_start<M> || names_receive<M>),
                "in lock step nothing calls `start` or `receive`");
  static_assert(lock_step || !names_crashes_between_rounds<M>, "`crashes_between_rounds` is for lock step");

  static_assert(
      has_leader || has_is_leader || has_decided,
      "the model needs `static std::optional<Id> leader(const State&)` (whom a process believes to be "
      "leader), or `static bool is_leader(const State&)` (where the others are not told), or at least "
      "`static bool decided(const State&)`");

  static_assert(!has_halted || lock_step, "`halted` is for lock step; `receptive` says who takes messages");
  static_assert(!(has_asleep && has_transition<M>),
                "with `transition` everyone takes part from the first round");
  static_assert(!lock_step || !(names_own_steps<M> || has_crashed || has_receptive || has_accepts),
                "in lock step there is no `own_steps`, `crashed`, `receptive` or `accepts`");

  // The standard properties that apply to the model, by what it declares.
  static constexpr PropertySet standard() {
    PropertySet set;
    if (has_leader || has_is_leader) {
      set.add(PropertyId::unique_leader);
      if (elects() != Elects::anyone && !is_anonymous<M>()) set.add(PropertyId::max_id);
      if (has_leader) set.add(PropertyId::agreement);
      set.add(PropertyId::irrevocable);
    }
    if (asserts<M>()) set.add(PropertyId::assertions);
    if (throws<M>()) set.add(PropertyId::no_exception);
    if (has_halted) set.add(PropertyId::no_stray_message);
    set.add(PropertyId::termination);
    set.add(PropertyId::can_terminate);
    if (has_leader || has_is_leader) set.add(PropertyId::election);
    set.add(PropertyId::can_elect);
    return set;
  }

  static constexpr Elects elects() { return conclave::elects<M>(); }
  static constexpr bool elects_initiator() { return conclave::elects_initiator(elects()); }
  static_assert(!elects_initiator() || has_asleep,
                "who elects an initiator has `asleep`, so that it is known who starts on its own");
  static_assert(!elects_initiator() || !lock_step, "in lock step nobody elects an initiator");
  // If only leaders know of their election, it has ended as soon as there is a leader.
  static constexpr bool ends_with_leader() { return has_is_leader && !has_leader && !has_decided; }
  static constexpr bool detects_crashes() { return has_crashed; }
  static constexpr bool sleeps() { return has_asleep; }
};

}  // namespace conclave
