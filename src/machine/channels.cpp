#include "machine/channels.hpp"

#include <algorithm>
#include <string>

namespace conclave {

void Channels::load(const Instance& instance) {
  ids_ = instance.ids;
  if (built_for_ != instance.topology) {
    build(instance);
    built_for_.reset();
    if (scenario_.model->addressing != Addressing::by_identifier) built_for_ = instance.topology;
  }
  is_heard_.assign(channels_.size(), true);
  // Who is down may come back for its messages.
  const bool some_stay_down = !instance.down.empty() && scenario_.faults.recover == 0;
  const auto listens = [&](const Channel::Reader& reader) {
    return !std::ranges::binary_search(instance.byzantine, reader.process) &&
           !(some_stay_down && std::ranges::binary_search(instance.down, reader.process));
  };
  for (std::size_t c = 0; c < channels_.size() && (some_stay_down || !instance.byzantine.empty()); ++c)
    is_heard_[c] = std::ranges::any_of(channels_[c].readers, listens);
}

void Channels::build(const Instance& instance) {
  const std::size_t n = instance.ids.size();
  channels_.clear();
  by_port_.assign(n, {});
  neighbours_.assign(n, {});
  in_ports_.assign(n, 0);
  const bool by_identifier = scenario_.model->addressing == Addressing::by_identifier;
  for (const Link& link : scenario_.topologies[instance.topology].links) {
    const auto sender = static_cast<std::size_t>(link.from);
    const auto receiver = static_cast<std::size_t>(link.to);
    in_ports_[receiver] = std::max(in_ports_[receiver], code_of(link.in) + 1);
    Channel channel;
    channel.sender = link.from;
    channel.out = link.out;
    if (by_identifier) {
      channel.by_identifier = true;
      channel.receiver = instance.ids[receiver];
      if (scenario_.network != Network::fifo) channel.sender = -1;
      for (std::size_t i = 0; i < n; ++i) {
        if (instance.ids[i] == channel.receiver) channel.readers.push_back({static_cast<int>(i), Port{}});
      }
    } else {
      channel.readers.push_back({link.to, link.in});
    }
    auto known = channels_.end();
    if (by_identifier) {
      known = std::ranges::find_if(channels_, [&](const Channel& other) {
        return other.sender == channel.sender && other.receiver == channel.receiver;
      });
    }
    auto& of_sender = by_port_[sender];
    of_sender.resize(std::max(of_sender.size(), static_cast<std::size_t>(code_of(link.out)) + 1), -1);
    of_sender[static_cast<std::size_t>(code_of(link.out))] = static_cast<int>(known - channels_.begin());
    neighbours_[sender].resize(of_sender.size(), -1);
    neighbours_[sender][static_cast<std::size_t>(code_of(link.out))] = link.to;
    if (known == channels_.end()) channels_.push_back(std::move(channel));
  }
}

int Channels::of(int sender, const Handlers::Sent& sent) const {
  const auto& ports = by_port_[static_cast<std::size_t>(sender)];
  if (!sent.by_identifier) return ports[static_cast<std::size_t>(sent.to)];
  const auto at = std::ranges::find_if(
      ports, [&](int c) { return channels_[static_cast<std::size_t>(c)].receiver == given_id(sent.to); });
  if (at == ports.end()) {
    throw ModelError("process with identifier " +
                     std::to_string(ids_[static_cast<std::size_t>(sender)].value()) +
                     " sends to identifier " + std::to_string(sent.to) + ", which is no neighbour's");
  }
  return *at;
}

}  // namespace conclave
