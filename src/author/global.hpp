// Properties that a model states of its own, by predicates over configurations.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "program/program.hpp"

namespace conclave {

// A configuration as a model's predicates see it.
template <class M>
class Global {
 public:
  using State = typename M::State;
  using Message = typename M::Message;
  struct Flight {
    int from;  // -1: anyone
    int to;    // -1: whoever has `to_identifier`
    Id to_identifier;
    Message message;
  };

  explicit Global(const Snapshot& snapshot) : snapshot_(snapshot) {}

  int processes() const { return snapshot_.processes(); }
  Id id(int place) const {
    static_assert(!is_anonymous<M>(), "an anonymous model has no identifiers");
    return snapshot_.id(checked(place));
  }
  bool crashed(int place) const { return snapshot_.crashed(checked(place)); }
  // Throws std::logic_error: it crashed.
  const State& state(int place) const {
    if (crashed(place))
      throw std::logic_error("process " + std::to_string(place) + " crashed and has no state");
    return *static_cast<const State*>(snapshot_.state(place));
  }
  const std::vector<int>& neighbours(int place) const { return snapshot_.neighbours(checked(place)); }
  // Of a property of form after_rounds: how many have passed. Throws std::logic_error elsewhere.
  int rounds() const {
    if (snapshot_.rounds() < 0)
      throw std::logic_error("only a property of form after_rounds may ask for rounds");
    return snapshot_.rounds();
  }
  bool quiet() const { return snapshot_.quiet(); }  // no message is on its way
  // Channel after channel; fifo: oldest first.
  std::vector<Flight> in_flight() const {
    std::vector<Flight> all;
    for (const auto& flight : snapshot_.in_flight()) {
      all.push_back(
          {flight.from, flight.to, flight.to_identifier, *static_cast<const Message*>(flight.message)});
    }
    return all;
  }
  // Does it hold of every process that has not crashed, or of some? `predicate` takes (Id, State), or of an
  // anonymous model just (State).
  template <class F>
  bool every(F predicate) const {
    for (int i = 0; i < processes(); ++i) {
      if (crashed(i)) continue;
      if constexpr (is_anonymous<M>()) {
        if (!predicate(state(i))) return false;
      } else {
        if (!predicate(id(i), state(i))) return false;
      }
    }
    return true;
  }
  template <class F>
  bool some(F predicate) const {
    return !every([&](const auto&... of) { return !predicate(of...); });
  }

 private:
  int checked(int place) const {
    if (place < 0 || place >= processes()) throw std::out_of_range("no place " + std::to_string(place));
    return place;
  }

  const Snapshot& snapshot_;
};

// A property that a model states, in `static std::vector<Stated<Model>> properties()`.
template <class M>
struct Stated {
  using Predicate = bool (*)(const Global<M>&);
  Form form{};
  std::string_view name;
  std::string_view says;
  Predicate p = nullptr;                     // not of every_step
  Predicate q = nullptr;                     // leads_to only
  int (*until)(const Global<M>&) = nullptr;  // after_rounds only: the last round that it speaks of
};

}  // namespace conclave
