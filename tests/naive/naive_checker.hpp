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
// Oldest first in a fifo, otherwise sorted. Empty mailboxes are not listed.
using Mail = std::map<Mailbox, std::vector<Encoded>>;

struct Configuration {
  std::vector<Encoded> locals;
  Mail network;
  std::map<int, Mail> copies;  // by process, those that hold one

  friend auto operator<=>(const Configuration&, const Configuration&) = default;
};

// What fairness speaks of: a process's start, its own step, or one message from one mailbox.
struct Action {
  Step::Kind kind{};
  int process = 0;
  Mailbox mailbox;
  Encoded message;

  friend auto operator<=>(const Action&, const Action&) = default;
};

struct Transition {
  Action action;
  std::vector<unsigned> choices;
  bool owed = false;
  bool revokes = false;
  bool fails = false;
  std::vector<std::int64_t> sent;  // all, then by kind
  Configuration target;
};

struct Finding {
  std::size_t steps = 0;  // of a lasso: of a stem into where it may circle, not necessarily the shortest
  bool lasso = false;
};

struct Result {
  std::uint64_t states = 0;
  std::uint64_t transitions = 0;
  std::uint64_t quiescent = 0;
  std::array<std::optional<Finding>, property_count> violations;
  std::vector<Extremes> messages;
  std::set<Configuration> doomed;  // from where no execution ends well
};

class Checker {
 public:
  Checker(const Scenario&, std::vector<Id> ids);

  Configuration initial() const;
  std::vector<Transition> transitions(const Configuration&) const;
  PropertySet violations(const Configuration&) const;
  bool all_decided(const Configuration&) const;
  // A configuration that an execution may end in; the initial one counts if something leads back to it.
  bool rests(const Configuration&) const;

  // Nothing if there are more configurations than `cap`.
  std::optional<Result> check(std::size_t cap) const;

 private:
  struct Edge {
    int from, out, to, in;
  };
  struct Read {
    Mailbox mailbox;
    Port port;
  };
  Surroundings surroundings(int process) const;
  Facts facts(const Configuration& c, int process) const;
  std::vector<Read> reads(int process) const;
  Mailbox mailbox(int sender, const Sending&) const;
  void add(std::vector<Transition>&, const Configuration&, const Action&, const std::vector<Outcome>&) const;

  const Scenario& scenario_;
  const Program& program_;
  std::vector<Id> ids_;
  std::vector<Edge> edges_;
};

}  // namespace conclave::naive
