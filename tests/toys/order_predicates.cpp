// What the properties of an order toy are made of.
#include "toys/order_toy.hpp"

#include <algorithm>

#include "author/looks.hpp"

namespace conclave::testing {
namespace {

// What predicates of single states ask.
bool keeps_so(const OrderPredicate& p, Id own, const Encoded& state) {
  if (value_of(state) != p.value || !has_id(state)) return false;
  return p.what == OrderPredicate::What::kept_below ? id_of(state) < own : id_of(state) > own;
}

int count(const OrderPredicate& p, const Snapshot& snapshot) {
  using What = OrderPredicate::What;
  const auto words = [&](int i) -> const Encoded& { return *static_cast<const Encoded*>(snapshot.state(i)); };
  const auto is_meant = [&](int i) { return !snapshot.crashed(i) && value_of(words(i)) == p.value; };
  const auto keeps = [&](int i) { return !snapshot.crashed(i) && has_id(words(i)); };
  const auto larger_than_neighbours = [&](int i) {
    return std::ranges::all_of(snapshot.neighbours(i),
                               [&](int j) { return i == j || snapshot.id(j) < snapshot.id(i); });
  };
  const int n = snapshot.processes();
  int many = 0;
  switch (p.what) {
    case What::kept_below:
    case What::kept_above: {
      const LookAtOne look;  // as Global has it
      for (int i = 0; i < n; ++i)
        many += !snapshot.crashed(i) && keeps_so(p, snapshot.id(i), words(i)) ? 1 : 0;
      break;
    }
    case What::peak:
      for (int i = 0; i < n; ++i) many += is_meant(i) && larger_than_neighbours(i) ? 1 : 0;
      break;
    case What::message_below:
      for (const auto& flight : snapshot.in_flight()) {
        const Encoded& message = *static_cast<const Encoded*>(flight.message);
        const bool known = value_of(message) == p.value && flight.from >= 0;
        many += known && id_of(message) < snapshot.id(flight.from) ? 1 : 0;
      }
      break;
    case What::kept_turned:
      for (int i = 0; i < n; ++i) {
        for (int j = 0; j < n && keeps(i); ++j)
          many += keeps(j) && id_of(words(i)) < id_of(words(j)) && snapshot.id(j) < snapshot.id(i) ? 1 : 0;
      }
      break;
    case What::largest_is_in:
      for (int i = 0; i < n; ++i) {
        const auto is_larger = [&](int j) { return snapshot.id(i) < snapshot.id(j); };
        bool largest = true;
        for (int j = 0; j < n && largest; ++j) largest = !is_larger(j);
        many += largest && is_meant(i) ? 1 : 0;
      }
      break;
    case What::in_state:
      for (int i = 0; i < n; ++i) many += is_meant(i) ? 1 : 0;
      break;
    case What::quiet:
      many = snapshot.quiet() ? 2 : 0;
      break;
  }
  return many;
}

}  // namespace

bool holds(const OrderPredicate& p, const Snapshot& snapshot) {
  return (count(p, snapshot) >= p.count) != p.negated;
}

void look(const OrderPredicate& p, Id own, const Encoded& state, const Encoded& whole, Encoded& seen) {
  using What = OrderPredicate::What;
  const bool is_of_one = p.what == What::kept_below || p.what == What::kept_above;
  const bool sees_whole =
      p.what == What::message_below || p.what == What::kept_turned || p.what == What::quiet;
  seen.push_back(is_of_one ? keeps_so(p, own, state) : value_of(state) == p.value);
  seen.push_back(sees_whole ? whole.at(1) : 0);
}

NetworkLook network_look(const OrderPredicate& p) {
  using What = OrderPredicate::What;
  return p.what == What::message_below ? NetworkLook::messages
         : p.what == What::quiet       ? NetworkLook::quiet
                                       : NetworkLook::nothing;
}

}  // namespace conclave::testing
