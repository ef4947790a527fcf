// A configuration as the predicates of a model's own properties see it.
#pragma once

#include <cstddef>
#include <optional>
#include <ranges>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "author/about.hpp"
#include "author/grounds.hpp"
#include "author/history.hpp"
#include "author/id.hpp"
#include "author/looks.hpp"
#include "author/process.hpp"
#include "author/snapshot.hpp"

namespace conclave {

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

  // A list of places that is kept elsewhere, as their numbers.
  class Places : public std::ranges::view_interface<Places> {
   public:
    explicit Places(std::span<const int> numbers) : places_(numbers, {}) {}
    auto begin() const { return places_.begin(); }
    auto end() const { return places_.end(); }
    std::size_t size() const { return places_.size(); }
    Place operator[](std::size_t at) const { return places_.begin()[static_cast<std::ptrdiff_t>(at)]; }
    operator std::vector<Place>() const {
      std::vector<Place> all;
      all.reserve(size());  // the iterators do not tell how many there are
      all.assign(begin(), end());
      return all;
    }

   private:
    struct Given {
      Place operator()(int number) const { return given_place(number); }
    };
    std::ranges::transform_view<std::span<const int>, Given> places_;
  };

  int processes() const { return snapshot_.processes(); }
  // All places, in no order that means anything.
  Places places() const;
  // Those of the processes that have not crashed.
  const std::vector<Place>& alive() const;
  // Where a place comes in places(): what has a list with an entry for each place finds its entry there.
  std::size_t index(Place place) const { return static_cast<std::size_t>(checked(place)); }
  // The largest identifier; largest_identifier() asks for it.
  Id largest() const;
  // On a ring: the place so many steps on from this one through port `next`, or back if `steps` is negative.
  Place ahead(Place place, int steps) const {
    const int n = processes();
    int at = checked(place);
    for (int left = 0 <= steps && steps < n ? steps : (steps % n + n) % n; left > 0; --left)
      at = nearest(snapshot_.neighbours(at));
    return given_place(at);
  }
  // Every function of a place throws std::out_of_range if there is no such place.
  bool crashed(Place place) const { return snapshot_.crashed(checked(place)); }
  bool crashed(int place) const { return crashed(Place(place)); }
  Places neighbours(Place) const;  // by outgoing port
  Places neighbours(int place) const { return neighbours(Place(place)); }
  // How many rounds have passed, in a property of form after_rounds. Throws std::logic_error elsewhere.
  int rounds() const;

 protected:
  int checked(Place place) const {
    const int code = Sealed::taken(place);
    if (code < 0 || code >= processes()) no_such(code);
    return code;
  }
  static int nearest(std::span<const int> neighbours) {
    if (neighbours.empty()) no_such(-1);
    return neighbours.front();
  }
  [[noreturn]] static void no_such(int place);
  [[noreturn]] static void has_no_state(int place);

  const Snapshot& snapshot_;
  Grounds* const grounds_;

 private:
  // What was asked before: several predicates ask the same.
  mutable std::optional<std::vector<Place>> alive_;
  mutable std::optional<Id> largest_;
};

// In place of a projection: what is asked of is the process itself.
struct Itself {};

