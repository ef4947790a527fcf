#include "scenario/partial_order.hpp"

#include <bit>
#include <boost/unordered/unordered_flat_map.hpp>
#include <cstddef>

#include "scenario/topology.hpp"

namespace conclave {
namespace {

template <class F>
void for_each_bit(std::uint64_t set, F f) {
  for (; set != 0; set &= set - 1) f(static_cast<std::size_t>(std::countr_zero(set)));
}

// A set of places is a number in which bit k stands for place k.
static_assert(max_processes <= 64);

// The set of one place.
constexpr std::uint64_t only(std::size_t place) { return std::uint64_t{1} << place; }

constexpr std::uint64_t everyone(std::size_t places) {
  return places == 64 ? ~std::uint64_t{0} : only(places) - 1;
}

// Counts the linear extensions of the order on a set of places. Parts that nothing connects interleave in any
// way, so their counts are multiplied with a binomial coefficient. In a connected part, one of its largest
// places comes last, or one of its smallest places comes first; the sum goes over whichever are fewer. If the
// diagram of the order is a forest, as after all that message passing on a ring asks, each step takes a part
// apart, and the time is quadratic in the number of places.
template <class Integer>
class Extensions {
 public:
  Extensions(const std::vector<std::uint64_t>& above, const std::vector<std::uint64_t>& below)
      : above_(above), below_(below) {}

  Integer count(std::uint64_t set) {
    Integer product = 1;
    int so_far = 0;
    while (set != 0) {
      const std::uint64_t part = connected(set);
      set &= ~part;
      const int size = std::popcount(part);
      so_far += size;
      product *= binomial(so_far, size) * count_connected(part);
    }
    return product;
  }

 private:
  Integer count_connected(std::uint64_t part) {
    if (std::has_single_bit(part)) return 1;
    if (const auto known = known_.find(part); known != known_.end()) return known->second;
    std::uint64_t largest = 0;
    std::uint64_t smallest = 0;
    for_each_bit(part, [&](std::size_t place) {
      if ((above_[place] & part) == 0) largest |= only(place);
      if ((below_[place] & part) == 0) smallest |= only(place);
    });
    Integer sum = 0;
    for_each_bit(std::popcount(largest) <= std::popcount(smallest) ? largest : smallest,
                 [&](std::size_t end) { sum += count(part & ~only(end)); });
    known_.emplace(part, sum);
    return sum;
  }

  std::uint64_t connected(std::uint64_t set) const {
    std::uint64_t part = set & -set;
    std::uint64_t open = part;
    while (open != 0) {
      const auto place = static_cast<std::size_t>(std::countr_zero(open));
      open &= open - 1;
      const std::uint64_t near = (above_[place] | below_[place]) & set & ~part;
      part |= near;
      open |= near;
    }
    return part;
  }

  static Integer binomial(int n, int k) {
    Integer result = 1;
    for (int i = 1; i <= k; ++i)
      result = result * static_cast<unsigned>(n - k + i) / static_cast<unsigned>(i);
    return result;
  }

  const std::vector<std::uint64_t>& above_;
  const std::vector<std::uint64_t>& below_;
  boost::unordered_flat_map<std::uint64_t, Integer> known_;
};

}  // namespace

void PartialOrder::add(int smaller, int larger) {
  if (knows(smaller, larger)) return;
  const auto a = static_cast<std::size_t>(smaller);
  const auto b = static_cast<std::size_t>(larger);
  const std::uint64_t up = above_[b] | only(b);
  const std::uint64_t down = below_[a] | only(a);
  for_each_bit(down, [&](std::size_t place) { above_[place] |= up; });
  for_each_bit(up, [&](std::size_t place) { below_[place] |= down; });
}

std::vector<std::pair<int, int>> PartialOrder::neighbours() const {
  std::vector<std::pair<int, int>> pairs;
  for (std::size_t smaller = 0; smaller < above_.size(); ++smaller) {
    for_each_bit(above_[smaller], [&](std::size_t larger) {
      if ((above_[smaller] & below_[larger]) == 0)
        pairs.emplace_back(static_cast<int>(smaller), static_cast<int>(larger));
    });
  }
  return pairs;
}

std::vector<int> PartialOrder::one_order() const {
  // The largest identifier that is left goes to the first place all of whose larger places have theirs.
  std::vector<int> order(above_.size(), 0);
  std::uint64_t left = everyone(above_.size());
  for (int id = places(); id > 0; --id) {
    std::size_t place = static_cast<std::size_t>(std::countr_zero(left));
    while (!(left & only(place)) || (above_[place] & left) != 0) ++place;
    order[place] = id;
    left &= ~only(place);
  }
  return order;
}

Rational PartialOrder::count() const {
  const std::uint64_t all = everyone(above_.size());
  constexpr std::size_t fits_64_bits = 20;  // 20! does.
  if (above_.size() <= fits_64_bits) return Extensions<std::uint64_t>(above_, below_).count(all);
  return Extensions<Rational>(above_, below_).count(all);
}

}  // namespace conclave
