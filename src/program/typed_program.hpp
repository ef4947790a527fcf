// Makes a Program of a model's own types. If the model lacks something, or has what does not go together, a
// static_assert says so in the model's words.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "program/codec.hpp"
#include "program/members.hpp"
#include "program/stated_program.hpp"

namespace conclave {

template <class T>
inline constexpr bool is_struct = codec::ValueType<T>::is >= codec::Category::record;

template <class M>
class TypedProgram final : public StatedProgram<M> {
  using HandlerRunner::guarded;
  using HandlerRunner::run;
  using typename HandlerRunner::Call;
  using State = typename M::State;
  using Message = typename M::Message;
  using Parameters = typename ParametersOf<M>::type;
  static_assert(sizeof(codec::ValueType<State>) + sizeof(codec::ValueType<Message>) > 0);
  static_assert(is_struct<State>, "`State` is a struct: the variables of one process");
  static_assert(is_struct<Message>, "`Message` is a struct: what a message carries");
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
  static_assert(
      lock_step || requires(Process<M> & p) { M::start(p); },
      "the model needs `static void start(Process<Model>&)`: spontaneous initiation");
  static_assert(
      lock_step || requires(Process<M> & p, const Message& m) { M::receive(p, m, Port{}); },
      "the model needs `static void receive(Process<Model>&, Message, Port)`");
  static constexpr bool has_asleep = requires(const State& s) { static_cast<bool>(M::asleep(s)); }
  || requires(const State& s, const Self<M>& self) { static_cast<bool>(M::asleep(s, self)); };
  static_assert(
      has_asleep || lock_step,
      "the model needs `static bool asleep(const State&)`: may this process still start spontaneously?");

  static constexpr bool has_leader = requires(const State& s) { *M::leader(s); };
  static constexpr bool has_is_leader = requires(const State& s) { static_cast<bool>(M::is_leader(s)); };
  static constexpr bool has_decided = requires(const State& s) { static_cast<bool>(M::decided(s)); }
  || requires(const State& s, const Self<M>& self) { static_cast<bool>(M::decided(s, self)); };
  static constexpr bool has_resume = requires(Process<M> & p) { M::resume(p); };
  static constexpr bool has_running = requires(const State& s) { static_cast<bool>(M::running(s)); };
  static constexpr bool has_receptive = requires(const State& s) { static_cast<bool>(M::receptive(s)); };
  static constexpr bool has_accepts = requires(const State& s, const Message& m) {
    static_cast<bool>(M::accepts(s, m));
  }
  || requires(const State& s, const Message& m) { static_cast<bool>(M::accepts(s, m, Port{})); }
  || requires(const State& s, const Message& m, const Self<M>& self) {
    static_cast<bool>(M::accepts(s, m, Port{}, self));
  };
  static constexpr bool has_crashed = requires(Process<M> & p) { M::crashed(p, Port{}); };
  static constexpr bool has_halted = requires(const State& s) { static_cast<bool>(M::halted(s)); };

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
  static_assert(!names_receptive<M> || has_receptive, "`receptive` is `static bool receptive(const State&)`");
  static_assert(!names_resume<M> || has_resume, "`resume` is `static void resume(Process<Model>&)`");
  static_assert(!names_running<M> || has_running, "`running` is `static bool running(const State&)`");

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

  static_assert(has_resume == has_running,
                "`resume` (a step of a process's own) and `running` (when it is owed) go together");
  static_assert(!has_halted || lock_step, "`halted` is for lock step; `receptive` says who takes messages");
  static_assert(!(has_asleep && has_transition<M>),
                "with `transition` everyone takes part from the first round");
  static_assert(!lock_step || !(has_resume || has_crashed || has_receptive || has_accepts),
                "in lock step there is no `resume`, `crashed`, `receptive` or `accepts`");

 public:
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
  // If only leaders know of their election, it has ended as soon as there is a leader.
  static constexpr bool ends_with_leader() { return has_is_leader && !has_leader && !has_decided; }
  static constexpr bool detects_crashes() { return has_crashed; }
  static constexpr bool sleeps() { return has_asleep; }

