// From a model's own types to a Program. Everything a model may forget is named here by a static_assert.
#pragma once

#include <algorithm>
#include <cassert>
#include <charconv>
#include <string>
#include <vector>

#include "author/global.hpp"

namespace conclave {

template <class M>
class TypedProgram final : public Program {
  template <class T>
  static constexpr bool has_state = requires {
    typename T::State;
  };
  template <class T>
  static constexpr bool has_message = requires {
    typename T::Message;
  };
  static_assert(has_state<M>, "the model needs a struct State: the variables of one process");
  static_assert(has_message<M>, "the model needs a struct Message: what a message carries");

  using State = typename M::State;
  using Message = typename M::Message;
  using Parameters = typename ParametersOf<M>::type;
  static_assert(reflect::describes_every_field<State>(),
                "State needs BOOST_DESCRIBE_STRUCT(State, (), (fields)) that names every field");
  static_assert(reflect::describes_every_field<Message>(),
                "Message needs BOOST_DESCRIBE_STRUCT(Message, (), (fields)) that names every field");
  static constexpr bool lock_step = is_lock_step<M>();
  static_assert(!has_transition<M> || !has_round<M>,
                "in lock step a model has `message` and `transition`, or a `round` body, not both");
  static_assert(
      !has_transition<M> || requires(const Self<M>& self,
                                     const State& s) { std::optional<Message>(M::message(self, s, Port{})); },
      "`transition` needs `static std::optional<Message> message(const Self<Model>&, const State&, Port)`: "
      "what "
      "a process sends through a port in each round");
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

  static constexpr bool has_leader = requires(const State& s) { M::leader(s); };
  static constexpr bool has_is_leader = requires(const State& s) { static_cast<bool>(M::is_leader(s)); };
  static constexpr bool has_decided = requires(const State& s) { static_cast<bool>(M::decided(s)); }
  || requires(const State& s, const Self<M>& self) { static_cast<bool>(M::decided(s, self)); };
  static_assert(
      has_leader || has_is_leader || has_decided,
      "the model needs `static std::optional<Id> leader(const State&)` (whom a process believes to be "
      "leader), or `static bool is_leader(const State&)` (where the others are not told), or at least "
      "`static bool decided(const State&)`");

  static constexpr bool has_resume = requires(Process<M> & p) { M::resume(p); };
  static constexpr bool has_running = requires(const State& s) { static_cast<bool>(M::running(s)); };
  static_assert(has_resume == has_running,
                "`resume` (a step of a process's own) and `running` (when it is owed) go together");
  static constexpr bool has_receptive = requires(const State& s) { static_cast<bool>(M::receptive(s)); };
  static constexpr bool has_accepts = requires(const State& s, const Message& m) {
    static_cast<bool>(M::accepts(s, m));
  };
  static constexpr bool has_crashed = requires(Process<M> & p) { M::crashed(p, Port{}); };
  static constexpr bool has_halted = requires(const State& s) { static_cast<bool>(M::halted(s)); };
  static_assert(!has_halted || lock_step, "`halted` is for lock step; `receptive` says who takes messages");
  static_assert(!(has_asleep && has_transition<M>),
                "with `transition` everyone takes part from the first round");
  static_assert(!lock_step || !(has_resume || has_crashed || has_receptive || has_accepts),
                "in lock step there is no `resume`, `crashed`, `receptive` or `accepts`");
  static constexpr bool has_kind = requires(const Message& m) { m.kind; };

 public:
  // The standard properties that apply, from what the model declares.
  static constexpr PropertySet standard() {
    PropertySet set;
    if (has_leader || has_is_leader) {
      set.add(PropertyId::unique_leader);
      if (elects() != Elects::anyone && !is_anonymous<M>()) set.add(PropertyId::max_id);
      if (has_leader) set.add(PropertyId::agreement);
      set.add(PropertyId::irrevocable);
    }
    if constexpr (requires { M::asserts; }) set.add(PropertyId::assertions);
    if constexpr (requires { M::throws; }) set.add(PropertyId::no_exception);
    if (has_halted) set.add(PropertyId::no_stray_message);
    set.add(PropertyId::termination);
    set.add(PropertyId::can_terminate);
    set.add(PropertyId::can_elect);
    return set;
  }

