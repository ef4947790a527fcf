// A model at run time, and the list of all models.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "author/about.hpp"
#include "program/program.hpp"

namespace conclave {

struct Claim;  // author/claim.hpp

// A model at run time.
struct Model {
  std::string name;     // without the variant
  std::string variant;  // empty for the plain algorithm
  About about;
  Addressing addressing = Addressing::by_port;
  bool copies_network = false;
  Knowledge knows = Knowledge::nothing;
  bool anonymous = false;         // never looks at identifiers
  bool detects_crashes = false;   // is told of neighbours that crash
  bool sleeps = true;             // its processes may sleep until they start, or are woken
  bool ends_with_leader = false;  // termination asks for a leader, instead of everyone's decision
  Elects elects{};
  std::vector<Property> properties;  // all that it states, the standard ones first
  std::unique_ptr<Program> program;
  std::vector<Claim> (*claims)() = nullptr;  // of its source about costs; null: none

  PropertySet all_properties() const;
  const Property& property(PropertyId) const;
  std::string full_name() const { return std::string(about.name); }
  // Does it distinguish the process at place 0?
  bool rooted() const { return has(knows, Knowledge::root | Knowledge::tree); }
};

// Sets `properties`: the standard ones, then the model's own.
void state_properties(Model&, PropertySet standard);

// Every registered model, plain before its variants, algorithms in the order of the sources.
const std::vector<const Model*>& models();

// By full name ("chang-roberts:java"); null if there is none.
const Model* find_model(std::string_view full_name);

void register_model(Model model);

}  // namespace conclave
