#include "machine/lots.hpp"

#include <algorithm>
#include <limits>
#include <string>

namespace conclave {
namespace {

std::size_t different(std::span<const std::uint32_t> values) {
  std::vector<std::uint32_t> sorted(values.begin(), values.end());
  std::ranges::sort(sorted);
  return static_cast<std::size_t>(std::ranges::unique(sorted).begin() - sorted.begin());
}

}  // namespace

bool Lots::draw(const Handlers::Effect& effect, std::size_t left) {
  for (std::size_t i = 0; i < effect.odds.size(); ++i) {
    if ((effect.odds[i] & by_lot) == 0) continue;
    const unsigned among = effect.odds[i] & ~by_lot;
    const bool again = std::ranges::count_if(effect.odds, [](Odds odds) { return (odds & by_lot) != 0; }) > 1;
    if (again || (any() && among != among_))
      throw DrawsMatter(again ? "a process draws twice in one round"
                              : "in one round processes draw among different numbers of values");
    values_.push_back(effect.choices[i]);
    among_ = among;
  }
  if (gaps() <= left) return true;
  undo(effect);
  return false;
}

void Lots::undo(const Handlers::Effect& effect) {
  if (drawn_by(effect)) values_.pop_back();
}

std::size_t Lots::gaps() const {
  return values_.empty() ? 0 : *std::ranges::max_element(values_) + 1 - different(values_);
}

std::uint64_t Lots::ways(std::span<const std::uint32_t> values, std::uint64_t among) {
  std::uint64_t ways = 1;
  const std::uint64_t chosen = different(values);
  for (std::uint64_t k = 1; k <= chosen; ++k) {
    if (ways > std::numeric_limits<std::uint64_t>::max() / among)
      throw ModelError("one round draws among more than 2^64 values");
    ways = ways * (among - chosen + k) / k;
  }
  return ways;
}

std::size_t Lots::among(const Handlers::Effect& effect) {
  std::size_t all = 1;
  for (const Odds odds : effect.odds) {
    if (odds & by_lot) all *= odds & ~by_lot;
  }
  return all;
}

std::optional<std::uint32_t> Lots::drawn_by(const Handlers::Effect& effect) {
  for (std::size_t i = 0; i < effect.odds.size(); ++i) {
    if (effect.odds[i] & by_lot) return effect.choices[i];
  }
  return {};
}

}  // namespace conclave