  Timing timing() const override {
    return has_transition<M> ? Timing::exchange : has_round<M> ? Timing::body : Timing::handlers;
  }

  const Shape& state_shape() const override { return codec::shape_of<State>(); }
  const Shape& message_shape() const override { return codec::shape_of<Message>(); }
  const Shape& parameters_shape() const override { return codec::shape_of<Parameters>(); }
  Encoded standard_parameters() const override { return codec::encode(Parameters{}); }

  Encoded initial(const Surroundings& around) const override {
    if constexpr (requires { M::initial(Self<M>(around)); }) {
      return codec::encode<State>(M::initial(Self<M>(around)));
    } else if constexpr (requires { M::initial(around.id); }) {
      return codec::encode<State>(M::initial(around.id));
    } else {
      return codec::encode(State{});
    }
  }

  Facts facts(const Surroundings& around, const Encoded& words) const override {
    const State state = codec::decode<State>(words);
    const Self<M> self(around);
    Facts facts;
    if constexpr (requires { M::asleep(state, self); }) {
      facts.asleep = M::asleep(state, self);
    } else if constexpr (has_asleep) {
      facts.asleep = M::asleep(state);
    }
    if constexpr (has_halted) facts.halted = M::halted(state);
    if constexpr (has_running) facts.running = M::running(state);
    if constexpr (has_receptive) facts.receptive = M::receptive(state);
    if constexpr (has_leader) {
      const auto belief = M::leader(state);
      using Belief = typename std::decay_t<decltype(belief)>::value_type;
      static_assert(
          std::is_same_v<Belief, Id> || std::is_same_v<Belief, Place>,
          "`leader` returns std::optional<Id>, or std::optional<Place> where the source sends places");
      if (belief) facts.belief = Sealed::taken(*belief);
      if constexpr (std::is_same_v<Belief, Id>) {
        static_assert(!is_anonymous<M>(), "an anonymous model has no identifiers");
        facts.leader = belief == around.id;
      } else {
        static_assert(has(knowledge_of<M>(), Knowledge::place), "`knows` must include Knowledge::place");
        facts.leader = belief == around.place;
        facts.belief_is_place = true;
      }
      facts.decided = belief.has_value();
    }
    if constexpr (has_is_leader) {
      facts.leader = M::is_leader(state);
      if (!has_leader) facts.decided = facts.leader;
    }
    if constexpr (requires { M::decided(state, self); }) {
      facts.decided = M::decided(state, self);
    } else if constexpr (has_decided) {
      facts.decided = M::decided(state);
    }
    facts.elects = has_leader || has_is_leader ? facts.leader : facts.decided;
    return facts;
  }

  // What a model does not have is not compiled.
  std::vector<Outcome> start(const Surroundings& around, const Encoded& state) const override {
    if constexpr (lock_step)
      return {};
    else
      return run_handler({"start", around, state}, {}, [](Process<M>& p) { M::start(p); });
  }
  std::vector<Outcome> resume(const Surroundings& around, const Encoded& state) const override {
    if constexpr (!has_resume)
      return {};
    else
      return run_handler({"resume", around, state}, {}, [](Process<M>& p) { M::resume(p); });
  }
  std::vector<Outcome> receive(const Surroundings& around, const Encoded& state, const Encoded& message,
                               Port port) const override {
    if constexpr (lock_step) {
      return {};
    } else {
      const auto typed = codec::decode<Message>(message);
      return run_handler({"receive", around, state, &message}, {},
                         [&](Process<M>& p) { M::receive(p, typed, port); });
    }
  }

