#include "program/outcome.hpp"

namespace conclave {

unsigned Choices::take(unsigned arity, Odds how) {
  if (asked == taken.size()) {
    taken.push_back(0);
    arities.push_back(arity);
    odds.push_back(how);
  }
  return taken[asked++];
}

unsigned Choices::choose(unsigned k) { return take(k, 0); }
unsigned Choices::toss(unsigned k) { return take(k, k); }
unsigned Choices::draw(unsigned k) { return take(k, k | by_lot); }

bool Choices::next() {
  asked = 0;
  while (!taken.empty() && taken.back() + 1 == arities.back()) {
    taken.pop_back();
    arities.pop_back();
    odds.pop_back();
  }
  if (taken.empty()) return false;
  ++taken.back();
  return true;
}

}  // namespace conclave
