// Other names for what a model is given: an order-preserving map of identifiers, a map of places, a
// permutation of one process's ports. A model to which names are opaque does the same under other names
// (docs/semantics/symmetry.md); Watched and Judge try it. With the ports, the lists that a handler fills
// port by port change their order.
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
  // Does the order of a list count? If not, it may also be another one: the first two elements change places,
  // or the first one becomes the last. (These two permutations generate all.)
  enum class Lists { in_order, in_any_order, swapped, rotated };
  void take_lists(Lists lists) { lists_ = lists; }
  bool forgets_order_of_lists() const { return lists_ != Lists::in_order; }
  bool any() const {
    return identifiers_ || places_ || !moved_.empty() || moves_ports() || forgets_order_of_lists();
  }

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
  Lists lists_ = Lists::in_order;
};

// Does a value of this shape hold a name of this kind, or, with Kind::list, a list?
bool has_names(const Shape&, Shape::Kind);

// The draws in a value that were drawn, one after the other.
std::vector<std::int32_t> draws_in(const Shape&, const Encoded&);
// The value with one and the same draw in the place of each.
Encoded with_equal_draws(const Shape&, const Encoded&);
// The value with one and the same identifier in the place of each.
Encoded with_equal_identifiers(const Shape&, const Encoded&);

// Puts the elements of every list in ascending order: what is left when it does not matter in which order a
// handler went through its ports.
Encoded without_order(const Shape&, const Encoded&);
// What is left of what a handler does when it does not matter in which order it went through its ports. Of
// one port the messages stay in their order.
Outcome by_ports(Outcome);
// The same without the order of lists.
Outcome without_order(const Program&, Outcome);

}  // namespace conclave
