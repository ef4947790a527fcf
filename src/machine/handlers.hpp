// The handlers of a model, each run once: what came of it is memoised by role, local state, message and port.
// A role is what surrounds a process; processes with the same role share everything here, also across
// instances. Values owns the machine's Handlers, Commuting has its own. Roles, states and messages are
// numbers that are given as they are met.
#pragma once

#include <algorithm>
#include <boost/unordered/unordered_flat_set.hpp>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "machine/asked.hpp"
#include "machine/coverage.hpp"
#include "machine/grid.hpp"
#include "machine/sequences.hpp"
#include "program/comparisons.hpp"
#include "program/limits.hpp"
#include "program/program.hpp"
#include "program/watched.hpp"

namespace conclave {

class Handlers {
 public:
  using Role = std::uint32_t;
  using State = std::uint32_t;    // numbered for each role by itself
  using Message = std::uint32_t;  // numbered for all roles together

  struct Sent {
    bool by_identifier;
    std::int32_t to;
    Message message;
    friend auto operator<=>(const Sent&, const Sent&) = default;
  };
  struct Effect {
    std::uint32_t number = 0;  // each effect has its own, from 1 on; 0 is of no handler
    State state = 0;
    std::vector<Sent> sent;
    std::vector<std::string> failures;
    std::optional<std::string> exception;
    std::vector<unsigned> choices;
    std::vector<Odds> odds;
    std::vector<Message> received;  // the messages that a round body has received
    std::vector<Message> unread;
    bool loads_network = false;
    bool stores_network = false;
    // For how many effects of its run it stands, which come to the same and toss nothing; 0: an earlier one
    // stands for it.
    std::uint32_t times = 1;
    const Comparisons::Notes* notes = nullptr;  // the comparisons that its handler made; null: of no handler

    bool tosses() const {
      return std::ranges::any_of(odds, [](Odds each) { return each != 0; });
    }
  };
  using Effects = std::vector<Effect>;

  // `may_recover`: who has crashed may begin anew. `asked` is told every comparison on which something rests
  // that is used from here, also if it was memoised.
  Handlers(const Watched& watched, Asked& asked, bool may_recover)
      : watched_(watched),
        program_(watched.program()),
        may_recover_(may_recover),
        typed_values_wanted_(!program_.statements().empty() || program_.has_phases()),
        asked_(asked) {
    coverage_.sent.resize(program_.message_kinds().size());
    coverage_.received = coverage_.sent;
    coverage_.own_steps.resize(program_.own_steps().size());
  }

  // From now on outcomes are charged to these limits, and a handler with many of them polls the limits.
  // Without limits (null) nothing of this happens.
  void obey(Limits* limits) {
    limits_ = limits;
    kept_.emplace(limits);
  }

  Role role(const Surroundings&);
  // Does the initial state of this role rest on comparisons?
  bool role_compares(Role role) const { return roles_[role].notes.any(); }
  static constexpr State initial = 0;  // the initial state of every role

  // The state of a process that has crashed in another one, and the state in which it begins anew.
  State crashed(Role, State before);
  State recovered(Role, State crashed);
  State byzantine(Role);  // the state of a Byzantine process of this role
  // The notice that a neighbour has crashed, which is no message of the model.
  static constexpr Message notice = 0;

