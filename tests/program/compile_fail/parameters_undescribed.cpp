// expect: Parameters needs BOOST_DESCRIBE_STRUCT(Parameters, (), (fields)) that names every field
#include "whole.hpp"

using namespace conclave;

struct Other : Whole<Other> {
  struct Parameters {
    int rounds = 1;
  };
};
const Registration<Other> registered;
