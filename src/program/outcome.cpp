#include "program/outcome.hpp"

namespace conclave {

unsigned Choices::choose(unsigned k) {
  if (asked == taken.size()) {
    taken.push_back(0);
    arities.push_back(k);
  }
  return taken[asked++];
}

bool Choices::next() {
  asked = 0;
  while (!taken.empty() && taken.back() + 1 == arities.back()) {
    taken.pop_back();
    arities.pop_back();
  }
  if (taken.empty()) return false;
  ++taken.back();
  return true;
}

}  // namespace conclave
