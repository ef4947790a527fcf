#include "cli/recount.hpp"

#include <doctest/doctest.h>

#include <algorithm>

namespace conclave::outside {

Recount::Recount(Json trace) : trace_(std::move(trace)) {
  clocks_.assign(trace_.at("#meta").at("ids").size(), 0);
  const Json& states = trace_.at("states");
  for (std::size_t i = 1; i < states.size(); ++i) take(states[i].at("#meta").at("step"));
}

void Recount::go_round() {
  const Json& states = trace_.at("states");
  for (auto i = trace_.at("loop").get<std::size_t>() + 1; i < states.size(); ++i)
    take(states[i].at("#meta").at("step"));
}

std::optional<std::int64_t> Recount::of(const std::string& cost) const {
  if (cost != "time") return counts_.contains(cost) ? counts_.at(cost) : 0;
  if (ambiguous_) return {};
  return *std::ranges::max_element(clocks_);
}

void Recount::receive(const Json& step) {
  const std::string network = trace_.at("#meta").at("network");
  auto& chains = under_way_[step.at("channel").dump() + step.at("message").dump()];
  REQUIRE_FALSE(chains.empty());
  ambiguous_ |= network == "bag" && std::ranges::count(chains, chains.front()) != std::ssize(chains);
  auto& clock = clocks_[step.at("process").get<std::size_t>()];
  clock = std::max(clock, chains.front());
  if (network != "set") chains.erase(chains.begin());
}

void Recount::take(const Json& step) {
  const std::string network = trace_.at("#meta").at("network");
  const bool copied = trace_.at("states")[0].contains("copies");  // then messages come and go unseen
  const auto process = step.at("process").get<std::size_t>();
  if (step.at("action") == "receive") {
    ++counts_["deliveries"];
    if (!copied) receive(step);
  }
  if (step.at("action") == "lose" || step.at("action") == "duplicate") {
    auto& chains = under_way_[step.at("channel").dump() + step.at("message").dump()];
    REQUIRE_FALSE(chains.empty());
    if (step.at("action") == "lose") {
      chains.erase(chains.begin());
    } else {
      chains.insert(chains.begin(), chains.front());
    }
  }
  for (const auto& sent : step.at("sends")) {
    const Json& message = sent.at("message");
    ++counts_["messages"];
    ++counts_[message.value("kind", "message")];
    auto& chains = under_way_[sent.at("channel").dump() + message.dump()];
    // In a set it may be there already.
    if (network != "set" || chains.empty()) chains.push_back(clocks_[process] + 1);
  }
}

}  // namespace conclave::outside
