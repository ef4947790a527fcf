// Makes a Program of a model's own types (hooks.hpp says which hooks it may have).
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "program/codec.hpp"
#include "program/hooks.hpp"
#include "program/local_state.hpp"
#include "program/stated_program.hpp"

namespace conclave {

template <class M>
class TypedProgram final : public StatedProgram<M> {
  using HandlerRunner::begin_part;
  using HandlerRunner::guarded;
  using HandlerRunner::named_step;
  using HandlerRunner::run;
  using typename HandlerRunner::Call;
  using Has = Hooks<M>;
  using Local = LocalState<M>;
  using State = typename M::State;
  using Message = typename M::Message;
  using Parameters = typename ParametersOf<M>::type;
  using Acting = typename OwnStepsOf<M>::type;  // whose own steps it takes
  static constexpr bool lock_step = Has::lock_step;

 public:
  Timing timing() const override {
    return has_transition<M> ? Timing::exchange : has_round<M> ? Timing::body : Timing::handlers;
  }

  const Shape& state_shape() const override { return state_shape_; }
  const Shape& message_shape() const override { return codec::shape_of<Message>(); }
  const Shape& parameters_shape() const override { return codec::shape_of<Parameters>(); }
  Encoded standard_parameters() const override { return codec::encode(Parameters{}); }

  Encoded initial(const Surroundings& around) const override {
    return Local{.state = initial_state(around)}.write();
  }
  bool outlives_crash(bool may_recover) const override {
    return Has::has_history || (may_recover && Has::has_recovered);
  }
  Encoded left_by_crash(const Surroundings& around, const Encoded& words, bool may_recover) const override {
    Local local = Local::read(words);
    if (!may_recover) {
      local.state = State{};
    } else if constexpr (requires { M::recovered(local.state, Self<M>(around)); }) {
      local.state = M::recovered(local.state, Self<M>(around));
    } else if constexpr (Has::has_recovered) {
      local.state = M::recovered(local.state);
    } else {
      local.state = initial_state(around);
    }
    // Who sleeps again may start anew.
    if (Local::knows_initiators && (!may_recover || is_asleep(local.state, Self<M>(around))))
      local.initiated = false;
    return local.write();
  }

