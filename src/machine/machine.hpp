// The semantics: a model and an instance as a machine of interned components and their steps (fifo, bag, set;
// in lock step, rounds.hpp).
//
// What may happen at one process and one of its channels follows from two components alone, its local state
// and the channel's content. An exploration asks once for every pair, and looks steps up in tables of its
// own.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "machine/configuration.hpp"
#include "machine/contents.hpp"
#include "machine/handlers.hpp"
#include "machine/provisos.hpp"
#include "scenario/scenario.hpp"

namespace conclave {

// What the adversary does in one round, and how the processes' choices are answered.
struct RoundEvent {
  enum class Kind {
    start,     // a sleeper starts, though it need not
    crash,     // a process stops in this round; what it sends goes out, but for what is
    withhold,  // a message of its that does not go out
    recover,   // a crashed process begins anew
    forge,     // a Byzantine process sends a message
    lose,      // a message is lost
    delay,     // a message arrives a round late
    choose,    // the choices that a process took
  };
  Kind kind{};
  int process = 0;   // of a message: its sender
  int channel = -1;  // of a message
  Encoded message;
  std::vector<unsigned> choices;

  friend bool operator==(const RoundEvent&, const RoundEvent&) = default;
};

// What one step is, in the terms of the model; enough to recognise it in another run.
struct Step {
  // From `lose` to `forge`: the adversary's. A round is a step of all.
  enum class Kind { start, resume, deliver, lose, duplicate, crash, forge, round };
  Kind kind = Kind::start;
  int process = 0;      // who takes it; lose, duplicate: to whom the message was on its way
  int channel = -1;     // deliver, lose, duplicate, forge: index into Machine::channels()
  bool notice = false;  // deliver: not of a message, but that a neighbour crashed
  Encoded message;      // deliver, lose, duplicate, forge
  std::vector<unsigned> choices;
  std::vector<RoundEvent> events;  // round

  friend bool operator==(const Step&, const Step&) = default;
};

// Where messages travel: from one process through a port to another, or to whoever has an identifier.
struct Channel {
  struct Reader {
    int process;
    Port port;
  };
  int sender = -1;  // -1: anyone (a mailbox that all senders share)
  Port out{};       // at the sender, when addressed by port
  bool by_identifier = false;
  Id receiver;  // when addressed by identifier
  std::vector<Reader> readers;
};

// Thrown when a component has more values than a cell can number; the exploration starts over with wider
// cells.
struct CellOverflow {};

// What a step makes it needless to explore.
enum class StandsFor {
  itself,        // nothing else
  all,           // all other steps, of anyone
  all_with_own,  // together with what its process may do of its own accord
};

class Commuting;
class Rounds;

class Machine {
 public:
  // One transition out of a configuration.
  struct Record {
    std::uint32_t first;  // the values of the site's two components afterwards
    std::uint32_t second;
    std::uint32_t first_push;
    std::uint16_t push_count;
    std::uint16_t cost;  // index into costs()
    std::uint16_t process;
    bool owed;               // fairness owes it
    bool copies : 1;         // loads or stores the network
    bool crashes : 1;        // its process
    bool changes_facts : 1;  // of its process: the standing must be looked at again
    bool revokes : 1;        // what it changes it takes back: who is leader or elected, in whom it believes
    // By the step itself, of those asked for: a decision is changed, an assertion fails, an exception is
    // thrown.
    PropertySet broken;
  };
  using RecordIndex = std::uint32_t;

  explicit Machine(const Scenario&, const Provisos& = {});
  ~Machine();

  // Forgets the instance before and prepares for this one. Outcomes of handlers are kept.
  // cell_limit: the largest value that a component may take.
  void load(const Instance&, std::uint32_t cell_limit);
  // The same instance under another order in force (OrderInForce): what was found stays. False: what it is
  // depends on the order, so that it has to be loaded.
  bool reorder();
  // Sets another limit for the same instance. False, and nothing is done: a value is beyond it already.
  bool limit_cells(std::uint32_t cell_limit) {
    if (largest_value_ > cell_limit) return false;
    cell_limit_ = cell_limit;
    return true;
  }

