// Lock step: all that may happen in one round, after the synchronous model of N. Lynch, Distributed
// Algorithms (1996), and of the Birmingham lecture 5. Processes generate their messages, the adversary
// interferes within its budgets, and every process takes one transition on what arrives.
// docs/semantics/lock-step.md has the rules. The passes call expand() for each configuration, directly or
// through Expander.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "machine/bags.hpp"
#include "machine/grid.hpp"
#include "machine/lots.hpp"
#include "machine/saturating.hpp"
#include "machine/sequences.hpp"
#include "machine/steps.hpp"
#include "program/limits.hpp"

namespace conclave {

// A description of one round, for people.
struct Round {
  enum class Fate { arrives, lost, late, vanishes };  // vanishes: the receiver has crashed
  struct Sent {
    int from = 0;
    int to = 0;
    int channel = 0;
    Handlers::Message message = 0;
    bool forged = false;
    Fate fate{};
  };
  struct Part {                               // of one process in the round
    std::vector<Handlers::Message> received;  // what a round body received, in this order
    std::vector<std::string> failures;
    std::optional<std::string> exception;
    std::vector<Odds> odds;                     // by choice: how it was taken
    const Comparisons::Notes* notes = nullptr;  // as in Handlers::Effect
  };
  std::vector<Sent> sent;   // all messages that went out, by sender
  std::vector<Part> parts;  // by place
};

class Rounds final : public Steps {
 public:
  // A configuration may have millions of rounds, so they are charged, and the limits are polled while they
  // are put together. Without limits nothing of this happens.
  Rounds(Values& values, const Judge& judge, Limits* limits)
      : Steps(values, judge), limits_(limits), of_instance_(limits), of_configuration_(limits) {}

  void load() override;
  // From now on these limits are polled. What is taken is charged to those of the beginning.
  void obey(Limits* limits) { limits_ = limits; }

  // Whoever decides properties need not tell rounds apart that come to the same.
  enum class List {
    every,  // every round
    // Of the rounds that lead to the same configuration, break the same, cost the same and toss nothing: the
    // first one, and each that has fewer events than all before it. So the first of the shortest executions
    // with the fewest events, or the first one of all, is the same as among all rounds.
    distinct,
  };
  struct Successor {
    std::span<const std::uint32_t> values;  // by component
    RecordIndex record;
  };
  // Lists the rounds that may follow on a configuration, always in the same order. The configuration is given
  // as the values of its components. The result is valid until the next call. Throws LimitReached,
  // ModelError.
  const std::vector<Successor>& expand(const std::vector<std::uint32_t>& configuration,
                                       List list = List::every);
  // For how many rounds those stand that were listed last.
  Saturating rounds() const { return rounds_; }
  // The same rounds, described.
  std::vector<Round> describe(const std::vector<std::uint32_t>& configuration);

  // The one round that is wanted, by its events: how many they are, and whether one is that of a number.
  struct Wanted {
    std::size_t events = 0;
    std::function<bool(std::size_t number, const RoundEvent&)> is;
  };
  // From now on, expand() and describe() list the round that is wanted, and as many of those without an event
  // of the adversary's as it takes to see whether the execution rests. There may be millions of rounds, and
  // whoever follows an execution needs one.
  void list_only(Wanted wanted) { wanted_ = std::move(wanted); }
  void list_all() { wanted_.reset(); }

  // The number of the share of the messages that a round sends.
  std::uint32_t share(RecordIndex r) const { return share_of_cost_[records_[r].cost]; }

  // The round in which nothing happens, because the execution rests. It is no transition, but a round that
  // passes.
  RecordIndex idle();

  // Throws LimitReached where the run is to end.
  void poll() const {
    if (limits_ != nullptr) limits_->poll();
  }

  Step step(RecordIndex) const override;
  void decision(RecordIndex, std::vector<std::uint32_t>&) const override;
  Probability probability(RecordIndex) const override;
  bool reduces_draws() const override { return lots_reduced_; }
  std::uint32_t switches(RecordIndex record, int) const override {
    return static_cast<std::uint32_t>(event_counts_[record]);
  }

 private:
  using Fate = Round::Fate;
  using Message = Handlers::Message;
  static constexpr std::size_t few = 1024;         // so many rounds are nothing
  static constexpr std::size_t before_events = 3;  // how many words of a record's key say other things

