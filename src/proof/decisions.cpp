#include "proof/decisions.hpp"

#include <map>

namespace conclave::proof {

std::vector<Test> simplified(std::vector<Test> guard) {
  std::vector<Test> simple;
  // Of two slots a < b, which of a < b, a = b and a > b may be: bits 1, 2 and 4.
  std::map<std::pair<std::size_t, std::size_t>, unsigned> pairs;
  std::map<std::size_t, std::vector<Test>> values;
  for (const Test& test : guard) {
    if (test.of == Test::Of::less || test.of == Test::Of::equal) {
      const auto [low, high] = std::minmax(test.first, test.second);
      const unsigned says = test.of == Test::Of::equal ? 2U : test.first == low ? 1U : 4U;
      auto& may_be = pairs.emplace(std::pair(low, high), 7U).first->second;
      may_be &= test.positive ? says : ~says;
    } else if (test.of == Test::Of::value) {
      values[test.first].push_back(test);
    } else {
      simple.push_back(test);
    }
  }
  for (const auto& [variable, tests] : values) {
    // Who has one value has none of the others.
    const auto positive = std::ranges::find(tests, true, &Test::positive);
    if (positive != tests.end())
      simple.push_back(*positive);
    else
      simple.insert(simple.end(), tests.begin(), tests.end());
  }
  for (const auto& [pair, may_be] : pairs) {
    const auto [a, b] = pair;
    const bool holds = may_be == 1 || may_be == 2 || may_be == 4;  // else its opposite does not
    if (may_be == 2 || may_be == 5)
      simple.push_back({.of = Test::Of::equal, .first = a, .second = b, .positive = holds});
    else if (may_be == 1 || may_be == 6)
      simple.push_back({.of = Test::Of::less, .first = a, .second = b, .positive = holds});
    else if (may_be == 4 || may_be == 3)
      simple.push_back({.of = Test::Of::less, .first = b, .second = a, .positive = holds});
  }
  return simple;
}

}  // namespace conclave::proof