  std::size_t component_count() const { return component_count_; }
  // A site is where steps are looked up: by the values of two components, which they change. The initial
  // configuration is all zeros: every component's value 0 is its first.
  struct SiteComponents {
    std::uint32_t first;
    std::uint32_t second;
  };
  struct Range {
    RecordIndex first;
    std::uint32_t count;
  };
  struct PushTarget {
    std::uint32_t channel;
    Contents::Message message;
  };
  std::size_t site_count() const { return sites_.size(); }
  SiteComponents site(std::size_t s) const { return {sites_[s].first, sites_[s].second}; }
  // Found out anew by each call, under the order in force. In canonical order: a process's own steps, then
  // messages, then choices. Throws CellOverflow, ModelError.
  Range steps(std::size_t site, std::uint32_t first, std::uint32_t second);
  // Where a process's own steps and its deliveries are looked up: from the first to before the last.
  struct Sites {
    std::size_t first = 0;
    std::size_t end = 0;
    bool empty() const { return first == end; }
  };
  Sites sites_of(std::size_t process) const { return {first_site_[process], first_site_[process + 1]}; }
  // Of a process's site: does nothing that others do change what can be done there, before the process moves?
  // So it is where nothing is read, or a message waits in a fifo channel that only this process reads and
  // only others write.
  bool settled(std::size_t site, std::uint32_t content) const;
  // On bag and set, of a step that a process takes (to start, to resume, a delivery) in its local state:
  // because it commutes with all that the process may do before (Commuting).
  StandsFor stands_for(RecordIndex, std::uint32_t local);
  // Is there any such step, of any use?
  bool any_commutes();
  template <class Cells>
  bool may_fault(const Cells&) const;  // the adversary has not used up what it may do
  std::span<const PushTarget> pushes(const Record& record) const {
    return std::span(push_targets_).subspan(record.first_push, record.push_count);
  }
  // The content of the channel afterwards. Throws CellOverflow.
  std::uint32_t push(std::uint32_t channel, std::uint32_t content, Contents::Message message) {
    return checked(contents_[channel].push(scenario_.network, content, message));
  }
  // Makes a configuration the one after a step of this site.
  template <class Cells>
  void take(Cells&, const SiteComponents&, RecordIndex);
  struct RoundSuccessor {
    std::vector<std::uint32_t> values;  // by component
    RecordIndex record;
  };
  // In lock step. Valid until the next call.
  const std::vector<RoundSuccessor>& round_successors(const std::vector<std::uint32_t>& values);

  const Record& record(RecordIndex index) const { return records_[index]; }
  // Numbers (receiver, channel, message) and the steps of one's own: what fairness speaks of. In the order in
  // which they are first asked for.
  std::uint32_t action(RecordIndex) const;
  bool is_same_action(RecordIndex, RecordIndex) const;
  // What a step costs: messages sent, those of each kind, deliveries; in lock step last, 1: it is a round.
  const std::vector<std::vector<std::uint16_t>>& costs() const { return costs_; }

  // Of the standard properties: those that fail in a configuration, and whether can-elect is reached in it.
  struct Standing {
    PropertySet failed;
    bool elected = false;
  };
  template <class Cells>
  Standing standing(const Cells&) const;
  // May it be the leader in whom the process believes? Only processes can, those too that have crashed since.
  bool is_right(const Facts&, Id favourite) const;
  // What Program::evaluate says of a configuration. Throws ModelError.
  // `rounds`: how many have passed; -1: only what does not ask for it is looked at.
  template <class Cells>
  std::uint32_t predicates(const Cells&, int rounds = -1) const;
  // Up to which round the model's own properties speak of rounds; -1: none does.
  int rounds_claimed() const;
  // Is it as termination wants the end: everyone who has not crashed has decided, or, where that is enough,
  // someone is leader (or nobody is left)?
  template <class Cells>
  bool all_decided(const Cells&) const;
  // Is some process's start, which is optional, all that is awaited? Is everyone who has not crashed as at
  // the beginning, and nothing on its way? Such a configuration is not the end of an execution: somebody
  // starts.
  template <class Cells, class Children>
  bool awaits_start(const Cells&, const Children& successors) const;

