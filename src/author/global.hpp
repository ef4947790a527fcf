// A configuration as the predicates of a model's own properties see it.
#pragma once

#include <cstdint>
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
    const void* message = nullptr;                     // as Program::typed_message made it
    const std::vector<std::int32_t>* words = nullptr;  // the message as words
  };

  virtual ~Snapshot() = default;
  virtual int processes() const = 0;
  virtual Id id(int place) const = 0;
  virtual bool crashed(int place) const = 0;
  virtual const void* state(
      int place) const = 0;  // as Program::typed_state made it; only if it has not crashed
  virtual const std::vector<int>& neighbours(int place) const = 0;  // by outgoing port
  virtual int root() const { return 0; }
  virtual bool quiet() const = 0;            // no message is on its way
  virtual int rounds() const { return -1; }  // how many have passed; -1: that is not told
  // Channel after channel, and of a fifo channel the oldest first.
  virtual std::vector<Flight> in_flight() const = 0;
};

// What does not depend on the model's types.
//
// A place is given by places(), ahead(), neighbours(), root() and by local states. It may also be written as
// a number, 0..n-1. The checker then has to try the property on every turn and reflection of the network, or
// does without the reduction by symmetry, because a number tells one place from another.
class GlobalBase {
 public:
  explicit GlobalBase(const Snapshot& snapshot) : snapshot_(snapshot) {}

  int processes() const { return snapshot_.processes(); }
  // All places, in no order that means anything.
  std::vector<Place> places() const;
  // Those of the processes that have not crashed.
  std::vector<Place> alive() const;
  // Where a place comes in places(): what has a list with an entry for each place finds its entry there.
  std::size_t index(Place place) const { return static_cast<std::size_t>(checked(place)); }
  // On a ring: the place so many steps on from this one through port `next`, or back if `steps` is negative.
  Place ahead(Place, int steps) const;
  // Every function of a place throws std::out_of_range if there is no such place.
  bool crashed(Place place) const { return snapshot_.crashed(checked(place)); }
  bool crashed(int place) const { return crashed(Place(place)); }
  std::vector<Place> neighbours(Place) const;  // by outgoing port
  std::vector<Place> neighbours(int place) const { return neighbours(Place(place)); }
  // How many rounds have passed, in a property of form after_rounds. Throws std::logic_error elsewhere.
  int rounds() const;
  bool quiet() const { return snapshot_.quiet(); }  // no message is on its way

 protected:
  int checked(Place place) const {
    const int code = Sealed::taken(place);
    if (code < 0 || code >= processes()) no_such(code);
    return code;
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
    Place from;  // Place(): anyone
    Place to;    // Place(): whoever has `to_identifier`
    Id to_identifier;
    Message message;
  };

  using GlobalBase::GlobalBase;

  Id id(Place place) const {
    static_assert(!is_anonymous<M>(), "an anonymous model has no identifiers");
    return snapshot_.id(checked(place));
  }
  Id id(int place) const { return id(Place(place)); }
  // Throws std::logic_error if the process has crashed.
  const State& state(Place place) const {
    const int at = checked(place);
    if (snapshot_.crashed(at)) has_no_state(at);
    return *static_cast<const State*>(snapshot_.state(at));
  }
  const State& state(int place) const { return state(Place(place)); }
  // The place of the root, in a model that has one.
  Place root() const {
    static_assert(has(knowledge_of<M>(), Knowledge::root) || has(knowledge_of<M>(), Knowledge::tree),
                  "`knows` must include Knowledge::root");
    return given_place(snapshot_.root());
  }
  // Channel after channel, and of a fifo channel the oldest first.
  std::vector<Flight> in_flight() const {
    std::vector<Flight> all;
    for (const auto& flight : snapshot_.in_flight()) {
      all.push_back({given_place(flight.from), given_place(flight.to), flight.to_identifier,
                     *static_cast<const Message*>(flight.message)});
    }
    return all;
  }
  // Of how many processes that have not crashed does the predicate hold? Of every, of some? It takes
  // (Id, State), or (State) alone.
  template <class F>
  int count(F predicate) const {
    int count = 0;
    for (int at = 0; at < processes(); ++at) count += is_alive(at) && holds(predicate, given_place(at));
    return count;
  }
  template <class F>
  bool every(F predicate) const {
    for (int at = 0; at < processes(); ++at) {
      if (is_alive(at) && !holds(predicate, given_place(at))) return false;
    }
    return true;
  }
  template <class F>
  bool some(F predicate) const {
    for (int at = 0; at < processes(); ++at) {
      if (is_alive(at) && holds(predicate, given_place(at))) return true;
    }
    return false;
  }
  // Does it hold of the states of every two of them, whichever comes first?
  template <class F>
  bool every_two(F predicate) const {
    for (int i = 0; i < processes(); ++i) {
      for (int j = 0; j < processes(); ++j) {
        if (i == j || !is_alive(i) || !is_alive(j)) continue;
        if (!predicate(state(given_place(i)), state(given_place(j)))) return false;
      }
    }
    return true;
  }

 private:
  bool is_alive(int at) const { return !snapshot_.crashed(at); }
  template <class F>
  bool holds(const F& predicate, Place at) const {
    if constexpr (requires { predicate(state(at)); })
      return predicate(state(at));
    else
      return predicate(id(at), state(at));
  }
};

}  // namespace conclave