  static constexpr Elects elects() {
    if constexpr (requires { M::elects; }) {
      return M::elects;
    } else {
      return Elects::largest;
    }
  }
  // Are only leaders told? Then an election has ended when there is one.
  static constexpr bool ends_with_leader() { return has_is_leader && !has_leader && !has_decided; }
  static constexpr bool detects_crashes() { return has_crashed; }
  static constexpr bool sleeps() { return has_asleep; }

  Timing timing() const override {
    return has_transition<M> ? Timing::exchange : has_round<M> ? Timing::body : Timing::handlers;
  }

  std::vector<Parameter> parameters() const override {
    std::vector<Parameter> all;
    const Parameters standard{};
    reflect::for_each_member<Parameters>([&](auto member) {
      using T = std::decay_t<decltype(standard.*member.pointer)>;
      const Json value = reflect::to_json(standard.*member.pointer);
      all.push_back({parameter_name(member.name),
                     value.is_null()     ? unset
                     : value.is_string() ? value.get<std::string>()
                                         : value.dump(),
                     words<T>(), reflect::is_optional<T>});
    });
    return all;
  }
  Encoded standard_parameters() const override { return reflect::encode(Parameters{}); }
  bool set(Encoded& all, std::size_t which, const std::string& text) const override {
    auto parameters = reflect::decode<Parameters>(all);
    std::size_t at = 0;
    bool done = false;
    reflect::for_each_member<Parameters>([&](auto member) {
      if (at++ == which) done = read(text, parameters.*member.pointer);
    });
    all = reflect::encode(parameters);
    return done;
  }
  Json parameters_json(const Encoded& all) const override {
    const auto parameters = reflect::decode<Parameters>(all);
    Json json = Json::object();
    reflect::for_each_member<Parameters>([&](auto member) {
      const Json value = reflect::to_json(parameters.*member.pointer);
      json[parameter_name(member.name)] = value.is_null() ? Json(unset) : value;
    });
    return json;
  }

  std::vector<Statement> statements() const override {
    std::vector<Statement> statements;
    for (const auto& s : stated_) statements.push_back({s.form, s.name, s.says});
    return statements;
  }
  std::uint32_t evaluate(const Snapshot& snapshot) const override {
    const Global<M> global(snapshot);
    std::uint32_t bits = 0;
    for (std::size_t k = 0; k < stated_.size(); ++k) {
      const auto speaks = [&] {
        if (stated_[k].form != Form::after_rounds) return stated_[k].p != nullptr;
        return snapshot.rounds() >= 0 && snapshot.rounds() <= stated_[k].until(global);
      };
      try {
        if (!speaks()) {
          bits |= 1U << k;
          continue;
        }
        if (stated_[k].p(global)) bits |= 1U << k;
        if (stated_[k].q != nullptr && stated_[k].q(global)) bits |= 1U << (most_statements + k);
      } catch (const std::exception& error) {
        throw ModelError("property " + std::string(stated_[k].name) + ": " + error.what());
      }
    }
    return bits;
  }

  int rounds_claimed(const Snapshot& initially) const override {
    int last = -1;
    for (const auto& s : stated_) {
      if (s.form == Form::after_rounds) last = std::max(last, s.until(Global<M>(initially)));
    }
    return last;
  }

  Encoded initial(const Surroundings& around) const override {
    if constexpr (requires { M::initial(Self<M>(around)); }) {
      return reflect::encode<State>(M::initial(Self<M>(around)));
    } else if constexpr (requires { M::initial(around.id); }) {
      return reflect::encode<State>(M::initial(around.id));
    } else {
      return reflect::encode(State{});
    }
  }

