// Formulas of claims: what they print, and what they compute.
#include "author/claim.hpp"

#include <doctest/doctest.h>

#include <stdexcept>

#include <string>

namespace conclave {
namespace {

using namespace claimed;

// On a ring of 5 with identifiers from 3 on, two of which start.
constexpr Case at{.processes = 5, .smallest = 3, .diameter = 2, .links = 10, .initiators = 2, .crashed = 0};

void is(const Formula& formula, const std::string& text, const Rational& value) {
  CHECK(formula.text() == text);
  CHECK(formula.value(at) == value);
}

}  // namespace

TEST_SUITE_BEGIN("program");

TEST_CASE("a formula prints and computes itself") {
  is(7, "7", 7);
  is(n, "n", 5);
  is(u_min, "u_min", 3);
  is(diam * links, "diam·|E|", 20);
  is(2 * c * n + n, "2c·n+n", 25);
  is(3 * n - 1, "3n−1", 14);
  is(n - (n - 2), "n−(n−2)", 2);
  is(n - (n + 2), "n−(n+2)", -2);
  is(n * (n + 1) / 2, "n(n+1)/2", 15);
  is(n / (2 * c), "n/(2c)", Rational(5, 4));
  is(n * harmonic(n), "n·H(n)", Rational(137, 12));
  is(8 * n * (1 + ceiling_log2(n)), "8n(1+⌈log2 n⌉)", 160);
  is(n * power_of_two(u_min), "n·2^u_min", 40);
  is(n + 2 * power_of_two(ceiling_log2(n)), "n+2·2^⌈log2 n⌉", 21);
  is(n * floor_log2(n), "n·⌊log2 n⌋", 10);
  is(floor_log2(n - 1) + floor_log2(n + 3), "⌊log2 (n−1)⌋+⌊log2 (n+3)⌋", 5);
  is(floor_log2(n - 4), "⌊log2 (n−4)⌋", 0);
  is(power_of_two(n - 1), "2^(n−1)", 16);
  is(squared(n), "n²", 25);
  is(n * squared(n - 1), "n(n−1)²", 80);
  is(largest(n - 2, 0), "max(n−2, 0)", 3);
  is(largest(1, diam - 2), "max(1, diam−2)", 1);
  is(f, "f", 0);
}

TEST_CASE("a formula says why it has no value") {
  const auto why = [](const Formula& formula) -> std::string {
    try {
      return formula.value(at)->str();
    } catch (const std::domain_error& error) {
      return error.what();
    }
  };
  CHECK(why(1 / (n - 5)) == "division by 0");
  CHECK(why(power_of_two(n / 2)) == "2 to the power of 5/2");
  CHECK(why(power_of_two(n - 6)) == "2 to the power of -1");
  CHECK(why(power_of_two(Formula(100))) == "1267650600228229401496703205376");
  CHECK(why(power_of_two(power_of_two(n * n))) == "2 to the power of 33554432");
  CHECK(why(ceiling_log2(n - 5)) == "the rounded logarithm of 0");
  CHECK(why(ceiling_log2(power_of_two(Formula(40)))) == "40");
  CHECK(why(floor_log2(n - 5)) == "the rounded logarithm of 0");
  CHECK(why(floor_log2(n / 2)) == "the rounded logarithm of 5/2");
  CHECK(why(floor_log2(power_of_two(Formula(62)) - 1)) == "61");
  CHECK(why(floor_log2(power_of_two(Formula(62)))) == "62");
  CHECK(why(harmonic(n * power_of_two(Formula(40)))) == "the harmonic number of 5497558138880");
  CHECK(why(squared(power_of_two(Formula(500)))) == "more than 10^300");
  CHECK(why(1 / squared(power_of_two(Formula(500)))) == "more than 10^300");
  CHECK(why(1 / power_of_two(Formula(900)) / power_of_two(Formula(900))) == "less than 10^-300");
  Formula large = n;
  for (int k = 0; k < 499; ++k) large = large + 1;
  CHECK(why(large) == "504");
  CHECK_THROWS_WITH_AS(large + large, "a formula of a claim has more than 1,000 operations",
                       std::length_error);
}

TEST_CASE("a formula knows nothing where the case leaves open what it reads") {
  Case open = at;
  open.smallest.reset();
  CHECK(!(n * u_min).value(open));
  CHECK(!power_of_two(u_min).value(open));
  CHECK((n * diam).value(open) == Rational(10));
}

TEST_CASE("a formula reads of a case only what it speaks of") {
  const Case read = (n * u_min + 1).read(at);
  CHECK(read == Case{.processes = 5, .smallest = 3});
  CHECK(Formula(3).read(at) == Case{});
}

TEST_CASE("a claim speaks of the cases that meet its start condition") {
  const Claim claim{"messages", "one", Statistic::min, Relation::equal, n - 2, "test", f == 1};
  CHECK(claim.start->text() == "f = 1");
  CHECK(!claim.speaks_of(at));
  Case crashed = at;
  crashed.crashed = 1;
  CHECK(claim.speaks_of(crashed));
  CHECK(claim.read(crashed) == Case{.processes = 5, .smallest = {}, .crashed = 1});
  const Claim always{"messages", "one", Statistic::min, Relation::equal, n - 2, "test"};
  CHECK(always.speaks_of(at));
}

TEST_SUITE_END();

}  // namespace conclave
