// A model without its types: its handlers as functions from words (encoded values) to outcomes. The machine
// runs every model through this interface, and TypedProgram implements it for a model's own types.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "author/looks.hpp"
#include "program/facts.hpp"
#include "program/outcome.hpp"
#include "program/property.hpp"
#include "program/shape.hpp"
#include "program/surroundings.hpp"

namespace conclave {

// A model threw, or did what the instance does not allow. The text says where.
struct ModelError : std::runtime_error {
  using std::runtime_error::runtime_error;
};
// A function of the model does something else when it is called again with the same arguments. Who does
// without the result of a call that fails may go on after a ModelError, but not after this.
struct Impure : ModelError {
  using ModelError::ModelError;
};

// A property that the model states itself.
struct Statement {
  Form form{};
  std::string_view name;
  std::string_view says;
  When when = When::always;           // an invariant may be asked of quiet configurations only
  Quantifier by = Quantifier::other;  // how its predicate p is made
};

// A step that a process takes of its own accord, besides its start.
struct NamedStep {
  std::string name;      // what the process does, as in "times out"
  std::string function;  // what errors call it
  bool owed = false;
};
inline constexpr std::size_t most_own_steps = 16;

// How a model is written.
enum class Timing {
  handlers,  // It has handlers of single messages.
  exchange,  // In lock step: it has Lynch's two functions, message generation and transition.
  body,      // In lock step: it has a body that runs once a round and reads a mailbox.
};

class Program {
 public:
  virtual ~Program() = default;

  virtual Timing timing() const { return Timing::handlers; }
  bool lock_step() const { return timing() != Timing::handlers; }

  // What local states, messages and parameters look like; the last is a record.
  virtual const Shape& state_shape() const = 0;
  virtual const Shape& message_shape() const = 0;
  virtual const Shape& parameters_shape() const;
  virtual Encoded standard_parameters() const { return {}; }

  // The model's own properties, and which of them hold in a configuration: bit k says that predicate p of
  // statement k holds, and bit most_statements + k that its q does. Bit k of `asked` says whether statement k
  // is asked at all; the bits of the others are 0.
  virtual std::vector<Statement> statements() const { return {}; }
  virtual std::uint32_t evaluate(const Snapshot&, std::uint32_t /*asked*/) const { return 0; }
  // Why p of a statement, or its q, holds or not. More may be asked of the configuration than by evaluate.
  virtual Grounds grounds(const Snapshot&, std::size_t /*statement*/, bool /*of_q*/) const { return {}; }
  // Up to which round statements of the form after_rounds speak, if there are any; otherwise -1. The snapshot
  // is that of the initial configuration.
  virtual int rounds_claimed(const Snapshot&) const { return -1; }

  virtual Encoded initial(const Surroundings&) const = 0;
  virtual Facts facts(const Surroundings&, const Encoded& state) const = 0;

  // What a crash leaves of a local state, if anything: that with which the process would recover, or else
  // its history variables. Otherwise it recovers with the initial state.
  virtual bool outlives_crash(bool /*may_recover*/) const { return false; }
  virtual Encoded left_by_crash(const Surroundings&, const Encoded& /*state*/, bool /*may_recover*/) const {
    return {};
  }

  // All outcomes of a step, one for each way to answer the handler's choices, in lexicographic order of the
  // choices. These three throw ModelError if the handler throws.
  virtual std::vector<Outcome> start(const Surroundings&, const Encoded& state) const = 0;
  virtual std::vector<Outcome> receive(const Surroundings&, const Encoded& state, const Encoded& message,
                                       Port port) const = 0;

  // The steps that processes take of their own accord, and the outcomes of the one with this number.
  virtual const std::vector<NamedStep>& own_steps() const;
  virtual std::vector<Outcome> own_step(const Surroundings&, const Encoded& /*state*/,
                                        std::size_t /*step*/) const {
    return {};
  }

  virtual bool selects() const { return true; }  // Are messages ever left on their way?
  // Does the process take this message now, which would come in there? If not, it leaves it on its way.
  virtual bool accepts(const Surroundings&, const Encoded& /*state*/, const Encoded& /*message*/,
                       Port) const {
    return true;
  }
  // The outcomes when the process is told that the neighbour at a port crashed. Only models that ask for it
  // are told (Model::detects_crashes).
  virtual std::vector<Outcome> notice(const Surroundings&, const Encoded& /*state*/, Port) const {
    return {};
  }

  // In lock step. For Timing::exchange: which message the process sends through a port, if any; and the
  // outcomes of its transition when messages have arrived, by incoming port. For Timing::body: the outcomes
  // of a round on a mailbox.
  virtual std::optional<Encoded> message(const Surroundings&, const Encoded& /*state*/, Port) const {
    return {};
  }
  virtual std::vector<Outcome> transition(const Surroundings&, const Encoded& /*state*/,
                                          const std::vector<std::optional<Encoded>>& /*incoming*/,
                                          const Findings&) const {
    return {};
  }
  virtual std::vector<Outcome> round(const Surroundings&, const Encoded& /*state*/, const Findings&) const {
    return {};
  }
  // Do processes crash between rounds only, and never in the middle of what they send?
  virtual bool crashes_between_rounds(const Encoded& /*parameters*/) const { return false; }

  // Every message that a Byzantine process might send, in canonical order; nothing if the model does not say.
  // `ids` are the identifiers by place.
  virtual std::optional<std::vector<Encoded>> alphabet(const std::vector<Id>& /*ids*/) const { return {}; }

  // The phase to which a message belongs that is sent in a configuration, if to any; `message` is as
  // typed_message made it. Only models that have phases are asked.
  virtual bool has_phases() const { return false; }
  virtual std::optional<int> phase(const Snapshot&, const void* /*message*/) const { return {}; }

  // What the predicates of the model's own properties can see of a process in this state, as words, and of
  // the messages on their way. They say the same of configurations that look the same. Nothing: they may see
  // all. Predicates that are asked of quiet configurations only may see more. If they see a state whole, that
  // is `whole`: the state, or what it is without identifiers. What else they see is seen of the state itself.
  virtual std::optional<Encoded> looked_at(const Surroundings&, const Encoded& /*state*/,
                                           const Encoded& /*whole*/, When) const {
    return {};
  }
  // The shape of these words: a record.
  virtual const Shape& shape_of_looks(When) const;
  virtual NetworkLook network_looked_at() const { return NetworkLook::messages; }

  // A value in the model's own type, for a Snapshot.
  virtual std::shared_ptr<const void> typed_state(const Encoded&) const { return nullptr; }
  virtual std::shared_ptr<const void> typed_message(const Encoded&) const { return nullptr; }

  // The kinds of messages, for costs. There is at least one.
  virtual std::vector<std::string> message_kinds() const { return kinds(message_shape()); }
  virtual std::size_t kind_of(const Encoded& message) const {
    return conclave::kind_of(message_shape(), message);
  }
};

}  // namespace conclave
