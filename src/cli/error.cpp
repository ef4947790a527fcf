#include "cli/error.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <numeric>

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

std::string suggest(const std::string& wrong, const std::vector<std::string>& names) {
  std::size_t best = std::numeric_limits<std::size_t>::max();
  std::string nearest;
  for (const auto& name : names) {
    const std::size_t far = distance(wrong, name);
    if (far < best) {
      best = far;
      nearest = name;
    }
  }
  std::string all;
  for (const auto& name : names) all += (all.empty() ? "" : ", ") + name;
  if (best <= 1 + wrong.size() / 3) return "; did you mean `" + nearest + "`? There are " + all;
  return "; there are " + all;
}

}  // namespace conclave
