// What is kept of a process, as words: its variables, which are all that a handler sees; then the history
// variables of a model that has some; then, where an initiator is to be elected, whether the process started
// on its own.
#pragma once

#include <optional>
#include <stdexcept>
#include <string>

#include "author/history.hpp"
#include "program/codec.hpp"
#include "program/hooks.hpp"

namespace conclave {

template <class M>
struct LocalState {
  using State = typename M::State;
  using History = typename HistoryOf<M>::type;
  static constexpr bool has_history = Hooks<M>::has_history;
  static constexpr bool knows_initiators = Hooks<M>::elects_initiator();

  State state;
  History history{};
  bool initiated = false;

  static LocalState read(const Encoded& words) {
    Words at = words.data();
    LocalState local{.state = codec::read<State>(at)};
    if constexpr (has_history) local.history = codec::read<History>(at);
    if constexpr (knows_initiators) local.initiated = codec::read<bool>(at);
    return local;
  }
  Encoded write() const {
    Encoded words;
    codec::append(state, words);
    if constexpr (has_history) codec::append(history, words);
    if constexpr (knows_initiators) codec::append(initiated, words);
    return words;
  }
  // Throws std::logic_error if the model's own variables have a name that is taken.
  static const Shape& shape() {
    if constexpr (!has_history && !knows_initiators) return codec::shape_of<State>();
    static const Shape& all = *new Shape(make_shape());
    return all;
  }

  // The variables after a step; the history follows.
  void change(const Self<M>& self, State after) {
    if constexpr (has_history) {
      if constexpr (requires { M::remember(history, state, after, self); })
        M::remember(history, state, after, self);
      else
        M::remember(history, state, after);
    }
    state = std::move(after);
  }

 private:
  static Shape make_shape() {
    Shape all = codec::shape_of<State>();
    const auto add = [&](std::string_view name, const Shape& shape) {
      if (all.field(name) != nullptr)
        throw std::logic_error("State has a field `" + std::string(name) +
                               "`, but that is what traces call something else; name it otherwise");
      all.fields.push_back({name, &shape});
    };
    if constexpr (has_history) add("history", codec::shape_of<History>());
    if constexpr (knows_initiators) add("initiated", codec::shape_of<bool>());
    return all;
  }
};

}  // namespace conclave
