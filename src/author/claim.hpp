// What a source claims of an algorithm's costs. A model lists its claims, and the command `measure` holds
// their formulas against the exact figures.
#pragma once

#include <compare>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "author/rational.hpp"

namespace conclave {

// What a formula may read of an instance.
struct Case {
  int processes = 0;
  // Nothing where an instance stands for orders of several sets of identifiers.
  std::optional<std::int64_t> smallest;
  int diameter = 0;
  int links = 0;       // one for each direction
  int initiators = 0;  // how many processes start, or may start
  int crashed = 0;     // how many processes are gone before anybody starts

  friend auto operator<=>(const Case&, const Case&) = default;
};

enum class Quantity { processes, smallest, diameter, links, initiators, crashed };

// The least k with 2^k >= n, for n >= 1.
inline int ceiling_log2(std::int64_t n) {
  int k = 0;
  while (k < 62 && (std::int64_t{1} << k) < n) ++k;
  return k;
}
// The greatest k with 2^k <= n, for n >= 1.
inline int floor_log2(std::int64_t n) {
  int k = 0;
  while (k < 62 && (std::int64_t{2} << k) <= n) ++k;
  return k;
}

// A formula is written once, with operators, and can both be computed and be printed. It throws
// std::length_error when it is made of more than 1,000 operations.
class Formula {
 public:
  Formula(int constant);
  explicit Formula(Quantity);

  // Nothing if it reads what the case leaves open. Throws std::domain_error, which says why, if the formula
  // has no value there.
  std::optional<Rational> value(const Case&) const;
  std::string text() const;  // "n(n+1)/2"
  // Of a case nothing but what the formula reads, added to what others read of it.
  Case read(const Case&, Case others = {}) const;

  friend Formula operator+(const Formula&, const Formula&);
  friend Formula operator-(const Formula&, const Formula&);
  friend Formula operator*(const Formula&, const Formula&);
  friend Formula operator/(const Formula&, const Formula&);
  friend Formula squared(const Formula&);
  friend Formula power_of_two(const Formula&);  // of a whole number from 0 to 900
  friend Formula ceiling_log2(const Formula&);
  friend Formula floor_log2(const Formula&);
  friend Formula harmonic(const Formula&);  // 1 + 1/2 + ... + 1/x, x up to 10,000
  friend Formula largest(const Formula&, const Formula&);

 private:
  struct Node;
  enum class Operation;
  Formula(Operation, const Formula& a, const Formula* b = nullptr);
  explicit Formula(std::shared_ptr<const Node> node) : node_(std::move(node)) {}
  std::shared_ptr<const Node> node_;
};

// What formulas are made of, by the names that sources have for it.
namespace claimed {
inline const Formula n{Quantity::processes};
inline const Formula u_min{Quantity::smallest};
inline const Formula diam{Quantity::diameter};
inline const Formula links{Quantity::links};
inline const Formula c{Quantity::initiators};
inline const Formula f{Quantity::crashed};
}  // namespace claimed

// From where an execution starts, for the claim to speak of it: some formula has some value.
struct StartCondition {
  Formula formula;
  Formula wanted;

  bool met(const Case& at) const { return formula.value(at) == wanted.value(at); }
  std::string text() const { return formula.text() + " = " + wanted.text(); }
};
inline StartCondition operator==(const Formula& formula, const Formula& wanted) { return {formula, wanted}; }

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
  Formula formula = 0;
  std::string_view source;
  // Only instances that meet it are compared.
  std::optional<StartCondition> start = std::nullopt;

  // One that does not read f is about instances in which nobody is gone.
  bool speaks_of(const Case& at) const {
    return (!start || start->met(at)) && read(at).crashed == at.crashed;
  }
  // The case with nothing but what the claim reads. Where this is the same, one figure is claimed.
  Case read(const Case&) const;
};

// Short forms, as in `max("election", "any").is(n * (n + 1) / 2, "garg 13.2.1")`.
using Claims = std::vector<Claim>;
struct Figure {
  std::string_view cost;
  std::string_view initiators;
  Statistic statistic{};

  using Start = std::optional<StartCondition>;
  Claim is(const Formula& formula, std::string_view source, const Start& start = {}) const {
    return {cost, initiators, statistic, Relation::equal, formula, source, start};
  }
  Claim is_at_most(const Formula& formula, std::string_view source, const Start& start = {}) const {
    return {cost, initiators, statistic, Relation::at_most, formula, source, start};
  }
  Claim is_at_least(const Formula& formula, std::string_view source, const Start& start = {}) const {
    return {cost, initiators, statistic, Relation::at_least, formula, source, start};
  }
  Claim is_of_order(const Formula& formula, std::string_view source, const Start& start = {}) const {
    return {cost, initiators, statistic, Relation::asymptotic, formula, source, start};
  }
};
namespace claimed {
inline Figure min(std::string_view cost, std::string_view initiators) {
  return {cost, initiators, Statistic::min};
}
inline Figure mean(std::string_view cost, std::string_view initiators) {
  return {cost, initiators, Statistic::mean};
}
inline Figure max(std::string_view cost, std::string_view initiators) {
  return {cost, initiators, Statistic::max};
}
}  // namespace claimed

}  // namespace conclave
