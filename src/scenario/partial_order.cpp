#include "scenario/partial_order.hpp"

#include <bit>
#include <boost/unordered/unordered_flat_map.hpp>

namespace conclave {
namespace {

template <class F>
void for_each_bit(std::uint64_t set, F f) {
  for (; set != 0; set &= set - 1) f(static_cast<std::size_t>(std::countr_zero(set)));
}

constexpr std::uint64_t bit(std::size_t place) { return std::uint64_t{1} << place; }

// Counts the linear extensions of the order on a set of places: parts that nothing connects interleave in any
// way; of a connected part, any of its largest places may come last, or any of its smallest ones first,
// whichever are fewer. An order whose diagram is a forest (all that message passing on a ring asks) falls
// apart at each step, so that this takes time quadratic in its size.
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
      if ((above_[place] & part) == 0) largest |= bit(place);
      if ((below_[place] & part) == 0) smallest |= bit(place);
    });
    Integer sum = 0;
    for_each_bit(std::popcount(largest) <= std::popcount(smallest) ? largest : smallest,
                 [&](std::size_t end) { sum += count(part & ~bit(end)); });
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
  const std::uint64_t up = above_[b] | bit(b);
  const std::uint64_t down = below_[a] | bit(a);
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
  // The largest identifier first, to the first place above which everyone has one.
  std::vector<int> order(above_.size(), 0);
  std::uint64_t left = above_.size() == 64 ? ~std::uint64_t{0} : bit(above_.size()) - 1;
  for (int id = places(); id > 0; --id) {
    std::size_t place = static_cast<std::size_t>(std::countr_zero(left));
    while (!(left & bit(place)) || (above_[place] & left) != 0) ++place;
    order[place] = id;
    left &= ~bit(place);
  }
  return order;
}

Rational PartialOrder::count() const {
  const std::uint64_t all = above_.size() == 64 ? ~std::uint64_t{0} : bit(above_.size()) - 1;
  constexpr std::size_t fits_64_bits = 20;  // 20!
  if (above_.size() <= fits_64_bits) return Extensions<std::uint64_t>(above_, below_).count(all);
  return Extensions<Rational>(above_, below_).count(all);
}

}  // namespace conclave
