// What processes draw in one round of lock step, if of draws only the order counts (author/draw.hpp). As many
// assignments of values to processes are alike as there are ways to choose the different values; those with
// the values 0, 1, 2, ..., none left out, stand for all (docs/semantics/chance.md). Rounds puts rounds
// together of these alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <vector>

#include "machine/handlers.hpp"

namespace conclave {

// More counts than the order of the draws of one round. check() then explores every draw.
struct DrawsMatter : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class Lots {
 public:
  // Of nothing that was drawn before.
  void clear() {
    values_.clear();
    among_ = 0;
  }
  // Takes into account what an effect has drawn; `left` processes may still draw. False: then it is not
  // taken, because the values cannot become 0, 1, 2, ... any more. Throws DrawsMatter if draws are not alike:
  // a process draws twice, or two processes draw among different numbers of values.
  bool draw(const Handlers::Effect&, std::size_t left);
  // Takes the last draw back, if the effect has one.
  void undo(const Handlers::Effect&);
  // Is no value left out?
  bool complete() const { return gaps() == 0; }
  bool any() const { return !values_.empty(); }

  // In how many ways `values`, each of them once or more, stand for others that are drawn among so many.
  // Throws ModelError if that is more than 2^64.
  static std::uint64_t ways(std::span<const std::uint32_t> values, std::uint64_t among);
  // What an effect has drawn.
  static std::optional<std::uint32_t> drawn_by(const Handlers::Effect&);
  // Among how many values, if it has drawn: the product, if several times.
  static std::size_t among(const Handlers::Effect&);

 private:
  std::size_t gaps() const;

  std::vector<std::uint32_t> values_;
  unsigned among_ = 0;
};

}  // namespace conclave
