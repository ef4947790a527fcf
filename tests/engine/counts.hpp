// In what two explorations of one instance differ, or two checks of one scenario. Line by line; empty: in
// nothing.
#pragma once

#include <sstream>
#include <string>

#include "engine/run/check.hpp"
#include "engine/run/result.hpp"

namespace conclave::testing {

inline std::string difference_in_counts(const InstanceResult& is, const InstanceResult& should) {
  std::ostringstream out;
  const auto compare = [&](const char* what, std::uint64_t a, std::uint64_t b) {
    if (a != b) out << what << ": " << a << ", not " << b << "\n";
  };
  if (is.stopped != should.stopped) out << "stopped\n";
  compare("states", is.states, should.states);
  compare("transitions", is.transitions, should.transitions);
  compare("quiescent", is.quiescent, should.quiescent);
  if (is.costs != should.costs) out << "costs\n";
  return out.str();
}

// Also in violations, with the lengths of their executions.
inline std::string difference_in_results(const InstanceResult& is, const InstanceResult& should) {
  std::ostringstream out;
  out << difference_in_counts(is, should);
  for (std::size_t p = 0; p < most_properties; ++p) {
    const auto& path = is.violations[p];
    const auto& other = should.violations[p];
    if (path.has_value() != other.has_value()) {
      out << "violation of property " << p << ": " << path.has_value() << "\n";
    } else if (path && (!path->shortest || path->length() != other->length() || path->loop != other->loop)) {
      out << "counterexample of property " << p << ": " << path->length() << ", not " << other->length()
          << "\n";
    }
  }
  return out.str();
}

// What is found of all orders, whichever of them were explored.
inline std::string difference_in_checks(const CheckResult& is, const CheckResult& should) {
  std::ostringstream out;
  const auto compare = [&](const std::string& what, const auto& a, const auto& b) {
    if (a != b) out << what << "\n";
  };
  compare("stopped", is.stopped, should.stopped);
  compare("identifier orders", is.identifier_orders, should.identifier_orders);
  compare("verdict", is.verdict, should.verdict);
  for (std::size_t p = 0; p < should.properties.size(); ++p)
    compare("violating orders " + std::to_string(p), is.properties.at(p).violating_orders,
            should.properties[p].violating_orders);
  for (std::size_t cost = 0; cost < should.costs.size(); ++cost) {
    const std::string of = " of cost " + std::to_string(cost);
    compare("minimum" + of, is.costs.at(cost).min, should.costs[cost].min);
    compare("maximum" + of, is.costs.at(cost).max, should.costs[cost].max);
    compare("mean" + of, is.costs.at(cost).mean_of_maxima, should.costs[cost].mean_of_maxima);
  }
  return out.str();
}

}  // namespace conclave::testing
