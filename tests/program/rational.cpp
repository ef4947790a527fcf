// Exact numbers: what fits 64 bits is calculated apart, so both ways must say the same, also where one passes
// into the other.
#include "author/rational.hpp"

#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <boost/multiprecision/cpp_int.hpp>
#include <limits>

namespace conclave {
namespace {

using Exact = boost::multiprecision::cpp_rational;

struct Pair {
  Rational ours = 0;
  Exact theirs = 0;
};

// A few operations from 0 on, by numbers of which some are near the limits of 64 bits.
Pair arbitrary() {
  Pair at;
  for (int left = *rc::gen::inRange(1, 6); left > 0; --left) {
    const auto largest = std::numeric_limits<std::int64_t>::max();
    const auto numerator =
        *rc::gen::element<std::int64_t>(0, 1, -1, 2, 3, 7, 20, largest, largest - 1, -largest, largest / 2);
    const auto denominator = *rc::gen::element<std::int64_t>(1, 1, 1, 2, 3, 7);
    const Rational ours(numerator, denominator);
    const Exact theirs(numerator, denominator);
    switch (*rc::gen::inRange(0, 4)) {
      case 0:
        at.ours += ours, at.theirs += theirs;
        break;
      case 1:
        at.ours -= ours, at.theirs -= theirs;
        break;
      case 2:
        at.ours *= ours, at.theirs *= theirs;
        break;
      default:
        if (numerator != 0) at.ours /= ours, at.theirs /= theirs;
    }
  }
  return at;
}

}  // namespace

TEST_SUITE_BEGIN("program");

TEST_CASE("exact numbers are those of the library") {
  CHECK(rc::check("values", [] {
    const Pair a = arbitrary();
    RC_ASSERT(a.ours.str() == a.theirs.str());
    RC_ASSERT(a.ours.to_double() == a.theirs.convert_to<double>());
  }));
  CHECK(rc::check("comparisons and copies", [] {
    const Pair a = arbitrary();
    const Pair b = arbitrary();
    RC_ASSERT((a.ours < b.ours) == (a.theirs < b.theirs));
    RC_ASSERT((a.ours == b.ours) == (a.theirs == b.theirs));
    Rational copy = b.ours;
    copy = a.ours;
    RC_ASSERT(copy == a.ours);
  }));
  CHECK(Rational(6, 3).str() == "2");
  CHECK(harmonic(4) == Rational(25, 12));
}

TEST_SUITE_END();

}  // namespace conclave
