// A model with its types erased: handlers from encoded values to outcomes. The machine runs models through
// this.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "model/process.hpp"
#include "model/property.hpp"

namespace conclave {

// A model that throws, or does what the instance does not allow. The text says where.
struct ModelError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class Program {
 public:
  virtual ~Program() = default;

  virtual Encoded initial(const Surroundings&) const = 0;
  virtual Facts facts(const Surroundings&, const Encoded& state) const = 0;

  // All outcomes of a step, one for each way to answer the handler's choices, in lexicographic order of the
  // choices. Throw ModelError when the handler throws.
  virtual std::vector<Outcome> start(const Surroundings&, const Encoded& state) const = 0;
  virtual std::vector<Outcome> resume(const Surroundings&, const Encoded& state) const = 0;
  virtual std::vector<Outcome> receive(const Surroundings&, const Encoded& state, const Encoded& message,
                                       Port port) const = 0;

  // Kinds of messages, for costs: at least one.
  virtual std::vector<std::string> message_kinds() const = 0;
  virtual std::size_t kind_of(const Encoded& message) const = 0;

  virtual Json state_json(const Encoded& state) const = 0;
  virtual Json message_json(const Encoded& message) const = 0;
};

}  // namespace conclave
