// expect: a parameter is a whole number of at most 32 bits, an optional int, a bool or an enumeration
#include "whole.hpp"

using namespace conclave;

struct Other : Whole<Other> {
  struct Parameters {
    std::int64_t rounds = 1;
  };
};
BOOST_DESCRIBE_STRUCT(Other::Parameters, (), (rounds))

const Registration<Other> registered;
