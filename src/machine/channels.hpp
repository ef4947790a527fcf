// The channels of one instance: into which channel a message goes that a process sends, and who may read it
// there. Values owns them; the places and ports are those of the topology.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "machine/handlers.hpp"
#include "scenario/instances.hpp"

namespace conclave {

// A channel leads from one process through a port to another, or to whoever has an identifier.
struct Channel {
  struct Reader {
    int process;
    Port port;
  };
  int sender = -1;  // -1: everybody (all senders share a mailbox)
  Port out{};       // the sender's port, if messages are addressed by port
  bool by_identifier = false;
  Id receiver;  // if messages are addressed by identifier
  std::vector<Reader> readers;
};

class Channels {
 public:
  explicit Channels(const Scenario& scenario) : scenario_(scenario) {}

  // Prepares for an instance. Channels follow the topology's links; where messages are addressed by
  // identifier, there is one mailbox for each identifier, or on fifo, where order matters, one queue for each
  // sender and identifier.
  void load(const Instance&);

  std::size_t size() const { return channels_.size(); }
  std::span<const Channel> all() const { return channels_; }
  const Channel& operator[](std::size_t channel) const { return channels_[channel]; }
  // The channels that lead away from a process, by port; -1: there is no such port.
  const std::vector<int>& from(std::size_t process) const { return by_port_[process]; }
  // The processes that they lead to, by port; -1: there is no such port.
  const std::vector<int>& neighbours(std::size_t process) const { return neighbours_[process]; }
  // One more than the largest port at which the process receives.
  int in_ports(std::size_t process) const { return in_ports_[process]; }
  // The channel that a message goes into. Throws ModelError if it is addressed to an identifier that is no
  // neighbour's.
  int of(int sender, const Handlers::Sent&) const;
  // Does anybody receive from this channel, as long as nobody else crashes? A Byzantine process does not, and
  // one that is down from the beginning only if it may come back.
  bool is_heard(std::size_t channel) const { return is_heard_[channel]; }

 private:
  void build(const Instance&);

  const Scenario& scenario_;
  std::optional<std::size_t> built_for_;  // a topology, if the channels depend on nothing else
  std::vector<Channel> channels_;
  std::vector<std::vector<int>> by_port_;
  std::vector<std::vector<int>> neighbours_;
  std::vector<int> in_ports_;
  std::vector<bool> is_heard_;
  std::vector<Id> ids_;  // of the instance; errors name them
};

}  // namespace conclave
