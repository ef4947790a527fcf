// Theories of models for tests, and what is asked of them.
#pragma once

#include <string>
#include <vector>

#include "proof/agreement.hpp"
#include "proof/configurations.hpp"
#include "proof/prove.hpp"
#include "scenario/scenarios.hpp"

namespace conclave::testing {

// Of a model on a ring that is made for a test.
constexpr About on_a_ring(std::string_view name, bool two_way = false) {
  return {.name = name,
          .summary = "a test",
          .source = "test",
          .topology = "ring",
          .processes = {1, 3},
          .two_way = two_way};
}

inline proof::Theory theory(const Model& model) {
  return proof::theory_of(proof::HandlerTable(model, model.program->standard_parameters()));
}

// What is objected to on rings of up to so many processes; nothing: the empty text.
inline std::string objection(const proof::Theory& theory, int largest, Network network,
                             const Faults& faults = {}, std::uint64_t most = 20'000) {
  Limits limits(std::size_t{1} << 30);
  for (int n = 1; n <= largest; ++n) {
    Scenario scenario = on_ring(*theory.model, n);
    scenario.network = network;
    scenario.faults = faults;
    scenario.reduction.symmetry = true;
    const proof::Agreement found = proof::agreement(theory, scenario, most, limits);
    if (!found.objection.empty()) return "n=" + std::to_string(n) + ": " + found.objection;
  }
  return "";
}

inline proof::Proof proof_of(const Model& model, const std::vector<std::string>& properties = {},
                             std::size_t attempts = proof::every_attempt) {
  Limits limits(std::size_t{1} << 30);
  return proof::prove(model, model.program->standard_parameters(), properties, {}, limits, {}, attempts);
}

// Is the property violated on a ring of up to three processes, on some network and with some faults, in one
// of so many configurations of each instance? There may be infinitely many.
inline bool is_violated(const Model& model, PropertyId property, std::uint64_t most = 3'000) {
  Limits limits(std::size_t{1} << 30);
  for (int n = 1; n <= 3; ++n) {
    for (const Network network : {Network::fifo, Network::bag, Network::set}) {
      Scenario scenario = on_ring(model, n);
      scenario.network = network;
      scenario.properties = just(property);
      if (network != Network::set) scenario.faults = {.loss = 1, .duplicate = 1, .crash = 1};
      Machine machine(scenario);
      Instances instances(scenario);
      Instance instance;
      while (instances.next(instance)) {
        machine.load(instance);
        bool found = false;
        const auto look = [&](const Configuration& cells) {
          found |= !machine.judge().standing(cells).failed.empty();
          return !found;
        };
        const auto take = [&](const Configuration&, const auto& successor) {
          found |= !machine.steps().record(successor.record).broken.empty();
          return !found;
        };
        proof::every_configuration(machine, most, limits, look, take);
        if (found) return true;
      }
    }
  }
  return false;
}

inline proof::Verdict::Is verdict(const proof::Proof& proof, const std::string& property) {
  for (const auto& each : proof.verdicts) {
    if (each.goal->name == property) return each.is;
  }
  return proof::Verdict::Is::unproved;
}

}  // namespace conclave::testing
