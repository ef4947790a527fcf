// Exact numbers of any size: formulas of costs, means over all orders, and how many orders there are (64! of
// them have 90 digits). The digits are Boost.Multiprecision's, whose headers are too heavy for all who only
// hold a number.
#pragma once

#include <compare>
#include <concepts>
#include <cstdint>
#include <memory>
#include <string>

namespace conclave {

// Whole numbers of 64 bits, which most are, are calculated without the library.
class Rational {
 public:
  Rational() = default;
  Rational(std::integral auto whole) : whole_(static_cast<std::int64_t>(whole)) {}
  Rational(std::int64_t numerator, std::int64_t denominator);  // denominator > 0
  // Of what str() writes, in lowest terms or not.
  static Rational of(const std::string&);
  Rational(const Rational&);
  Rational(Rational&&) noexcept;
  Rational& operator=(const Rational&);
  Rational& operator=(Rational&&) noexcept;
  ~Rational();

  Rational& operator+=(const Rational&);
  Rational& operator-=(const Rational&);
  Rational& operator*=(const Rational&);
  Rational& operator/=(const Rational&);  // by what is not 0
  friend Rational operator+(Rational a, const Rational& b) { return a += b; }
  friend Rational operator-(Rational a, const Rational& b) { return a -= b; }
  friend Rational operator*(Rational a, const Rational& b) { return a *= b; }
  friend Rational operator/(Rational a, const Rational& b) { return a /= b; }
  friend bool operator==(const Rational& a, const Rational& b) { return (a <=> b) == 0; }
  friend std::strong_ordering operator<=>(const Rational&, const Rational&);

  // In lowest terms: "17/2", or "8" for a whole number.
  std::string str() const;
  double to_double() const;         // the nearest
  std::uint64_t to_uint64() const;  // of a whole number from 0 to 2^64 - 1

 private:
  struct Digits;
  struct Erase {
    void operator()(Digits*) const;
  };
  Digits& digits();  // from here on the number is there

  std::int64_t whole_ = 0;                 // the number, if there are no digits
  std::unique_ptr<Digits, Erase> digits_;  // the number, if it is no whole number of 64 bits
};

// 1 + 1/2 + ... + 1/n.
Rational harmonic(int n);

}  // namespace conclave
