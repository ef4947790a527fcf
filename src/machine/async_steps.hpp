// Asynchronous steps, for the networks fifo, bag and set: one process starts, takes another step of its own
// or receives a message, or the adversary takes a step.
//
// What may happen at a site follows from two components alone: at one process and one of its channels, from
// the process's local state and the channel's content. An exploration asks once for each pair of values, and
// looks steps up in tables of its own (StepTables, Expander).
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "machine/provisos.hpp"
#include "machine/steps.hpp"

namespace conclave {

class Commuting;

// Which other steps need not be explored because of a step.
enum class StandsFor {
  itself,        // no others
  all,           // all other steps, of any process
  all_with_own,  // all other steps, if its process's own steps are explored with it
};

class AsyncSteps final : public Steps {
 public:
  AsyncSteps(Values&, const Judge&, const Provisos&);
  ~AsyncSteps() override;

  void load() override;
  void reorder() override;

  // A site is where steps are looked up, by the values of two components. These are the components that the
  // steps change.
  struct SiteComponents {
    std::uint32_t first;
    std::uint32_t second;
  };
  struct Records {
    RecordIndex first;
    std::uint32_t count;
  };
  std::size_t site_count() const { return sites_.size(); }
  SiteComponents site(std::size_t s) const { return {sites_[s].first, sites_[s].second}; }
  // Finds the steps at a site, anew with each call, under the order in force. They are in canonical order: a
  // process's own steps come first, then the messages, and for each the choices. Throws ModelError.
  Records at(std::size_t site, std::uint32_t first, std::uint32_t second);
  // The sites where a process's own steps and its deliveries are looked up, from `first` to before `end`.
  struct Sites {
    std::size_t first = 0;
    std::size_t end = 0;
    bool empty() const { return first == end; }
  };
  Sites sites_of(std::size_t process) const { return {first_site_[process], first_site_[process + 1]}; }
  // The sites where the adversary's steps at a process are looked up: it crashes or recovers, or a message on
  // its way to it is lost or doubled. If several processes read a channel, its sites belong to one of them.
  const std::vector<std::size_t>& fault_sites_of(std::size_t process) const { return fault_sites_[process]; }

  // Is the site isolated, so that nothing others do changes what its process can do there before the process
  // moves? This is so if nothing is read there, or if a message waits in a fifo channel that only this
  // process reads and only others write.
  bool is_isolated(std::size_t site, std::uint32_t content) const;
  // Are the steps that a process can take those that it will be able to take as long as it takes none,
  // whatever others do?
  template <class Cells>
  bool is_settled(int process, const Cells&) const;
  // What a step stands for that a process takes in its local state (an own step or a delivery), because it
  // commutes with everything that the process may do before it (Commuting).
  StandsFor stands_for(RecordIndex, std::uint32_t local);
  // Is there any step that stands for others, so that it is worth while to ask? Nothing if this is not found
  // out with the effort that is made, and might be with more.
  std::optional<bool> any_commutes();
  // How much effort should be made to find such steps? It may take long for each instance, so whoever knows
  // that there are none, or that little effort is enough, says so. On fifo nothing is gained where at most
  // one channel leads to each process: all that it can do there is receive the message that is in front.
  enum class Effort { none, little, some, full };
  void look_for_commuting(Effort effort) { effort_ = effort; }
  bool looks_for_commuting() const;

  struct PushTarget {
    std::uint32_t channel;
    Contents::Message message;
  };
  std::span<const PushTarget> pushes(const StepRecord& record) const {
    return std::span(push_targets_).subspan(record.first_push, record.push_count);
  }
  // Puts a message into a channel. Returns the content afterwards.
  std::uint32_t push(std::uint32_t channel, std::uint32_t content, Contents::Message message) {
    return values_.contents(channel).push(values_.scenario().network, content, message);
  }
  // The number of the share of the messages that a step sends which led to this configuration.
  template <class Cells>
  std::uint32_t share(RecordIndex r, const Cells& after) {
    std::vector<Shares::Sent> sent;
    for (const Handlers::Sent& each : effect(r).sent) sent.push_back({records_[r].process, each.message});
    return sent.empty() ? 0 : shares_.number(sent, after);
  }
  // Changes a configuration by a step at this site.
  template <class Cells>
  void take(Cells&, const SiteComponents&, RecordIndex);

 private:
  struct Site {
    enum class Kind : std::uint8_t {
      // A process's local state and one of its channels. If it has none, both are the local state.
      process,
      loss,       // a budget and a channel
      duplicate,  // a budget and a channel
      forge,      // a budget and a channel
      crash,      // a process's local state and a budget
      recover,    // a process's local state and a budget
    };
    std::uint32_t first;
    std::uint32_t second;
    Kind kind;
    // Whose site it is; of loss and duplicate the channel's reader, of forge the Byzantine process.
    std::uint32_t process;
    int channel;  // -1: none
    Port port;
    bool own_steps;  // the process's own steps are looked up here, too
    bool its_own;    // only this process reads the channel, and it does not write it
  };

