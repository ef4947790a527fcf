// expect: nothing
#include "whole.hpp"

using namespace conclave;

struct Other : Whole<Other> {};
const Registration<Other> registered;
