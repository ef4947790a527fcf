// expect: in lock step nothing calls `start` or `receive`
#include "whole.hpp"

using namespace conclave;

struct Other : Whole<Other> {
  static constexpr About about{.name = "whole",
                               .summary = "states all that a model must",
                               .source = "test",
                               .network = Network::rounds,
                               .topology = "ring",
                               .initiators = Initiative::any,
                               .processes = {1, 3}};
  static void round(Process<Other>&) {}
};
const Registration<Other> registered;
