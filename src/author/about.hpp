// What a model states about itself: its name and source, the network that it is made for, and what its
// processes know.
#pragma once

#include <boost/describe/enum.hpp>
#include <optional>
#include <string_view>
#include <type_traits>

namespace conclave {

enum class Network { fifo, bag, set, rounds };
BOOST_DESCRIBE_ENUM(Network, fifo, bag, set, rounds)

// How messages are addressed: through a port, or to whoever has an identifier.
enum class Addressing { by_port, by_identifier };

// Who starts spontaneously when the user does not say (`--initiators`). Root is the process at place 0.
enum class Initiative { any, all, root };

// Whom an algorithm elects: what the property max-id asks for. An initiator is a process that has started on
// its own.
enum class Elects { largest, smallest, anyone, largest_initiator, smallest_initiator };
constexpr bool elects_smallest(Elects whom) {
  return whom == Elects::smallest || whom == Elects::smallest_initiator;
}
constexpr bool elects_initiator(Elects whom) {
  return whom == Elects::largest_initiator || whom == Elects::smallest_initiator;
}

// From `first` to `last`, both included.
struct Range {
  int first = 0;
  int last = 0;
  friend constexpr bool operator==(Range, Range) = default;
};

// A standard property that makes no sense for an algorithm, by its name, and why: that is printed with every
// verdict. A model lists them in `static std::vector<Without> without()`, as in
// `return {{"irrevocable", "every term elects anew"}};`.
struct Without {
  std::string_view property;
  std::string_view because;
};

// Each model states this as `static constexpr About about`: its name, summary, source and topology, and what
// else differs from what holds otherwise.
struct About {
  std::string_view name = {};           // `algorithm`, or `algorithm:variant`
  std::string_view summary = {};        // one line
  std::string_view source = {};         // document and figure
  std::optional<Network> network = {};  // otherwise fifo, and rounds for a model in lock step
  // The networks that the model is made for: "ring", "complete", "tree", "connected" or "strongly-connected".
  // A ring is one-way unless `two_way` is set.
  std::string_view topology = {};
  std::optional<Initiative> initiators = {};  // otherwise any, and all in lock step
  Range processes = {};                       // the default of -n; otherwise 1..4
  bool two_way = false;                       // of a ring
  bool own_neighbour = false;  // in a complete network of one process, that process sends to itself
  bool distinct = false;       // the algorithm needs distinct identifiers
  bool heals = false;          // a one-way ring in lock step closes over processes that have crashed
  // The variant that remembers who was elected, of an algorithm whose variables do not say it. Where
  // identifiers repeat, the properties that only the variant has are checked as well.
  std::string_view remembers = {};
  int position = 1000;  // in `conclave list`, which follows the order of the sources

  // What a variant states of itself: the same but for its name, its summary, and what else differs.
  constexpr About variant(const About& differing) const {
    About all = differing;
    if (all.source.empty()) all.source = source;
    if (!all.network) all.network = network;
    if (all.topology.empty()) all.topology = topology;
    if (!all.initiators) all.initiators = initiators;
    if (all.processes == Range{}) all.processes = processes;
    all.two_way |= two_way;
    all.own_neighbour |= own_neighbour;
    all.distinct |= distinct;
    all.heals |= heals;
    all.position = position;
    return all;
  }
  constexpr About variant(std::string_view its_name, std::string_view its_summary) const {
    return variant({.name = its_name, .summary = its_summary, .source = source});
  }
  constexpr About variant(std::string_view its_name, std::string_view its_summary, Range range) const {
    return variant({.name = its_name, .summary = its_summary, .source = source, .processes = range});
  }
};

// What a process knows beyond its own identifier and ports. A model states what it uses in
// `static constexpr Knowledge knows`; the less it knows, the more the instances can share.
enum class Knowledge : unsigned {
  nothing = 0,
  neighbours = 1,   // the identifiers at the other end of its outgoing ports
  place = 2,        // its own place, as the `myId` of a Java listing
  largest = 4,      // the largest identifier of the instance: for assertions only, no algorithm has it
  addresses = 8,    // its own place and those at the other end of its outgoing ports
  root = 16,        // whether it is the distinguished process, at place 0
  tree = 32,        // on a tree: which port leads towards the root, at place 0
  number = 64,      // its identifier as a number, to calculate with
  indices = 128,    // places as numbers: then no symmetry of the topology is one of the algorithm
  processes = 256,  // how many processes there are
  diameter = 512,   // the longest distance between two processes, along channels
  crashes = 1024,   // which processes had crashed when the round began: reliable detection, in lock step
  down = 2048,      // which neighbours are down from the beginning (--down), without being told
};
constexpr Knowledge operator|(Knowledge a, Knowledge b) {
  return static_cast<Knowledge>(static_cast<unsigned>(a) | static_cast<unsigned>(b));
}
// Do the two sets have an item in common?
constexpr bool has(Knowledge set, Knowledge items) {
  return (static_cast<unsigned>(set) & static_cast<unsigned>(items)) != 0;
}

// Is the model written for lock step, and how: with `message` and `transition`, or as a `round` body? It goes
// by the name, because a template has no address: a class that inherits a name twice cannot mean either.
namespace named {
struct Transition {
  int transition;
};
struct Round {
  int round;
};
template <class M, class Name>
struct With : M, Name {};
}  // namespace named
template <class M>
inline constexpr bool has_transition = !requires {
  &named::With<M, named::Transition>::transition;
};
template <class M>
inline constexpr bool has_round = !requires {
  &named::With<M, named::Round>::round;
};
template <class M>
constexpr bool is_lock_step() {
  return has_transition<M> || has_round<M>;
}

// What a model declares of itself in a constant, and what holds of one that does not. So a flag that is false
// is like one that is not there.
#define CONCLAVE_DECLARED(function, type, member, without)                                  \
  template <class M>                                                                        \
  constexpr type function() {                                                               \
    if constexpr (requires { requires std::is_same_v<const type, decltype(M::member)>; }) { \
      return M::member;                                                                     \
    } else {                                                                                \
      return without;                                                                       \
    }                                                                                       \
  }
CONCLAVE_DECLARED(knowledge_of, Knowledge, knows, Knowledge::nothing)
CONCLAVE_DECLARED(addressing_of, Addressing, addressing, Addressing::by_port)
CONCLAVE_DECLARED(elects, Elects, elects, Elects::largest)
// Does the algorithm never look at identifiers? Then all orders of them are the same to it.
CONCLAVE_DECLARED(is_anonymous, bool, anonymous, false)
// Do its handlers call `require`, `raise`, and `load_network` with `store_network`?
CONCLAVE_DECLARED(asserts, bool, asserts, false)
CONCLAVE_DECLARED(throws, bool, throws, false)
CONCLAVE_DECLARED(copies_network, bool, copies_network, false)
// In lock step: do processes that find the same in a round choose the same?
CONCLAVE_DECLARED(chooses_alike, bool, chooses_alike, false)
#undef CONCLAVE_DECLARED

}  // namespace conclave
