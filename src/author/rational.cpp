#include "author/rational.hpp"

#include <boost/multiprecision/cpp_int.hpp>

namespace conclave {

using Exact = boost::multiprecision::cpp_rational;

struct Rational::Digits {
  Exact value;
};

void Rational::Erase::operator()(Digits* digits) const { delete digits; }

Rational::Rational(std::int64_t numerator, std::int64_t denominator) {
  if (numerator % denominator == 0) {
    whole_ = numerator / denominator;
  } else {
    digits_.reset(new Digits{Exact(numerator, denominator)});
  }
}
Rational Rational::of(const std::string& text) {
  Rational number;
  number.digits_.reset(new Digits{Exact(text)});
  return number;
}
Rational::Rational(const Rational& other)
    : whole_(other.whole_), digits_(other.digits_ ? new Digits(*other.digits_) : nullptr) {}
Rational::Rational(Rational&& other) noexcept = default;
Rational& Rational::operator=(const Rational& other) {
  whole_ = other.whole_;
  if (this != &other) digits_.reset(other.digits_ ? new Digits(*other.digits_) : nullptr);
  return *this;
}
Rational& Rational::operator=(Rational&& other) noexcept = default;
Rational::~Rational() = default;

Rational::Digits& Rational::digits() {
  if (!digits_) digits_.reset(new Digits{Exact(whole_)});
  return *digits_;
}

Rational& Rational::operator+=(const Rational& other) {
  std::int64_t sum = 0;
  if (!digits_ && !other.digits_ && !__builtin_add_overflow(whole_, other.whole_, &sum)) {
    whole_ = sum;
  } else if (other.digits_) {
    digits().value += other.digits_->value;
  } else {
    digits().value += other.whole_;
  }
  return *this;
}

Rational& Rational::operator-=(const Rational& other) {
  std::int64_t difference = 0;
  if (!digits_ && !other.digits_ && !__builtin_sub_overflow(whole_, other.whole_, &difference)) {
    whole_ = difference;
  } else if (other.digits_) {
    digits().value -= other.digits_->value;
  } else {
    digits().value -= other.whole_;
  }
  return *this;
}

Rational& Rational::operator*=(const Rational& other) {
  std::int64_t product = 0;
  if (!digits_ && !other.digits_ && !__builtin_mul_overflow(whole_, other.whole_, &product)) {
    whole_ = product;
  } else if (other.digits_) {
    digits().value *= other.digits_->value;
  } else {
    digits().value *= other.whole_;
  }
  return *this;
}

Rational& Rational::operator/=(const Rational& other) {
  if (!digits_ && !other.digits_ && other.whole_ > 0 && whole_ % other.whole_ == 0) {
    whole_ /= other.whole_;
  } else if (other.digits_) {
    digits().value /= other.digits_->value;
  } else {
    digits().value /= other.whole_;
  }
  return *this;
}

std::strong_ordering operator<=>(const Rational& a, const Rational& b) {
  if (!a.digits_ && !b.digits_) return a.whole_ <=> b.whole_;
  Rational left = a;
  Rational right = b;
  return left.digits().value.compare(right.digits().value) <=> 0;
}

std::string Rational::str() const { return digits_ ? digits_->value.str() : std::to_string(whole_); }

double Rational::to_double() const {
  return digits_ ? digits_->value.convert_to<double>() : static_cast<double>(whole_);
}

std::uint64_t Rational::to_uint64() const {
  return digits_ ? static_cast<std::uint64_t>(numerator(digits_->value)) : static_cast<std::uint64_t>(whole_);
}

Rational harmonic(int n) {
  Rational sum = 0;
  for (int k = 1; k <= n; ++k) sum += Rational(1, k);
  return sum;
}

}  // namespace conclave
