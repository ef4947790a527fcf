// What a part has found while its keys are laid out anew again and again, against what it finds without that.
#include <doctest/doctest.h>

#include <optional>
#include <random>
#include <string>
#include <vector>

#include "engine/counts.hpp"
#include "engine/parts/part_search_walk.hpp"
#include "machine/machine.hpp"
#include "oracle/compared.hpp"
#include "scenario/instances.hpp"
#include "scenario/scenarios.hpp"

namespace conclave::laid_out_anew {

using namespace conclave::testing;

namespace {

constexpr std::size_t words = 2;
constexpr std::uint64_t few = 2'000;  // configurations

// All of an instance is one part.
class OnePart final : PartSearch<words> {
 public:
  struct Found {
    std::size_t steps = 0;
    std::vector<std::vector<std::uint32_t>> at;  // by component
    friend bool operator==(const Found&, const Found&) = default;
  };
  struct Outcome {
    InstanceResult result;
    std::vector<Found> found;  // by property
    int kept = 0;              // how often something was kept that had been found before
  };

  OnePart(Machine& machine, Limits& limits, Widths& widths) : PartSearch<words>(machine, limits, widths) {}

  // With a source of chance, keys are laid out anew although there is room. Nothing if the instance is too
  // large, if keys have no room, or if the search gives up.
  std::optional<Outcome> run(std::mt19937* chance) {
    int kept = 0;
    begin(false);
    seen_.clear(tag_bits_, 0);
    for (const Phase phase : {Phase::find, Phase::order}) {
      begin(phase);
      std::optional<std::uint64_t> arriving = first_number();
      while (arriving || !waiting_.empty()) {
        if (result_.states > few) return {};
        if (chance != nullptr && (*chance)() % (expanded_ + 2) == 0) {
          for (const Findings& findings : findings_) kept += findings.at.empty() ? 0 : 1;
          lay_out_anew({(*chance)() % (layout_.size() + 1), 0});
        }
        try {
          if (arriving)
            take(record(Key<words>{}, *arriving));
          else
            expand_one();
          arriving.reset();
        } catch (const TooNarrow& needed) {
          lay_out_anew(needed);
        }
      }
    }
    if (expanded_ != result_.states) return {};
    sum_up();
    Outcome outcome{result_, {}, kept};
    for (const Findings& findings : findings_) {
      Found& found = outcome.found.emplace_back(Found{findings.at.empty() ? 0 : findings.steps, {}});
      for (const auto& each : findings.at) {
        std::vector<std::uint32_t>& cells = found.at.emplace_back();
        for (std::size_t c = 0; c < layout_.size(); ++c) cells.push_back(layout_[c].get(each.key));
      }
    }
    return outcome;
  }

 private:
  Part part_of(const Key<words>&) override { return here_; }
  void send(Part, const Record&) override { FAIL("there is no other part"); }

  void lay_out_anew(const TooNarrow& needed) {
    const unsigned tag_bits = tag_bits_;
    const Layout before = widen(needed);
    const Repacking of_keys(before, layout_);
    const auto repacked = [&](const Record& record) { return repack(of_keys, tag_bits, record); };
    for (auto& key : waiting_) key = repacked(key);
    seen_.convert(tag_bits_, repacked);
  }
};

std::optional<OnePart::Outcome> outcome_of(const Scenario& scenario, const Instance& instance,
                                           std::mt19937* chance) {
  Limits limits(std::size_t{1} << 28);
  Machine machine(scenario);
  machine.obey(&limits);
  machine.load(instance);
  Widths widths;
  widths.component.assign(machine.values().component_count(), 2);
  try {
    return OnePart(machine, limits, widths).run(chance);
  } catch (const Whole&) {
    return {};
  } catch (const KeyOverflow&) {
    return {};
  }
}

}  // namespace

TEST_SUITE_BEGIN("parts");

TEST_CASE("what was found keeps its meaning when keys are laid out anew") {
  std::mt19937 chance(7);
  int kept = 0;
  int compared = 0;
  for (const Model* model : models()) {
    if (model->program->lock_step() || model->copies_network) continue;
    for (const Network network : {Network::fifo, Network::bag}) {
      Scenario scenario = on(*model, topologies_for(*model).front(), 3);
      scenario.network = network;
      if (topologies_for(*model).front() == "ring") scenario.faults = {.loss = 1, .crash = 1};
      Instances instances(scenario);
      Instance instance;
      for (int i = 0; i < 3 && instances.next(instance); ++i) {
        const auto expected = outcome_of(scenario, instance, nullptr);
        if (!expected) break;
        const auto outcome = outcome_of(scenario, instance, &chance);
        if (!outcome) continue;
        CAPTURE(describe(scenario, instance));
        CHECK(outcome->found == expected->found);
        CHECK(difference_in_results(outcome->result, expected->result) == "");
        kept += outcome->kept;
        ++compared;
      }
    }
  }
  CHECK(compared > 100);
  CHECK(kept > 50);
}

TEST_SUITE_END();

}  // namespace conclave::laid_out_anew
