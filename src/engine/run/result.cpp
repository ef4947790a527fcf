#include "engine/run/result.hpp"

#include <algorithm>
#include <tuple>

namespace conclave {

std::size_t Path::switches() const {
  std::size_t switches = 0;
  for (std::size_t i = 1; i < steps.size(); ++i) switches += steps[i].process != steps[i - 1].process ? 1 : 0;
  for (const Step& step : steps) switches += step.events.size();
  return switches;
}

bool operator<(const Path& a, const Path& b) {
  const auto key = [](const Path& p) { return std::tuple(p.loop.has_value(), p.steps.size(), p.switches()); };
  return key(a) < key(b);
}

std::string Costs::name(std::size_t cost) const {
  if (cost == messages) return "messages";
  if (cost == deliveries()) return "deliveries";
  if (cost == time()) return "time";
  return kinds_[cost - 1];
}

std::optional<std::size_t> Costs::find(const std::string& wanted) const {
  for (const std::size_t cost : {messages, deliveries(), time()}) {
    if (name(cost) == wanted) return cost;
  }
  const auto kind = std::ranges::find(kinds_, wanted);
  if (kind == kinds_.end()) return {};
  return static_cast<std::size_t>(kind - kinds_.begin()) + 1;
}

}  // namespace conclave
