// A model with its types erased: handlers from encoded values to outcomes. The machine runs models through
// this.
#pragma once

#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "program/facts.hpp"
#include "program/outcome.hpp"
#include "program/property.hpp"
#include "program/shape.hpp"
#include "program/surroundings.hpp"

namespace conclave {

// A model that throws, or does what the instance does not allow. The text says where.
struct ModelError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct Statement {
  Form form{};
  std::string_view name;
  std::string_view says;
};

// How a model is written: handlers of single messages; or, in lock step, Lynch's message generation and
// transition functions, or a body that runs once a round.
enum class Timing { handlers, exchange, body };

class Program {
 public:
  virtual ~Program() = default;

  virtual Timing timing() const { return Timing::handlers; }
  bool lock_step() const { return timing() != Timing::handlers; }

  // What the model's values look like: local states, messages and parameters (a record).
  virtual const Shape& state_shape() const = 0;
  virtual const Shape& message_shape() const = 0;
  virtual const Shape& parameters_shape() const;
  virtual Encoded standard_parameters() const { return {}; }

  // The model's own properties, and what holds in a configuration: bit k says that predicate p of statement k
  // does, bit most_statements + k the same of its q.
  virtual std::vector<Statement> statements() const { return {}; }
  virtual std::uint32_t evaluate(const Snapshot&) const { return 0; }
  // Up to which round the statements of form after_rounds speak, from the initial configuration; -1: none.
  virtual int rounds_claimed(const Snapshot&) const { return -1; }

  virtual Encoded initial(const Surroundings&) const = 0;
  virtual Facts facts(const Surroundings&, const Encoded& state) const = 0;

  // All outcomes of a step, one for each way to answer the handler's choices, in lexicographic order of the
  // choices. Throw ModelError when the handler throws.
  virtual std::vector<Outcome> start(const Surroundings&, const Encoded& state) const = 0;
  virtual std::vector<Outcome> resume(const Surroundings&, const Encoded& state) const = 0;
  virtual std::vector<Outcome> receive(const Surroundings&, const Encoded& state, const Encoded& message,
                                       Port port) const = 0;

  virtual bool selects() const { return true; }  // are messages ever left on their way?
  // Does it take this message now, or leave it on its way?
  virtual bool accepts(const Surroundings&, const Encoded& /*state*/, const Encoded& /*message*/) const {
    return true;
  }
  // A neighbour crashed: of models that ask to be told (Model::detects_crashes).
  virtual std::vector<Outcome> notice(const Surroundings&, const Encoded& /*state*/, Port) const {
    return {};
  }

  // In lock step. exchange: the message through a port, if any; what then happens on those that arrive, by
  // incoming port. body: a run on a mailbox.
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
  // Do processes crash between rounds only?
  virtual bool crashes_between_rounds(const Encoded& /*parameters*/) const { return false; }

  // Every message that there may be, as a Byzantine process has to know it, in canonical order; nothing: the
  // model does not say. `ids`: by place.
  virtual std::optional<std::vector<Encoded>> alphabet(const std::vector<Id>& /*ids*/) const { return {}; }

  // Values as the model's own types, for Snapshot.
  virtual std::shared_ptr<const void> typed_state(const Encoded&) const { return nullptr; }
  virtual std::shared_ptr<const void> typed_message(const Encoded&) const { return nullptr; }

  virtual bool resumes() const { return false; }  // may processes take steps of their own?

  // Kinds of messages, for costs: at least one.
  virtual std::vector<std::string> message_kinds() const { return kinds(message_shape()); }
  virtual std::size_t kind_of(const Encoded& message) const {
    return conclave::kind_of(message_shape(), message);
  }
};

}  // namespace conclave
