// A model's handlers, each run once: outcomes are memoised per (role, local state, message, port). A role is
// what surrounds a process; processes of different instances that are surrounded alike share everything here.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "machine/asked.hpp"
#include "machine/grid.hpp"
#include "program/comparisons.hpp"
#include "program/program.hpp"

namespace conclave {

// Which handlers ever ran: what a verdict rests on.
struct Coverage {
  bool started = false;
  bool resumed = false;
  std::vector<bool> sent;      // by kind of message
  std::vector<bool> received;  // by kind of message

  void operator|=(const Coverage&);
};

class Handlers {
 public:
  using Role = std::uint32_t;
  using State = std::uint32_t;    // of one role
  using Message = std::uint32_t;  // of all roles

  struct Sent {
    bool by_identifier;
    std::int32_t to;
    Message message;
  };
  struct Effect {
    std::uint32_t number = 0;  // above 0, each its own; 0: of no handler
    State state = 0;
    std::vector<Sent> sent;
    std::vector<std::string> failures;
    std::optional<std::string> exception;
    std::vector<unsigned> choices;
    std::vector<Message> received;  // by a round body
    std::vector<Message> unread;
    bool loads_network = false;
    bool stores_network = false;
  };
  using Effects = std::vector<Effect>;

  // Whatever is used from here is told to `asked`, also where it was memoised.
  Handlers(const Program& program, Asked& asked)
      : program_(program), typed_values_wanted_(!program.statements().empty()), asked_(asked) {
    coverage_.sent.resize(program.message_kinds().size());
    coverage_.received = coverage_.sent;
  }

  Role role(const Surroundings&);
  static constexpr State initial = 0;  // every role's

  State crashed(Role);                  // what a process of this role becomes when it crashes
  State byzantine(Role);                // what a Byzantine process of this role is
  static constexpr Message notice = 0;  // that a neighbour crashed; no value of the model's

  const Encoded& state(Role role, State state) const { return *roles_[role].states[state].value; }
  const Facts& facts(Role role, State state) {
    StateEntry& entry = roles_[role].states[state];
    if (entry.notes.any()) look_again(roles_[role], entry);
    return entry.facts;
  }
  // By their values; none: not known.
  std::optional<State> number(Role, const Encoded& state) const;
  std::optional<Message> number(const Encoded& message) const;
  // Do states by themselves, or the initial ones, depend on the order of identifiers?
  bool states_compare() const { return states_compare_; }
  const Encoded& message(Message message) const { return *messages_[message].value; }
  // As the model's own types, if it states properties of its own.
  const void* typed_state(Role role, State state) const { return roles_[role].states[state].typed.get(); }
  const void* typed_message(Message message) const { return messages_[message].typed.get(); }
  std::size_t kind(Message message) const { return messages_[message].kind; }
  std::size_t kinds() const { return coverage_.sent.size(); }  // how many kinds of message there are
  std::size_t message_count() const { return messages_.size(); }
  const Coverage& coverage() const { return coverage_; }

  // References stay valid for the life of this object.
  const Effects& start(Role, State);
  const Effects& resume(Role, State);
  const Effects& receive(Role, State, Message, Port);
  bool accepts(Role, State, Message);

  // In lock step. exchange: what a process sends, by port.
  const std::vector<std::optional<Message>>& messages(Role, State);
  // exchange: on the messages by incoming port, plus one, 0 where there is none. body: on a mailbox, sorted
  // by number. `crashed`: as Findings has it.
  const Effects& round(Role, State, const std::vector<std::uint32_t>& input, const std::vector<Id>& crashed);
  // What a Byzantine process may send.
  std::vector<Message> alphabet(const std::vector<Id>& ids);

 private:
  using Index = std::map<Encoded, std::uint32_t>;
  struct Run {
    Effects effects;
    Comparisons::Notes notes;
    const Run* other = nullptr;  // the same under another order of identifiers
  };
  struct StateEntry {
    const Encoded* value;  // the key in `index`
    Facts facts;
    Comparisons::Notes notes;  // made by asking for the facts
    std::shared_ptr<const void> typed;
    const Run* start = nullptr;
    const Run* resume = nullptr;
    std::optional<std::vector<std::optional<Message>>> messages;
    Comparisons::Notes messages_notes;
  };
  struct RoleEntry {
    const Surroundings* around;  // the key in `role_index_`
    std::vector<StateEntry> states;
    Index index;
    std::optional<State> crashed;
    std::optional<State> byzantine;
    Comparisons::Notes notes;                                 // made by the initial state
    std::map<std::vector<std::uint32_t>, const Run*> rounds;  // by state, input and who crashed
    std::vector<Grid<const Run*>> receive;                    // by port plus one, then state and message
  };
  struct MessageEntry {
    const Encoded* value;
    std::size_t kind;
    std::shared_ptr<const void> typed;
  };

  State intern_state(RoleEntry&, const Encoded&);
  State intern_gone(RoleEntry&, bool byzantine);
  Message intern_message(const Encoded&);
  // Calls the program, and keeps what came of it.
  template <class F>
  const Run* run(RoleEntry&, const Run* others, F call);
  // Of some runs, the one under the order in force; null if there is none yet.
  static const Run* in_force(const Run* run) {
    while (run != nullptr && !run->notes.hold()) run = run->other;
    return run;
  }
  void look_again(const RoleEntry&, StateEntry&);
  const Effects& use(const Run& run) {
    asked_.note(run.notes);
    return run.effects;
  }

  const Program& program_;
  const bool typed_values_wanted_;
  const Encoded no_value_;
  std::map<Surroundings, std::vector<Role>> role_index_;  // several: under several orders of identifiers
  std::vector<RoleEntry> roles_;
  Index message_index_;
  std::vector<MessageEntry> messages_{{&no_value_, 0, nullptr}};  // the notice
  std::deque<Run> runs_;
  bool states_compare_ = false;
  std::uint32_t effects_ = 0;  // how many there are
  Asked& asked_;
  Coverage coverage_;
};

}  // namespace conclave