  const Encoded& state(Role role, State state) const { return *roles_[role].states[state].value; }
  const Facts& facts(Role role, State state) {
    StateEntry& entry = roles_[role].states[state];
    if (entry.known.notes.any()) look_again(roles_[role], entry);
    return entry.known.facts;
  }
  // The numbers here of what another machine has met: a state, what a crash has left of one, a message.
  State met_crashed(Role, const Encoded& left);
  State met(Role role, const Encoded& state) { return intern_state(roles_[role], state); }
  Message met(const Encoded& message) { return intern_message(message); }
  // The number of a value; nothing if the value is not known.
  std::optional<State> number(Role, const Encoded& state) const;
  std::optional<Message> number(const Encoded& message) const;
  // Does the initial state of any role rest on comparisons? Do the facts of any state?
  bool roles_compare() const { return roles_compare_; }
  bool states_compare() const { return states_compare_; }
  const Encoded& message(Message message) const { return *messages_[message].value; }
  // These are values of the model's own types, if it states properties of its own; otherwise null.
  const void* typed_state(Role role, State state) const {
    const StateEntry& entry = roles_[role].states[state];
    return in_order(entry.typed, [&] { return program_.typed_state(*entry.value); });
  }
  // The same; also null where it may be another one under another order of identifiers.
  const void* settled_state(Role role, State state) const {
    const Typed& typed = roles_[role].states[state].typed;
    return typed.notes.any() ? nullptr : typed.value.get();
  }
  // Were states of one role met that predicates cannot tell apart?
  bool states_look_alike() const { return states_look_alike_; }
  // Was a state met of which predicates may see all, whatever they compare there? It is not noted with it.
  bool states_are_seen_whole() const { return states_are_seen_whole_; }
  const void* typed_message(Message message) const {
    const MessageEntry& entry = messages_[message];
    return in_order(entry.typed, [&] { return program_.typed_message(*entry.value); });
  }
  std::size_t kind(Message message) const { return messages_[message].kind; }
  std::size_t kinds() const { return coverage_.sent.size(); }  // how many kinds of message there are
  std::size_t message_count() const { return messages_.size(); }
  const Coverage& coverage() const { return coverage_; }

  // The effects of a handler. References stay valid for the life of this object.
  const Effects& start(Role, State);
  const Effects& own_step(Role, State, std::size_t step);
  const Effects& receive(Role, State, Message, Port);
  bool accepts(Role, State, Message, Port);

  // What a process sends in lock step, by port, in models that exchange messages.
  const std::vector<std::optional<Message>>& messages(Role, State);
  // The effects of one round. In models that exchange messages, `input` has by incoming port a message plus
  // one, or 0 if there is none. In models with a round body, it is a mailbox, sorted by number. `crashed` is
  // as in Findings.
  const Effects& round(Role, State, std::span<const std::uint32_t> input, const std::vector<Id>& crashed);
  // What a Byzantine process may send.
  std::vector<Message> alphabet(const std::vector<Id>& ids);

 private:
  using Index = std::map<Encoded, std::uint32_t>;
  struct Run {
    Effects effects;
    Comparisons::Notes notes;
    const Run* other = nullptr;  // the next run with the same key, under another order of identifiers
  };
  // Does a process accept a message? Kept like a run.
  struct Acceptance {
    bool accepts;
    Comparisons::Notes notes;
    const Acceptance* other = nullptr;
  };
  // A value of the model's own types. A std::set of identifiers in it is in the order that was in force.
  struct Typed {
    std::shared_ptr<const void> value;
    Comparisons::Notes notes;
  };
  struct Known {
    Facts facts;
    Comparisons::Notes notes;  // the comparisons on which the facts rest
  };
  struct StateEntry {
    const Encoded* value;  // points to the key in `index`
    Known known;
    std::vector<Known> known_before = {};  // under other orders of identifiers
    mutable Typed typed;
    const Run* start = nullptr;
    std::vector<const Run*> own_steps = {};  // by number; empty until one is taken
    std::optional<State> crashed = {};       // if no comparison was made to find it
    std::optional<std::vector<std::optional<Message>>> messages;
    Comparisons::Notes messages_notes;
  };
  // By state and message. Most pairs are never met.
  template <class Kept>
  using Pairs = Grid<const Kept*, std::uint64_t{1} << 14>;
  struct RoleEntry {
    const Surroundings* around;  // points to the key in `role_index_`
    std::vector<StateEntry> states;
    Index index;
    Index crashed;                                   // by what the crash has left
    boost::unordered_flat_set<std::uint32_t> looks;  // of the states, as Facts have them
    std::optional<State> byzantine;
    Comparisons::Notes notes;         // the comparisons on which the initial state rests
    Sequences round_inputs;           // state, input and who crashed
    std::vector<const Run*> rounds;   // by the number of these
    Pairs<Run> calm_rounds;           // nobody has crashed, and one message came, or none
    std::vector<Pairs<Run>> receive;  // by port plus one
    std::vector<Pairs<Acceptance>> accepts;
  };
  struct MessageEntry {
    const Encoded* value;
    std::size_t kind;
    mutable Typed typed;
  };

