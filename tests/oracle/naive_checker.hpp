// The oracle: a second checker, written to be obviously right rather than fast, that the engine is tested
// against.
//
// It shares with the engine only the model's handlers (`Program`), the list of edges of the topology, and the
// words in which a result is told (engine/run/result.hpp). Configurations are maps and sets of what they are
// made of; every transition is worked out anew; nothing is numbered, remembered or left out. Whatever the
// engine finds in an instance must be what is found here: configurations, transitions, verdicts, how short a
// counterexample is, and both extremes of every cost.
//
//   naive_checker   what a configuration is, who takes part, and what is true in it: this file
//   naive_steps     what happens next where single processes take steps: fifo, bag, set, and their faults
//   naive_rounds    what happens next in lock step
//   naive_graph     all configurations that are reachable, as a graph, and which of its loops are fair
//   (naive_fairness) judge           verdicts and costs, read off that graph clocks          the time of an
//   execution: its longest causal chain replay          an execution given as evidence, followed step by step
//   in the graph evidence        whether an execution shows what it is said to show compare         the
//   engine's word on one instance against all this compared        the same for all instances of a scenario,
//   as a test tally           what a check adds up over instances, against the instances one by one
//   against_none    a check with reductions against the check without; there the oracle follows
//   counterexamples
//
// It is for instances of some thousand configurations; beyond a cap nothing is compared, and the suites count
// how often.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include "engine/run/result.hpp"
#include "scenario/instances.hpp"
#include "scenario/scenario.hpp"

namespace conclave::naive {

// Who puts messages there (-1: everyone), and the port that they leave through or the identifier that they
// are for.
using Mailbox = std::pair<int, int>;
// A message; nothing: the notice that the sender crashed.
using Letter = std::optional<Encoded>;
// Oldest first in a fifo, otherwise sorted. Empty mailboxes are not listed.
using Mail = std::map<Mailbox, std::vector<Letter>>;
// In lock step: messages to one process, sorted.
using Pile = std::vector<Encoded>;

struct Configuration {
  std::vector<Encoded> locals;  // empty of who is gone
  std::set<int> gone;           // who crashed, and who is Byzantine
  Mail network;
  std::map<int, Mail> copies;  // by process, those that hold one
  // Of round bodies, by process: what may be received in the next round, and what comes after it. Empty piles
  // are not listed.
  std::map<int, Pile> now;
  std::map<int, Pile> later;
  // How often the adversary did what.
  struct Used {
    int loss = 0, duplicate = 0, crash = 0, late = 0, recover = 0, forge = 0;
    friend auto operator<=>(const Used&, const Used&) = default;
  } used;

  friend auto operator<=>(const Configuration&, const Configuration&) = default;
};

// What fairness speaks of: a process's start, its own step, or one message from one mailbox; in lock step a
// round, whatever happens in it. And what the adversary does, which fairness never asks for.
struct Action {
  Step::Kind kind{};
  int process = 0;
  Mailbox mailbox;
  Letter letter;
  std::string own = {};  // of an own step: its name

  friend auto operator<=>(const Action&, const Action&) = default;
};

// What one round has of its own.
struct Event {
  RoundEvent::Kind kind{};
  int process = 0;
  Mailbox channel;  // of a message: sender and port
  Encoded message;
  std::vector<unsigned> choices;

  friend auto operator<=>(const Event&, const Event&) = default;
};

struct Transition {
  Action action;
  std::vector<unsigned> choices;
  std::vector<Event> events;  // of a round, sorted
  // What is left of the two if what is tossed is left out: transitions that agree on it and on the action are
  // outcomes of one decision.
  std::vector<unsigned> chosen;
  std::vector<Event> decided;
  bool owed = false;
  PropertySet broken;  // by the step itself
  std::vector<std::pair<Mailbox, Encoded>> sent;
  std::vector<std::int64_t> costs;  // messages, those of each kind, deliveries; in lock step also time
  Configuration target;
};

// The choices of an outcome that the adversary has taken. They come before all tosses.
std::vector<unsigned> without_tosses(const Outcome&);

// Thrown where there is more to see than this checker is for.
struct TooMuch {};

// One instance: who takes part, what they know, and what is true in a configuration. What happens then is for
// those that derive from it: steps of single processes, or rounds.
class Checker {
 public:
  Checker(const Scenario&, const Instance&);
  virtual ~Checker() = default;
  Checker(const Checker&) = delete;
  Checker& operator=(const Checker&) = delete;

  const Scenario& scenario() const { return scenario_; }
  Configuration initial() const;
  virtual std::vector<Transition> transitions(const Configuration&) const = 0;
  // Of unique-leader, max-id and agreement.
  PropertySet violations(const Configuration&) const;
  bool elected(const Configuration&) const;
  bool led(const Configuration&) const;        // some process is leader
  bool all_know(const Configuration&) const;   // whoever is there has decided
  bool deserted(const Configuration&) const;   // nobody is left who could be
  bool ends_well(const Configuration&) const;  // if it ends there
  // Where nothing has happened that is left to see, but something may: no execution ends.
  bool awaits_start(const Configuration&) const;
  // What the model says of its own properties; of some, after so many rounds.
  std::uint32_t predicates(const Configuration&, int rounds = -1) const;
  int rounds_claimed() const;
  // Is time measured by chains of messages?
  virtual bool has_chains() const = 0;

 protected:
  struct Edge {
    int from, out, to, in;
  };
  struct Flight {
    int from, to;
    Id to_identifier;
    Encoded message;
  };
  virtual std::vector<Flight> in_flight(const Configuration&) const = 0;

  const Program& program() const { return program_; }
  int processes() const { return static_cast<int>(ids_.size()); }
  Id id(int process) const { return ids_.at(static_cast<std::size_t>(process)); }
  const std::vector<Edge>& edges() const { return edges_; }
  std::map<int, int> neighbours(int process) const;  // by outgoing port
  const Surroundings& around(int process) const { return around_.at(static_cast<std::size_t>(process)); }
  const Encoded& local(const Configuration&, int process) const;
  Facts facts(const Configuration& c, int process) const;
  bool may_start(int process) const;
  const std::set<int>& byzantine() const { return byzantine_; }
  const std::vector<Encoded>& alphabet() const { return alphabet_; }  // if there are Byzantine processes
  // What a handler's requirements and exceptions break, and a change of mind.
  PropertySet broken_by(const Outcome&) const;
  bool revokes(const Facts& before, const Facts& after) const;
  Encoded left_by_crash(const Configuration&, int process) const;  // empty: nothing

 private:
  class View;
  int distance(int from, int to) const;
  int parent(int process) const;  // the port that leads nearer to place 0, or -1
  Surroundings surroundings(int process) const;

  const Scenario& scenario_;
  const Program& program_;
  const std::vector<int> initiators_;
  const std::vector<Id> ids_;
  const std::set<int> down_;  // from the beginning
  const std::set<int> byzantine_;
  std::vector<Edge> edges_;
  std::vector<Surroundings> around_;  // by process
  std::vector<Encoded> alphabet_;
};

std::unique_ptr<Checker> make_checker(const Scenario&, const Instance&);

}  // namespace conclave::naive
