// Which members a model has, by name alone: so that a member which is named like a hook but does not fit, or
// almost like one, is not left out in silence.
#pragma once

#include <cstddef>
#include <string_view>
#include <utility>

namespace conclave {

// A class that inherits a name twice cannot mean either, whatever it is: a function, a template, a constant.
#define CONCLAVE_MEMBER(name)                      \
  namespace members {                              \
  struct name##_too {                              \
    int name;                                      \
  };                                               \
  template <class M>                               \
  struct with_##name : M, name##_too {};           \
  }                                                \
  template <class M>                               \
  inline constexpr bool names_##name = !requires { \
    &members::with_##name<M>::name;                \
  };

CONCLAVE_MEMBER(accepts)
CONCLAVE_MEMBER(alphabet)
CONCLAVE_MEMBER(asleep)
CONCLAVE_MEMBER(claims)
CONCLAVE_MEMBER(crashed)
CONCLAVE_MEMBER(crashes_between_rounds)
CONCLAVE_MEMBER(decided)
CONCLAVE_MEMBER(halted)
CONCLAVE_MEMBER(initial)
CONCLAVE_MEMBER(is_leader)
CONCLAVE_MEMBER(leader)
CONCLAVE_MEMBER(message)
CONCLAVE_MEMBER(properties)
CONCLAVE_MEMBER(receive)
CONCLAVE_MEMBER(receptive)
CONCLAVE_MEMBER(resume)
CONCLAVE_MEMBER(running)
CONCLAVE_MEMBER(start)

// Names that are near to those of hooks, and that nothing looks at.
// clang-format off
#define CONCLAVE_NEAR_MISSES(X) \
  X(accept, accepts) X(anonimous, anonymous) X(anonymos, anonymous) \
  X(anonymus, anonymous) X(is_anonymous, anonymous) X(is_asleep, asleep) \
  X(sleeping, asleep) X(assertions, asserts) X(claim, claims) \
  X(copy_network, copies_network) X(on_crash, crashed) X(has_decided, decided) \
  X(is_decided, decided) X(is_halted, halted) X(init, initial) \
  X(initial_state, initial) X(initialize, initial) X(isLeader, is_leader) \
  X(isleader, is_leader) X(know, knows) X(knowledge, knows) \
  X(leaders, leader) X(Parameter, Parameters) X(Params, Parameters) \
  X(property, properties) X(propertys, properties) X(on_receive, receive) \
  X(receives, receive) X(recieve, receive) X(is_receptive, receptive) \
  X(is_running, running) X(on_start, start) X(starts, start) \
  X(transitions, transition)
// clang-format on

#define CONCLAVE_NEAR_MISS(wrong, right) CONCLAVE_MEMBER(wrong)
CONCLAVE_NEAR_MISSES(CONCLAVE_NEAR_MISS)
#undef CONCLAVE_NEAR_MISS

// Is there an enumerator of this value? The compiler's name for a value without one is a cast: "(Kind)7".
template <auto Value>
constexpr bool is_enumerator() {
  const std::string_view name = __PRETTY_FUNCTION__;
  const std::size_t at = name.rfind("Value = ");
  return at != std::string_view::npos && name[at + sizeof "Value = " - 1] != '(';
}

// How many enumerators there are with values 0 to 63. If several have one value they count once.
template <class Enum>
constexpr std::size_t count_enumerators() {
  return []<std::size_t... I>(std::index_sequence<I...>) {
    return (std::size_t{0} + ... + (is_enumerator<static_cast<Enum>(I)>() ? 1 : 0));
  }
  (std::make_index_sequence<64>());
}

}  // namespace conclave
