// Lower and upper bounds on the least or the greatest value of the first node, proved in floating point: by
// interval iteration (S. Haddad and B. Monmege 2018; C. Baier, J. Klein, L. Leuschner, D. Parker and S.
// Wunderlich 2017), where the upper value to start from is guessed and then verified (A. Hartmanns and B. L.
// Kaminski 2020). Every operation is rounded to the safe side. docs/semantics/chance.md has the proof.
#pragma once

#include "engine/means/stakes.hpp"
#include "engine/run/result.hpp"

namespace conclave {

// Of the cost of all steps to come, where every policy that is considered ends with probability 1 or has no
// bound. `weights` has the cost of each vector of costs. Throws LimitReached.
Bounds cost_bounds(const Nodes&, const std::vector<std::uint16_t>& weights, bool greatest, const Limits&);

}  // namespace conclave
