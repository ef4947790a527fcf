// Lock step: all that may happen in one round, after the synchronous model of N. Lynch, Distributed
// Algorithms (1996), and of the Birmingham lecture 5. Processes generate their messages, the adversary
// interferes within its budgets, and every process takes one transition on what arrives.
// docs/semantics/lock-step.md has the rules. The passes call expand() for each configuration, directly or
// through Expander.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "machine/lots.hpp"
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

  struct Successor {
    std::vector<std::uint32_t> values;  // by component
    RecordIndex record;
  };
  // Lists every round that may follow on a configuration, always in the same order. The configuration is
  // given as the values of its components. The result is valid until the next call. Throws CellOverflow,
  // LimitReached, ModelError.
  const std::vector<Successor>& expand(const std::vector<std::uint32_t>& configuration);
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
  using Key = std::vector<std::uint32_t>;          // events as numbers
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
  struct Draft {  // a round that was put together
    std::vector<std::uint32_t> values;
    Key events;
    std::size_t event_count = 0;
    PropertySet broken;
    std::uint16_t cost = 0;
    bool undisturbed = false;  // no fault, no optional start
    bool silent = false;       // and no message
  };

  std::size_t places() const { return parts_.size(); }
  const std::vector<std::size_t>& ports(std::size_t place) const { return channels_[place]; }

  // A round is put together stage by stage. Each of these functions tries every possibility for one process
  // or one message, and leaves the rest to the next call.
  void plan(std::size_t place);  // decides who takes part, crashes or recovers
  void plan_living(std::size_t place, bool acts);
  void run_bodies(std::size_t place);
  void send(std::size_t place);
  void withhold(std::size_t place, const std::vector<Round::Sent>& sent, std::size_t at,
                std::vector<bool>& held);
  void forge(std::size_t place, std::size_t port);
  void decide_fates(std::size_t message);
  void deliver();
  void make_transitions(std::size_t place);
  void check_draws(const Part&, const Handlers::Effects&);
  void check_lots(const Draft&);
  std::optional<std::uint32_t> lots_kept(std::size_t place, std::uint32_t value);
  // Tries every effect that the process may have; `then` goes on with the next process.
  template <class Then>
  void try_effects(std::size_t place, const Handlers::Effects&, Then then);
  void finish();
  void keep(Draft&&);
  bool goes_on(const Draft&) const;

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
  std::vector<Round::Sent> sent_by(std::size_t place);
  int receiver(std::size_t place, std::size_t channel) const;
  template <class Then>
  void with(RoundEvent::Kind, std::size_t place, int channel, Message, const Handlers::Effect* chosen, Then);
  bool is_next_wanted(RoundEvent::Kind, std::size_t place, int channel, Message,
                      const Handlers::Effect* chosen) const;
  template <class Then>
  void within(int& budget, Then);
  void set_mailboxes(Draft&);
  std::uint32_t share_of(const Draft&);
  void add_up(Draft&);
  Round describe_round() const;
  RecordIndex intern(const Draft&, bool owed);

  Limits* limits_;
  bool exchange_ = false;
  bool wants_description_ = false;
  std::optional<Wanted> wanted_;

  // Of the instance:
  std::vector<std::vector<std::size_t>> channels_;  // by place: the channels that lead away
  bool between_rounds_ = false;                     // processes crash only between rounds
  std::map<Key, RecordIndex> record_of_;
  std::vector<const Key*> keys_;  // by record
  std::vector<std::size_t> event_counts_;
  bool orders_lots_ = false;  // of draws only the order is explored
  bool lots_reduced_ = false;
  std::set<const Handlers::Effects*> draws_checked_;
  // By place and the value of its local state: the draw that it keeps plus two; 1: none; 0: not yet known.
  std::vector<std::vector<std::uint32_t>> lots_kept_;
  Charge of_instance_;

  // Of the configuration:
  const std::vector<std::uint32_t>* at_ = nullptr;
  std::vector<Id> crashed_;  // if the model knows of crashes
  std::vector<Draft> drafts_;
  std::vector<Round> described_;
  std::vector<Successor> successors_;
  Charge of_configuration_;

  // Of the round that is being put together:
  std::vector<Part> parts_;
  Faults left_;
  Key events_;
  std::size_t event_count_ = 0;
  std::size_t disturbances_ = 0;  // how many events are not choices
  bool as_wanted_ = true;         // the events so far are the first ones of wanted_
  bool goes_on_ = false;          // an undisturbed round was found that changes or sends something
  std::vector<Round::Sent> sent_;
  std::vector<std::vector<std::uint32_t>> incoming_;  // by place, then port
  Lots lots_;
};

}  // namespace conclave
