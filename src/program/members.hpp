// Which members a model has, by name alone: so that a member which is named like a hook but does not fit, or
// almost like one, is not left out in silence.
#pragma once

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

// The functions that the checker calls, if a model has them. docs/write-a-model.md has a section for each.
// clang-format off
#define CONCLAVE_HOOKS(X) \
  X(accepts) X(alphabet) X(asleep) X(claims) X(crashed) X(crashes_between_rounds) X(decided) X(halted) \
  X(initial) X(is_leader) X(leader) X(message) X(own_steps) X(phase) X(properties) X(receive) X(receptive) X(recovered) X(remember) \
  X(round) X(start) X(transition) X(without)
// What a model declares in constants, and of which type each is.
#define CONCLAVE_DECLARATIONS(X) \
  X(about, About) X(addressing, Addressing) X(anonymous, bool) X(asserts, bool) \
  X(chooses_alike, bool) X(copies_network, bool) X(elects, Elects) X(knows, Knowledge) X(throws, bool)
// clang-format on
#define CONCLAVE_DECLARATION(name, type) CONCLAVE_MEMBER(name)
CONCLAVE_HOOKS(CONCLAVE_MEMBER)
CONCLAVE_DECLARATIONS(CONCLAVE_DECLARATION)
#undef CONCLAVE_DECLARATION

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
  X(phases, phase) X(phase_of, phase) X(property, properties) X(propertys, properties) X(on_receive, receive) \
  X(receives, receive) X(recieve, receive) X(is_receptive, receptive) \
  X(own_step, own_steps) X(resume, own_steps) X(recover, recovered) X(remembers, remember) \
  X(on_start, start) X(starts, start) \
  X(transitions, transition)
// clang-format on

#define CONCLAVE_NEAR_MISS(wrong, right) CONCLAVE_MEMBER(wrong)
CONCLAVE_NEAR_MISSES(CONCLAVE_NEAR_MISS)
#undef CONCLAVE_NEAR_MISS

}  // namespace conclave
