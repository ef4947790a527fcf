// A second checker, written to be obviously right rather than fast: what the engine is tested against. It
// shares with the engine only the model's handlers (`Program`) and the list of edges of the topology.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <vector>

#include "explore/result.hpp"

namespace conclave::naive {

// Who puts messages there (-1: everyone), and the port that they leave through or the identifier that they
// are for.
using Mailbox = std::pair<int, int>;
// A message; nothing: the notice that the sender crashed.
using Letter = std::optional<Encoded>;
// Oldest first in a fifo, otherwise sorted. Empty mailboxes are not listed.
using Mail = std::map<Mailbox, std::vector<Letter>>;

struct Configuration {
  std::vector<Encoded> locals;  // empty of who crashed
  Mail network;
  std::map<int, Mail> copies;  // by process, those that hold one
  std::set<int> crashed;
  int lost = 0;
  int duplicated = 0;

  friend auto operator<=>(const Configuration&, const Configuration&) = default;
};

// What fairness speaks of: a process's start, its own step, or one message from one mailbox. And what the
// adversary does, which fairness never asks for.
struct Action {
  Step::Kind kind{};
  int process = 0;
  Mailbox mailbox;
  Letter letter;

  friend auto operator<=>(const Action&, const Action&) = default;
};

struct Transition {
  Action action;
  std::vector<unsigned> choices;
  bool owed = false;
  bool revokes = false;
  bool fails = false;
  bool throws = false;
  std::vector<std::pair<Mailbox, Encoded>> sent;
  std::vector<std::int64_t> costs;  // messages, those of each kind, deliveries
  Configuration target;
};

// The semantics of one instance.
class Checker {
 public:
  Checker(const Scenario&, const Instance&);

  const Scenario& scenario() const { return scenario_; }
  Configuration initial() const;
  std::vector<Transition> transitions(const Configuration&) const;
  // Of unique-leader, max-id and agreement.
  PropertySet violations(const Configuration&) const;
  bool elected(const Configuration&) const;
  bool ends_well(const Configuration&) const;  // if it ends there
  // Where nothing has happened that is left to see, but something may: no execution ends.
  bool awaits_start(const Configuration&) const;
  // What the model says of its own properties.
  std::uint32_t predicates(const Configuration&) const;
  // Chains of messages do not tell who caused what if a network is copied, if several read one queue, or if
  // there are faults.
  bool has_time() const;

 private:
  struct Edge {
    int from, out, to, in;
  };
  struct Read {
    Mailbox mailbox;
    Port port;
  };
  class View;
  int processes() const { return static_cast<int>(ids_.size()); }
  Id id(int process) const { return ids_.at(static_cast<std::size_t>(process)); }
  std::map<int, int> neighbours(int process) const;  // by outgoing port
  int parent(int process) const;                     // the port that leads nearer to place 0, or -1
  Surroundings surroundings(int process) const;
  Facts facts(const Configuration& c, int process) const;
  std::vector<Read> reads(int process) const;
  std::set<int> readers(const Mailbox&) const;
  Mailbox mailbox(int sender, const Sending&) const;
  bool may_start(int process) const;
  std::set<Letter> offered(const Configuration&, const Mailbox&) const;
  void put(Configuration&, const Mailbox&, const Letter&) const;
  void take(Configuration&, const Mailbox&, const Letter&) const;
  void add(std::vector<Transition>&, const Configuration&, const Action&, const std::vector<Outcome>&) const;
  Transition fault(const Configuration&, const Action&) const;
  void add_faults(std::vector<Transition>&, const Configuration&) const;
  Configuration after_crash(Configuration, int process) const;

  const Scenario& scenario_;
  const Program& program_;
  const int initiator_;
  std::vector<Id> ids_;
  std::vector<Edge> edges_;
};

}  // namespace conclave::naive
