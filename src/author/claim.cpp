#include "author/claim.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace conclave {

enum class Formula::Operation {
  constant,
  quantity,
  sum,
  difference,
  product,
  quotient,
  square,
  power_of_two,
  ceiling_log2,
  floor_log2,
  harmonic,
  largest,
};

struct Formula::Node {
  Operation operation{};
  std::int64_t constant = 0;
  Quantity quantity{};
  std::shared_ptr<const Node> a = nullptr;
  std::shared_ptr<const Node> b = nullptr;
  int operations = 1;

  std::optional<Rational> value(const Case&) const;
  std::string text() const;
  void read(const Case& from, Case& into) const;
  Rational value_of(const Rational& x, const Rational& y) const;
  // How strongly it holds together: what stands in a stronger operation is put in parentheses.
  int strength() const {
    if (operation == Operation::sum || operation == Operation::difference) return 1;
    return operation == Operation::product || operation == Operation::quotient ? 2 : 3;
  }
  std::string text_within(int strength) const {
    return this->strength() < strength ? "(" + text() + ")" : text();
  }
};

namespace {

std::optional<Rational> value_of(Quantity quantity, const Case& at) {
  switch (quantity) {
    case Quantity::processes:
      return Rational(at.processes);
    case Quantity::smallest:
      return at.smallest ? std::optional(Rational(*at.smallest)) : std::nullopt;
    case Quantity::diameter:
      return Rational(at.diameter);
    case Quantity::links:
      return Rational(at.links);
    case Quantity::initiators:
      return Rational(at.initiators);
    case Quantity::crashed:
      return Rational(at.crashed);
  }
  return {};
}

std::string name_of(Quantity quantity) {
  constexpr std::array<std::string_view, 6> names{"n", "u_min", "diam", "|E|", "c", "f"};
  return std::string(names[static_cast<std::size_t>(quantity)]);
}

// A formula with more operations, or with a larger value, is a mistake that takes too much time.
constexpr int most_operations = 1000;
constexpr double largest_value = 1e300;
constexpr int largest_power = 900;
constexpr int most_terms = 10'000;

std::int64_t whole(const Rational& x, std::int64_t least, std::int64_t most, const char* of) {
  if (x < least || x > most || Rational(x.to_uint64()) != x)
    throw std::domain_error(of + std::string(" ") + x.str());
  return static_cast<std::int64_t>(x.to_uint64());
}

std::int64_t within_logarithm(const Rational& x) {
  return whole(x, 1, std::int64_t{1} << 62, "the rounded logarithm of");
}

Rational power_of_two(std::int64_t exponent) {
  Rational power = 1;
  for (; exponent > 32; exponent -= 32) power *= std::int64_t{1} << 32;
  return power *= std::int64_t{1} << exponent;
}

// A number stands before a name, and anything before a parenthesis, without a dot.
std::string product(const std::string& a, const std::string& b) {
  const auto is_digit = [](unsigned char letter) { return std::isdigit(letter) != 0; };
  const bool is_number = std::ranges::all_of(a, is_digit);
  const bool is_name = std::isalpha(static_cast<unsigned char>(b.front())) != 0;
  return a + (b.front() == '(' || (is_number && is_name) ? "" : "·") + b;
}

}  // namespace

std::optional<Rational> Formula::Node::value(const Case& at) const {
  if (operation == Operation::constant) return Rational(constant);
  if (operation == Operation::quantity) return conclave::value_of(quantity, at);
  const std::optional<Rational> x = a->value(at);
  const std::optional<Rational> y = b ? b->value(at) : x;
  if (!x || !y) return {};
  Rational value = value_of(*x, *y);
  const double size = std::abs(value.to_double());
  if (size > largest_value || (size < 1 / largest_value && value != 0))
    throw std::domain_error(size > 1 ? "more than 10^300" : "less than 10^-300");
  return value;
}

