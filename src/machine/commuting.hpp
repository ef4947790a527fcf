// Which steps commute with everything else that their process may do before it takes them. On bag and set
// such a step may be taken at once: what others do neither hinders it nor is hindered by it
// (docs/semantics/commuting-steps.md has the proof). AsyncSteps ask for each step; StepTables keep the
// answers.
//
// What may happen is bounded from above: whatever is ever sent into a channel may arrive at any time, again
// and again, in every state in which its reader may ever be. This does not depend on a configuration, so it
// is found out once for each instance.
#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <cstdint>
#include <vector>

#include "machine/async_steps.hpp"

namespace conclave {

class Commuting {
 public:
  Commuting(const Values&, const Judge&, const Provisos&);

  void forget() { is_known_ = false; }  // called when the machine holds another instance
  // What a step stands for. It is a delivery, or an own step, which has no channel, and its number for a
  // message; states and messages are numbered as the machine's handlers number them. Whether the step itself
  // takes a decision back is not asked here, but by the pass that takes it.
  StandsFor find(int process, Handlers::State, Step::Kind, int channel, std::uint32_t message);
  // Is there any step that stands for all, is owed and changes something?
  bool any();

 private:
  using Index = std::uint32_t;
  struct TooMuch {};

  // The most pairs of a state and an event that are looked at. If there are more, no step is said to commute.
  static constexpr std::size_t most_pairs = std::size_t{1} << 11;
  static constexpr Index nothing = ~Index{0};

  struct Event {
    Step::Kind kind;
    // Of a delivery, as is the port. Of an own step it is the number.
    std::uint32_t message{};
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
    bool revokes;  // it takes back who is leader or elected, or in whom the process believes
    bool shows;    // it changes something that is looked at in whole configurations
  };
  struct Changes {  // the changes that an event can make in a state; count 0: the event is not possible there
    Index first = 0;
    Index count = 0;
  };
  struct Behaviour {  // everything that one process may ever do
    Handlers::Role role = 0;
    std::vector<Handlers::State> states;  // in which the process may ever be
    std::vector<Index> index_of;          // by state; nothing: the process is never in it
    // By state as the machine's handlers number it; nothing: not yet found.
    std::vector<Index> index_of_named;
    std::vector<Event> events;                  // first the start, then the other own steps
    std::vector<std::vector<Changes>> changes;  // by state, then event
    // By set of events, as find_failures() numbers them, then by state; empty if it was not found out yet.
    std::vector<std::vector<bool>> fails;
  };

  // An event, by itself or together with its process's own steps.
  struct Set {
    Index event;
    bool with_own;
  };
  bool contains(Set set, Index other) const {
    return other == set.event || (set.with_own && other < own_events_);
  }

  bool is_looked_at(Step::Kind) const;
  bool find_out();
  void find_all();
  void add_recovered(Behaviour&, Handlers::State);
  Index add_state(Behaviour&, Handlers::State);
  void add_message(int channel, Handlers::Message);
  Changes find_changes(int process, Index state, const Event&);
  // What comes of an event in a state; null if it is not possible there.
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
  // These are not the machine's own handlers, because much of what runs here never happens, and must not be
  // reported. What does happen is watched where it does.
  const Watched watched_;
  Handlers handlers_;
  const Index own_events_;  // how many of the first events are own steps
  bool is_known_ = false;
  bool is_told_ = false;   // something could be found out about the instance
  std::size_t pairs_ = 0;  // so many pairs were looked at
  std::vector<Behaviour> behaviours_;
  std::vector<Change> changes_;
  // By channel and message: the event of delivering it, as the channel's first reader numbers it.
  boost::unordered_flat_map<std::uint64_t, Index> event_of_;
  std::vector<Index> message_of_named_;  // by message as the machine's handlers number it: its number here
};

}  // namespace conclave