  template <class F>
  Typed make_typed(const F& make) const {
    if (!typed_values_wanted_) return {};
    const Comparisons comparisons;
    std::shared_ptr<const void> value = make();
    return {std::move(value), comparisons.notes};
  }
  template <class F>
  const void* in_order(Typed& typed, const F& make) const {
    if (!typed.notes.hold()) typed = make_typed(make);
    asked_.note(typed.notes);
    return typed.value.get();
  }

  // What predicates see: a part of a process, all of it, a part without identifiers, or what a crash has
  // left.
  enum : std::int32_t { sees_part, sees_all, sees_no_identifier, has_crashed, is_byzantine };
  std::uint32_t looks(RoleEntry&, const Encoded& state, When);
  std::optional<std::uint32_t> anonymous_looks(const RoleEntry&, const Encoded& state);
  std::uint32_t number_looks(Encoded seen, std::int32_t kind);
  State intern_state(RoleEntry&, const Encoded&);
  // Of a process that has crashed, or that is Byzantine.
  StateEntry gone(const Encoded& left, bool byzantine);
  template <class Entries, class Make>
  static std::uint32_t intern(Index&, Entries&, const Encoded& value, const Make&);
  Message intern_message(const Encoded&);
  // Calls the program, and keeps what comes of it.
  template <class F>
  const Run* run(RoleEntry&, const Run* others, F call);
  static void note_alike(Effects&);
  // Where a run of round() is kept, or will be.
  const Run*& round_at(RoleEntry&, State, std::span<const std::uint32_t> input,
                       const std::vector<Id>& crashed);
  // What is kept for a state and a message that comes through a port, or will be.
  template <class Kept>
  static const Kept*& at_port(std::vector<Pairs<Kept>>& by_port, Port port, State s, Message m) {
    const auto through = static_cast<std::size_t>(code_of(port) + 1);
    if (through >= by_port.size()) by_port.resize(through + 1);
    return by_port[through].at(s, m);
  }
  // Among runs, or acceptances, with the same key, finds the one that holds under the order in force; null if
  // there is none yet.
  template <class Kept>
  static const Kept* in_force(const Kept* kept) {
    while (kept != nullptr && !kept->notes.hold()) kept = kept->other;
    return kept;
  }
  Known find_facts(RoleEntry&, const Encoded& state);
  void look_again(RoleEntry&, StateEntry&);
  const Effects& use(const Run& run) {
    asked_.note(run.notes);
    return run.effects;
  }

  const Watched& watched_;
  const Program& program_;
  const bool may_recover_;
  const bool typed_values_wanted_;
  const Encoded no_value_;
  // Several roles if they differ by the order of identifiers.
  std::map<Surroundings, std::vector<Role>> role_index_;
  std::vector<RoleEntry> roles_;
  Index message_index_;
  Index looks_;  // the numbers of what predicates see of a process
  std::vector<MessageEntry> messages_{{&no_value_, 0, {}}};  // number 0 is the notice
  std::deque<Run> runs_;
  std::deque<Acceptance> acceptances_;
  Limits* limits_ = nullptr;
  std::optional<Charge> kept_;  // for runs_ and acceptances_
  bool roles_compare_ = false;
  bool states_compare_ = false;
  bool states_look_alike_ = false;
  bool states_are_seen_whole_ = false;
  std::uint32_t effects_ = 0;               // how many there are
  std::vector<std::uint32_t> round_input_;  // of round()
  Asked& asked_;
  Coverage coverage_;
};

}  // namespace conclave
