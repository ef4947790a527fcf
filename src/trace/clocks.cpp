#include "trace/clocks.hpp"

#include <algorithm>

namespace conclave {

Clocks::Clocks(const Machine& machine) : machine_(machine) {
  possible_.insert({std::vector<std::int64_t>(machine.ids().size(), 0), {}});
}

void Clocks::take(RecordIndex step) {
  const Network network = machine_.scenario().network;
  const std::size_t process = machine_.steps().record(step).process;
  const auto send = [&](Reading reading) {
    for (const auto& sent : machine_.steps().effect(step).sent) {
      auto& chains =
          reading.under_way[{machine_.values().channels().of(static_cast<int>(process), sent), sent.message}];
      if (network == Network::set && !chains.empty()) continue;  // it is there already
      chains.push_back(reading.clocks[process] + 1);
      if (network != Network::fifo) std::ranges::sort(chains);
    }
    return reading;
  };
  std::set<Reading> after;
  for (const auto& before : possible_) {
    if (machine_.steps().kind(step) != Step::Kind::deliver) {
      after.insert(send(before));
      continue;
    }
    const std::pair key(machine_.steps().channel(step), machine_.steps().received(step));
    const auto& chains = before.under_way.at(key);
    const std::size_t copies = network == Network::bag ? chains.size() : 1;
    for (std::size_t copy = 0; copy < copies; ++copy) {
      Reading reading = before;
      reading.clocks[process] = std::max(reading.clocks[process], chains[copy]);
      if (network != Network::set) {
        auto& left = reading.under_way.at(key);
        left.erase(left.begin() + static_cast<std::ptrdiff_t>(copy));
        if (left.empty()) reading.under_way.erase(key);
      }
      after.insert(send(std::move(reading)));
    }
  }
  possible_ = std::move(after);
}

std::int64_t Clocks::least() const {
  std::int64_t least = std::ranges::max(possible_.begin()->clocks);
  for (const auto& reading : possible_) least = std::min(least, std::ranges::max(reading.clocks));
  return least;
}

std::int64_t Clocks::most() const {
  std::int64_t most = 0;
  for (const auto& reading : possible_) most = std::max(most, std::ranges::max(reading.clocks));
  return most;
}

}  // namespace conclave
