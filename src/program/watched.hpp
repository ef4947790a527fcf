// A model that is watched: this calls it, and looks at what it does. Everything is called twice: the second
// time after the stack and the heap were disturbed, and under other names (Renaming) where a reduction rests
// on names being opaque. What a model does must be a function of what it is given, and must not depend on
// names. Handlers calls the model through this.
#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "program/comparisons.hpp"
#include "program/earlier.hpp"
#include "program/program.hpp"
#include "program/renaming.hpp"

namespace conclave {

// A model's behaviour depends on names of a kind on which a reduction rests. check() then does without this
// reduction.
struct NamesMatter : std::runtime_error {
  NamesMatter(naming::Kind of, const std::string& why) : std::runtime_error(why), kind(of) {}
  naming::Kind kind;
};

// A model fills a list in the order of its ports. So the order of lists must not matter, and check() explores
// anew with Scenario::lists_have_order unset.
struct ListByPorts {};

class Watched {
 public:
  // On which names being opaque the reductions rest that are made use of, and whether they rest on lists
  // having no order.
  struct Reliance {
    bool identifiers = false;
    bool places = false;
    bool ports = false;
    bool lists = false;
  };
  // once: nothing is called a second time at once, because what is found out only matters where it happens,
  // and there somebody else watches. Some earlier calls are made again, because whoever watches there comes
  // too late to see what these calls may have left in a static variable.
  enum class Calls { once, twice };
  Watched(const Program& program, const Reliance& reliance, Calls calls = Calls::twice)
      : program_(program), relies_(reliance), calls_(calls) {}

  const Program& program() const { return program_; }

  // The functions of Program of the same names. They throw ModelError also if the model crashes, computes for
  // ever or is no function of its arguments; NamesMatter; and LimitReached.
  Encoded initial(const Surroundings&) const;
  Encoded left_by_crash(const Surroundings&, const Encoded& state, bool may_recover) const;
  Facts facts(const Surroundings&, const Encoded& state) const;
  // What predicates see of a process, or nothing if they may see all of it: also where a predicate fails in
  // this state, in which perhaps nobody asks it, where it asks names for their numbers, and where it would
  // not be the same thing under other names. The order of identifiers on which this rests is noted; what is
  // seen of quiet configurations only may not rest on it.
  enum class Whole { as_it_is, without_identifiers };
  std::optional<Encoded> looked_at(const Surroundings&, const Encoded& state, When, Whole) const;
  std::vector<Outcome> start(const Surroundings&, const Encoded& state) const;
  std::vector<Outcome> own_step(const Surroundings&, const Encoded& state, std::size_t step) const;
  std::vector<Outcome> receive(const Surroundings&, const Encoded& state, const Encoded& message, Port) const;
  std::vector<Outcome> notice(const Surroundings&, const Encoded& state, Port) const;
  bool accepts(const Surroundings&, const Encoded& state, const Encoded& message, Port) const;
  std::optional<Encoded> message(const Surroundings&, const Encoded& state, Port) const;
  std::vector<Outcome> transition(const Surroundings&, const Encoded& state,
                                  const std::vector<std::optional<Encoded>>& incoming, const Findings&) const;
  std::vector<Outcome> round(const Surroundings&, const Encoded& state, const Findings&) const;
  std::optional<std::vector<Encoded>> alphabet(const std::vector<Id>& ids) const;
  // Called once; Judge calls it again on what is the same under other names, and expects the same. `twice`
  // says that it will do so right away.
  std::uint32_t evaluate(const Snapshot& snapshot, std::uint32_t asked, bool twice,
                         Comparisons::Notes& notes) const;
  int rounds_claimed(const Snapshot& initially) const;
  // Called once, as evaluate is.
  std::optional<int> phase(const Snapshot&, const void* message) const;
  // Called once, for an explanation.
  Grounds grounds(const Snapshot&, std::size_t statement, bool of_q) const;
  // Throws Impure or NamesMatter if the predicates `asked`, which said `holds` of a configuration, do not say
  // the same of it when they are asked again: as it is, or under other names, of places (turned by a
  // symmetry) or of identifiers (spread).
  void evaluate_again(std::uint32_t asked, std::uint32_t holds, const Snapshot& as_it_is) const;
  void evaluate_again(std::uint32_t asked, std::uint32_t holds, const Snapshot& as_it_is,
                      const Snapshot& renamed, naming::Kind) const;
  // Asks earlier configurations again, and keeps this one. `again` makes an Earlier::Again.
  template <class F>
  void evaluated(const Comparisons::Notes& notes, const F& again) const {
    if (hears_orders()) earlier_configurations_.made(notes, again);
  }
  const Reliance& relies() const { return relies_; }

 private:
  // What is called, for messages about it.
  struct Call {
    const char* function;
    const Surroundings* around = nullptr;
    const Encoded* state = nullptr;
    const Encoded* message = nullptr;
  };
  // The same with copies, for messages that come later.
  class PastCall {
   public:
    explicit PastCall(const Call& call) : function_(call.function) {
      if (call.around != nullptr) around_ = *call.around;
      if (call.state != nullptr) state_ = *call.state;
      if (call.message != nullptr) message_ = *call.message;
    }
    Call call() const { return {function_, given(around_), given(state_), given(message_)}; }

   private:
    template <class T>
    static const T* given(const std::optional<T>& of) {
      return of ? &*of : nullptr;
    }

    const char* function_;
    std::optional<Surroundings> around_;
    std::optional<Encoded> state_;
    std::optional<Encoded> message_;
  };
  // Runs a part of the model. Throws ModelError if it goes wrong in any way, and LimitReached.
  template <class F>
  auto contained(const Call& call, const F& run) const {
    std::optional<std::invoke_result_t<F>> result;
    const auto keep = [&] { result.emplace(run()); };
    run_contained(call, &keep, [](const void* its) { (*static_cast<decltype(&keep)>(its))(); });
    return *std::move(result);
  }
  void run_contained(const Call&, const void* run, void (*erased)(const void*)) const;
  // `call` runs the model under a renaming, `same` says whether what came of it is what should.
  template <class F, class Same>
  auto twice(const Call&, const F& call, const Same& same) const;
  auto same_state() const;
  template <class F>
  std::vector<Outcome> outcomes(const Call&, const F& call) const;
  std::vector<std::vector<int>> permutations(const Call&, bool walked) const;
  void look_at(const Comparisons::Notes&, const Call&) const;
  // Throws ModelError if a local state or a message is larger than any that an algorithm needs.
  template <class T>
  static void weigh(const Call&, const T& result);
  std::string describe(const Call&) const;

  // Does a call under an order in force depend on nothing of it but what it compares? Where nobody watches,
  // that is not known.
  bool hears_orders() const { return relies_.identifiers || OrderInForce::get() == nullptr; }
  // What the predicates say of a configuration; nothing if they throw.
  std::optional<std::uint32_t> says(const Snapshot&, std::uint32_t asked) const;
  std::string disagreement(std::uint32_t holds, std::optional<std::uint32_t> then) const;

  const Program& program_;
  const Reliance relies_;
  const Calls calls_;
  mutable Earlier earlier_calls_{4};
  mutable Earlier earlier_configurations_{16};  // these are many more
};

}  // namespace conclave
