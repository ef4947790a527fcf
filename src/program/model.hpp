// A model at run time: what its author states, and its handlers as a Program. Model files register
// themselves, and everybody else finds them here.
#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "author/about.hpp"
#include "program/program.hpp"

namespace conclave {

struct Claim;  // author/claim.hpp

struct Model {
  std::string name;     // without the variant
  std::string variant;  // empty for the plain algorithm
  std::string file;     // in which it is written
  std::string content;  // of a user's file: a hash of what it was made of
  About about;          // as the author states it, with `processes` filled in
  Network network{};    // that it is made for
  Initiative initiators{};
  Addressing addressing = Addressing::by_port;
  bool copies_network = false;
  bool chooses_alike = false;  // In lock step, processes that find the same in a round choose the same.
  Knowledge knows = Knowledge::nothing;
  bool anonymous = false;         // It never looks at identifiers.
  bool detects_crashes = false;   // It is told of neighbours that crash.
  bool sleeps = true;             // Processes may sleep until they start or are woken.
  bool ends_with_leader = false;  // Termination asks for a leader, not for everyone's decision.
  Elects elects{};
  std::vector<Without> without;         // the standard properties that are not asked
  std::vector<std::string_view> hooks;  // the names of the functions that it has for the checker to call
  std::vector<Property> properties;     // all that it states; the standard ones come first
  std::unique_ptr<Program> program;
  std::vector<Claim> (*claims)() = nullptr;  // what its source claims of costs; null if nothing

  PropertySet all_properties() const;
  const Property& property(PropertyId) const;
  std::string full_name() const { return std::string(about.name); }
  // Is the process at place 0 told apart from the others?
  bool rooted() const { return has(knows, Knowledge::root | Knowledge::tree); }
};

// A model that has nothing yet but what `about` says, and what holds where it says nothing.
Model named_model(const About&, bool lock_step = false);

// Sets `properties` to the given standard ones, and after them the model's own.
void state_properties(Model&, PropertySet standard);

// Something is wrong in what a model says of itself: its properties or claims cannot be told apart, say, or
// name what is not there.
struct RefusedModel : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// A registered model is made when one of these functions first returns it. They throw RefusedModel, and may
// be called by several threads.

// All registered models. Algorithms come in the order of the sources, and each one before its variants.
const std::vector<const Model*>& models();
// By full name ("chang-roberts:java"); null if there is none.
const Model* find_model(std::string_view full_name);
// The other variants of its algorithm, the plain one included.
std::vector<const Model*> variants_of(const Model&);

// Who is asked for a model that is not in the list; null if nobody.
using ModelFinder = const Model* (*)(std::string_view full_name);
void look_also_for_models(ModelFinder);

void register_model(Model model);
// The same of the model that `make` makes of a file.
void register_model(std::string_view full_name, const char* file, Model (*make)());
// A model that is not in the list, but is found by its name from now on.
const Model* add_model(std::unique_ptr<Model>);

// While one lives, models that register themselves are made at once, and do not join the list. There is one
// at a time.
struct KeptApart {
  KeptApart();
  KeptApart(const KeptApart&) = delete;
  KeptApart& operator=(const KeptApart&) = delete;
  ~KeptApart();

  std::vector<std::unique_ptr<Model>> models;
  std::string refusal;  // the first model that could not join; empty if there was none
};

// What is wrong with the list of models: two of them have one name. Empty if nothing is.
std::string fault_of_models();

}  // namespace conclave
