// First-order logic as far as proofs need it: relations between the processes of a ring, clauses over them,
// and rings of a few processes in which clauses hold or not.
//
// There is one sort, that of processes. Identifiers are distinct, so a process stands for its identifier,
// too: `below` is the order of the identifiers, and a field that holds one is a relation between two
// processes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace conclave::proof {

// No relation is between more, and no clause speaks of more processes.
inline constexpr std::size_t most_places = 4;
inline constexpr std::size_t most_variables = 6;

struct Relation {
  enum class Of {
    order,    // below(x, y): the identifier of x is smaller
    ring,     // between(x, y, z): who goes from x by `next` meets y before z; the three are different
    value,    // a variable of the process has a value that is no identifier
    name,     // variable(x, y): the variable of x holds the identifier of y
    message,  // kind(x, y...): a message of a kind, with these identifiers, is on its way to x
    member,   // the list of x has the identifier of y
    number,   // the number that x has in a variable is less than that of y
  };
  Of of{};
  std::string name;  // as a symbol of SMT-LIB and Ivy
  std::string says;  // in a sentence: "$1.awake", where $1 stands for the first process
  std::size_t arity = 0;
  std::size_t field = 0;  // of a value or name: the number of the variable
};
inline constexpr std::size_t below = 0;  // the numbers of the first two relations
inline constexpr std::size_t between = 1;

struct Literal {
  bool positive = true;
  std::size_t relation = 0;
  std::array<std::uint8_t, most_places> of{};  // variables

  friend auto operator<=>(const Literal&, const Literal&) = default;
};

// For all different processes, one of the literals holds.
struct Clause {
  std::size_t variables = 0;
  std::vector<Literal> literals;  // ascending, each once

  friend auto operator<=>(const Clause&, const Clause&) = default;
};

// The same clause with variables named so that it comes first among all that differ in names only.
Clause canonical(const Clause&, const std::vector<Relation>&);

// A ring of some processes, with one value for each relation and tuple of processes. Process i comes before
// process i + 1 on the ring.
class Ring {
 public:
  // The ranks of the identifiers by process. Nothing else holds. The relations have to outlive the ring, and
  // their list may be moved.
  Ring(const std::vector<Relation>&, std::vector<int> ranks);

  std::size_t size() const { return ranks_.size(); }
  const std::vector<int>& ranks() const { return ranks_; }
  bool holds(std::size_t relation, std::span<const std::uint8_t> of) const;
  bool holds(std::size_t relation, std::initializer_list<std::uint8_t> of) const {
    return holds(relation, std::span(of.begin(), of.size()));
  }
  void set(std::size_t relation, std::span<const std::uint8_t> of, bool value);  // not of below and between
  void set(std::size_t relation, std::initializer_list<std::uint8_t> of, bool value) {
    set(relation, std::span(of.begin(), of.size()), value);
  }
  std::uint8_t next(std::size_t process) const { return static_cast<std::uint8_t>((process + 1) % size()); }
  std::uint8_t previous(std::size_t process) const {
    return static_cast<std::uint8_t>((process + size() - 1) % size());
  }
  std::uint8_t largest() const;

  // Does the clause hold of all different processes?
  bool satisfies(const Clause&) const;
  // Of these processes, by variable?
  bool satisfies(const Clause&, std::span<const std::uint8_t> of) const;

  // All that holds besides the order, as one value; another ring with the same ranks may take it over.
  using Bits = std::vector<std::uint64_t>;
  const Bits& bits() const { return bits_; }
  void load(const Bits& bits) { bits_ = bits; }

 private:
  std::size_t bit(std::size_t relation, std::span<const std::uint8_t> of) const;

  const Relation* relations_;
  std::vector<int> ranks_;
  std::vector<std::size_t> first_;  // by relation: its first bit
  Bits bits_;
};

// Calls visit(tuple) for every list of so many different processes of a ring, until it returns false. Returns
// whether it never did.
template <class Visit>
bool every_tuple(std::size_t size, std::size_t variables, const Visit& visit) {
  std::array<std::uint8_t, most_variables> tuple{};
  const auto go = [&](const auto& self, std::size_t at) -> bool {
    if (at == variables) return visit(std::span<const std::uint8_t>(tuple.data(), variables));
    for (std::uint8_t process = 0; process < size; ++process) {
      bool taken = false;
      for (std::size_t before = 0; before < at; ++before) taken |= tuple[before] == process;
      if (taken) continue;
      tuple[at] = process;
      if (!self(self, at + 1)) return false;
    }
    return true;
  };
  return go(go, 0);
}

}  // namespace conclave::proof
