// The standard properties: what each says, and what a local state must declare for it to apply.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace conclave {

enum class PropertyKind { safety, liveness };

enum class PropertyId : unsigned {
  unique_leader,
  max_id,
  agreement,
  irrevocable,
  assertions,
  termination,
  can_terminate,
};
inline constexpr std::size_t property_count = 7;

struct Property {
  PropertyId id;
  std::string_view name;
  PropertyKind kind;
  std::string_view says;
};

inline constexpr std::array<Property, property_count> all_properties{{
    {PropertyId::unique_leader, "unique-leader", PropertyKind::safety, "never two processes that are leader"},
    {PropertyId::max_id, "max-id", PropertyKind::safety,
     "a process that is leader, or is believed to be, has the largest identifier"},
    {PropertyId::agreement, "agreement", PropertyKind::safety,
     "no two processes believe in different leaders"},
    {PropertyId::irrevocable, "irrevocable", PropertyKind::safety, "a decision is never changed"},
    {PropertyId::assertions, "assertions", PropertyKind::safety, "no assertion of the source fails"},
    {PropertyId::termination, "termination", PropertyKind::liveness,
     "every fair execution reaches quiescence with every process decided"},
    {PropertyId::can_terminate, "can-terminate", PropertyKind::liveness,
     "from every reachable configuration some execution reaches quiescence with every process decided"},
}};

constexpr const Property& property(PropertyId id) { return all_properties[static_cast<std::size_t>(id)]; }

// A set of properties.
class PropertySet {
 public:
  constexpr PropertySet() = default;
  constexpr bool contains(PropertyId id) const { return bits_ >> static_cast<unsigned>(id) & 1U; }
  constexpr void add(PropertyId id) { bits_ |= 1U << static_cast<unsigned>(id); }
  constexpr bool empty() const { return bits_ == 0; }
  friend constexpr PropertySet operator&(PropertySet a, PropertySet b) {
    a.bits_ &= b.bits_;
    return a;
  }
  friend constexpr PropertySet operator|(PropertySet a, PropertySet b) {
    a.bits_ |= b.bits_;
    return a;
  }
  friend constexpr bool operator==(PropertySet, PropertySet) = default;

 private:
  unsigned bits_ = 0;
};

// What one local state says of its process: all that the standard properties and the machine ask.
struct Facts {
  bool asleep = false;                 // may still start spontaneously
  bool running = false;                // has a step of its own to take, which it owes
  bool receptive = true;               // takes messages
  bool decided = false;                // knows the outcome
  bool leader = false;                 // is the leader
  bool belief_is_place = false;        // `belief` is a place rather than an identifier
  std::optional<std::int32_t> belief;  // whom it believes to be leader

  friend bool operator==(const Facts&, const Facts&) = default;
};

}  // namespace conclave
