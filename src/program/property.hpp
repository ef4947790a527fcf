// Properties by number: first the standard ones, which are written once for all models, then the model's own.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "author/property.hpp"

namespace conclave {

// Safety and liveness speak of all executions. A property of reachability says that some execution of every
// instance does something.
enum class PropertyKind { safety, liveness, reachability };

// The standard properties. The model's own follow from standard_count on, in the order in which it states
// them.
enum class PropertyId : unsigned {
  unique_leader,
  max_id,
  agreement,
  irrevocable,
  assertions,
  no_exception,
  no_stray_message,
  termination,
  can_terminate,
  election,
  can_elect,
};
inline constexpr std::size_t standard_count = 11;
inline constexpr std::size_t most_statements = 16;                                          // of one model
inline constexpr std::uint32_t all_statements = (std::uint32_t{1} << most_statements) - 1;  // a bit for each
inline constexpr std::size_t most_properties = standard_count + most_statements;

struct Property {
  PropertyId id;
  std::string_view name;
  PropertyKind kind;
  std::string_view says;
};

inline constexpr std::array<Property, standard_count> standard_properties{{
    {PropertyId::unique_leader, "unique-leader", PropertyKind::safety, "never two processes that are leader"},
    {PropertyId::max_id, "max-id", PropertyKind::safety,
     "a process that is leader, or is believed to be, has the largest identifier"},
    {PropertyId::agreement, "agreement", PropertyKind::safety,
     "no two processes believe in different leaders"},
    {PropertyId::irrevocable, "irrevocable", PropertyKind::safety, "a decision is never changed"},
    {PropertyId::assertions, "assertions", PropertyKind::safety, "no assertion of the source fails"},
    {PropertyId::no_exception, "no-exception", PropertyKind::safety,
     "no exception that the printed program would throw"},
    {PropertyId::no_stray_message, "no-stray-message", PropertyKind::safety,
     "nothing is delivered to a process that has halted"},
    {PropertyId::termination, "termination", PropertyKind::liveness,
     "every fair execution reaches quiescence with every process decided"},
    {PropertyId::can_terminate, "can-terminate", PropertyKind::liveness,
     "from every reachable configuration some execution reaches quiescence with every process decided"},
    {PropertyId::election, "election", PropertyKind::liveness,
     "in every fair execution some process is leader at some time, or no process is left"},
    {PropertyId::can_elect, "can-elect", PropertyKind::reachability,
     "some execution elects: a process is leader (where local states do not tell, has decided)"},
}};

constexpr PropertyKind kind_of(Form form) {
  return form == Form::leads_to    ? PropertyKind::liveness
         : form == Form::reachable ? PropertyKind::reachability
                                   : PropertyKind::safety;
}

class PropertySet {
 public:
  constexpr PropertySet() = default;
  // Bit k of `statements` stands for the model's k-th own property.
  static constexpr PropertySet own(std::uint32_t statements) {
    PropertySet set;
    set.bits_ = statements << standard_count;
    return set;
  }
  constexpr bool contains(PropertySet others) const { return (bits_ & others.bits_) == others.bits_; }
  constexpr bool contains(PropertyId id) const { return bits_ >> static_cast<unsigned>(id) & 1U; }
  constexpr void add(PropertyId id) { bits_ |= 1U << static_cast<unsigned>(id); }
  constexpr bool empty() const { return bits_ == 0; }
  friend constexpr PropertySet operator&(PropertySet a, PropertySet b) {
    a.bits_ &= b.bits_;
    return a;
  }
  constexpr PropertySet without(PropertySet others) const {
    PropertySet set;
    set.bits_ = bits_ & ~others.bits_;
    return set;
  }
  constexpr unsigned bits() const { return bits_; }
  constexpr void remove(PropertyId id) { bits_ &= ~(1U << static_cast<unsigned>(id)); }
  friend constexpr PropertySet operator|(PropertySet a, PropertySet b) {
    a.bits_ |= b.bits_;
    return a;
  }
  friend constexpr bool operator==(PropertySet, PropertySet) = default;

 private:
  unsigned bits_ = 0;
  static_assert(most_properties <= 32);
};

constexpr PropertySet just(PropertyId id) {
  PropertySet set;
  set.add(id);
  return set;
}

}  // namespace conclave
