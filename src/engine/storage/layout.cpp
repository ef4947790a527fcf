#include "engine/storage/layout.hpp"

#include <algorithm>
#include <functional>
#include <initializer_list>
#include <tuple>

namespace conclave {

bool Layout::arrange(const Widths& widths, Pairs pairs, std::size_t words) {
  std::vector<unsigned> used(words, 0);
  used[0] = widths.tag;
  fields_.assign(widths.component.size(), {});
  const auto is_placed = [&](std::size_t component) { return fields_[component].width != 0; };
  const auto place = [&](std::initializer_list<std::size_t> components) {
    unsigned together = 0;
    for (const std::size_t c : components) together += widths.component[c];
    std::size_t word = 0;
    while (word < words && used[word] + together > 64) ++word;
    if (word == words) return false;
    for (const std::size_t c : components) {
      const unsigned width = widths.component[c];
      fields_[c] = {static_cast<std::uint8_t>(word), static_cast<std::uint8_t>(used[word]),
                    static_cast<std::uint8_t>(width),
                    static_cast<std::uint32_t>((std::uint64_t{1} << width) - 1)};
      used[word] += width;
    }
    return true;
  };
  for (const auto& [first, second] : pairs) {
    if (first != second && !is_placed(first) && !is_placed(second)) place({second, first});
  }
  for (std::size_t c = 0; c < fields_.size(); ++c) {
    if (!is_placed(c) && !place({c})) return false;
  }
  return true;
}

Repacking::Repacking(const Layout& before, const Layout& after) : before_(before), after_(after) {
  for (std::size_t c = 0; c < before.size(); ++c) {
    const Layout::Field &from = before[c], &to = after[c];
    if (to.width < from.width) {
      narrower_.push_back(c);
      continue;
    }
    const Move move{from.word, to.word, static_cast<std::uint8_t>(std::max(to.shift - from.shift, 0)),
                    static_cast<std::uint8_t>(std::max(from.shift - to.shift, 0))};
    const auto same = std::ranges::find_if(moves_, [&](const Move& other) {
      return other.from == move.from && other.to == move.to && other.left == move.left &&
             other.right == move.right;
    });
    Move& moved = same == moves_.end() ? moves_.emplace_back(move) : *same;
    moved.mask |= std::uint64_t{from.mask} << from.shift;
  }
}

void narrow(Widths& widths, ValueCounts counts, Pairs pairs, std::size_t words, std::uint8_t at_least) {
  Widths narrow = widths;
  for (std::size_t c = 0; c < narrow.component.size(); ++c) {
    const std::size_t values = counts[c];
    if (values == 0) continue;
    const auto needed = static_cast<std::uint8_t>(std::bit_width(std::max<std::size_t>(values, 2) - 1));
    narrow.component[c] = std::min(std::max(needed, at_least), narrow.component[c]);
  }
  narrow.lent = false;
  if (Layout().arrange(narrow, pairs, words)) widths = narrow;
}

namespace {

// Gives one bit more to each component that is expected to need it, as long as there are bits left. Returns
// the new widths, and whether there were enough for all.
std::pair<Widths, bool> lend(const Widths& widths, ValueCounts counts, std::size_t tags, Pairs pairs,
                             std::size_t words) {
  constexpr std::size_t half = 2048;  // how full a component is, in 4096ths
  const std::size_t tag = widths.component.size();
  const auto bits = [tag](auto& of, std::size_t c) -> auto& { return c == tag ? of.tag : of.component[c]; };
  const auto is_new = [&](std::size_t c) {
    return words > 3 && c != tag && counts[c] == 2 && widths.component[c] == Widths::first_bits;
  };
  const auto fullness = [&](std::size_t c) {
    return is_new(c) ? half : (c == tag ? tags : counts[c]) * 2 * half >> bits(widths, c);
  };
  std::vector<std::size_t> fullest;
  for (std::size_t c = 0; c <= tag; ++c) {
    if (is_new(c) || fullness(c) > half) fullest.push_back(c);
  }
  std::ranges::stable_sort(fullest, std::ranges::greater(), fullness);
  const auto widened = [&](std::size_t so_many) {
    Widths generous = widths;
    for (const std::size_t c : std::span(fullest).first(so_many)) ++bits(generous, c);
    generous.lent |= so_many > 0;
    return generous;
  };
  std::size_t most = 0;
  for (std::size_t step = std::bit_floor(fullest.size()); step > 0; step /= 2) {
    const std::size_t more = most + step;
    if (more <= fullest.size() && Layout().arrange(widened(more), pairs, words)) most = more;
  }
  return {widened(most), most == fullest.size()};
}

}  // namespace

bool widen_others(Widths& widths, ValueCounts counts, std::size_t tags, Pairs pairs, std::size_t words) {
  auto [generous, enough] = lend(widths, counts, tags, pairs, words);
  if (!enough && widths.lent) {
    narrow(widths, counts, pairs, words, Widths::first_bits);
    std::tie(generous, enough) = lend(widths, counts, tags, pairs, words);
  }
  widths = generous;
  return enough;
}

void arrange(Layout& layout, Widths& widths, ValueCounts counts, Pairs pairs, std::size_t words) {
  if (layout.arrange(widths, pairs, words)) return;
  if (widths.lent) {
    narrow(widths, counts, pairs, words, Widths::first_bits);
    if (layout.arrange(widths, pairs, words)) return;
  }
  throw KeyOverflow{};
}

}  // namespace conclave
