#include "author/rational.hpp"

#include <boost/multiprecision/cpp_int.hpp>

namespace conclave {

struct Rational::Digits {
  boost::multiprecision::cpp_rational value;
};

Rational::Rational(std::int64_t numerator, std::int64_t denominator)
    : digits_(new Digits{boost::multiprecision::cpp_rational(numerator, denominator)}) {}
Rational::Rational(const Rational& other) : digits_(new Digits(*other.digits_)) {}
Rational::Rational(Rational&& other) noexcept = default;
Rational& Rational::operator=(const Rational& other) {
  if (digits_ && other.digits_) {
    digits_->value = other.digits_->value;
  } else {
    digits_.reset(new Digits(*other.digits_));
  }
  return *this;
}
Rational& Rational::operator=(Rational&& other) noexcept = default;
Rational::~Rational() = default;

Rational& Rational::operator+=(const Rational& other) {
  digits_->value += other.digits_->value;
  return *this;
}
Rational& Rational::operator-=(const Rational& other) {
  digits_->value -= other.digits_->value;
  return *this;
}
Rational& Rational::operator*=(const Rational& other) {
  digits_->value *= other.digits_->value;
  return *this;
}
Rational& Rational::operator/=(const Rational& other) {
  digits_->value /= other.digits_->value;
  return *this;
}

std::strong_ordering operator<=>(const Rational& a, const Rational& b) {
  return a.digits_->value.compare(b.digits_->value) <=> 0;
}

std::string Rational::str() const { return digits_->value.str(); }

double Rational::to_double() const { return digits_->value.convert_to<double>(); }

std::uint64_t Rational::to_uint64() const { return static_cast<std::uint64_t>(numerator(digits_->value)); }

Rational harmonic(int n) {
  Rational sum = 0;
  for (int k = 1; k <= n; ++k) sum += Rational(1, k);
  return sum;
}

}  // namespace conclave
