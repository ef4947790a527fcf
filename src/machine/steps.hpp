// The steps of an instance, numbered as they are met. AsyncSteps (fifo, bag, set: one process takes a step)
// and Rounds (lock step: all processes take one together) are siblings behind this interface. The passes keep
// steps by their numbers (RecordIndex), and the traces ask for them as Step.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "machine/judge.hpp"
#include "machine/shares.hpp"
#include "machine/step.hpp"
#include "machine/values.hpp"

namespace conclave {

// The record of one step as data: what the engine needs to take it.
struct StepRecord {
  std::uint32_t first;  // of AsyncSteps: the values of the site's two components afterwards
  std::uint32_t second;
  std::uint32_t first_push;
  std::uint16_t push_count;
  std::uint16_t cost;  // an index into Steps::costs()
  std::uint16_t process;
  bool owed;               // fairness owes it
  bool copies : 1;         // the step loads or stores the network
  bool crashes : 1;        // its process crashes
  bool changes_facts : 1;  // facts of its process change, so the standing must be looked at again
  bool shows : 1;          // it changes something that is looked at in whole configurations (Judge::shows)
  bool revokes : 1;        // it takes back who is leader, or in whom its process believes
  // The properties, among those asked for, that the step itself breaks: it changes a decision, an assertion
  // fails, or an exception is thrown.
  PropertySet broken;
};
using RecordIndex = std::uint32_t;

class Steps {
 public:
  Steps(Values& values, const Judge& judge) : values_(values), judge_(judge), shares_(values, judge) {}
  Steps(const Steps&) = delete;
  Steps& operator=(const Steps&) = delete;
  virtual ~Steps() = default;

  // Forgets the instance before; the values hold another one.
  virtual void load();
  // Another order of identifiers is in force.
  virtual void reorder() {}

  const StepRecord& record(RecordIndex index) const { return records_[index]; }
  std::size_t record_count() const { return records_.size(); }
  // The vectors of costs that steps may have: how many messages are sent, how many of each kind, how many are
  // delivered; and in lock step a last 1, because the step is a round.
  const std::vector<std::vector<std::uint16_t>>& costs() const { return costs_; }
  const Shares& shares() const { return shares_; }
  Step::Kind kind(RecordIndex index) const { return details_[index].kind; }
  // The channel that a step reads, or of which the adversary takes a message; -1 for an own step.
  int channel(RecordIndex index) const { return details_[index].channel; }
  Handlers::Message received(RecordIndex index) const { return details_[index].message; }
  const Handlers::Effect& effect(RecordIndex index) const { return *details_[index].effect; }

  // The action of a step, of which fairness speaks: a receiver, a channel and a message, or an own step of a
  // process. Actions are numbered in the order in which they are first asked for.
  std::uint32_t action(RecordIndex) const;
  bool is_same_action(RecordIndex a, RecordIndex b) const { return key_of_action(a) == key_of_action(b); }

  virtual Step step(RecordIndex) const;

  // Steps of one configuration that differ only in what is tossed are outcomes of one decision. This writes
  // what the scheduler decides of a step, as numbers that are the same for those steps and no others.
  virtual void decision(RecordIndex, std::vector<std::uint32_t>&) const;
  // How probable a step is once its decision is taken: `ways` of `among` equally probable ones.
  struct Probability {
    std::uint64_t ways = 1;
    std::uint64_t among = 1;
  };
  virtual Probability probability(RecordIndex) const;
  // Was anything tossed in a step that was met?
  bool tosses() const { return tosses_; }
  // Did one order of draws stand for others?
  virtual bool reduces_draws() const { return false; }

  // How many switches a step adds to an execution: 1 if another process takes it than the step before. In
  // lock step, each event in the round is a switch.
  virtual std::uint32_t switches(RecordIndex r, int process_before) const {
    return records_[r].process == process_before ? 0 : 1;
  }

 protected:
  struct Detail {
    const Handlers::Effect* effect;
    int channel;
    std::uint32_t message;  // of an own step: its number
    Step::Kind kind;
  };
  // Writes the choices of an effect, as far as they are no tosses.
  static void write_chosen(std::span<const std::uint32_t> choices, std::span<const std::uint32_t> odds,
                           std::vector<std::uint32_t>&);
  // Takes tosses into account. Throws ModelError if there are too many.
  static void multiply(Probability&, std::span<const std::uint32_t> odds);
  // Returns the number of a vector of costs and, where messages are counted apart, of a share.
  std::uint16_t cost_number(const std::vector<std::uint16_t>&, std::uint32_t share = 0);

  Values& values_;
  const Judge& judge_;
  Shares shares_;
  std::vector<std::uint32_t> share_of_cost_;  // by number of costs
  std::vector<StepRecord> records_;
  std::vector<Detail> details_;  // by record
  bool tosses_ = false;

 private:
  using Action = std::array<std::uint32_t, 4>;  // process, channel, message and kind of step
  Action key_of_action(RecordIndex) const;

  std::vector<std::vector<std::uint16_t>> costs_;
  mutable std::map<Action, std::uint32_t> actions_;
  mutable std::vector<std::uint32_t> action_of_;  // by record
};

}  // namespace conclave
