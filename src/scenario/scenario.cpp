#include "scenario/scenario.hpp"

namespace conclave {

std::string describe(const Initiators& initiators) {
  switch (initiators.kind) {
    case Initiators::Kind::any:
      return "any";
    case Initiators::Kind::all:
      return "all";
    case Initiators::Kind::one:
      return "one";
    case Initiators::Kind::listed:
      break;
  }
  std::string places;
  for (const int place : initiators.places) places += (places.empty() ? "" : ",") + std::to_string(place);
  return places;
}

}  // namespace conclave
