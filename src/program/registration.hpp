// How a model joins the list of models: its types become a Program, and what it states becomes a Model. Every
// model file has a Registration of its models, which does this while the program starts.
#pragma once

#include <concepts>
#include <exception>
#include <memory>
#include <string_view>
#include <utility>

#include "program/model.hpp"
#include "program/typed_program.hpp"

namespace conclave {

// Is a model made for networks that are called so?
constexpr bool is_topology(std::string_view name) {
  return name == "ring" || name == "complete" || name == "tree" || name == "connected" ||
         name == "strongly-connected";
}

// If the model forgets to state something, a static_assert names it.
template <class M>
Model make_model() {
  static_assert(!M::about.name.empty(), "`about.name` is missing");
  static_assert(!M::about.summary.empty(), "`about.summary` is missing");
  static_assert(!M::about.source.empty(), "`about.source` is missing: document and figure");
  static_assert(!M::about.topology.empty(), "`about.topology` is missing");
  static_assert(
      M::about.topology.empty() || is_topology(M::about.topology),
      "`about.topology` is \"ring\", \"complete\", \"tree\", \"connected\" or \"strongly-connected\"");
  static_assert(!is_anonymous<M>() || (!has(knowledge_of<M>(),
                                            Knowledge::neighbours | Knowledge::largest | Knowledge::number) &&
                                       addressing_of<M>() == Addressing::by_port),
                "an anonymous model cannot know identifiers, or send to them");
  static_assert(
      !M::about.network || (*M::about.network == Network::rounds) == is_lock_step<M>(),
      "lock step, `network = Network::rounds`, is for models with `message` and `transition`, or `round`");
  static_assert(!M::about.heals || (is_lock_step<M>() && M::about.topology == "ring" && !M::about.two_way),
                "`heals` is for one-way rings in lock step");
  static_assert(!chooses_alike<M>() || is_lock_step<M>(),
                "`chooses_alike` speaks of one round, so it is for models in lock step");
  static_assert(M::about.processes == Range{} ||
                    (M::about.processes.first >= 1 && M::about.processes.first <= M::about.processes.last),
                "`about.processes` is the default range of -n, as in `{1, 4}`");
#define CONCLAVE_DECLARATION(name, type)                                               \
  static_assert(                                                                       \
      !names_##name<M> ||                                                              \
          requires {                                                                   \
            requires std::same_as<const type, decltype(M::name)>;                      \
            typename std::integral_constant<bool, (static_cast<void>(M::name), true)>; \
          },                                                                           \
      "`" #name "` is `static constexpr " #type " " #name "`");
  CONCLAVE_DECLARATIONS(CONCLAVE_DECLARATION)
#undef CONCLAVE_DECLARATION
  // A member that is named like a hook is one; TypedProgram looks at the others.
  static_assert(
      !names_initial<M> ||
          requires(const Self<M>& self) {
            { M::initial(self) } -> std::convertible_to<typename M::State>;
          } ||
          requires(Id id) {
            { M::initial(id) } -> std::convertible_to<typename M::State>;
          },
      "`initial` is `static State initial(const Self<Model>&)`, or `static State initial(Id)`");
  static_assert(
      !names_alphabet<M> ||
          requires(const std::vector<Id>& ids) {
            { M::alphabet(ids) } -> std::convertible_to<std::vector<typename M::Message>>;
          },
      "`alphabet` is `static std::vector<Message> alphabet(const std::vector<Id>&)`");
  static_assert(
      !names_properties<M> ||
          requires {
            { M::properties() } -> std::convertible_to<std::vector<Stated<typename StatedBy<M>::type>>>;
          },
      "`properties` is `static Properties<Model> properties()`");
  static_assert(
      can_look_at<typename StatedBy<M>::type, M>(),
      "`properties` is inherited, and speaks of a model with another State or Message, or that knows "
      "more; state `static Properties<Model> properties()` for this one");
  static_assert(
      !names_crashes_between_rounds<M> ||
          requires(const typename ParametersOf<M>::type& all) {
            static_cast<bool>(M::crashes_between_rounds(all));
          },
      "`crashes_between_rounds` is `static bool crashes_between_rounds(const Parameters&)`");
#define CONCLAVE_NEAR_MISS(wrong, right) \
  static_assert(!names_##wrong<M>, "nothing looks at `" #wrong "`; is it to be `" #right "`?");
  CONCLAVE_NEAR_MISSES(CONCLAVE_NEAR_MISS)
#undef CONCLAVE_NEAR_MISS
  static_assert(
      !names_claims<M> ||
          requires {
            { M::claims() } -> std::convertible_to<std::vector<Claim>>;
          },
      "`claims` is `static Claims claims()`");
  static_assert(
      !names_without<M> ||
          requires {
            { M::without() } -> std::convertible_to<std::vector<Without>>;
          },
      "`without` is `static std::vector<Without> without()`");
  Model model = named_model(M::about, is_lock_step<M>());
  model.addressing = addressing_of<M>();
  model.copies_network = copies_network<M>();
  model.chooses_alike = chooses_alike<M>();
  model.knows = knowledge_of<M>();
  model.program = std::make_unique<TypedProgram<M>>();
  model.anonymous = is_anonymous<M>();
  model.detects_crashes = Hooks<M>::detects_crashes();
  model.sleeps = Hooks<M>::sleeps();
  if (!model.sleeps) model.initiators = Initiative::all;
  model.ends_with_leader = Hooks<M>::ends_with_leader();
  model.elects = Hooks<M>::elects();
  if constexpr (requires { M::without(); }) model.without = M::without();
  state_properties(model, Hooks<M>::standard());
  if constexpr (requires { M::claims(); }) model.claims = M::claims;
#define CONCLAVE_HOOK(name) \
  if (names_##name<M>) model.hooks.push_back(#name);
  CONCLAVE_HOOKS(CONCLAVE_HOOK)
#undef CONCLAVE_HOOK
  return model;
}

// How one model joins.
template <class M>
struct Joining {
  static_assert(
      requires { M::about; }, "the model needs `static constexpr About about{...}`");
  static_assert(sizeof(NeededTypes<M>) > 0);

  static void join(const char* file) { register_model(M::about.name, file, make_model<M>); }
};

// A model file writes at namespace scope: `const Registration<ChangRoberts, ChangRobertsMaxid> registered;`
template <class... Models>
struct Registration {
  static_assert((sizeof(Joining<Models>) + ... + 0) > 0, "a Registration names at least one model");

  explicit Registration(const char* file = __builtin_FILE()) { (Joining<Models>::join(file), ...); }
};

}  // namespace conclave