Rational Formula::Node::value_of(const Rational& x, const Rational& y) const {
  switch (operation) {
    case Operation::sum:
      return x + y;
    case Operation::difference:
      return x - y;
    case Operation::product:
      return x * y;
    case Operation::quotient:
      if (y == 0) throw std::domain_error("division by 0");
      return x / y;
    case Operation::square:
      return x * x;
    case Operation::power_of_two:
      return conclave::power_of_two(whole(x, 0, largest_power, "2 to the power of"));
    case Operation::ceiling_log2:
      return conclave::ceiling_log2(within_logarithm(x));
    case Operation::floor_log2:
      return conclave::floor_log2(within_logarithm(x));
    case Operation::harmonic:
      return conclave::harmonic(static_cast<int>(whole(x, 0, most_terms, "the harmonic number of")));
    default:
      return std::max(x, y);
  }
}

std::string Formula::Node::text() const {
  switch (operation) {
    case Operation::constant:
      return std::to_string(constant);
    case Operation::quantity:
      return name_of(quantity);
    case Operation::sum:
      return a->text() + "+" + b->text();
    case Operation::difference:
      return a->text() + "−" + b->text_within(2);
    case Operation::product:
      return product(a->text_within(2), b->text_within(2));
    case Operation::quotient:
      return a->text_within(2) + "/" + b->text_within(3);
    case Operation::square:
      return a->text_within(3) + "²";
    case Operation::power_of_two:
      return "2^" + a->text_within(3);
    case Operation::ceiling_log2:
      return "⌈log2 " + a->text_within(3) + "⌉";
    case Operation::floor_log2:
      return "⌊log2 " + a->text_within(3) + "⌋";
    case Operation::harmonic:
      return "H(" + a->text() + ")";
    case Operation::largest:
      return "max(" + a->text() + ", " + b->text() + ")";
  }
  return {};
}

void Formula::Node::read(const Case& from, Case& into) const {
  if (a) a->read(from, into);
  if (b) b->read(from, into);
  if (operation != Operation::quantity) return;
  switch (quantity) {
    case Quantity::processes:
      into.processes = from.processes;
      return;
    case Quantity::smallest:
      into.smallest = from.smallest;
      return;
    case Quantity::diameter:
      into.diameter = from.diameter;
      return;
    case Quantity::links:
      into.links = from.links;
      return;
    case Quantity::initiators:
      into.initiators = from.initiators;
      return;
    case Quantity::crashed:
      into.crashed = from.crashed;
      return;
  }
}

Formula::Formula(int constant)
    : node_(std::make_shared<const Node>(Node{.operation = Operation::constant, .constant = constant})) {}
Formula::Formula(Quantity quantity)
    : node_(std::make_shared<const Node>(Node{.operation = Operation::quantity, .quantity = quantity})) {}

Formula::Formula(Operation operation, const Formula& a, const Formula* b) {
  const int operations = a.node_->operations + (b == nullptr ? 0 : b->node_->operations) + 1;
  if (operations > most_operations)
    throw std::length_error("a formula of a claim has more than 1,000 operations");
  node_ = std::make_shared<const Node>(Node{.operation = operation,
                                            .a = a.node_,
                                            .b = b == nullptr ? nullptr : b->node_,
                                            .operations = operations});
}

std::optional<Rational> Formula::value(const Case& at) const { return node_->value(at); }
std::string Formula::text() const { return node_->text(); }
Case Formula::read(const Case& at, Case others) const {
  node_->read(at, others);
  return others;
}

Formula operator+(const Formula& a, const Formula& b) { return {Formula::Operation::sum, a, &b}; }
Formula operator-(const Formula& a, const Formula& b) { return {Formula::Operation::difference, a, &b}; }
Formula operator*(const Formula& a, const Formula& b) { return {Formula::Operation::product, a, &b}; }
Formula operator/(const Formula& a, const Formula& b) { return {Formula::Operation::quotient, a, &b}; }
Formula squared(const Formula& x) { return {Formula::Operation::square, x}; }
Formula power_of_two(const Formula& x) { return {Formula::Operation::power_of_two, x}; }
Formula ceiling_log2(const Formula& x) { return {Formula::Operation::ceiling_log2, x}; }
Formula floor_log2(const Formula& x) { return {Formula::Operation::floor_log2, x}; }
Formula harmonic(const Formula& x) { return {Formula::Operation::harmonic, x}; }
Formula largest(const Formula& a, const Formula& b) { return {Formula::Operation::largest, a, &b}; }

Case Claim::read(const Case& at) const {
  // Both sides of the condition count as read, too.
  return start ? start->wanted.read(at, start->formula.read(at, formula.read(at))) : formula.read(at);
}

}  // namespace conclave