// M is the model. A predicate that is asked of quiet configurations only takes a QuietGlobal.
template <class M, When when = When::always>
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
  // The state of a process, or what a projection says of it, which takes a State and captures nothing, as in
  // `state(place, [](const State& s) { return s.phase; })`. The less a property looks at, the more the
  // checker may leave out. Throws std::logic_error if the process has crashed.
  const State& state(Place place) const {
    note_look_at_all();
    return kept(checked(place)).state;
  }
  const State& state(int place) const { return state(Place(place)); }
  template <class Projection>
  auto state(Place place, Projection projection) const {
    note_look_of<Projection>();
    const LookAtOne look;
    return tell(projection, id_there(checked(place)), kept(checked(place)));
  }
  // Also of a process that has crashed. Throws std::logic_error if it is Byzantine.
  const History& history(Place place) const {
    static_assert(has_history, "the model has no `struct History`");
    note_look_at_all();
    return kept_always(checked(place)).history;
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
  // Is no message on its way?
  bool quiet() const {
    if constexpr (when == When::always) static_cast<void>(LookAtNetwork<M, NetworkLook::quiet>::noted);
    return snapshot_.quiet();
  }
  // Channel after channel, and of a fifo channel the oldest first.
  const std::vector<Flight>& in_flight() const {
    if constexpr (when == When::always) static_cast<void>(LookAtNetwork<M, NetworkLook::messages>::noted);
    if (!flights_) flights_ = list_flights();
    return *flights_;
  }
  // Of how many processes that have not crashed does the predicate hold? Of every, some, ...? It takes
  // (Id, State), or (State) alone, or what a projection says of these, which captures nothing, as in
  // `count([&](int other) { return other >= mine; }, [](const State& s) { return s.phase; })`.
  template <class F, class Projection = Itself>
  int count(F predicate, Projection = {}) const {
    return answer<Projection>("count", predicate, true, processes(), [](int number) { return number; });
  }
  template <class F, class Projection = Itself>
  bool every(F predicate, Projection = {}) const {
    return answer<Projection>("every", predicate, false, 1, [](int number) { return number == 0; });
  }
  template <class F, class Projection = Itself>
  bool some(F predicate, Projection = {}) const {
    return answer<Projection>("some", predicate, true, 1, [](int number) { return number > 0; });
  }
  template <class F, class Projection = Itself>
  bool none(F predicate, Projection = {}) const {
    return answer<Projection>("none", predicate, true, 1, [](int number) { return number == 0; });
  }
  template <class F, class Projection = Itself>
  bool at_most_one(F predicate, Projection = {}) const {
    return answer<Projection>("at_most_one", predicate, true, 2, [](int number) { return number <= 1; });
  }
  template <class F, class Projection = Itself>
  bool exactly_one(F predicate, Projection = {}) const {
    return answer<Projection>("exactly_one", predicate, true, 2, [](int number) { return number == 1; });
  }
  // Does it hold of the states of every two of them, whichever comes first?
  template <class F, class Projection = Itself>
  bool every_two(F predicate, Projection = {}) const {
    return answer<Projection, true>("every_two", predicate, false, 1, [](int number) { return number == 0; });
  }

 private:
  using OfProcess = typename Looks<M>::OfProcess;
  static constexpr bool has_history = !std::is_same_v<History, NoHistory>;

  std::vector<Flight> list_flights() const {
    std::vector<Flight> all;
    all.reserve(snapshot_.in_flight().size());
    for (const auto& flight : snapshot_.in_flight())
      all.push_back({given_place(flight.from), given_place(flight.to), flight.to_identifier,
                     *static_cast<const Message*>(flight.message)});
    return all;
  }

  // Note that predicates look at processes in this way.
  static void note_look_at_all() {
    if constexpr (has_history)
      static_cast<void>(LookAtProcess<M, when, look_at_all, OfProcess>::noted);
    else
      static_cast<void>(LookAtProcess<M, when, look_at_all, State>::noted);
  }
  static void look_at_all(Id, const OfProcess&, const OfProcess& whole, Encoded& seen) {
    codec::append(whole.state, seen);
    if constexpr (has_history) codec::append(whole.history, seen);
  }
  template <class F>
  static void note_look_of() {
    static_assert(captures_nothing<F>, "a projection is a lambda that captures nothing");
    using Seen = decltype(tell(F{}, Id(), std::declval<const OfProcess&>()));
    static_cast<void>(LookAtProcess<M, when, look_by<F>, Seen>::noted);
  }
  template <class F>
  static void look_by(Id id, const OfProcess& kept, const OfProcess&, Encoded& seen) {
    codec::append(tell(F{}, id, kept), seen);
  }

  // The process's state, as far as it has one; its place was checked.
  const OfProcess& kept(int at) const {
    if (snapshot_.crashed(at)) has_no_state(at);
    if (grounds_ != nullptr) grounds_->read.push_back(at);
    return *static_cast<const OfProcess*>(snapshot_.state(at));
  }
  const OfProcess& kept_always(int at) const {
    const void* const kept = snapshot_.state(at);
    if (kept == nullptr) has_no_state(at);
    return *static_cast<const OfProcess*>(kept);
  }
  Id id_there(int at) const { return snapshot_.id(at); }

  // A function over History alone is asked also of who has crashed: what has happened stays so. Whether it
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
  const OfProcess& asked(int at) const {
    if constexpr (is_of_history<F>())
      return kept_always(at);
    else
      return kept(at);
  }
  template <class F>
  bool is_asked(int at) const {
    return is_of_history<F>() ? snapshot_.state(at) != nullptr : !snapshot_.crashed(at);
  }
  template <class F>
  static auto tell(const F& function, [[maybe_unused]] Id id, const OfProcess& of) {
    if constexpr (std::is_invocable_v<F, const State&>) {
      return function(of.state);
    } else if constexpr (!has_history || std::is_invocable_v<F, Id, const State&>) {
      static_assert(!is_anonymous<M>(), "an anonymous model has no identifiers");
      return function(id, of.state);
    } else if constexpr (std::is_invocable_v<F, const History&>) {
      return function(of.history);
    } else if constexpr (std::is_invocable_v<F, Id, const History&>) {
      static_assert(!is_anonymous<M>(), "an anonymous model has no identifiers");
      return function(id, of.history);
    } else if constexpr (std::is_invocable_v<F, const State&, const History&>) {
      return function(of.state, of.history);
    } else {
      static_assert(!is_anonymous<M>(), "an anonymous model has no identifiers");
      return function(id, of.state, of.history);
    }
  }
  template <class Projection, class F>
  bool holds(const F& predicate, int at) const {
    if constexpr (std::is_same_v<Projection, Itself>)
      return tell(predicate, id_there(at), asked<F>(at));
    else
      return predicate(project<Projection>(at));
  }
  template <class Projection>
  auto project(int at) const {
    const LookAtOne look;
    return tell(Projection{}, id_there(at), asked<Projection>(at));
  }
  template <class Projection, class F>
  bool hold(const F& predicate, int a, int b) const {
    if constexpr (!std::is_same_v<Projection, Itself>)
      return predicate(project<Projection>(a), project<Projection>(b));
    else if constexpr (is_of_history<F>())
      return predicate(asked<F>(a).history, asked<F>(b).history);
    else
      return predicate(asked<F>(a).state, asked<F>(b).state);
  }
  // Notes what a predicate looks at. One that captures something may say another thing of the same state.
  template <class Projection, class F, bool of_two>
  static void note_looks() {
    if constexpr (!std::is_same_v<Projection, Itself>)
      note_look_of<Projection>();
    else if constexpr (captures_nothing<F> && !of_two)
      note_look_of<F>();
    else
      note_look_at_all();
  }

  // What is said of the number of processes, or pairs, of which it is `so` that the predicate holds. Nobody
  // looks further when there are `enough`, unless somebody wants to know which they are.
  template <class Projection, bool of_two = false, class F, class Says>
  auto answer(std::string_view function, F& predicate, bool so, int enough, const Says& says) const {
    note_looks<Projection, F, of_two>();
    int number = 0;
    if (grounds_ == nullptr) {
      visit<Projection, of_two>(predicate, so, [&](int, int) { return ++number < enough; });
      return says(number);
    }
    std::vector<Grounds::Answer>& answers = grounds_->answers;
    const std::size_t before = answers.size();
    Grounds::Answer answer{.function = function, .so = so, .yes = {}, .places = {}, .pairs = {}};
    visit<Projection, of_two>(predicate, so, [&](int at, [[maybe_unused]] int other) {
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
  template <class Projection, bool of_two, class F, class Visitor>
  void visit(F& predicate, bool so, const Visitor& visitor) const {
    using Function = std::conditional_t<std::is_same_v<Projection, Itself>, F, Projection>;
    constexpr bool is_seen = captures_nothing<F> && !of_two && std::is_same_v<Projection, Itself>;
    [[maybe_unused]] const std::conditional_t<is_seen, LookAtOne, Itself> look;
    for (int at = 0; at < processes(); ++at) {
      if (!is_asked<Function>(at)) continue;
      if constexpr (of_two) {
        for (int other = 0; other < processes(); ++other) {
          if (at == other || !is_asked<Function>(other)) continue;
          if (hold<Projection>(predicate, at, other) == so && !visitor(at, other)) return;
        }
      } else {
        if (holds<Projection>(predicate, at) == so && !visitor(at, -1)) return;
      }
    }
  }

  mutable std::optional<std::vector<Flight>> flights_;  // as in_flight() has listed them
};

// A configuration in which no message is on its way.
template <class M>
using QuietGlobal = Global<M, When::quiet>;

}  // namespace conclave