  std::optional<Encoded> message(const Surroundings& around, const Encoded& state, Port port) const override {
    if constexpr (has_transition<M>) {
      return guarded({"message", around, state}, [&]() -> std::optional<Encoded> {
        const std::optional<Message> sent = M::message(Self<M>(around), codec::decode<State>(state), port);
        if (!sent) return {};
        return codec::encode(*sent);
      });
    } else {
      return {};
    }
  }
  std::vector<Outcome> transition(const Surroundings& around, const Encoded& state,
                                  const std::vector<std::optional<Encoded>>& incoming,
                                  const Findings& findings) const override {
    if constexpr (!has_transition<M>) {
      return {};
    } else {
      std::vector<std::optional<Message>> typed;
      for (const auto& each : incoming) {
        typed.push_back(each ? std::optional(codec::decode<Message>(*each)) : std::nullopt);
      }
      const Incoming<Message> all(std::move(typed));
      return run_handler({"transition", around, state}, findings,
                         [&](Process<M>& p) { M::transition(p, all); });
    }
  }
  std::vector<Outcome> round(const Surroundings& around, const Encoded& state,
                             const Findings& findings) const override {
    if constexpr (!has_round<M>)
      return {};
    else
      return run_handler({"round", around, state}, findings, [](Process<M>& p) { M::round(p); });
  }
  bool crashes_between_rounds(const Encoded& all) const override {
    if constexpr (requires(const Parameters& p) { static_cast<bool>(M::crashes_between_rounds(p)); }) {
      return M::crashes_between_rounds(codec::decode<Parameters>(all));
    } else {
      return false;
    }
  }
  std::optional<std::vector<Encoded>> alphabet(const std::vector<Id>& ids) const override {
    if constexpr (requires { std::vector<Message>(M::alphabet(ids)); }) {
      std::vector<Encoded> all;
      for (const Message& each : M::alphabet(ids)) all.push_back(codec::encode(each));
      return in_canonical_order(std::move(all));
    } else {
      return every_value(message_shape(), ids);
    }
  }

  bool selects() const override { return has_accepts; }
  bool accepts(const Surroundings& around, const Encoded& words, const Encoded& message,
               Port port) const override {
    if constexpr (!has_accepts) {
      return true;
    } else {
      const State state = codec::decode<State>(words);
      const Message typed = codec::decode<Message>(message);
      const Self<M> self(around);
      if constexpr (requires { M::accepts(state, typed, port, self); })
        return M::accepts(state, typed, port, self);
      else if constexpr (requires { M::accepts(state, typed, port); })
        return M::accepts(state, typed, port);
      else
        return M::accepts(state, typed);
    }
  }
  std::vector<Outcome> notice(const Surroundings& around, const Encoded& state, Port port) const override {
    if constexpr (!has_crashed)
      return {};
    else
      return run_handler({"notice of a crash", around, state}, {},
                         [&](Process<M>& p) { M::crashed(p, port); });
  }

  std::shared_ptr<const void> typed_state(const Encoded& state) const override {
    return std::make_shared<const State>(codec::decode<State>(state));
  }
  std::shared_ptr<const void> typed_message(const Encoded& message) const override {
    return std::make_shared<const Message>(codec::decode<Message>(message));
  }

  bool resumes() const override { return has_running; }

 private:
  bool nameless() const override { return is_anonymous<M>(); }

  // Runs a handler once for each way to answer its choices.
  template <class Handler>
  std::vector<Outcome> run_handler(const Call& call, const Findings& findings, const Handler& handler) const {
    return run(call, findings, [&](Choices& choices, Outcome& outcome) {
      Process<M> process(call.around, codec::decode<State>(call.state), choices, outcome, findings);
      try {
        handler(process);
      } catch (const Raised&) {  // What the handler did before stays done.
      }
      outcome.state = codec::encode(process.state);
    });
  }

  // The value of a parameter is one word; if it may be left open, another word stands in front of it.
  template <class T>
  static constexpr bool is_parameter = std::is_same_v<T, std::optional<int>> ||
                                       ((std::is_integral_v<T> || std::is_enum_v<T>)&&!codec::is_wide<T>);
  template <std::size_t... I>
  static constexpr bool are_parameters(std::index_sequence<I...>) {
    return (true && ... && is_parameter<codec::Field<Parameters, I>>);
  }
  static constexpr bool parameters_are_simple() {
    if constexpr (codec::ValueType<Parameters>::can_be_encoded)
      return are_parameters(std::make_index_sequence<codec::count_fields<Parameters>()>());
    else
      return true;  // ValueType has said what is wrong
  }
  static_assert(
      parameters_are_simple(),
      "a parameter is a whole number of at most 32 bits, an optional int, a bool or an enumeration");
};

}  // namespace conclave
