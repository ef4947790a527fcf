// Why a predicate of a property holds in a configuration, or does not: what the functions of Global, such as
// `every`, answered when somebody asked it for an explanation.
#pragma once

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace conclave {

struct Grounds {
  struct Answer {
    std::string_view function;  // as a model writes it
    bool so = true;             // Does the predicate in it hold of the places and pairs below, or not?
    std::optional<bool> yes;    // what is answered; nothing: a number
    std::vector<int> places;    // that decide, of those whose processes have not crashed
    std::vector<std::pair<int, int>> pairs;  // that decide, in every_two
  };
  bool holds = false;
  std::vector<Answer> answers;  // in the order in which they were given
  std::vector<int> read;        // the places whose states the predicate read, more than once perhaps
};

}  // namespace conclave
