// expect: nothing calls `message` without a `transition` beside it; name it otherwise
#include "whole.hpp"

using namespace conclave;

struct Other : Whole<Other> {
  static std::optional<Message> message(const Self<Other>&, const State&, Port) { return {}; }
};
const Registration<Other> registered;
