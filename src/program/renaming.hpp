// Other names for what a model is given: an order-preserving map of identifiers, a map of places, a
// permutation of one process's ports. A model to which names are opaque does the same under other names
// (docs/semantics/symmetry.md); Watched and Judge try it.
#pragma once

#include <cstdint>
#include <vector>

#include "program/facts.hpp"
#include "program/outcome.hpp"
#include "program/program.hpp"
#include "program/shape.hpp"
#include "program/surroundings.hpp"

namespace conclave {

class Renaming {
 public:
  // Renames nothing yet.
  Renaming() = default;

  // Identifiers become numbers far from each other, in the order in force.
  void spread_identifiers() { identifiers_ = true; }
  bool spreads_identifiers() const { return identifiers_; }
  // Places become numbers that are no places of the network.
  void spread_places() { places_ = true; }
  // Place i becomes map[i].
  void move_places(std::vector<int> map) { moved_ = std::move(map); }
  // Port i becomes map[i]; ports beyond the list keep their numbers.
  void move_ports(std::vector<int> map) { ports_ = std::move(map); }
  bool moves_ports() const { return !ports_.empty(); }
  bool any() const { return identifiers_ || places_ || !moved_.empty() || moves_ports(); }

  std::int32_t identifier(std::int32_t code) const;
  std::int32_t place(std::int32_t code) const;
  std::int32_t port(std::int32_t code) const;
  Id operator()(Id id) const { return given_id(identifier(code_of(id))); }
  Place operator()(Place place_) const { return given_place(place(code_of(place_))); }
  Port operator()(Port port_) const { return given_port(port(code_of(port_))); }

  Encoded operator()(const Shape&, const Encoded&) const;
  Surroundings operator()(const Surroundings&) const;
  Facts operator()(Facts) const;
  Outcome operator()(const Program&, Outcome) const;
  Findings operator()(const Program&, const Findings&) const;

 private:
  bool identifiers_ = false;
  bool places_ = false;
  std::vector<int> moved_;
  std::vector<int> ports_;
};

// Does a value of this shape hold a name of this kind?
bool has_names(const Shape&, Shape::Kind);

// Puts the elements of every list in ascending order: what is left when it does not matter in which order a
// handler went through its ports.
Encoded without_order(const Shape&, const Encoded&);
// The same for what a handler does. Of one port the messages stay in their order.
Outcome without_order(const Program&, Outcome);

}  // namespace conclave
