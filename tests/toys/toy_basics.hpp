// What random algorithms have in common: what their local states say, what they state of configurations, and
// where they run. What no sane model does, they do.
#pragma once

#include <ostream>
#include <vector>

#include "program/codec.hpp"
#include "program/model.hpp"
#include "scenario/scenario.hpp"

namespace conclave::testing {

// The own steps of all toys: one that is owed, and one that is optional.
const std::vector<NamedStep>& toy_steps();

struct ToyState {
  Facts facts;  // `leader` and `belief` are set from `believes`
  enum class Belief { none, itself, one, two } believes = Belief::none;
  std::vector<bool> accepts;  // by message; not in lock step
};

// A predicate that knows no places, so that it is the same on a topology that is turned round; but for
// `at_place`.
struct ToyPredicate {
  enum class What {
    in_state,
    on_its_way,
    crashed,
    quiet,
    adjacent,  // neighbours, the one in this state
    identifier_in_state,
    on_its_way_to,
    sent_by,
    at_place  // the process at place `identifier` - 1 is in this state
  } what{};
  int value = 0;  // the state or message
  int count = 1;  // at least so many
  int identifier = 1;
  bool negated = false;
};
struct ToyStatement {
  Form form{};
  ToyPredicate p;
  ToyPredicate q;
  Range rounds{};  // after which it says something
};

// Does a statement of this form, made of these rounds, say something of this moment?
bool speaks(Form, const Range& rounds, const Snapshot&);
// An invariant is asked of quiet configurations only if its rounds, which mean nothing otherwise, begin
// with 1.
When when(Form, const Range& rounds);

// Everything by parity of the identifier, so that processes differ; or by who is the root.
struct ToyBasics {
  int states = 2;
  std::vector<int> recovers_as;  // by state in which it crashed; empty: as at the beginning
  int messages = 1;
  int kinds = 1;
  bool by_identifier = false;
  bool believes_places = false;
  bool only_leaders = false;  // nobody believes anything but of itself
  bool rooted = false;
  bool anonymous = false;
  bool prefers_place = false;  // the process at place 1 behaves differently
  bool tosses = false;         // of two outcomes of a step, chance picks one, and not the adversary
  Elects elects{};
  std::vector<ToyStatement> statements;
  std::vector<ToyState> facts[2];  // by state
};

// What does a requirement say that fails? Nothing does (0), it is no statement (1), or this one.
using ToyFailure = int;
std::vector<std::string> failures(ToyFailure);

// Of values that are a number, or a number and an identifier.
const Shape& record_of(std::size_t words);
// Of what predicates see of a process. Two for each statement see whether it is in a state, and perhaps an
// identifier.
template <class Statements>
Shape shape_of_looks(const Statements& statements, When asked, bool with_identifiers) {
  Shape record;
  record.kind = Shape::Kind::record;
  for (const auto& statement : statements) {
    if (when(statement.form, statement.rounds) != asked) continue;
    for (int predicate = 0; predicate < 2; ++predicate) {
      record.fields.push_back({{}, &codec::shape_of<bool>()});
      if (with_identifiers) record.fields.push_back({{}, &codec::shape_of<Id>()});
    }
  }
  return record;
}

// Without handlers.
class ToyProgram : public Program {
 public:
  explicit ToyProgram(const ToyBasics& toy) : toy_(toy) {}

  std::vector<Statement> statements() const override;
  std::uint32_t evaluate(const Snapshot&, std::uint32_t asked) const override;
  int rounds_claimed(const Snapshot&) const override;
  // Predicates see nothing of a process but in which of the states it is that they name.
  std::optional<Encoded> looked_at(const Surroundings&, const Encoded& state, const Encoded& whole,
                                   When) const override;
  const Shape& shape_of_looks(When asked) const override {
    return asked == When::always ? looks_ : looks_when_quiet_;
  }
  NetworkLook network_looked_at() const override;

  Encoded initial(const Surroundings&) const override { return {0}; }
  Facts facts(const Surroundings&, const Encoded& state) const override;
  bool outlives_crash(bool may_recover) const override { return may_recover && !toy_.recovers_as.empty(); }
  Encoded left_by_crash(const Surroundings&, const Encoded& state, bool) const override {
    return {toy_.recovers_as.at(static_cast<std::size_t>(state.at(0)))};
  }
  std::vector<Outcome> start(const Surroundings&, const Encoded&) const override { return {}; }
  const std::vector<NamedStep>& own_steps() const override { return toy_steps(); }
  std::vector<Outcome> receive(const Surroundings&, const Encoded&, const Encoded&, Port) const override {
    return {};
  }
  std::optional<std::vector<Encoded>> alphabet(const std::vector<Id>&) const override;

  std::shared_ptr<const void> typed_state(const Encoded& state) const override {
    return std::make_shared<const Encoded>(state);
  }
  std::shared_ptr<const void> typed_message(const Encoded& message) const override {
    return std::make_shared<const Encoded>(message);
  }
  std::vector<std::string> message_kinds() const override;
  std::size_t kind_of(const Encoded& message) const override {
    return at(message) % static_cast<std::size_t>(toy_.kinds);
  }
  const Shape& state_shape() const override { return record_of(1); }
  const Shape& message_shape() const override { return record_of(1); }

 protected:
  // Marks an outcome of a step as one of several.
  void pick(Outcome& outcome, std::size_t which, std::size_t among, bool may_toss = true) const {
    if (among < 2) return;
    outcome.choices.push_back(static_cast<unsigned>(which));
    outcome.odds.push_back(toy_.tosses && may_toss ? static_cast<Odds>(among) : 0);
  }
  static std::size_t at(const Encoded& value) { return static_cast<std::size_t>(value.at(0)); }
  std::size_t parity(const Surroundings&) const;
  Sending sending(const Surroundings&, int port, int message) const;

 private:
  const ToyBasics toy_;
  const Shape looks_ = testing::shape_of_looks(toy_.statements, When::always, false);
  const Shape looks_when_quiet_ = testing::shape_of_looks(toy_.statements, When::quiet, false);
};

struct ToySetting {
  int processes = 1;
  Topology topology;
  Faults faults;
  Initiators initiators;
  Down down;  // nobody, where that does not fit the rest
  Fairness fairness = Fairness::weak;
  Identifiers identifiers;
  PropertySet properties;
};

// Also what a program says of itself, and what it states.
Model model_of(const ToyBasics&, std::unique_ptr<Program>);
// The model must outlive it.
Scenario scenario_of(const ToySetting&, const Model&, Network);
void print(std::ostream&, const ToySetting&, const ToyBasics&, const Model&);
void print(std::ostream&, const ToyState&);
void print_parity(std::ostream&, const ToyBasics&, std::size_t parity);

}  // namespace conclave::testing
