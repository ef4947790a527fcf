// Theories of models for tests, and what is asked of them.
#pragma once

#include <string>
#include <vector>

#include "proof/agreement.hpp"
#include "proof/prove.hpp"
#include "scenario/scenarios.hpp"

namespace conclave::testing {

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
                             std::size_t attempts = 4) {
  Limits limits(std::size_t{1} << 30);
  return proof::prove(model, model.program->standard_parameters(), properties, {}, limits, attempts);
}

inline proof::Verdict::Is verdict(const proof::Proof& proof, const std::string& property) {
  for (const auto& each : proof.verdicts) {
    if (each.goal->name == property) return each.is;
  }
  return proof::Verdict::Is::unproved;
}

}  // namespace conclave::testing
