// The one header that a model file includes: what a model states about itself, and how it joins the list.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "program/typed_program.hpp"

namespace conclave {

enum class Network { fifo, bag, set, rounds };
BOOST_DESCRIBE_ENUM(Network, fifo, bag, set, rounds)

enum class Addressing { by_port, by_identifier };

// Who starts spontaneously when the user does not say (design: `--initiators`). Root: the process at place 0.
enum class Initiative { any, all, root };

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
  // Which networks it is made for: "ring", "complete", "tree", "connected" or "strongly-connected". A ring is
  // one-way, unless `two_way`.
  std::string_view topology;
  Initiative initiators{};
  Range processes;             // the default -n
  bool two_way = false;        // of a ring
  bool own_neighbour = false;  // of a complete network: in one of a single process, that sends to itself
  bool distinct = false;       // needs distinct identifiers
  bool heals = false;          // a one-way ring in lock step that closes over processes that crashed
  int position = 1000;         // in `conclave list`: by the order of the sources

  // What a variant states of itself: the same but for this.
  constexpr About variant(std::string_view its_name, std::string_view its_summary) const {
    return variant(its_name, its_summary, processes);
  }
  constexpr About variant(std::string_view its_name, std::string_view its_summary, Range range) const {
    About other = *this;
    other.name = its_name;
    other.summary = its_summary;
    other.processes = range;
    return other;
  }
};

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

template <class M>
Model make_model() {
  static_assert(
      requires { M::about; }, "the model needs `static constexpr About about{...}`");
  static_assert(!M::about.name.empty(), "`about.name` is missing");
  static_assert(!M::about.summary.empty(), "`about.summary` is missing");
  static_assert(!M::about.source.empty(), "`about.source` is missing: document and figure");
  static_assert(!M::about.topology.empty(), "`about.topology` is missing");
  static_assert(!is_anonymous<M>() || (!has(knowledge_of<M>(),
                                            Knowledge::neighbours | Knowledge::largest | Knowledge::number) &&
                                       !requires { M::addressing; }),
                "an anonymous model cannot know identifiers, or send to them");
  static_assert(
      (M::about.network == Network::rounds) == is_lock_step<M>(),
      "lock step, `network = Network::rounds`, is for models with `message` and `transition`, or `round`");
  static_assert(!M::about.heals ||
                    (M::about.network == Network::rounds && M::about.topology == "ring" && !M::about.two_way),
                "`heals` is for one-way rings in lock step");
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
  model.anonymous = is_anonymous<M>();
  model.detects_crashes = TypedProgram<M>::detects_crashes();
  model.sleeps = TypedProgram<M>::sleeps();
  model.ends_with_leader = TypedProgram<M>::ends_with_leader();
  model.elects = TypedProgram<M>::elects();
  state_properties(model, TypedProgram<M>::standard());
  if constexpr (requires { M::claims(); }) model.claims = M::claims;
  return model;
}

// Every registered model, plain before its variants, algorithms in the order of the sources.
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
