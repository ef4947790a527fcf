// What an execution costs, counted again from its trace file alone.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "program/json.hpp"

namespace conclave::outside {

class Recount {
 public:
  explicit Recount(Json trace);

  void go_round();  // the loop, once more
  // "messages", a kind, "deliveries" or "time". Nothing for a time that the file does not tell: a bag holds
  // equal messages that end different chains, and which of them is received is not in it. Meaningless for a
  // time where the network is copied.
  std::optional<std::int64_t> of(const std::string& cost) const;

 private:
  void take(const Json& step);
  void receive(const Json& step);

  Json trace_;
  std::map<std::string, std::int64_t> counts_;
  std::vector<std::int64_t> clocks_;                            // by process
  std::map<std::string, std::vector<std::int64_t>> under_way_;  // by channel and message, oldest first
  bool ambiguous_ = false;
};

}  // namespace conclave::outside
