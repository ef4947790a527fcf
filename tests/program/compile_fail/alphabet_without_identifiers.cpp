// expect: `alphabet` is `static std::vector<Message> alphabet(const std::vector<Id>&)`
#include "whole.hpp"

using namespace conclave;

struct Other : Whole<Other> {
  static std::vector<Message> alphabet() { return {}; }
};
const Registration<Other> registered;
