// One instance as numbers. A configuration has a component for the local state of each process, for the
// content of each channel (in lock step: of each mailbox), for each private copy of the network, and for each
// fault budget. The values of a component are numbered as they are met, from 0 on, and the initial
// configuration has the value 0 everywhere. Values says which components there are, and what their values
// mean. Machine owns one; Judge and Steps work on it.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "machine/asked.hpp"
#include "machine/channels.hpp"
#include "machine/contents.hpp"
#include "machine/handlers.hpp"
#include "machine/step.hpp"
#include "scenario/instances.hpp"

namespace conclave {

// Which names the reductions of a scenario take for opaque.
Watched::Reliance reliance(const Scenario&);

class Values {
 public:
  // `relies` says which names the reductions that are made use of take for opaque.
  explicit Values(const Scenario&, const Watched::Reliance& relies = {});
  Values(const Values&) = delete;
  Values& operator=(const Values&) = delete;

  // Forget the instance before, and prepare for this one: begin() takes the instance, then number() numbers
  // its first values. Outcomes of handlers are kept. number() throws ModelError.
  void begin(const Instance& instance) { instance_ = instance; }
  void number();
  // Finds the largest identifier under the order in force. Returns true if it is another one than before, and
  // the model knows it.
  bool find_largest();
  void note_largest();
  void note_down();  // where it is the order of the identifiers that says who is down

  const Scenario& scenario() const { return scenario_; }
  const Instance& instance() const { return instance_; }
  const std::vector<Id>& ids() const { return instance_.ids; }
  std::size_t processes() const { return instance_.ids.size(); }
  const Channels& channels() const { return channels_; }
  const Watched& watched() const { return watched_; }
  Handlers& handlers() { return handlers_; }
  const Handlers& handlers() const { return handlers_; }
  // What was asked about the order of the identifiers since begin(), if orders are explored by classes.
  Asked& asked() const { return asked_; }

  bool is_byzantine(int place) const { return std::ranges::binary_search(instance_.byzantine, place); }
  bool is_down(int place) const { return std::ranges::binary_search(instance_.down, place); }
  bool may_start(int process, const Facts& facts) const {
    return facts.asleep && conclave::may_start(scenario_, instance_, process);
  }
  // Does fairness owe a step of a process? The number is that of an own step.
  bool is_owed(Step::Kind kind, std::uint32_t number) const {
    if (kind == Step::Kind::start) return scenario_.start_is_owed();
    return kind != Step::Kind::own || watched_.program().own_steps()[number].owed;
  }
  // Does a process take messages? If all processes have to start, a process takes none before it has started.
  bool listens(const Facts& facts) const {
    return facts.receptive && !(facts.asleep && scenario_.initiators.kind == Initiators::Kind::all);
  }
  // Is the process as it is when it begins?
  bool is_initial(int process, std::uint32_t value) const {
    return state(process, value) == Handlers::initial;
  }
  // What surrounds a process, as far as the model may know it.
  Surroundings surroundings(int place) const;
  // The messages that a Byzantine process may send.
  const std::vector<Handlers::Message>& alphabet() const { return alphabet_; }

  // Components. The component of a local state has the number of its process.
  std::size_t component_count() const { return component_count_; }
  std::size_t channel_component(std::size_t channel) const { return processes() + channel; }
  // In lock step, models with a round body have mailboxes: one component for the mailbox of a process and, if
  // the adversary may delay messages, one for what will reach it a round late.
  bool has_mailboxes() const { return has_mailboxes_; }
  std::size_t mailbox_component(int process) const { return processes() + static_cast<std::size_t>(process); }
  std::size_t late_component(int process) const {
    return 2 * processes() + static_cast<std::size_t>(process);
  }
  // The private copy of a process, in models that copy the network.
  std::size_t copy_component(int process) const {
    return processes() + channels_.size() + static_cast<std::size_t>(process);
  }
  // The components of what is on its way come after those of local states and end here.
  std::size_t waiting_end() const { return waiting_end_; }
  // Of which contents such a component has a value: those of its channel or mailbox. What will be late for a
  // mailbox is one of its contents, too.
  std::size_t contents_of(std::size_t component) const {
    const std::size_t number = component - processes();
    return number < contents_.size() ? number : number - contents_.size();
  }
  // How many values a component has so far; 0 if they are not counted.
  std::size_t value_count(std::size_t component) const {
    if (component < processes()) return locals_[component].values.size();
    return component < waiting_end_ ? contents_[contents_of(component)].size() : 0;
  }
  // What the adversary has used of a budget, if that is not 0. `budgets` in the scenario numbers them.
  std::uint32_t budget_component(std::size_t budget) const { return budget_component_[budget]; }

