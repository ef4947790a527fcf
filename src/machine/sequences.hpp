// Sequences of numbers, interned: each sequence has a number, from 0 on in the order in which they were first
// met. Contents of channels, the inputs of a round and the records of rounds are kept like this.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace conclave {

class Sequences {
 public:
  using Word = std::uint32_t;

  Sequences() { clear(); }
  void clear();

  std::size_t size() const { return begin_.size() - 1; }
  // The sequence of a number. The span is valid until the next change.
  std::span<const Word> operator[](std::uint32_t number) const {
    return {pool_.data() + begin_[number], begin_[number + 1] - begin_[number]};
  }
  // The number of a sequence; it may lie in this object itself.
  std::uint32_t intern(std::span<const Word>);
  // How many bytes are taken.
  std::size_t bytes() const {
    return pool_.capacity() * sizeof(Word) + begin_.capacity() * sizeof(std::size_t) +
           slots_.capacity() * sizeof(std::uint64_t);
  }

  static std::uint64_t hash(std::span<const Word> sequence) {
    std::uint64_t x = sequence.size();
    const auto mix = [&](std::uint64_t words) {
      x = (x ^ words) * 0x9e3779b97f4a7c15ULL;
      x ^= x >> 32;
    };
    std::size_t at = 0;
    for (; at + 1 < sequence.size(); at += 2) mix(std::uint64_t{sequence[at]} << 32 | sequence[at + 1]);
    if (at < sequence.size()) mix(sequence[at]);
    return x;
  }
  // Sequences are short, so a loop is faster than a call of the library.
  static bool equal(std::span<const Word> a, std::span<const Word> b) {
    if (a.size() != b.size()) return false;
    for (std::size_t at = 0; at < a.size(); ++at) {
      if (a[at] != b[at]) return false;
    }
    return true;
  }

 private:
  void grow();

  std::vector<Word> pool_;
  std::vector<std::size_t> begin_;  // by number, and one more at the end
  // Open addressing: a number plus one, below the upper half of its hash; 0 if the slot is free.
  std::vector<std::uint64_t> slots_;
};

}  // namespace conclave