  struct Part {  // of one process, in the round that is being put together
    Facts facts;
    Handlers::Role role = 0;
    Handlers::State state = 0;
    bool sleeps = false;  // and no message was sent is there to wake it
    bool acts = false;
    bool crashes = false;
    bool recovers = false;
    const Handlers::Effect* effect = nullptr;
    const Handlers::Effects* among = nullptr;  // which effects it could have
  };
  struct Draft {  // a round that was put together; its values and events are in draft_values_, draft_events_
    std::size_t first_event = 0;
    std::size_t event_words = 0;
    std::uint64_t hash = 0;  // of what makes rounds distinct
    Saturating rounds = 1;   // how many it stands for
    std::uint32_t event_count = 0;
    PropertySet broken;
    std::uint16_t cost = 0;
    bool undisturbed = false;  // no fault, no optional start
    bool silent = false;       // and no message
    bool tosses = false;
  };
  struct Settled {  // of a process, when all bodies have run
    std::uint32_t value = 0;
    std::uint32_t bag = Bags::empty;  // in its mailbox, before anything arrives
    bool takes_mail = false;
    bool halted = false;
  };
  struct Acting {  // who takes part in a round in which nothing is left open
    int place;
    Handlers::Role role;
    Handlers::State state;
    std::uint32_t messages = 0;  // how many it receives
    std::uint32_t column = 0;    // in Habits::turns, if that is one or none
  };
  struct Turn {  // what a role makes of what it receives, in a round in which nothing is left open
    Handlers::State state_plus_one = 0;  // 0: not yet known, or it has a choice
    PropertySet broken;
  };
  struct Sending {
    std::uint32_t port;
    std::uint32_t kind;
    Message message;
  };
  struct Habits {                                // of a role
    std::vector<std::vector<Sending>> sendings;  // by state
    std::vector<bool> are_known;                 // by state
    Grid<Turn> turns;                            // by state, and by what is received
  };
  struct Forgery {  // what a Byzantine process may send through a port
    Message message;
    std::uint64_t times;  // for how many messages it stands
  };

  std::size_t places() const { return values_.processes(); }
  std::span<const std::uint32_t> ports(std::size_t place) const {  // the channels that lead away
    return {channels_.data() + first_channel_[place], first_channel_[place + 1] - first_channel_[place]};
  }
  std::span<std::uint32_t> incoming(std::size_t place) { return of_place(incoming_, place); }
  std::span<std::uint32_t> of_place(std::vector<std::uint32_t>& inputs, std::size_t place) const {
    return {inputs.data() + first_incoming_[place], first_incoming_[place + 1] - first_incoming_[place]};
  }
  std::span<const std::uint32_t> values(std::size_t draft) const {
    return {draft_values_.data() + draft * at_->size(), at_->size()};
  }

  void note_crashed();
  bool is_settled() const;
  bool take_only_round();
  void exchange_messages(Draft&);
  const std::vector<Sending>& sendings(const Acting&);
  Turn turn_of(const Acting&);
  Turn run_turn(const Acting&);
  RecordIndex calm_record(const Draft&);
  void look_at_processes();

  // A round is put together stage by stage. Each of these functions tries every possibility for one process
  // or one message, and leaves the rest to the next call.
  void plan(std::size_t place);  // decides who takes part, crashes or recovers
  void plan_living(std::size_t place, bool acts);
  void run_bodies(std::size_t place);
  void send(std::size_t place);
  void add_sent(std::size_t place);
  void withhold(std::size_t place, std::size_t first, std::size_t at, std::size_t end);
  void forge(std::size_t place, std::size_t port);
  void list_forgeries(std::size_t place, std::size_t port);
  void list_forgeries_by_effect(std::size_t channel, std::size_t place, std::size_t to);
  std::vector<Forgery> forgeries_by_effect(std::size_t channel, const Part& reader);
  static bool come_to_the_same(const Handlers::Effects&, const Handlers::Effects&);
  static bool vanishes_at(const Part& to) { return to.facts.crashed || to.crashes; }
  bool is_last_to(std::size_t place, std::size_t port, std::size_t to) const;
  void decide_fates(std::size_t message);
  void deliver();
  void make_transitions(std::size_t place);
  static bool is_only_one(Part&, const Handlers::Effects&);
  void check_draws(const Part&, const Handlers::Effects&);
  void check_lots(std::span<const std::uint32_t> values);
  std::optional<std::uint32_t> lots_kept(std::size_t place, std::uint32_t value);
  // Tries every effect that the process may have; `then` goes on with the next process.
  template <class Then>
  void try_effects(std::size_t place, const Handlers::Effects&, Then then);
  void finish();
  std::uint32_t value_after(std::size_t place, PropertySet& broken);
  void note_outcome(Draft&, std::span<std::uint32_t> values);
  bool merge(Draft&, std::span<const std::uint32_t> values);
  bool is_same(const Draft&, std::span<const std::uint32_t> values, std::size_t other) const;
  void index_last();
  bool goes_on(const Draft&, std::span<const std::uint32_t> values) const;
  template <class T>
  void make_room(std::vector<T>&, std::size_t more);
  void forget_configuration();

