// A configuration as the numbers of its components' values (values.hpp says which components there are), for
// code that follows a single execution. The engine packs configurations (engine/storage/layout.hpp).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "program/limits.hpp"

namespace conclave {

struct Configuration {
  std::vector<std::uint32_t> cells;  // by component

  std::uint32_t get(std::size_t component) const { return cells[component]; }
  void set(std::size_t component, std::uint32_t value) { cells[component] = value; }
  friend bool operator==(const Configuration&, const Configuration&) = default;
};

// The successors of a configuration, charged to the limits if there are some. They are built in place, and
// keep their memory from one configuration to the next.
class Successors {
 public:
  struct Successor {
    Configuration configuration;
    std::uint32_t record;  // the machine's record of the step
  };

  explicit Successors(Limits* limits = nullptr) : charge_(limits) {}

  // Makes room for `count` more, which the caller fills in. Throws LimitReached.
  Successor* add(std::size_t count) {
    if (size_ + count > buffer_.size()) grow(size_ + count);
    size_ += count;
    return buffer_.data() + size_ - count;
  }
  void clear() { size_ = 0; }
  bool empty() const { return size_ == 0; }
  std::size_t size() const { return size_; }
  const Successor* begin() const { return buffer_.data(); }
  const Successor* end() const { return buffer_.data() + size_; }

 private:
  void grow(std::size_t wanted) {
    constexpr std::size_t few = 1024;
    const std::size_t size = wanted + std::min(wanted, std::max(few, buffer_.size() / 2));
    Charge both(charge_);  // for a moment there are the old ones and the new ones
    both.add(static_cast<std::ptrdiff_t>(buffer_.size() * sizeof(Successor)));
    charge_.add(static_cast<std::ptrdiff_t>((size - buffer_.size()) * sizeof(Successor)));
    buffer_.reserve(size);
    buffer_.resize(size);
  }

  std::vector<Successor> buffer_;
  std::size_t size_ = 0;
  Charge charge_;
};

}  // namespace conclave