  // For people: traces and error messages.
  const Scenario& scenario() const { return scenario_; }
  const Provisos& provisos() const { return provisos_; }
  const Instance& instance() const { return instance_; }
  const std::vector<Id>& ids() const { return instance_.ids; }
  const Coverage& coverage() const { return handlers_.coverage(); }
  // What was asked since load() about the order of the identifiers, if the scenario goes by order classes.
  const Asked& asked() const { return asked_; }
  Answers take_answers() { return asked_.take_answers(); }
  std::span<const Channel> channels() const { return channels_; }
  Step step(RecordIndex) const;
  bool lock_step() const { return rounds_ != nullptr; }
  Rounds& rounds() { return *rounds_; }
  // How much it takes to tell of a step in the same breath as of another one before it: whether another
  // process takes it; in lock step, how many events there are in the round.
  std::uint32_t fuss(RecordIndex, int process_before) const;
  const Handlers::Effect& effect(RecordIndex index) const { return *details_[index].effect; }
  const Encoded& message(Handlers::Message message) const { return handlers_.message(message); }
  int channel_of(int sender, const Handlers::Sent& sent) const {
    if (sent.by_identifier) return channel_by_identifier(sender, sent);
    return channel_by_port_[static_cast<std::size_t>(sender)][static_cast<std::size_t>(sent.to)];
  }
  const Topology& topology() const { return scenario_.topologies[instance_.topology]; }
  bool is_notice(Handlers::Message message) const { return message == Handlers::notice; }
  const Encoded& local(int process, std::uint32_t value) const;  // if it has not crashed
  const Facts& facts(int process, std::uint32_t value) const;
  // A notice that the sender crashed is nothing.
  std::vector<std::optional<Encoded>> content(int channel, std::uint32_t value) const;
  std::span<const Contents::Message> messages(int channel, std::uint32_t value) const {
    return contents_[static_cast<std::size_t>(channel)].at(value);
  }
  // Where a step reads a message; -1: a step of the process's own.
  int channel(RecordIndex index) const { return details_[index].channel; }
  Step::Kind kind(RecordIndex index) const { return details_[index].kind; }
  Handlers::Message received(RecordIndex index) const { return details_[index].message; }
  std::size_t channel_component(int channel) const {
    return ids().size() + static_cast<std::size_t>(channel);
  }
  // In lock step, of models with a round body.
  std::size_t mailbox_component(int process) const {
    return ids().size() + static_cast<std::size_t>(process);
  }
  std::size_t late_component(int process) const {  // if the adversary may delay
    return 2 * ids().size() + static_cast<std::size_t>(process);
  }
  bool has_mailboxes() const { return lock_step() && scenario_.model->program->timing() == Timing::body; }
  std::size_t copy_component(int process) const {
    return ids().size() + channels_.size() + static_cast<std::size_t>(process);
  }
  // The private copy of the network that a process holds, by channel; empty if it holds none (value 0).
  std::vector<std::uint32_t> copy(std::uint32_t value) const;
  // What is left of the budgets.
  template <class Cells>
  Faults faults_left(const Cells&) const;

 private:
  friend class Commuting;
  friend class Rounds;
  template <class Cells>
  class View;

  struct Site {
    enum class Kind : std::uint8_t {
      process,    // a process's local state, and one of its channels (or none: then the same component twice)
      loss,       // a budget and a channel
      duplicate,  // a budget and a channel
      forge,      // a budget and a channel
      crash,      // a process's local state and a budget
    };
    std::uint32_t first;
    std::uint32_t second;
    Kind kind;
    std::uint32_t process;  // of a channel: its reader; forge: the Byzantine process
    int channel;            // -1: none
    Port port;
    bool own_steps;  // lists the process's own steps as well
    bool its_own;    // nobody else reads the channel, and it does not write it
  };
  struct Local {
    Handlers::Role role;
    std::vector<Handlers::State> state;         // by value
    std::vector<Facts> facts;                   // by value
    std::vector<std::uint32_t> value_plus_one;  // by state
  };
  struct Detail {
    const Handlers::Effect* effect;
    int channel;
    std::uint32_t message;
    Step::Kind kind;
  };
  // Process, channel, message, kind of step.
  using Action = std::array<std::uint32_t, 4>;