  Facts facts(const Surroundings& around, const Encoded& words) const override {
    const State state = reflect::decode<State>(words);
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
      if (belief) facts.belief = reflect::code_of(*belief);
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

  std::vector<Outcome> start(const Surroundings& around, const Encoded& state) const override {
    return run("start", around, state, {}, [](Process<M>& p) {
      if constexpr (!lock_step) M::start(p);
    });
  }
  std::vector<Outcome> resume(const Surroundings& around, const Encoded& state) const override {
    return run("resume", around, state, {}, [](Process<M>& p) {
      if constexpr (has_resume) M::resume(p);
    });
  }
  std::vector<Outcome> receive(const Surroundings& around, const Encoded& state, const Encoded& message,
                               Port port) const override {
    const Message typed = reflect::decode<Message>(message);
    return run("receive " + message_json(message).dump(), around, state, {}, [&](Process<M>& p) {
      if constexpr (!lock_step) M::receive(p, typed, port);
    });
  }

  std::optional<Encoded> message(const Surroundings& around, const Encoded& state, Port port) const override {
    if constexpr (has_transition<M>) {
      return guarded("message", around, state, [&]() -> std::optional<Encoded> {
        const std::optional<Message> sent = M::message(Self<M>(around), reflect::decode<State>(state), port);
        if (!sent) return {};
        return reflect::encode(*sent);
      });
    } else {
      return {};
    }
  }
  std::vector<Outcome> transition(const Surroundings& around, const Encoded& state,
                                  const std::vector<std::optional<Encoded>>& incoming,
                                  const Findings& findings) const override {
    std::vector<std::optional<Message>> typed;
    for (const auto& each : incoming) {
      typed.push_back(each ? std::optional(reflect::decode<Message>(*each)) : std::nullopt);
    }
    const Incoming<Message> all(std::move(typed));
    return run("transition", around, state, findings, [&](Process<M>& p) {
      if constexpr (has_transition<M>) M::transition(p, all);
    });
  }
  std::vector<Outcome> round(const Surroundings& around, const Encoded& state,
                             const Findings& findings) const override {
    return run("round", around, state, findings, [](Process<M>& p) {
      if constexpr (has_round<M>) M::round(p);
    });
  }
  bool crashes_between_rounds(const Encoded& all) const override {
    if constexpr (requires(const Parameters& p) { static_cast<bool>(M::crashes_between_rounds(p)); }) {
      return M::crashes_between_rounds(reflect::decode<Parameters>(all));
    } else {
      return false;
    }
  }
  std::optional<std::vector<Encoded>> alphabet(const std::vector<Id>& ids) const override {
    std::vector<Encoded> all;
    if constexpr (requires { std::vector<Message>(M::alphabet(ids)); }) {
      for (const Message& each : M::alphabet(ids)) all.push_back(reflect::encode(each));
    } else if constexpr (reflect::is_enumerable<Message>()) {
      for (const Message& each : reflect::every_value<Message>(ids)) all.push_back(reflect::encode(each));
    } else {
      return {};
    }
    std::ranges::sort(all);
    all.erase(std::ranges::unique(all).begin(), all.end());
    return all;
  }

  bool selects() const override { return has_accepts; }
  bool accepts(const Surroundings&, const Encoded& state, const Encoded& message) const override {
    if constexpr (has_accepts) {
      return M::accepts(reflect::decode<State>(state), reflect::decode<Message>(message));
    } else {
      return true;
    }
  }
  std::vector<Outcome> notice(const Surroundings& around, const Encoded& state, Port port) const override {
    return run("notice of a crash", around, state, {}, [&](Process<M>& p) {
      if constexpr (has_crashed) M::crashed(p, port);
    });
  }

  std::shared_ptr<const void> typed_state(const Encoded& state) const override {
    return std::make_shared<const State>(reflect::decode<State>(state));
  }
  std::shared_ptr<const void> typed_message(const Encoded& message) const override {
    return std::make_shared<const Message>(reflect::decode<Message>(message));
  }

  bool resumes() const override { return has_running; }

  std::vector<std::string> message_kinds() const override {
    if constexpr (has_kind) {
      std::vector<std::string> names;
      boost::mp11::mp_for_each<boost::describe::describe_enumerators<decltype(Message::kind)>>(
          [&](auto enumerator) { names.emplace_back(enumerator.name); });
      return names;
    } else {
      return {"message"};
    }
  }
  std::size_t kind_of(const Encoded& message) const override {
    if constexpr (has_kind) {
      const auto kinds = message_kinds();
      const auto name = boost::describe::enum_to_string(reflect::decode<Message>(message).kind, "");
      return static_cast<std::size_t>(std::find(kinds.begin(), kinds.end(), name) - kinds.begin());
    } else {
      return 0;
    }
  }

  Json state_json(const Encoded& state) const override {
    return reflect::to_json(reflect::decode<State>(state));
  }
  Json message_json(const Encoded& message) const override {
    return reflect::to_json(reflect::decode<Message>(message));
  }

 private:
  static std::vector<Stated<M>> stated() {
    if constexpr (requires { M::properties(); }) {
      return M::properties();
    } else {
      return {};
    }
  }
  // Throws std::logic_error: a property lacks what its form needs.
  static std::vector<Stated<M>> complete(std::vector<Stated<M>> all) {
    for (const Stated<M>& s : all) {
      const bool wants_p = s.form != Form::every_step;
      const bool wants_rounds = s.form == Form::after_rounds;
      if ((wants_p && s.p == nullptr) || (s.form == Form::leads_to && s.q == nullptr) ||
          (wants_rounds && (s.until == nullptr || !lock_step)) ||
          (s.form == Form::every_step && !requires { M::asserts; }))
        throw std::logic_error("property " + std::string(s.name) +
                               ": leads_to needs p and q, after_rounds p, until and lock step, every_step "
                               "`asserts`, all others p");
    }
    return all;
  }
  const std::vector<Stated<M>> stated_ = complete(stated());

  // What an optional parameter is called as long as nobody sets it.
  static constexpr const char* unset = "actual";

  // As --set has it: `assumed-n` for a field assumed_n.
  static std::string parameter_name(std::string field) {
    std::ranges::replace(field, '_', '-');
    return field;
  }

  // The words of a parameter's type; none: whole numbers.
  template <class T>
  static std::vector<std::string> words() {
    static_assert(std::is_integral_v<T> || std::is_enum_v<T> || std::is_same_v<T, std::optional<int>>,
                  "a parameter is a whole number, also an optional one, a bool or a described enumeration");
    std::vector<std::string> names;
    if constexpr (std::is_same_v<T, bool>) names = {"false", "true"};
    if constexpr (std::is_enum_v<T>) {
      boost::mp11::mp_for_each<boost::describe::describe_enumerators<T>>(
          [&](auto enumerator) { names.push_back(reflect::enumerator_name(enumerator.name)); });
    }
    return names;
  }
  template <class T>
  static bool read(const std::string& text, T& value) {
    if constexpr (reflect::is_optional<T>) {
      value.reset();
      return text == unset || read(text, value.emplace());
    } else if constexpr (std::is_enum_v<T>) {
      bool known = false;
      boost::mp11::mp_for_each<boost::describe::describe_enumerators<T>>([&](auto enumerator) {
        if (reflect::enumerator_name(enumerator.name) != text) return;
        value = enumerator.value;
        known = true;
      });
      return known;
    } else if constexpr (std::is_same_v<T, bool>) {
      value = text == "true";
      return value || text == "false";
    } else {
      const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
      return error == std::errc{} && end == text.data() + text.size();
    }
  }

  // Runs a handler once for each way to answer its choices: an odometer over the choices that it asked for.
  template <class Handler>
  std::vector<Outcome> run(const std::string& what, const Surroundings& around, const Encoded& state,
                           const Findings& findings, Handler handler) const {
    std::vector<Outcome> outcomes;
    std::vector<unsigned> choices;
    std::vector<unsigned> arities;
    do {
      outcomes.push_back(run_once(what, around, state, findings, choices, arities, handler));
#ifndef NDEBUG
      assert(outcomes.back() == run_once(what, around, state, findings, choices, arities, handler) &&
             "a handler must be a pure function of local state, message, port, identifier and choices");
#endif
      while (!choices.empty() && choices.back() + 1 == arities.back()) {
        choices.pop_back();
        arities.pop_back();
      }
      if (!choices.empty()) ++choices.back();
    } while (!choices.empty());
    return outcomes;
  }

  template <class Handler>
  Outcome run_once(const std::string& what, const Surroundings& around, const Encoded& state,
                   const Findings& findings, std::vector<unsigned>& choices, std::vector<unsigned>& arities,
                   Handler handler) const {
    Outcome outcome;
    Process<M> process(around, reflect::decode<State>(state), choices, arities, outcome, findings);
    guarded(what, around, state, [&] {
      try {
        handler(process);
      } catch (const Raised&) {  // what it did before stays
      }
    });
    outcome.state = reflect::encode(process.state);
    outcome.choices = choices;
    outcome.unread = process.unread();
    return outcome;
  }

  // A model that throws is told of with where it did.
  template <class Function>
  auto guarded(const std::string& what, const Surroundings& around, const Encoded& state,
               Function function) const {
    try {
      return function();
    } catch (const std::exception& error) {
      const std::string who =
          is_anonymous<M>() ? "a process" : "process with identifier " + std::to_string(around.id.code());
      throw ModelError(who + " in state " + state_json(state).dump() + ", " + what + ": " + error.what());
    }
  }
};

}  // namespace conclave
