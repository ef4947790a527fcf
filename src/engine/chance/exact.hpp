// Exact rational numbers by GMP, as the folder chance calculates with them. Only its sources include this,
// because the headers are heavy; what comes out is a Rational.
#pragma once

#include <boost/multiprecision/gmp.hpp>

#include "author/rational.hpp"

namespace conclave {

using Exact =
    boost::multiprecision::number<boost::multiprecision::gmp_rational, boost::multiprecision::et_off>;

inline Rational to_rational(const Exact& number) { return Rational::of(number.str()); }

}  // namespace conclave