  Commuting& commuting();
  void find_extremes();
  void build_channels();
  void add_channels();
  void build_sites();
  Surroundings surroundings(int place) const;
  std::uint32_t local_value(int process, Handlers::State);
  std::uint32_t checked(std::uint32_t value) {
    if (value > cell_limit_) throw CellOverflow{};
    largest_value_ = std::max(largest_value_, value);
    return value;
  }
  void add_flights(std::vector<Snapshot::Flight>&, std::size_t channel, std::uint32_t content) const;
  bool may_start(int process, const Facts& facts) const {
    return facts.asleep && conclave::may_start(scenario_, instance_, process);
  }
  // Does a process take messages? Where all start, not before it did.
  bool listens(const Facts& facts) const {
    return facts.receptive && !(facts.asleep && scenario_.initiators.kind == Initiators::Kind::all);
  }
  void add_of_process(const Site&, std::uint32_t local, std::uint32_t content);
  void add_of_network(const Site&, std::uint32_t used, std::uint32_t content);
  void add_crash(const Site&, std::uint32_t local, std::uint32_t used);
  std::vector<Contents::Message> offered(int channel, std::uint32_t content) const;
  void add(const Site&, std::uint32_t local, std::uint32_t content, Step::Kind, std::uint32_t message,
           const Handlers::Effects&);
  void add_fault(const Site&, Record, Step::Kind, std::uint32_t message);
  void add_forging(const Site&, std::uint32_t used, std::uint32_t content);
  static bool revokes(const Facts& then, const Facts& now) {
    return (then.leader && !now.leader) || (then.elects && !now.elects) ||
           (then.belief && then.belief != now.belief);
  }
  PropertySet broken_by(const Facts& then, const Facts& now, const Handlers::Effect&) const;
  int channel_by_identifier(int sender, const Handlers::Sent&) const;
  bool is_heard(std::size_t channel) const;
  bool is_byzantine(int place) const { return std::ranges::binary_search(instance_.byzantine, place); }
  Action key_of_action(RecordIndex) const;
  std::uint16_t cost_of(const Handlers::Effect&, bool delivery);
  std::uint16_t cost_number(const std::vector<std::uint16_t>&);
  template <class Cells>
  void copy_network(Cells&, RecordIndex);
  template <class Cells>
  void close_channels(Cells&, std::uint32_t process) const;
  template <class Cells>
  bool quiet(const Cells&) const;  // no message is on its way
  template <class Cells>
  bool has_crashed(const Cells& cells, int process) const {
    return facts(process, cells.get(static_cast<std::size_t>(process))).crashed;
  }
  // Of two identifiers, is the first one ahead, as the model elects?
  bool ahead(Id a, Id b) const { return scenario_.model->elects == Elects::smallest ? a < b : a > b; }
  bool order_matters() const { return asked_.is_on() && scenario_.properties.contains(PropertyId::max_id); }
  void note_order(Id a, Id b) const { asked_.note(a, b); }
  void note_favourite() const {
    if (!order_matters()) return;
    for (const Id id : ids()) {
      if (id != favourite_) note_order(favourite_, id);
    }
  }
  std::uint32_t intern_copy(const std::vector<std::uint32_t>&);

  const Scenario& scenario_;
  const Provisos provisos_;
  mutable Asked asked_;
  Handlers handlers_;
  std::unique_ptr<Commuting> commuting_;  // once it is asked for
  std::vector<std::string_view>
      stated_;                      // names of the model's own properties of form every_step; others empty
  std::vector<int> diameters_;      // by topology, if the model knows them
  std::unique_ptr<Rounds> rounds_;  // in lock step
  std::vector<std::vector<std::uint16_t>> costs_;
  std::vector<std::uint16_t> cost_of_;                     // by number of effect; plus one, 0: not yet known
  std::vector<std::vector<std::optional<Port>>> parents_;  // by topology, then place; of trees

