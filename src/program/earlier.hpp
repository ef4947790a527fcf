// Calls of a model that were made earlier, to be made again. What only grows in a static variable, such as
// the largest number seen so far, changes nothing in a second call that comes at once. Later it may.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "program/comparisons.hpp"

namespace conclave {

class Earlier {
 public:
  // Makes a call again, with the arguments that it had. Throws if it now does something else.
  using Again = std::function<void()>;

  // One earlier call is made again for so many calls, or for more of them later on; and all are, whenever
  // there are a quarter more.
  explicit Earlier(std::uint64_t one_in) : one_in_(one_in) {}

  // A call was made, and noted what it compared; `again` gives the Again for it. Makes earlier calls again.
  template <class F>
  void made(const Comparisons::Notes& notes, const F& again) {
    ++calls_;
    if (calls_ >= all_at_) {
      std::ranges::for_each(kept_, repeat);
      all_at_ = calls_ + calls_ / 4 + 1;
    } else if (calls_ % one_in_ == 0 && !kept_.empty()) {
      repeat(kept_[calls_ / one_in_ % kept_.size()]);
      if (calls_ > first_often * one_in_) one_in_ *= 2;
    }
    if (!reads_numbers_of_an_order(notes)) keep(notes, again);
  }

 private:
  struct Kept {
    Comparisons::Notes notes;
    Again again;
  };
  static constexpr std::size_t first_kept = 32;  // for good
  static constexpr std::size_t most_kept = 64;
  static constexpr std::uint64_t first_often = 1024;

  // A call that reads identifiers as numbers depends on more than what it compared.
  static bool reads_numbers_of_an_order(const Comparisons::Notes& notes) {
    return notes.numbers && OrderInForce::get() != nullptr;
  }
  // Under another order of identifiers a call may well do something else.
  static void repeat(const Kept& kept) {
    if (!kept.notes.hold() || reads_numbers_of_an_order(kept.notes)) return;
    const Comparisons unheard;
    kept.again();
  }
  // Each later call may take the place of one that was not among the first.
  template <class F>
  void keep(const Comparisons::Notes& notes, const F& again) {
    if (kept_.size() < most_kept) {
      kept_.push_back({notes, again()});
      return;
    }
    random_ = random_ * 6364136223846793005ULL + 1442695040888963407ULL;
    const std::uint64_t drawn = (random_ >> 33) % calls_;
    if (first_kept <= drawn && drawn < most_kept) kept_[drawn] = {notes, again()};
  }

  std::uint64_t one_in_;
  std::uint64_t calls_ = 0;
  std::uint64_t all_at_ = 0;
  std::uint64_t random_ = 0;
  std::vector<Kept> kept_;
};

}  // namespace conclave
