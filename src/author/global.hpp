// A configuration as the predicates of a model's own properties see it.
#pragma once

#include <cstdint>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "author/about.hpp"
#include "author/grounds.hpp"
#include "author/history.hpp"
#include "author/id.hpp"
#include "author/process.hpp"

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
  virtual const Encoded& parameters() const = 0;
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
  // Whoever wants a predicate explained gives what is to be filled in.
  explicit GlobalBase(const Snapshot& snapshot, Grounds* grounds = nullptr)
      : snapshot_(snapshot), grounds_(grounds) {}

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
  Grounds* const grounds_;
};

// M is the model.
template <class M>
class Global : public GlobalBase {
 public:
  using State = typename M::State;
  using Message = typename M::Message;
  using History = typename HistoryOf<M>::type;
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
    if (grounds_ != nullptr) grounds_->read.push_back(at);
    return static_cast<const Kept<State, History>*>(snapshot_.state(at))->state;
  }
  const State& state(int place) const { return state(Place(place)); }
  // Also of a process that has crashed. Throws std::logic_error if it is Byzantine.
  const History& history(Place place) const {
    static_assert(!std::is_same_v<History, NoHistory>, "the model has no `struct History`");
    const int at = checked(place);
    const void* const kept = snapshot_.state(at);
    if (kept == nullptr) has_no_state(at);
    return static_cast<const Kept<State, History>*>(kept)->history;
  }
  const History& history(int place) const { return history(Place(place)); }
  // The place of the root, in a model that has one.
  Place root() const {
    static_assert(has(knowledge_of<M>(), Knowledge::root) || has(knowledge_of<M>(), Knowledge::tree),
                  "`knows` must include Knowledge::root");
    return given_place(snapshot_.root());
  }
  // The parameters, as --set has them.
  typename ParametersOf<M>::type parameters() const {
    return codec::decode<typename ParametersOf<M>::type>(snapshot_.parameters());
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
  // Of how many processes that have not crashed does the predicate hold? Of every, of some, ...? It takes
  // (Id, State), or (State) alone.
  template <class F>
  int count(F predicate) const {
    return answer("count", predicate, true, processes(), [](int number) { return number; });
  }
  template <class F>
  bool every(F predicate) const {
    return answer("every", predicate, false, 1, [](int number) { return number == 0; });
  }
  template <class F>
  bool some(F predicate) const {
    return answer("some", predicate, true, 1, [](int number) { return number > 0; });
  }
  template <class F>
  bool none(F predicate) const {
    return answer("none", predicate, true, 1, [](int number) { return number == 0; });
  }
  template <class F>
  bool at_most_one(F predicate) const {
    return answer("at_most_one", predicate, true, 2, [](int number) { return number <= 1; });
  }
  template <class F>
  bool exactly_one(F predicate) const {
    return answer("exactly_one", predicate, true, 2, [](int number) { return number == 1; });
  }
  // Does it hold of the states of every two of them, whichever comes first?
  template <class F>
  bool every_two(F predicate) const {
    return answer<true>("every_two", predicate, false, 1, [](int number) { return number == 0; });
  }

 private:
  static constexpr bool has_history = !std::is_same_v<History, NoHistory>;
  // A predicate over History alone is asked also of who has crashed: what has happened stays so. Whether it
  // takes a History is not tried where it takes a State, because a generic one may not compile with the
  // other.
  template <class F>
  static constexpr bool is_of_history() {
    if constexpr (!has_history || std::is_invocable_v<F, const State&> ||
                  std::is_invocable_v<F, Id, const State&> ||
                  std::is_invocable_v<F, const State&, const State&>)
      return false;
    else
      return std::is_invocable_v<F, const History&> || std::is_invocable_v<F, Id, const History&> ||
             std::is_invocable_v<F, const History&, const History&>;
  }
  template <class F>
  bool is_asked(int at) const {
    return is_of_history<F>() ? snapshot_.state(at) != nullptr : !snapshot_.crashed(at);
  }
  template <class F>
  bool holds(const F& predicate, Place at) const {
    if constexpr (std::is_invocable_v<F, const State&>) {
      return predicate(state(at));
    } else if constexpr (!has_history || std::is_invocable_v<F, Id, const State&>) {
      return predicate(id(at), state(at));
    } else if constexpr (std::is_invocable_v<F, const History&>) {
      return predicate(history(at));
    } else if constexpr (std::is_invocable_v<F, Id, const History&>) {
      return predicate(id(at), history(at));
    } else if constexpr (std::is_invocable_v<F, const State&, const History&>) {
      return predicate(state(at), history(at));
    } else {
      return predicate(id(at), state(at), history(at));
    }
  }
  template <class F>
  bool hold(const F& predicate, Place a, Place b) const {
    if constexpr (is_of_history<F>())
      return predicate(history(a), history(b));
    else
      return predicate(state(a), state(b));
  }

  // What is said of the number of processes, or pairs, of which it is `so` that the predicate holds. Nobody
  // looks further when there are `enough`, unless somebody wants to know which they are.
  template <bool of_two = false, class F, class Says>
  auto answer(std::string_view function, F& predicate, bool so, int enough, const Says& says) const {
    int number = 0;
    if (grounds_ == nullptr) {
      visit<of_two>(predicate, so, [&](int, int) { return ++number < enough; });
      return says(number);
    }
    std::vector<Grounds::Answer>& answers = grounds_->answers;
    const std::size_t before = answers.size();
    Grounds::Answer answer{.function = function, .so = so, .yes = {}, .places = {}, .pairs = {}};
    visit<of_two>(predicate, so, [&](int at, [[maybe_unused]] int other) {
      if constexpr (of_two)
        answer.pairs.emplace_back(at, other);
      else
        answer.places.push_back(at);
      return ++number > 0;
    });
    const auto said = says(number);
    if constexpr (std::is_same_v<decltype(said), const bool>) answer.yes = said;
    answers.resize(before);  // What the predicate asked in its turn does not tell more.
    answers.push_back(std::move(answer));
    return said;
  }
  // Visits each process, or pair, of which it is `so`, as long as the visitor goes on.
  template <bool of_two, class F, class Visitor>
  void visit(F& predicate, bool so, const Visitor& visitor) const {
    for (int at = 0; at < processes(); ++at) {
      if (!is_asked<F>(at)) continue;
      if constexpr (of_two) {
        for (int other = 0; other < processes(); ++other) {
          if (at == other || !is_asked<F>(other)) continue;
          if (hold(predicate, given_place(at), given_place(other)) == so && !visitor(at, other)) return;
        }
      } else {
        if (holds(predicate, given_place(at)) == so && !visitor(at, -1)) return;
      }
    }
  }
};

}  // namespace conclave
