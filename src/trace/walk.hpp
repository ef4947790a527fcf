// One execution, step by step, on the machine that the explorer uses. A step that may be taken is data of the
// machine; it is put into words and values only for whoever asks to see it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "machine/configuration.hpp"
#include "machine/expander.hpp"
#include "machine/judge.hpp"
#include "machine/machine.hpp"
#include "machine/rounds.hpp"
#include "machine/steps.hpp"
#include "trace/trace.hpp"

namespace conclave {

class Walk {
 public:
  // Says which round is wanted after so many steps.
  using Guide = std::function<Rounds::Wanted(std::size_t steps)>;
  // With a guide, enabled() leaves out most other rounds.
  Walk(const Scenario&, const Instance&, Guide);

  struct Choice {
    Step step;
    RecordIndex record;
  };
  // What may happen next, in the explorer's order. In lock step, where the execution rests, the last choice
  // is the round in which nothing happens but time that passes.
  const std::vector<Choice>& enabled() const { return enabled_; }
  // A step of enabled() as a trace shows it.
  TraceStep show(std::size_t index);
  void take(std::size_t index);
  // Goes to another configuration of the same instance, such as one that was met before. What may happen
  // there is known from look_around() on.
  void go_to(Configuration configuration) { at_ = std::move(configuration); }
  void look_around();

  // The configuration as a trace shows it, without the step that led to it.
  TraceState state() const;
  std::vector<std::string> channel_names() const;
  const Facts& facts(int process) const {
    return machine_.values().facts(process, at_.get(static_cast<std::size_t>(process)));
  }
  const Configuration& configuration() const { return at_; }
  Machine& machine() { return machine_; }
  const Machine& machine() const { return machine_; }
  Judge::Standing standing() const { return machine_.judge().standing(at_); }
  bool is_right(const Facts& believer, std::optional<Id> favourite) const {
    return machine_.judge().is_right(at_, believer, favourite);
  }
  std::uint32_t predicates() const { return machine_.judge().predicates(at_); }
  bool awaits_start() const { return machine_.awaits_start(at_, successors_); }
  bool all_decided() const { return machine_.judge().all_decided(at_); }

 private:
  TraceStep show_round(std::size_t index);
  TraceValue value_of_message(Handlers::Message) const;
  std::vector<TraceValue> content(int channel, std::uint32_t value) const;
  TraceValue process_state(int process) const;
  TraceValue copy(int process) const;
  int sender_of(const Step&) const;

  const Scenario scenario_;
  const Guide guide_;
  std::size_t taken_ = 0;  // how many steps
  Machine machine_;
  Expander expander_;
  Configuration at_;
  Successors successors_;
  std::vector<Choice> enabled_;
  std::optional<std::vector<Round>>
      rounds_;  // what the rounds of `successors_` are; nothing: nobody has asked yet
  // Who first sent each message that lies in a mailbox without a sender.
  std::map<std::pair<int, Encoded>, int> first_sender_;
};

}  // namespace conclave
