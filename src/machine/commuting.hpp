// Which steps commute with all else that their process may do before it takes them. On bag and set such a
// step may be taken at once: what others do neither hinders it nor is hindered by it
// (docs/semantics/commuting-steps.md).
//
// What may happen is bounded from above: whatever is ever sent into a channel may arrive at any time, again
// and again, in every state that its reader may ever be in. That is no configuration's doing, so an instance
// has it once.
#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <cstdint>
#include <vector>

#include "machine/async_steps.hpp"

namespace conclave {

class Commuting {
 public:
  Commuting(const Values&, const Judge&, const Provisos&);

  void forget() { is_known_ = false; }  // the machine holds another instance
  // Of a step of the process's own (no channel), or a delivery. Numbered as the machine's handlers do. What
  // the step itself takes back is left to who takes it.
  StandsFor find(int process, Handlers::State, Step::Kind, int channel, Handlers::Message);
  // Of any step at all that changes something and is owed?
  bool any();

 private:
  using Index = std::uint32_t;
  struct TooMuch {};

  // So many states with something that may be done there, in all; beyond it nothing is said to commute.
  static constexpr std::size_t most_pairs = std::size_t{1} << 13;
  static constexpr Index nothing = ~Index{0};

  struct Event {
    Step::Kind kind;
    Handlers::Message message{};  // of a delivery, and its port
    Port port{};
  };
  struct Sent {
    int channel;
    Handlers::Message message;
    friend auto operator<=>(const Sent&, const Sent&) = default;
  };
  struct Change {
    Index state;
    std::vector<Sent> sent;  // sorted
    PropertySet broken;
    bool revokes;  // who is leader or elected, or in whom it believes
  };
  struct Changes {  // of an event in a state; none: it is not possible there
    Index first = 0;
    Index count = 0;
  };
  struct Behaviour {  // a process
    Handlers::Role role = 0;
    std::vector<Handlers::State> states;  // that it may ever be in
    std::vector<Index> index_of;          // by state; nothing: never
    std::vector<Index> index_of_named;    // by state as the machine's handlers number it; nothing: not yet
    std::vector<Event> events;            // first what it does by itself
    std::vector<std::vector<Changes>> changes;  // by state, then event
    // By set of steps, as find_failures() numbers them, then state; empty: not found out.
    std::vector<std::vector<bool>> fails;
  };

  // An event, by itself or with what its process may do of its own accord.
  struct Set {
    Index event;
    bool with_own;
    bool contains(Index other) const { return other == event || (with_own && other < own_events); }
  };
  static constexpr Index own_events = 2;  // the first ones: to start, to resume

  bool is_looked_at(Step::Kind) const;
  bool find_out();
  void find_all();
  Index add_state(Behaviour&, Handlers::State);
  void add_message(int channel, Handlers::Message);
  Changes find_changes(int process, Index state, const Event&);
  // Null: that is not possible there.
  const Handlers::Effects* effects(int process, Handlers::State, const Event&);
  const std::vector<bool>& find_failures(Behaviour&, Set) const;
  bool commutes_at(const Behaviour&, Index state, Set) const;
  bool moves_ahead(const Behaviour&, Index state, Index event, Index other) const;
  static bool end_alike(const Change& first, const Change& other_then, const Change& other_first,
                        const Change& then);
  Index named_state(Behaviour&, int process, Handlers::State);
  Index named_message(Handlers::Message);

  const Values& values_;
  const Judge& judge_;
  const Scenario& scenario_;
  const Provisos& provisos_;
  // Apart from the machine's own: what may be is not what is, and nothing of it is to be reported.
  Handlers handlers_;
  bool is_known_ = false;
  bool is_told_ = false;   // there is something to say about the instance
  std::size_t pairs_ = 0;  // looked at
  std::vector<Behaviour> behaviours_;
  std::vector<Change> changes_;
  // Of a channel and a message in it: the event of its first reader.
  boost::unordered_flat_map<std::uint64_t, Index> event_of_;
  std::vector<Index> message_of_named_;  // by message as the machine's handlers number it
};

}  // namespace conclave
