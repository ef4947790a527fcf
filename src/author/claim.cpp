#include "author/claim.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <stdexcept>
#include <utility>

namespace conclave {

enum class Operation {
  constant,
  quantity,
  sum,
  difference,
  product,
  quotient,
  square,
  power_of_two,
  logarithm,
  harmonic,
  largest,
};

struct Formula::Node {
  Operation operation{};
  std::int64_t constant = 0;
  Quantity quantity{};
  std::shared_ptr<const Node> a = nullptr;
  std::shared_ptr<const Node> b = nullptr;

  std::optional<Rational> value(const Case&) const;
  std::string text() const;
  void read(const Case& from, Case& into) const;
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

Rational power(std::uint64_t exponent) {
  if (exponent > 62) throw std::domain_error("a power of two in a claim is too large");
  return std::int64_t{1} << exponent;
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
  if (operation == Operation::quantity) return value_of(quantity, at);
  const std::optional<Rational> x = a->value(at);
  const std::optional<Rational> y = b ? b->value(at) : x;
  if (!x || !y) return {};
  switch (operation) {
    case Operation::sum:
      return *x + *y;
    case Operation::difference:
      return *x - *y;
    case Operation::product:
      return *x * *y;
    case Operation::quotient:
      return *x / *y;
    case Operation::square:
      return *x * *x;
    case Operation::power_of_two:
      return power(x->to_uint64());
    case Operation::logarithm:
      return Rational(conclave::ceiling_log2(static_cast<int>(x->to_uint64())));
    case Operation::harmonic:
      return conclave::harmonic(static_cast<int>(x->to_uint64()));
    case Operation::largest:
      return std::max(*x, *y);
    default:
      return {};
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
    case Operation::logarithm:
      return "⌈log2 " + a->text_within(3) + "⌉";
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

std::optional<Rational> Formula::value(const Case& at) const { return node_->value(at); }
std::string Formula::text() const { return node_->text(); }
Case Formula::read(const Case& at) const {
  Case read;
  node_->read(at, read);
  return read;
}

Formula operator+(const Formula& a, const Formula& b) {
  return Formula(std::make_shared<const Formula::Node>(
      Formula::Node{.operation = Operation::sum, .a = a.node_, .b = b.node_}));
}
Formula operator-(const Formula& a, const Formula& b) {
  return Formula(std::make_shared<const Formula::Node>(
      Formula::Node{.operation = Operation::difference, .a = a.node_, .b = b.node_}));
}
Formula operator*(const Formula& a, const Formula& b) {
  return Formula(std::make_shared<const Formula::Node>(
      Formula::Node{.operation = Operation::product, .a = a.node_, .b = b.node_}));
}
Formula operator/(const Formula& a, const Formula& b) {
  return Formula(std::make_shared<const Formula::Node>(
      Formula::Node{.operation = Operation::quotient, .a = a.node_, .b = b.node_}));
}
Formula squared(const Formula& x) {
  return Formula(
      std::make_shared<const Formula::Node>(Formula::Node{.operation = Operation::square, .a = x.node_}));
}
Formula power_of_two(const Formula& x) {
  return Formula(std::make_shared<const Formula::Node>(
      Formula::Node{.operation = Operation::power_of_two, .a = x.node_}));
}
Formula ceiling_log2(const Formula& x) {
  return Formula(
      std::make_shared<const Formula::Node>(Formula::Node{.operation = Operation::logarithm, .a = x.node_}));
}
Formula harmonic(const Formula& x) {
  return Formula(
      std::make_shared<const Formula::Node>(Formula::Node{.operation = Operation::harmonic, .a = x.node_}));
}
Formula largest(const Formula& a, const Formula& b) {
  return Formula(std::make_shared<const Formula::Node>(
      Formula::Node{.operation = Operation::largest, .a = a.node_, .b = b.node_}));
}

Case Claim::read(const Case& at) const {
  if (!start) return formula.read(at);
  // Both sides of the condition count as read, too.
  return (formula + start->formula + start->wanted).read(at);
}

}  // namespace conclave
