// Sequences of numbers, interned: each sequence has a number, from 0 on in the order in which they were first
// met. Contents of channels, the inputs of a round and the records of rounds are kept like this.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace conclave {

class Sequences {
 public:
  using Word = std::uint32_t;

  Sequences() { clear(); }
  void clear();

  std::size_t size() const { return all_.size(); }
  // The sequence of a number. The span is valid until clear().
  std::span<const Word> operator[](std::uint32_t number) const { return all_[number]; }
  // The number of a sequence; it may lie in this object itself.
  std::uint32_t intern(std::span<const Word>);
  // How many bytes are taken.
  std::size_t bytes() const {
    return words_ * sizeof(Word) + all_.capacity() * sizeof(all_[0]) +
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
  std::span<const Word> keep(std::span<const Word>);
  void grow();

  std::vector<std::span<const Word>> all_;  // by number
  // The words lie in blocks that stay where they are. If they moved, the sequences of a channel that takes
  // ever more messages would need twice their memory, whatever the limit is.
  struct Block {
    std::unique_ptr<Word[]> words;
    std::size_t size;
  };
  std::vector<Block> blocks_;
  std::size_t words_ = 0;      // in all blocks
  std::span<Word> free_ = {};  // of the last block
  // Open addressing: a number plus one, below the upper half of its hash; 0 if the slot is free.
  std::vector<std::uint64_t> slots_;
};

}  // namespace conclave