  // An event in the key of a record: its kind, place, channel plus one, message and how many choices; then
  // the choices, and the odds of each.
  struct EventWords {
    std::span<const std::uint32_t> head;
    std::span<const std::uint32_t> choices;
    std::span<const std::uint32_t> odds;
  };
  static constexpr std::size_t head_words = 5;
  template <class Visit>
  void for_each_event(RecordIndex, Visit) const;
  std::vector<RoundEvent> events(RecordIndex) const;
  int receiver(std::size_t place, std::size_t channel) const;
  template <class Then>
  void with(RoundEvent::Kind, std::size_t place, int channel, Message, const Handlers::Effect* chosen, Then);
  bool is_next_wanted(RoundEvent::Kind, std::size_t place, int channel, Message,
                      const Handlers::Effect* chosen) const;
  template <class Then>
  void within(int& budget, Then);
  void settle_bodies();
  void note_mailboxes(Draft&, std::span<std::uint32_t> values);
  std::uint32_t mailbox_value(std::size_t place, std::uint32_t bag);
  void load_mailboxes();
  std::uint32_t share_of(std::span<const std::uint32_t> values);
  std::uint16_t add_up(std::span<const std::uint32_t> values);
  // What a round costs is counted in key_: as Steps::costs() has it.
  void begin_costs() { key_.assign(kinds_ + 3, 0); }
  void count_sent(Message message) {
    ++key_.front();
    ++key_[values_.handlers().kind(message) + 1];
  }
  void count_delivered(std::size_t number) { key_[kinds_ + 1] += static_cast<std::uint32_t>(number); }
  std::uint16_t number_costs(std::uint32_t share);
  Round describe_round() const;
  RecordIndex intern(const Draft&, std::span<const std::uint32_t> events, bool owed);

  Limits* limits_;
  const std::size_t kinds_ = values_.handlers().kinds();
  bool exchange_ = false;
  bool wants_description_ = false;
  std::optional<Wanted> wanted_;

  // Of the instance:
  std::vector<std::uint32_t> channels_;        // those that lead away, place after place
  std::vector<std::uint32_t> first_channel_;   // by place, and one more at the end
  std::vector<std::uint32_t> reader_;          // by channel
  std::vector<std::uint32_t> in_port_;         // by channel: at which port of its reader it ends
  std::vector<std::uint32_t> first_incoming_;  // by place, and one more at the end; into incoming_
  bool heals_ = false;                         // the ring closes over crashed processes
  bool settles_ = false;                       // rounds are looked for in which nothing is left open
  bool between_rounds_ = false;                // processes crash only between rounds
  Sequences records_by_key_;                   // the key of each record, under its number
  std::vector<std::uint32_t> event_counts_;    // by record
  // By the number of what it costs: the record plus one of an owed round without events that breaks nothing.
  std::vector<RecordIndex> calm_records_;
  bool orders_lots_ = false;  // of draws only the order is explored
  bool lots_reduced_ = false;
  Sequences inputs_forged_;  // a channel, its reader's state, and what else that receives
  std::vector<std::vector<Forgery>> forgeries_known_;  // by the number of these
  std::set<const Handlers::Effects*> draws_checked_;
  // By place and the value of its local state: the draw that it keeps plus two; 1: none; 0: not yet known.
  std::vector<std::vector<std::uint32_t>> lots_kept_;
  Charge of_instance_;
  std::vector<Habits> habits_;                              // by role; of all instances
  Bags bags_;                                               // the same
  std::vector<std::vector<std::uint32_t>> mailbox_values_;  // by place, then bag; plus one, or not yet known
  Sequences costs_by_words_;                                // of all instances
  std::vector<std::uint16_t> cost_numbers_;                 // by the number of these

  // Of the configuration:
  const std::vector<std::uint32_t>* at_ = nullptr;
  List list_ = List::every;
  bool fates_settled_ = false;            // no message may be lost or late
  std::vector<Id> crashed_;               // if the model knows of crashes
  std::vector<Acting> acting_;            // where nothing is left open: who takes part
  std::vector<std::uint32_t> acting_at_;  // by place: its index in acting_ plus one; 0: it does not take part
  std::vector<Draft> drafts_;
  std::vector<std::uint32_t> draft_values_;
  std::vector<std::uint32_t> draft_events_;
  std::vector<std::uint32_t> drafts_by_hash_;  // open addressing: a draft plus one; empty while there are few
  std::vector<Round> described_;
  std::vector<Successor> successors_;
  Saturating rounds_ = 0;
  Charge of_configuration_;

  // Of the round that is being put together:
  std::vector<Part> parts_;
  Faults left_;
  std::vector<std::uint32_t> events_;
  std::uint32_t event_count_ = 0;
  std::size_t disturbances_ = 0;  // how many events are not choices
  Saturating times_ = 1;          // for how many rounds it stands
  bool draws_now_ = false;        // something was tossed in it
  bool as_wanted_ = true;         // the events so far are the first ones of wanted_
  bool goes_on_ = false;          // an undisturbed round was found that changes or sends something
  std::vector<Round::Sent> sent_;
  std::vector<Round::Sent> held_;           // what a process that crashes would send
  std::vector<std::uint8_t> is_held_;       // by these
  std::vector<std::uint32_t> incoming_;     // by place, then port
  std::vector<std::uint32_t> came_before_;  // the same, when a process last took a transition here
  std::vector<std::uint32_t> key_;          // while a record or a cost is looked up
  std::vector<std::uint32_t> would_get_;    // while forgeries are compared: what their receiver gets
  std::vector<Forgery> forgeries_;
  std::vector<Settled> settled_;  // by place, if there are bodies
  PropertySet settled_broken_;
  std::vector<std::uint32_t> arrived_;  // by place: a bag
  std::vector<std::uint32_t> later_;    // by place: a bag
  Lots lots_;
};

}  // namespace conclave
