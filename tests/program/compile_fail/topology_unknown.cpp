// expect: `about.topology` is "ring", "complete", "tree", "connected" or "strongly-connected"
#include "whole.hpp"

using namespace conclave;

struct Other : Whole<Other> {
  static constexpr About about{.name = "whole",
                               .summary = "states all that a model must",
                               .source = "test",
                               .network = Network::fifo,
                               .topology = "rign",
                               .initiators = Initiative::any,
                               .processes = {1, 3}};
};
const Registration<Other> registered;
