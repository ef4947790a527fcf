#include "scenario/scenario.hpp"

namespace conclave {
namespace {

std::string counted(int count) { return "count:" + std::to_string(count); }

std::string list_of_places(const std::vector<int>& places) {
  std::string text;
  for (const int place : places) text += (text.empty() ? "" : ",") + std::to_string(place);
  return text;
}

}  // namespace

std::string describe(const Initiators& initiators) {
  switch (initiators.kind) {
    case Initiators::Kind::any:
      return "any";
    case Initiators::Kind::all:
      return "all";
    case Initiators::Kind::counted:
      return initiators.count == 1 ? "one" : counted(initiators.count);
    case Initiators::Kind::listed:
      break;
  }
  return list_of_places(initiators.places);
}

std::string describe(const Down& down) {
  switch (down.kind) {
    case Down::Kind::nobody:
      return "";
    case Down::Kind::largest:
      return "largest";
    case Down::Kind::smallest:
      return "smallest";
    case Down::Kind::counted:
      return counted(down.count);
    case Down::Kind::listed:
      break;
  }
  return list_of_places(down.places);
}

}  // namespace conclave