  Facts facts(const Surroundings& around, const Encoded& words) const override {
    const State state = codec::decode<State>(words);
    const Self<M> self(around);
    Facts facts;
    facts.asleep = is_asleep(state, self);
    if constexpr (Local::knows_initiators) facts.initiated = Local::read(words).initiated;
    if constexpr (Has::has_halted) facts.halted = M::halted(state);
    for (std::size_t k = 0; k < own_steps_.list.size(); ++k)
      facts.ready |= std::uint32_t{own_steps_.list[k].when(state, Self<Acting>(around))} << k;
    if constexpr (Has::has_receptive) facts.receptive = M::receptive(state);
    if constexpr (Has::has_leader) {
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
    if constexpr (Has::has_is_leader) {
      facts.leader = M::is_leader(state);
      if (!Has::has_leader) facts.decided = facts.leader;
    }
    if constexpr (requires { M::decided(state, self); }) {
      facts.decided = M::decided(state, self);
    } else if constexpr (Has::has_decided) {
      facts.decided = M::decided(state);
    }
    facts.elects = Has::has_leader || Has::has_is_leader ? facts.leader : facts.decided;
    return facts;
  }

  // What a model does not have is not compiled.
  std::vector<Outcome> start(const Surroundings& around, const Encoded& state) const override {
    if constexpr (lock_step || Has::has_no_start)
      return {};
    else
      return run_handler(
          {"start", around, state}, {}, [](Process<M>& p) { M::start(p); }, true);
  }
  const std::vector<NamedStep>& own_steps() const override { return own_steps_.names; }
  std::vector<Outcome> own_step(const Surroundings& around, const Encoded& state,
                                std::size_t step) const override {
    if constexpr (!lock_step) {
      const auto take = own_steps_.list[step].take;
      return run_handler<Acting>({own_steps_.names[step].function, around, state}, {}, take);
    } else {
      return {};
    }
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
  bool has_phases() const override { return names_phase<M>; }
  std::optional<int> phase(const Snapshot& snapshot, const void* message) const override {
    if constexpr (names_phase<M>) {
      return guarded("`phase`", "", [&]() -> std::optional<int> {
        return M::phase(Global<M>(snapshot), *static_cast<const Message*>(message));
      });
    } else {
      return {};
    }
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

  bool selects() const override { return Has::has_accepts; }
  bool accepts(const Surroundings& around, const Encoded& words, const Encoded& message,
               Port port) const override {
    if constexpr (!Has::has_accepts) {
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
    if constexpr (!Has::has_crashed)
      return {};
    else
      return run_handler({"notice of a crash", around, state}, {},
                         [&](Process<M>& p) { M::crashed(p, port); });
  }

  std::optional<Encoded> looked_at(const Surroundings& around, const Encoded& state, const Encoded& whole,
                                   When when) const override {
    const OfProcess kept = read(state);
    const OfProcess all = read(whole);
    Encoded seen;
    guarded("what properties look at", "", [&] {
      for (const auto& look : StatedProgram<M>::looks().at(when)) look.append(around.id, kept, all, seen);
    });
    return seen;
  }
  std::shared_ptr<const void> typed_state(const Encoded& state) const override {
    return std::make_shared<const OfProcess>(read(state));
  }
  std::shared_ptr<const void> typed_message(const Encoded& message) const override {
    return std::make_shared<const Message>(codec::decode<Message>(message));
  }

 private:
  using OfProcess = Kept<State, typename Local::History>;
  static OfProcess read(const Encoded& words) {
    Local local = Local::read(words);
    return {std::move(local.state), std::move(local.history)};
  }
  static State initial_state(const Surroundings& around) {
    if constexpr (requires { M::initial(Self<M>(around)); }) {
      return M::initial(Self<M>(around));
    } else if constexpr (requires { M::initial(around.id); }) {
      return M::initial(around.id);
    } else {
      return State{};
    }
  }
  static bool is_asleep(const State& state, [[maybe_unused]] const Self<M>& self) {
    if constexpr (requires { M::asleep(state, self); }) {
      return M::asleep(state, self);
    } else if constexpr (Has::has_asleep) {
      return M::asleep(state);
    } else {
      return false;
    }
  }
  bool nameless() const override { return is_anonymous<M>(); }

  struct Steps {
    std::vector<OwnStep<Acting>> list;
    std::vector<NamedStep> names;
  };
  // Throws std::logic_error if a step lacks something.
  static Steps taken_steps() {
    Steps all;
    if constexpr (Has::has_own_steps && !lock_step) {
      begin_part("`own_steps`");
      all.list = M::own_steps();
      begin_part();
      for (const auto& step : all.list) {
        if (!step.when.is_given() || step.take == nullptr)
          throw std::logic_error("own step `" + std::string(step.name) +
                                 "` needs a function that says when it may be taken, and one that takes it");
        all.names.push_back(named_step(step.name, step.duty == Duty::owed));
      }
    }
    return all;
  }
  const Steps own_steps_ = taken_steps();
  const Shape& state_shape_ = Local::shape();

  // Runs a handler once for each way to answer its choices.
  template <class Actor = M, class Handler>
  std::vector<Outcome> run_handler(const Call& call, const Findings& findings, const Handler& handler,
                                   bool starts = false) const {
    return run(call, findings, [&](Choices& choices, Outcome& outcome) {
      Process<Actor> process(call.around, codec::decode<State>(call.state), choices, outcome, findings);
      try {
        handler(process);
      } catch (const Raised&) {  // What the handler did before stays done.
      }
      Local local = Local::read(call.state);
      local.initiated |= starts;
      local.change(Self<M>(call.around), std::move(process.state));
      outcome.state = local.write();
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
