// One execution, step by step, on the machine that the explorer uses.
#pragma once

#include <memory>

#include "machine/expander.hpp"
#include "machine/rounds.hpp"
#include "trace/trace.hpp"

namespace conclave {

class Walk {
 public:
  Walk(const Scenario&, const Instance&);

  struct Choice {
    Step step;
    TraceStep shown;
    RecordIndex record;
  };
  // What may happen next, in the explorer's order.
  std::vector<Choice> enabled();
  // Takes the step at this index of the last enabled().
  void take(std::size_t index);

  TraceState state() const;  // without a step
  std::vector<std::string> channel_names() const;
  const Facts& facts(int process) const {
    return machine_.values().facts(process, at_.get(static_cast<std::size_t>(process)));
  }
  const LooseConfiguration& configuration() const { return at_; }
  Machine& machine() { return machine_; }
  const Machine& machine() const { return machine_; }
  Judge::Standing standing() const { return machine_.judge().standing(at_); }
  std::uint32_t predicates() const { return machine_.judge().predicates(at_); }
  bool awaits_start() const { return machine_.awaits_start(at_, successors_); }  // after enabled()
  bool all_decided() const { return machine_.judge().all_decided(at_); }

 private:
  void describe_rounds(std::vector<Choice>&);
  void show_round(Choice&, const Round&) const;
  TraceStep show(const Step&, RecordIndex) const;
  int sender_of(const Step&) const;

  const Scenario& scenario_;
  Machine machine_;
  Expander expander_;
  LooseConfiguration at_;
  Successors<LooseConfiguration> successors_;
  // Who first sent each message that lies in a mailbox without a sender.
  std::map<std::pair<int, Encoded>, int> first_sender_;
};

}  // namespace conclave
