// What a source claims of an algorithm's costs. A model lists its claims, and the command `measure` holds
// their formulas against the exact figures.
#pragma once

#include <string_view>

#include "author/rational.hpp"

namespace conclave {

// Which figure a claim speaks of, for each number of processes.
enum class Statistic {
  min,   // the least cost of any execution of any order of identifiers
  mean,  // For each order we take its most expensive execution; this is the mean of those over all orders.
  max,   // the greatest cost of any execution of any order
};

enum class Relation {
  equal,       // The figure is the value of the formula.
  at_most,     // The value bounds the figure from above.
  at_least,    // The value bounds the figure from below.
  asymptotic,  // The figure is O(formula); then only the quotient of both can be shown.
};

struct Claim {
  std::string_view cost;        // "messages" for all of them, a kind of message, "deliveries" or "time"
  std::string_view initiators;  // who starts: any, all or one
  Statistic statistic{};
  Relation relation{};
  std::string_view formula;  // as one writes it; for people
  Rational (*value)(int n) = nullptr;
  std::string_view source;
};

// The least k with 2^k >= n, for n >= 1.
inline int ceiling_log2(int n) {
  int k = 0;
  while ((1 << k) < n) ++k;
  return k;
}

}  // namespace conclave
