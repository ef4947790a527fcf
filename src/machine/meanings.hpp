// What the values of components mean, in words that do not depend on how a machine has numbered them. Two
// machines of one program that hold the same instance, in one process or in two, tell each other values in
// these words.
#pragma once

#include <cstdint>
#include <span>

#include "machine/values.hpp"

namespace conclave {

class Meanings {
 public:
  explicit Meanings(Values& values) : values_(values) {}

  // How many values a component has so far. It is 0 if its values mean themselves, as those of a fault budget
  // do.
  std::size_t count(std::size_t component) const;
  // What one of these values means.
  Encoded of(std::size_t component, std::uint32_t value) const;
  // The value with this meaning, which is numbered if it is new. Throws ModelError.
  std::uint32_t value(std::size_t component, const Encoded& meaning);

 private:
  enum Kind : std::int32_t { usual, crashed, byzantine };  // of a local state
  // In place of a number of messages, and of the length of a message.
  static constexpr std::int32_t closed = -1;
  static constexpr std::int32_t notice = -1;

  bool is_content(std::size_t component) const {
    return component >= values_.processes() && component < values_.waiting_end();
  }
  bool is_copy(std::size_t component) const;
  void append_content(std::size_t channel, std::uint32_t content, Encoded&) const;
  std::uint32_t read_content(std::size_t channel, std::span<const std::int32_t>& words);
  std::uint32_t read_local(int process, const Encoded& meaning);

  Values& values_;
};

}  // namespace conclave
