// expect: send_to needs `addressing = Addressing::by_identifier` in the model
#include "whole.hpp"

using namespace conclave;

struct Other : Whole<Other> {
  static constexpr Addressing addressing = Addressing::by_port;
  static void start(Process<Other>& p) { p.send_to(p.id, {p.id}); }
};
const Registration<Other> registered;
