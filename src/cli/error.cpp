#include "cli/error.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>

namespace conclave {
namespace {

// Levenshtein's distance: how many insertions, deletions and substitutions make one name of the other.
std::size_t distance(const std::string& a, const std::string& b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t substituted = diagonal + (a[i - 1] != b[j - 1] ? 1 : 0);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, substituted});
    }
  }
  return row.back();
}

}  // namespace

std::string suggest(const std::string& wrong, const std::vector<std::string>& names, std::size_t most) {
  std::vector<std::pair<std::size_t, std::string>> by_distance;
  for (const auto& name : names) by_distance.emplace_back(distance(wrong, name), name);
  std::ranges::stable_sort(by_distance, {}, &std::pair<std::size_t, std::string>::first);
  // Of many names nobody reads more than the nearest few.
  constexpr std::size_t nearest = 5;
  const bool few = names.size() <= most;
  std::string listed;
  for (std::size_t i = 0; i < (few ? names.size() : nearest); ++i)
    listed += (listed.empty() ? "" : ", ") + (few ? names[i] : by_distance[i].second);
  const bool is_near = !names.empty() && by_distance.front().first <= 1 + wrong.size() / 3;
  const std::string meant = is_near ? "; did you mean `" + by_distance.front().second + "`? " : "; ";
  if (few) return meant + (is_near ? "There are " : "there are ") + listed;
  return meant + (is_near ? "The" : "the") + " nearest of " + std::to_string(names.size()) + " are " + listed;
}

}  // namespace conclave