  // Of the instance:
  Instance instance_;
  Id largest_;
  Id favourite_;  // whom the model should elect
  std::uint32_t cell_limit_ = 0;
  std::uint32_t largest_value_ = 0;  // of any component, so far
  std::size_t component_count_ = 0;
  std::size_t budgets_ = 0;  // the first component that counts what faults have used
  std::array<std::uint32_t, conclave::budgets.size()> budget_component_{};  // if there is any such budget
  std::vector<std::vector<int>> neighbours_;                                // by place, then port
  std::vector<Channel> channels_;
  std::vector<std::vector<int>> channel_by_port_;  // by sender, then port
  std::optional<std::size_t> built_for_;           // a topology, if the channels follow from that alone
  std::vector<int> in_ports_;                      // by place: one more than the largest
  std::vector<Contents> contents_;                 // by channel
  std::vector<Site> sites_;
  std::vector<std::size_t> first_site_;  // by process, of its own steps and deliveries; last the end of all
  std::vector<Local> locals_;
  std::vector<Record> records_;
  std::vector<Detail> details_;
  std::vector<PushTarget> push_targets_;
  std::vector<Handlers::Message> alphabet_;  // of Byzantine processes
  mutable std::map<Action, std::uint32_t> actions_;
  std::map<std::vector<std::uint32_t>, std::uint32_t> copy_index_;
  std::vector<const std::vector<std::uint32_t>*> copies_;
};

inline bool Machine::settled(std::size_t s, std::uint32_t content) const {
  const Site& site = sites_[s];
  return site.channel < 0 || ((site.its_own || !provisos_.channels_its_own) &&
                              (content > Contents::closed || !provisos_.channels_filled));
}

template <class Cells>
bool Machine::may_fault(const Cells& cells) const {
  for (std::size_t b = 0; b < budgets.size(); ++b) {
    const int most = scenario_.faults.*budgets[b].most;
    if (most > 0 && static_cast<int>(cells.get(budget_component_[b])) < most) return true;
  }
  return false;
}

template <class Cells>
void Machine::take(Cells& cells, const SiteComponents& at, RecordIndex r) {
  const Record& record = records_[r];
  cells.set(at.second, record.second);
  cells.set(at.first, record.first);
  if (record.copies) [[unlikely]]
    copy_network(cells, r);
  if (record.crashes) [[unlikely]]
    close_channels(cells, record.process);
  for (const PushTarget& target : pushes(record)) {
    const std::size_t component = channel_component(static_cast<int>(target.channel));
    cells.set(component, push(target.channel, cells.get(component), target.message));
  }
}

template <class Cells>
void Machine::copy_network(Cells& cells, RecordIndex r) {
  const std::size_t mine = copy_component(records_[r].process);
  if (details_[r].effect->loads_network) {
    std::vector<std::uint32_t> network;
    for (std::size_t c = 0; c < channels_.size(); ++c) network.push_back(cells.get(ids().size() + c));
    cells.set(mine, intern_copy(network));
  }
  if (details_[r].effect->stores_network && cells.get(mine) != 0) {
    const std::vector<std::uint32_t> network = copy(cells.get(mine));
    for (std::size_t c = 0; c < channels_.size(); ++c) cells.set(ids().size() + c, network[c]);
    cells.set(mine, 0);
  }
}

// Of a process that has just crashed: what only it could still receive vanishes.
template <class Cells>
void Machine::close_channels(Cells& cells, std::uint32_t process) const {
  for (std::size_t c = 0; c < channels_.size(); ++c) {
    const auto& readers = channels_[c].readers;
    const auto is_it = [&](const auto& reader) { return reader.process == static_cast<int>(process); };
    const auto crashed = [&](const auto& reader) { return has_crashed(cells, reader.process); };
    if (std::ranges::any_of(readers, is_it) && std::ranges::all_of(readers, crashed))
      cells.set(ids().size() + c, Contents::closed);
  }
}

template <class Cells>
Machine::Standing Machine::standing(const Cells& cells) const {
  Standing standing;
  PropertySet& failed = standing.failed;
  int leaders = 0;
  std::optional<std::int32_t> believed;
  Id favourite = favourite_;
  if (scenario_.faults.any()) {  // of those who live
    std::optional<Id> first;
    for (std::size_t i = 0; i < ids().size(); ++i) {
      if (has_crashed(cells, static_cast<int>(i))) continue;
      if (first && order_matters()) note_order(*first, ids()[i]);
      if (!first || ahead(ids()[i], *first)) first = ids()[i];
    }
    if (first) favourite = *first;
  }
  bool is_compared = false;  // somebody with the favourite
  for (std::size_t i = 0; i < ids().size(); ++i) {
    const Facts& of = facts(static_cast<int>(i), cells.get(i));
    if (of.leader) ++leaders;
    is_compared |= of.leader || of.belief;
    standing.elected |= of.elects;
    if (of.leader && ahead(favourite, ids()[i])) failed.add(PropertyId::max_id);
    if (!of.belief) continue;
    const std::int32_t who = *of.belief;
    if (!is_right(of, favourite)) failed.add(PropertyId::max_id);
    if (believed && *believed != who) failed.add(PropertyId::agreement);
    believed = who;
  }
  if (is_compared && !scenario_.faults.any()) note_favourite();
  if (leaders > 1) failed.add(PropertyId::unique_leader);
  failed = failed & scenario_.properties;
  return standing;
}

// A configuration as the model's own properties see it.
template <class Cells>
class Machine::View final : public Snapshot {
 public:
  View(const Machine& machine, const Cells& at, int rounds) : machine_(machine), at_(at), rounds_(rounds) {}
  int processes() const override { return static_cast<int>(machine_.ids().size()); }
  int rounds() const override { return rounds_; }
  Id id(int place) const override { return machine_.ids()[static_cast<std::size_t>(place)]; }
  bool crashed(int place) const override { return machine_.has_crashed(at_, place); }
  const void* state(int place) const override {
    const Local& local = machine_.locals_[static_cast<std::size_t>(place)];
    return machine_.handlers_.typed_state(local.role, local.state[at_.get(static_cast<std::size_t>(place))]);
  }
  const std::vector<int>& neighbours(int place) const override {
    return machine_.neighbours_[static_cast<std::size_t>(place)];
  }
  bool quiet() const override { return machine_.quiet(at_); }
  std::vector<Flight> in_flight() const override {
    std::vector<Flight> flights;
    for (std::size_t c = 0; c < machine_.contents_.size(); ++c) {
      machine_.add_flights(flights, c, at_.get(machine_.ids().size() + c));
    }
    return flights;
  }