  // Local states.
  Handlers::Role role(int process) const { return local_of(process).role; }
  Handlers::State state(int process, std::uint32_t value) const {
    return local_of(process).values[value].state;
  }
  const Facts& facts(int process, std::uint32_t value) const { return local_of(process).values[value].facts; }
  const Encoded& local(int process, std::uint32_t value) const {  // it must not have crashed
    return handlers_.state(role(process), state(process, value));
  }
  std::uint32_t number(int process, Handlers::State);
  // Facts may be others under another order in force. These ask for them again, and so note on what they
  // rest: those of a local state, and those of all in a configuration.
  const Facts& look_again(int process, std::uint32_t value);
  template <class Cells>
  void look_again(const Cells&);

  // Contents of a channel or, in lock step, of a mailbox.
  const Contents& contents(std::size_t channel) const { return contents_[channel]; }
  Contents& contents(std::size_t channel) { return contents_[channel]; }
  std::size_t contents_count() const { return contents_.size(); }
  // The messages of a content; the notice of a crash is listed as nothing. On every network but fifo they are
  // in canonical order.
  std::vector<std::optional<Encoded>> content(int channel, std::uint32_t value) const;

  // Private copies of the network, as contents by channel. Value 0 means that there is no copy.
  std::uint32_t number_copy(const std::vector<std::uint32_t>& network);
  std::vector<std::uint32_t> copy(std::uint32_t value) const;
  std::size_t copy_count() const { return copies_.size() + 1; }

  // What a whole configuration says. Cells is anything with get(component).
  template <class Cells>
  bool has_crashed(const Cells& cells, int process) const {
    return facts(process, cells.get(static_cast<std::size_t>(process))).crashed;
  }
  template <class Cells>
  bool quiet(const Cells&) const;  // no message is on its way
  template <class Cells>
  bool may_fault(const Cells&) const;  // the adversary has not used up what it may do
  template <class Cells>
  Faults faults_left(const Cells&) const;

 private:
  struct Local {
    struct Value {
      Handlers::State state;
      Facts facts;
    };
    Handlers::Role role;
    std::vector<Value> values;
    std::vector<std::uint32_t> value_plus_one;  // by state
  };
  const Local& local_of(int process) const { return locals_[static_cast<std::size_t>(process)]; }
  void lay_out_components();
  Handlers::Role find_role(int place);

  const Scenario& scenario_;
  mutable Asked asked_;
  const Watched watched_;
  Handlers handlers_;
  const bool has_mailboxes_;
  std::vector<int> diameters_;  // by topology, if the model knows its diameter
  // By topology, then place, if the model knows its tree.
  std::vector<std::vector<std::optional<Port>>> parents_;

  // The roles that were found last, by place, then identifier. They are kept as long as a role depends on
  // nothing else of an instance but its topology, and on no comparison.
  std::vector<std::vector<std::optional<Handlers::Role>>> roles_;
  std::size_t roles_of_ = 0;  // the topology

  // Of the instance:
  Instance instance_;
  Id largest_;
  std::size_t component_count_ = 0;
  std::size_t waiting_end_ = 0;  // the component after those of channels and mailboxes
  std::array<std::uint32_t, budgets.size()> budget_component_{};
  Channels channels_;
  std::vector<Contents> contents_;
  std::vector<Local> locals_;
  std::vector<Handlers::Message> alphabet_;
  std::map<std::vector<std::uint32_t>, std::uint32_t> copy_index_;
  std::vector<const std::vector<std::uint32_t>*> copies_;
};

inline const Facts& Values::look_again(int process, std::uint32_t value) {
  Local::Value& known = locals_[static_cast<std::size_t>(process)].values[value];
  if (handlers_.states_compare()) known.facts = handlers_.facts(role(process), known.state);
  return known.facts;
}

template <class Cells>
void Values::look_again(const Cells& cells) {
  if (!handlers_.states_compare()) return;
  for (std::size_t i = 0; i < processes(); ++i) look_again(static_cast<int>(i), cells.get(i));
}

template <class Cells>
bool Values::quiet(const Cells& cells) const {
  for (std::size_t c = processes(); c < waiting_end_; ++c) {
    if (cells.get(c) > Contents::closed) return false;
  }
  return true;
}

template <class Cells>
bool Values::may_fault(const Cells& cells) const {
  for (std::size_t b = 0; b < budgets.size(); ++b) {
    const int most = scenario_.faults.*budgets[b].most;
    if (most > 0 && static_cast<int>(cells.get(budget_component_[b])) < most) return true;
  }
  return false;
}

template <class Cells>
Faults Values::faults_left(const Cells& cells) const {
  Faults left = scenario_.faults;
  for (std::size_t b = 0; b < budgets.size(); ++b) {
    int& most = left.*budgets[b].most;
    if (most > 0) most -= static_cast<int>(cells.get(budget_component_[b]));
  }
  return left;
}

}  // namespace conclave
