// What a source claims of an algorithm's costs: a formula that `measure` holds against the exact figures.
#pragma once

#include <string_view>

#include "author/rational.hpp"

namespace conclave {

// Of the costs of one number of processes: over every identifier order and every execution.
enum class Statistic {
  min,   // the least of any execution
  mean,  // over the orders, of each order's most
  max,   // the most of any execution
};

enum class Relation {
  equal,       // the figure is the formula's value
  at_most,     // a bound
  at_least,    // a bound
  asymptotic,  // O(formula): only the quotient can be shown
};

struct Claim {
  std::string_view cost;        // "messages" (all), a kind of message, "deliveries" or "time"
  std::string_view initiators;  // who starts, as --initiators has it: any, all or one
  Statistic statistic{};
  Relation relation{};
  std::string_view formula;  // as one writes it
  Rational (*value)(int n) = nullptr;
  std::string_view source;
};

// The least k with 2^k >= n; n >= 1.
inline int ceiling_log2(int n) {
  int k = 0;
  while ((1 << k) < n) ++k;
  return k;
}

}  // namespace conclave
