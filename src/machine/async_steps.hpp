// Asynchronous steps (fifo, bag, set): one process starts, goes on by itself or receives a message, or the
// adversary interferes.
//
// What may happen at a site follows from two components alone: at one process and one of its channels, from
// its local state and the channel's content. An exploration asks once for every pair of values, and looks
// steps up in tables of its own.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "machine/provisos.hpp"
#include "machine/steps.hpp"

namespace conclave {

class Commuting;

// What a step makes it needless to explore.
enum class StandsFor {
  itself,        // nothing else
  all,           // all other steps, of any process
  all_with_own,  // all other steps, together with what its process may do of its own accord
};

class AsyncSteps final : public Steps {
 public:
  AsyncSteps(Values&, const Judge&, const Provisos&);
  ~AsyncSteps() override;

  void load() override;
  void reorder() override;

  // A site is where steps are looked up: by the values of two components, which they change.
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
  // The steps at a site are found out anew by each call, under the order in force. They are in canonical
  // order: a process's own steps, then messages, then choices. Throws CellOverflow, ModelError.
  Records at(std::size_t site, std::uint32_t first, std::uint32_t second);
  // Where a process's own steps and its deliveries are looked up: from the first to before the last.
  struct Sites {
    std::size_t first = 0;
    std::size_t end = 0;
    bool empty() const { return first == end; }
  };
  Sites sites_of(std::size_t process) const { return {first_site_[process], first_site_[process + 1]}; }

  // Does nothing that others do change what can be done at a process's site, before the process moves? So it
  // is where nothing is read, or where a message waits in a fifo channel that only this process reads and
  // only others write.
  bool is_isolated(std::size_t site, std::uint32_t content) const;
  // On bag and set, of a step that a process takes in its local state (to start, to resume, a delivery): what
  // it makes needless, because it commutes with all that the process may do before (Commuting).
  StandsFor stands_for(RecordIndex, std::uint32_t local);
  // Is there any such step, of any use?
  bool any_commutes();

  struct PushTarget {
    std::uint32_t channel;
    Contents::Message message;
  };
  std::span<const PushTarget> pushes(const StepRecord& record) const {
    return std::span(push_targets_).subspan(record.first_push, record.push_count);
  }
  // The content of the channel afterwards. Throws CellOverflow.
  std::uint32_t push(std::uint32_t channel, std::uint32_t content, Contents::Message message) {
    return values_.checked(values_.contents(channel).push(values_.scenario().network, content, message));
  }
  // Makes a configuration the one after a step of this site. Throws CellOverflow.
  template <class Cells>
  void take(Cells&, const SiteComponents&, RecordIndex);

 private:
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
    bool own_steps;  // it lists the process's own steps as well
    bool its_own;    // nobody else reads the channel, and the process does not write it
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
  // The adversary's (async_faults.cpp).
  void add_of_network(const Site&, std::uint32_t used, std::uint32_t content);
  void add_crash(const Site&, std::uint32_t local, std::uint32_t used);
  void add_forging(const Site&, std::uint32_t used, std::uint32_t content);
  void add_fault(const Site&, StepRecord, Step::Kind, std::uint32_t message);
  template <class Cells>
  void copy_network(Cells&, RecordIndex);
  template <class Cells>
  void close_channels(Cells&, std::uint32_t process) const;

  const Provisos provisos_;
  std::unique_ptr<Commuting> commuting_;  // once it is asked for
  std::vector<std::uint16_t> cost_of_;    // by number of effect, plus one; 0: not yet known
  std::vector<Site> sites_;
  std::vector<std::size_t> first_site_;  // by process, of its own steps and deliveries; last the end of all
  std::vector<PushTarget> push_targets_;
};

inline bool AsyncSteps::is_isolated(std::size_t s, std::uint32_t content) const {
  const Site& site = sites_[s];
  return site.channel < 0 || ((site.its_own || !provisos_.channels_its_own) &&
                              (content > Contents::closed || !provisos_.channels_filled));
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

// A process has just crashed: what only it could still receive vanishes.
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
