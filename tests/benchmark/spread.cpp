// spread MODEL TOPOLOGY N NETWORK RANKS...: how evenly the configurations of one instance would be spread
// over so many ranks by one, two and three components, and which share of the steps would lead to another
// rank (engine/ranks/spread.hpp). The components are chosen by a sample, as a check does; what is printed is
// of all configurations. The instance is the one with the largest identifier first, the smallest last,
// without faults and reductions. docs/scale.md has what came of it.
#include <boost/unordered/unordered_flat_set.hpp>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>

#include "engine/ranks/spread.hpp"
#include "machine/expander.hpp"
#include "program/model.hpp"
#include "scenario/scenarios.hpp"

using namespace conclave;

namespace {

Sample everything(Machine& machine) {
  Expander expander(machine);
  Successors successors;
  Sample all;
  boost::unordered_flat_set<Sample::Configuration> seen;
  const auto meet = [&](const Sample::Configuration& configuration) {
    if (seen.insert(configuration).second) all.all.push_back({configuration, {}});
  };
  meet(Sample::Configuration(machine.values().component_count(), 0));
  for (std::size_t i = 0; i < all.all.size(); ++i) {
    const Configuration from{all.all[i].from};
    expander.expand(from, successors);
    for (const auto& successor : successors) {
      if (successor.configuration == from) continue;
      all.all[i].to.push_back(successor.configuration.cells);
      meet(successor.configuration.cells);
    }
  }
  return all;
}

Sample part_of(const Sample& all) {
  std::mt19937_64 random(1);
  Sample some;
  for (const auto& each : all.all) {
    if (random() % all.all.size() < 8192) some.all.push_back(each);
  }
  return some;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 6) {
    std::fputs("usage: spread MODEL TOPOLOGY N NETWORK RANKS...\n", stderr);
    return 2;
  }
  const Model* const model = find_model(argv[1]);
  Scenario scenario = testing::on(*model, argv[2], std::atoi(argv[3]));
  scenario.reduction = {};
  scenario.network = std::string(argv[4]) == "bag" ? Network::bag : Network::fifo;
  Machine machine(scenario);
  Instances instances(scenario);
  Instance instance;
  instances.next(instance);
  machine.load(instance);
  const Sample all = everything(machine);
  const Sample some = part_of(all);
  std::printf("%s, %s of %s, %s, %zu configurations\n", argv[1], argv[2], argv[3], argv[4], all.all.size());
  for (int i = 5; i < argc; ++i) {
    const auto ranks = static_cast<std::uint32_t>(std::atoi(argv[i]));
    for (const Spreading& chosen : best_spreadings(some, 4, ranks, machine.meanings())) {
      const Spread spread = spread_by(some, chosen.components, ranks, machine.meanings());
      const Spreading of_all = spreading(all, spread, ranks, machine.meanings());
      std::printf("%4u ranks, %zu components:  remote %5.1f %%  imbalance %.2f  effort %.2f  by", ranks,
                  chosen.components.size(), 100 * of_all.remote, of_all.imbalance, of_all.effort());
      for (const auto c : chosen.components) std::printf(" %u", c);
      std::printf("\n");
    }
  }
}
