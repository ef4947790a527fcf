// Does an execution have the cost that is said of it?
#include "trace/clocks.hpp"
#include "trace/evidence.hpp"

namespace conclave {

std::vector<RecordIndex> Evidence::steps(std::size_t from) const {
  std::vector<RecordIndex> steps;
  for (std::size_t m = from + 1; m < moments_.size(); ++m) steps.push_back(*moments_[m].step);
  return steps;
}

std::int64_t Evidence::cost(std::size_t cost, Extreme extreme) const {
  const Machine& machine = walk_.machine();
  if (cost >= Costs(*scenario_.model->program).counted()) {
    Clocks clocks(machine);
    for (const auto step : steps(0)) clocks.take(step);
    return extreme == Extreme::min ? clocks.least() : clocks.most();
  }
  std::int64_t sum = 0;
  for (const auto step : steps(0)) sum += machine.steps().costs()[machine.steps().record(step).cost][cost];
  return sum;
}

Judgement Evidence::judge(std::size_t cost, Extreme extreme, std::optional<std::int64_t> value,
                          std::optional<std::size_t> loop) {
  const Costs costs(*scenario_.model->program);
  const bool is_time = cost >= costs.counted();  // by causal chains
  const std::int64_t once = this->cost(cost, extreme);
  // What going round the loop adds. A chain may need some rounds before it is the longest.
  std::int64_t added = 0;
  if (loop && is_time) {
    Clocks clocks(walk_.machine());
    for (const auto step : steps(0)) clocks.take(step);
    for (std::int64_t round = 0; round <= once + 1 && added == 0; ++round) {
      for (const auto step : steps(*loop)) clocks.take(step);
      added = (extreme == Extreme::min ? clocks.least() : clocks.most()) - once;
    }
  } else if (loop) {
    const Machine& machine = walk_.machine();
    for (const auto step : steps(*loop)) added += machine.steps().costs()[machine.steps().record(step).cost][cost];
  }
  const std::string many = once == 1 ? "" : "s";
  const std::string unit = is_time ? "a time of " : "";
  const std::string of = is_time                   ? " (messages in the longest causal chain)"
                         : cost == Costs::messages ? " message" + many + " sent"
                         : cost == costs.time()    ? " round" + many
                         : cost == costs.deliveries()
                             ? (once == 1 ? " delivery" : " deliveries")
                             : " `" + costs.name(cost) + "` message" + many + " sent";
  if (!value) {
    return {extreme == Extreme::max && loop && closes(*loop) && added > 0,
            {"each time round the loop adds to the cost, and it may be gone round any number of times"}};
  }
  const bool ends = loop ? closes(*loop) && fair(*loop) && added == 0 : moments_.back().rests();
  Judgement judgement{once == *value && ends, {unit + std::to_string(once) + of}};
  judgement.why.push_back(loop ? repeats(*loop) : left());
  return judgement;
}

}  // namespace conclave