  Commuting& commuting();
  void build_sites();
  Site& add_site(Site::Kind, std::uint32_t first, std::uint32_t second, int process, int channel);
  void build_sites_of(std::uint32_t process);
  void build_fault_sites();
  void add_of_process(const Site&, std::uint32_t local, std::uint32_t content);
  void add(const Site&, std::uint32_t local, std::uint32_t content, Step::Kind, std::uint32_t message,
           const Handlers::Effects&);
  std::uint16_t cost_of(const Handlers::Effect&, bool delivery);
  std::vector<Contents::Message> offered(int channel, std::uint32_t content) const;
  // The steps of the adversary are in async_faults.cpp.
  void add_of_network(const Site&, std::uint32_t used, std::uint32_t content);
  void add_crash(const Site&, std::uint32_t local, std::uint32_t used);
  void add_recovery(const Site&, std::uint32_t local, std::uint32_t used);
  void add_misses(const Site&, std::uint32_t local, std::uint32_t content);
  void add_forging(const Site&, std::uint32_t used, std::uint32_t content);
  void add_fault(const Site&, StepRecord, Step::Kind, std::uint32_t message);
  template <class Cells>
  void copy_network(Cells&, RecordIndex);
  template <class Cells>
  void close_channels(Cells&, std::uint32_t process) const;

  const Provisos provisos_;
  std::unique_ptr<Commuting> commuting_;  // made when it is first needed
  Effort effort_ = Effort::some;
  // By number of effect: the number of its costs plus one; 0: not yet known.
  std::vector<std::uint16_t> cost_of_;
  std::vector<Site> sites_;
  // By process: its first site; and at the end, where the last process's sites end.
  std::vector<std::size_t> first_site_;
  std::vector<std::vector<std::size_t>> fault_sites_;  // by process
  std::vector<PushTarget> push_targets_;
};

inline bool AsyncSteps::is_isolated(std::size_t s, std::uint32_t content) const {
  const Site& site = sites_[s];
  return site.channel < 0 || ((site.its_own || !provisos_.channels_its_own) &&
                              (content > Contents::closed || !provisos_.channels_filled));
}

template <class Cells>
bool AsyncSteps::is_settled(int process, const Cells& cells) const {
  const auto local = static_cast<std::size_t>(process);
  if (!values_.listens(values_.facts(process, cells.get(local)))) return true;
  const Sites its = sites_of(local);
  for (std::size_t s = its.first; s < its.end; ++s) {
    if (!is_isolated(s, cells.get(sites_[s].second))) return false;
  }
  return true;
}

template <class Cells>
void AsyncSteps::take(Cells& cells, const SiteComponents& at, RecordIndex r) {
  const StepRecord& record = records_[r];
  cells.set(at.second, record.second);
  cells.set(at.first, record.first);
  if (record.copies) [[unlikely]]
    copy_network(cells, r);
  if (record.crashes) [[unlikely]]
    close_channels(cells, record.process);
  for (const PushTarget& target : pushes(record)) {
    const std::size_t component = values_.channel_component(target.channel);
    cells.set(component, push(target.channel, cells.get(component), target.message));
  }
}

template <class Cells>
void AsyncSteps::copy_network(Cells& cells, RecordIndex r) {
  const std::size_t mine = values_.copy_component(records_[r].process);
  const std::size_t channels = values_.channels().size();
  if (effect(r).loads_network) {
    std::vector<std::uint32_t> network;
    for (std::size_t c = 0; c < channels; ++c) network.push_back(cells.get(values_.channel_component(c)));
    cells.set(mine, values_.number_copy(network));
  }
  if (effect(r).stores_network && cells.get(mine) != 0) {
    const std::vector<std::uint32_t> network = values_.copy(cells.get(mine));
    for (std::size_t c = 0; c < channels; ++c) cells.set(values_.channel_component(c), network[c]);
    cells.set(mine, 0);
  }
}

// A process has just crashed, so the messages vanish that only this process could still receive.
template <class Cells>
void AsyncSteps::close_channels(Cells& cells, std::uint32_t process) const {
  for (std::size_t c = 0; c < values_.channels().size(); ++c) {
    const auto& readers = values_.channels()[c].readers;
    const auto is_it = [&](const auto& reader) { return reader.process == static_cast<int>(process); };
    const auto crashed = [&](const auto& reader) { return values_.has_crashed(cells, reader.process); };
    if (std::ranges::any_of(readers, is_it) && std::ranges::all_of(readers, crashed))
      cells.set(values_.channel_component(c), Contents::closed);
  }
}

}  // namespace conclave