 private:
  const Machine& machine_;
  const Cells& at_;
  int rounds_;
};

template <class Cells>
std::uint32_t Machine::predicates(const Cells& cells, int rounds) const {
  Comparisons comparisons;
  const std::uint32_t holds = scenario_.model->program->evaluate(View<Cells>(*this, cells, rounds));
  asked_.note(comparisons.notes);
  return holds;
}

template <class Cells>
bool Machine::all_decided(const Cells& cells) const {
  const bool ends_with_leader = scenario_.model->ends_with_leader;
  if (ends_with_leader && standing(cells).elected) return true;
  for (std::size_t i = 0; i < ids().size(); ++i) {
    if (ends_with_leader && !facts(static_cast<int>(i), cells.get(i)).crashed) return false;
    if (!facts(static_cast<int>(i), cells.get(i)).decided) return false;
  }
  return true;
}

template <class Cells>
bool Machine::quiet(const Cells& cells) const {
  for (std::size_t c = ids().size(); c < budgets_; ++c) {
    if (scenario_.model->copies_network && c == ids().size() + channels_.size()) break;
    if (cells.get(c) > Contents::closed) return false;
  }
  return true;
}

template <class Cells, class Children>
bool Machine::awaits_start(const Cells& cells, const Children& successors) const {
  if (scenario_.start_is_owed()) return false;
  if (rounds_) {  // there, who sleeps may start
    bool sleeps = false;
    for (std::size_t i = 0; i < ids().size(); ++i) sleeps |= facts(static_cast<int>(i), cells.get(i)).asleep;
    if (!sleeps) return false;
  } else if (std::ranges::none_of(successors,
                                  [&](const auto& step) { return kind(step.record) == Step::Kind::start; })) {
    return false;
  }
  for (std::size_t i = 0; i < ids().size(); ++i) {
    if (cells.get(i) != 0 && !has_crashed(cells, static_cast<int>(i))) return false;
    if (scenario_.model->copies_network && cells.get(copy_component(static_cast<int>(i))) != 0) return false;
  }
  return quiet(cells);
}

template <class Cells>
Faults Machine::faults_left(const Cells& cells) const {
  Faults left = scenario_.faults;
  for (std::size_t b = 0; b < budgets.size(); ++b) {
    int& most = left.*budgets[b].most;
    if (most > 0) most -= static_cast<int>(cells.get(budget_component_[b]));
  }
  return left;
}

inline const Facts& Machine::facts(int process, std::uint32_t value) const {
  return locals_[static_cast<std::size_t>(process)].facts[value];
}

}  // namespace conclave
