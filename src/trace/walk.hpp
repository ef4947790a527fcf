// One execution, step by step, on the machine that the explorer uses.
#pragma once

#include <memory>

#include "trace/trace.hpp"

namespace conclave {

class Walk {
 public:
  Walk(const Scenario&, const Instance&);

  struct Choice {
    Step step;
    TraceStep shown;
    Machine::RecordIndex record;
  };
  // What may happen next, in the explorer's order.
  std::vector<Choice> enabled();
  // Takes the step at this index of the last enabled().
  void take(std::size_t index);

  TraceState state() const;  // without a step
  std::vector<std::string> channel_names() const;
  const Facts& facts(int process) const {
    return machine_.facts(process, at_.get(static_cast<std::size_t>(process)));
  }
  const LooseConfiguration& configuration() const { return at_; }
  Machine& machine() { return machine_; }
  PropertySet violations() const { return machine_.violations(at_); }
  bool all_decided() const { return machine_.all_decided(at_); }

 private:
  TraceStep show(const Step&, Machine::RecordIndex) const;
  int sender_of(const Step&) const;

  const Scenario& scenario_;
  Machine machine_;
  LooseConfiguration at_;
  Successors<LooseConfiguration> successors_;
  // Who first sent each message that lies in a mailbox without a sender.
  std::map<std::pair<int, Encoded>, int> first_sender_;
};

// Why a trace violates its property: tells from facts along the walk; `violated` is false where it does not.
struct Finding {
  bool violated = false;
  std::vector<std::string> why;
};

// Walks and records: states, facts and what is needed to judge the property at the end.
class Witness {
 public:
  Witness(const Scenario&, const Instance&);

  Walk& walk() { return walk_; }
  const std::vector<TraceState>& states() const { return states_; }
  void take(const std::vector<Walk::Choice>& enabled, std::size_t index);

  Finding judge(PropertyId, std::optional<std::size_t> loop);

 private:
  struct Moment {
    std::vector<Facts> facts;  // by place
    LooseConfiguration configuration;
    std::vector<std::uint32_t> owed;  // actions that are enabled and owed, sorted
    bool any_enabled = false;
    std::optional<std::uint32_t> taken;  // the action that led here
    std::optional<Machine::Record> record;
  };

  void remember(std::optional<std::uint32_t> taken, std::optional<Machine::Record> record);
  std::string name(std::size_t place) const;
  std::string belief(const Facts&) const;
  std::size_t since(std::size_t place, bool (*same)(const Facts&, const Facts&)) const;
  Finding judge_termination(std::optional<std::size_t> loop) const;
  Finding judge_can_terminate();

  const Scenario& scenario_;
  std::vector<Id> ids_;
  Walk walk_;
  std::vector<TraceState> states_;
  std::vector<Moment> moments_;
};

}  // namespace conclave
