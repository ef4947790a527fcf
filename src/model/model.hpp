// The one header that a model file includes: what a model states about itself, and how it joins the list.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "model/typed_program.hpp"

namespace conclave {

enum class Network { fifo, bag, set };
BOOST_DESCRIBE_ENUM(Network, fifo, bag, set)

enum class Addressing { by_port, by_identifier };

// Who starts spontaneously when the user does not say (design: `--initiators`).
enum class Initiative { any, all };

struct Range {
  int first = 0;
  int last = 0;  // inclusive
};

// What each model states as `static constexpr About about`.
struct About {
  std::string_view name;     // `algorithm`, or `algorithm:variant`
  std::string_view summary;  // one line
  std::string_view source;   // document and figure
  Network network{};
  std::string_view topology;
  Initiative initiators{};
  Range processes;  // the default -n
};

struct Claim;  // model/claim.hpp

// A model at run time.
struct Model {
  std::string name;     // without the variant
  std::string variant;  // empty for the plain algorithm
  About about;
  Addressing addressing = Addressing::by_port;
  bool copies_network = false;
  Knowledge knows = Knowledge::nothing;
  std::vector<Property> properties;  // all that it states, the standard ones first
  std::unique_ptr<Program> program;
  std::vector<Claim> (*claims)() = nullptr;  // of its source about costs; null: none

  PropertySet all_properties() const;
  const Property& property(PropertyId) const;
  std::string full_name() const { return std::string(about.name); }
};

// Standard properties, then a model's own.
std::vector<Property> stated_properties(PropertySet standard, const std::vector<Statement>& own);

template <class M>
Model make_model() {
  static_assert(
      requires { M::about; }, "the model needs `static constexpr About about{...}`");
  static_assert(!M::about.name.empty(), "`about.name` is missing");
  static_assert(!M::about.summary.empty(), "`about.summary` is missing");
  static_assert(!M::about.source.empty(), "`about.source` is missing: document and figure");
  static_assert(!M::about.topology.empty(), "`about.topology` is missing");
  static_assert(M::about.processes.first >= 1 && M::about.processes.first <= M::about.processes.last,
                "`about.processes` is missing: the default range of -n");
  Model model;
  const std::string_view name = M::about.name;
  const std::size_t colon = name.find(':');
  model.name = name.substr(0, colon);
  if (colon != std::string_view::npos) model.variant = name.substr(colon + 1);
  model.about = M::about;
  if constexpr (requires { M::addressing; }) model.addressing = M::addressing;
  if constexpr (requires { M::copies_network; }) model.copies_network = M::copies_network;
  model.knows = knowledge_of<M>();
  model.program = std::make_unique<TypedProgram<M>>();
  model.properties = stated_properties(TypedProgram<M>::standard(), model.program->statements());
  if constexpr (requires { M::claims(); }) model.claims = M::claims;
  return model;
}

// Every registered model, plain before its variants, algorithms in alphabetical order.
const std::vector<const Model*>& models();

// By full name ("chang-roberts:java"); null if there is none.
const Model* find_model(std::string_view full_name);

void register_model(Model model);

// At namespace scope of a model file: `const Registration<ChangRoberts> registered;`
template <class M>
struct Registration {
  Registration() { register_model(make_model<M>()); }
};

}  // namespace conclave
