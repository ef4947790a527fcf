// A configuration as the predicates of a model's own properties see it.
#pragma once

#include <vector>

#include "author/about.hpp"
#include "author/id.hpp"

namespace conclave {

// What the machine shows of a configuration. An author uses Global, below.
class Snapshot {
 public:
  // A message on its way. -1 says: whoever; `to` is a place, or -1 where the message is for an identifier.
  struct Flight {
    int from = -1;
    int to = -1;
    Id to_identifier;
    const void* message = nullptr;  // as Program::typed_message made it
  };

  virtual ~Snapshot() = default;
  virtual int processes() const = 0;
  virtual Id id(int place) const = 0;
  virtual bool crashed(int place) const = 0;
  virtual const void* state(
      int place) const = 0;  // as Program::typed_state made it; only if it has not crashed
  virtual const std::vector<int>& neighbours(int place) const = 0;  // by outgoing port
  virtual bool quiet() const = 0;                                   // no message is on its way
  virtual int rounds() const { return -1; }  // how many have passed; -1: that is not told
  // Channel after channel, and of a fifo channel the oldest first.
  virtual std::vector<Flight> in_flight() const = 0;
};

// What does not depend on the model's types.
class GlobalBase {
 public:
  explicit GlobalBase(const Snapshot& snapshot) : snapshot_(snapshot) {}

  int processes() const { return snapshot_.processes(); }
  // Every function of a place throws std::out_of_range if there is no such place.
  bool crashed(int place) const { return snapshot_.crashed(checked(place)); }
  const std::vector<int>& neighbours(int place) const { return snapshot_.neighbours(checked(place)); }
  // How many rounds have passed, in a property of form after_rounds. Throws std::logic_error elsewhere.
  int rounds() const;
  bool quiet() const { return snapshot_.quiet(); }  // no message is on its way

 protected:
  int checked(int place) const {
    if (place < 0 || place >= processes()) no_such(place);
    return place;
  }
  [[noreturn]] static void no_such(int place);
  [[noreturn]] static void has_no_state(int place);

  const Snapshot& snapshot_;
};

// M is the model.
template <class M>
class Global : public GlobalBase {
 public:
  using State = typename M::State;
  using Message = typename M::Message;
  struct Flight {
    int from;  // -1: anyone
    int to;    // -1: whoever has `to_identifier`
    Id to_identifier;
    Message message;
  };

  using GlobalBase::GlobalBase;

  Id id(int place) const {
    static_assert(!is_anonymous<M>(), "an anonymous model has no identifiers");
    return snapshot_.id(checked(place));
  }
  // Throws std::logic_error if the process has crashed.
  const State& state(int place) const {
    if (crashed(place)) has_no_state(place);
    return *static_cast<const State*>(snapshot_.state(place));
  }
  // Channel after channel, and of a fifo channel the oldest first.
  std::vector<Flight> in_flight() const {
    std::vector<Flight> all;
    for (const auto& flight : snapshot_.in_flight()) {
      all.push_back(
          {flight.from, flight.to, flight.to_identifier, *static_cast<const Message*>(flight.message)});
    }
    return all;
  }
  // Does the predicate hold of every process that has not crashed, or of some? It takes (Id, State), or
  // (State) alone in an anonymous model.
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
};

}  // namespace conclave
