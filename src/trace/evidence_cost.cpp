// Does an execution have the cost that is said of it?
#include <algorithm>

#include "program/model.hpp"
#include "trace/clocks.hpp"
#include "trace/evidence.hpp"

namespace conclave {
namespace {

std::int64_t reading(const Clocks& clocks, Extreme extreme) {
  return extreme == Extreme::min ? clocks.least() : clocks.most();
}

std::int64_t sum(const Machine& machine, const std::vector<RecordIndex>& steps, std::size_t cost) {
  std::int64_t sum = 0;
  for (const auto step : steps) sum += machine.steps().costs()[machine.steps().record(step).cost][cost];
  return sum;
}

}  // namespace

// The steps after a state.
std::vector<RecordIndex> Evidence::steps(std::size_t from) const {
  std::vector<RecordIndex> steps;
  for (std::size_t m = from + 1; m < moments_.size(); ++m) steps.push_back(*moments_[m].step);
  return steps;
}

std::int64_t Evidence::cost(std::size_t cost, Extreme extreme) const {
  const bool is_counted = cost < Costs(*scenario_.model->program).counted();
  if (is_counted) return sum(walk_.machine(), steps(0), cost);
  Clocks clocks(walk_.machine());
  for (const auto step : steps(0)) clocks.take(step);
  return reading(clocks, extreme);
}

std::int64_t Evidence::added(std::size_t cost, Extreme extreme, std::size_t loop, std::int64_t once) const {
  const bool is_counted = cost < Costs(*scenario_.model->program).counted();
  if (is_counted) return sum(walk_.machine(), steps(loop), cost);
  Clocks clocks(walk_.machine());
  for (const auto step : steps(0)) clocks.take(step);
  // A chain that grows with every turn may need some turns before it is the longest.
  std::int64_t added = 0;
  for (std::int64_t turn = 0; turn <= once + 1 && added == 0; ++turn) {
    for (const auto step : steps(loop)) clocks.take(step);
    added = reading(clocks, extreme) - once;
  }
  return added;
}

// What a number of this cost is a number of, as in " messages sent".
std::string Evidence::unit_of(std::size_t cost, std::int64_t number) const {
  const Costs costs(*scenario_.model->program);
  const std::string s = number == 1 ? "" : "s";
  if (cost >= costs.counted()) return " (messages in the longest causal chain)";
  if (cost == Costs::messages) return " message" + s + " sent";
  if (cost == costs.time()) return " round" + s;
  if (cost == costs.deliveries()) return number == 1 ? " delivery" : " deliveries";
  return " `" + costs.name(cost) + "` message" + s + " sent";
}

std::size_t Evidence::comes() const {
  std::size_t at = 0;
  while (at < moments_.size() &&
         !(scenario_.until && walk_.machine().judge().has_come(*scenario_.until, moments_[at].configuration)))
    ++at;
  return at;
}

Judgement Evidence::judge(std::size_t cost, Extreme extreme, std::optional<std::int64_t> value,
                          std::optional<std::size_t> loop) {
  const std::int64_t once = this->cost(cost, extreme);
  const std::int64_t more = loop ? added(cost, extreme, *loop, once) : 0;
  const std::size_t came = comes();  // the first state in which the event has come
  if (!value) {
    return {extreme == Extreme::max && loop && closes(*loop) && more > 0 && came == moments_.size(),
            {"each time round the loop adds to the cost, and it may be gone round any number of times"}};
  }
  const bool goes_on = came == moments_.size();
  const bool ends = !goes_on ? came + 1 == moments_.size() && !loop
                    : loop   ? closes(*loop) && fair(*loop) && more == 0
                             : moments_.back().rests();
  const bool by_chains = cost >= Costs(*scenario_.model->program).counted();
  return {once == *value && ends,
          {(by_chains ? "a time of " : "") + std::to_string(once) + unit_of(cost, once),
           !goes_on ? "now " + scenario_.until->says
           : loop   ? repeats(*loop)
                    : nothing_left()}};
}

}  // namespace conclave
