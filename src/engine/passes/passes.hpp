// The folder passes: ways to visit all configurations of one instance, and to decide its properties and costs
// while doing so. Explorer (run/explorer.hpp) chooses the pass and calls it for one instance after the other;
// each pass counts configurations, transitions and quiescent configurations, and all count the same.
//
// FastPass comes first. It searches depth-first on packed keys and stores no edges, only for each
// configuration what may still come from it (its continuation). ClassPass does the same for many orders of
// identifiers one after the other: it keeps a graph of steps that these orders share. ParallelPass lets
// several threads explore one large instance together; each runs a FastPass, and SharedSearch is what they
// have in common. GraphPass searches breadth-first and stores every edge. It is needed where the others give
// up (at a cycle, or where an execution can fairly stay for ever), where time or a witness is wanted, and for
// the shortest execution that violates a property. docs/engine.md tells how they work.
//
// A configuration is finished when everything that follows on it is known.
//
// Each pass is a template, so that the size of a configuration is known at compile time: Words is the length
// of a key in 64-bit words, Blocks the number of blocks of costs (storage/cost_lanes.hpp). The folder
// instances/ compiles each size, and parallel/ has the pass of several threads. Where a class is too long for
// one file, X.hpp declares it and X_walk.hpp has its loop; fast_pass_violations.hpp has what the fast pass
// does about violations, and fast_pass_seldom.hpp what else it does seldom.
//
// This file: the interfaces through which the explorer sees the passes, and the functions that make them, so
// that neither it nor anybody else includes a template.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>

#include "engine/run/task.hpp"
#include "engine/storage/continuations.hpp"
#include "engine/storage/layout.hpp"
#include "machine/asked.hpp"

namespace conclave {

class Machine;

// A configuration has at most so many components, because the longest keys have room for this many, of 32
// bits each. The command refuses scenarios that need more. (A complete network of 13 processes, for
// example, has 156 channels.)
inline constexpr std::size_t most_components = 192;

// Thrown by a fast pass when there are more configurations than it was told to explore.
struct TooMany {};

// How many configurations a fast pass is to explore.
struct Most {
  std::uint64_t states = std::numeric_limits<std::uint64_t>::max();
  // If there is one, the pass goes on beyond that as long as no thread would help.
  const SpareThreads* spare = nullptr;
  // It goes on, too, if something is violated, because it will be asked what follows on a configuration.
  bool looks_ahead = false;
};

// What a fast pass knows about what may follow on a configuration.
struct Outlook {
  bool may_end = true;  // as termination wants it; only known in an instance that violates can-terminate
  // By property, for those that have a lane: the number of steps to the nearest violation, if there is any.
  std::array<std::optional<int>, most_properties> steps;
};

class FastExploration;

// What a fast pass has finished of an instance, of which it cannot explore the rest. Another pass, with the
// same lanes, goes on from there. The values of components are those of the machine, which must not load the
// instance again.
struct Finished {
  using Each = std::function<void(const std::uint64_t* key, std::uint64_t continuation)>;

  std::uint64_t most = 0;  // There are so many configurations, or a few less.
  Layout layout;           // of their keys
  std::function<void(const Each&)> hand_out;
  Continuations continuations;
  std::vector<bool> unbounded;  // by cost: a step that leads back adds to it
  bool elected = false;         // as can-elect wants it
  std::uint32_t reached = 0;    // a mask of statements
  InstanceResult result;
  std::unique_ptr<FastExploration> by;  // Its memory is given back with this.
};

// A FastPass or a ParallelPass with keys of some number of words.
class FastExploration {
 public:
  virtual ~FastExploration() = default;

  // What the pass has counted so far, also after an exception. `result.costs` is set only when run() has
  // returned true.
  InstanceResult result;

  // Explores the instance that the machine holds. Returns true if all is known; for a property that is
  // violated, `result.violations` then says how many steps the shortest execution has, and has perhaps
  // another one. Returns false if the graph pass has to look at this instance, except in two cases. If
  // met_revocation(), a decision was taken back while `by_independence` was set, and this pass can still
  // explore the instance without it. And if without_lane() are some properties, these are violated, and a
  // pass that has lanes for them can explore the instance. It goes on from what is finished `before`, unless
  // that is null.
  // Throws LimitReached, KeyOverflow, ModelError, TooMany.
  virtual bool run(bool by_independence, const Most&, std::unique_ptr<Finished> before) = 0;
  // What is finished after run() has thrown KeyOverflow or TooMany. Null if it is nothing, or if there is
  // little memory left, in which another pass would have to keep it at the same time.
  virtual std::unique_ptr<Finished> finished() = 0;
  virtual bool met_revocation() const = 0;
  virtual PropertySet without_lane() const = 0;
  // What follows on the configuration with these values. It may be asked after run() has returned true, and
  // also of a configuration that run() has not visited. Nothing if this pass cannot find it out. Throws as
  // run() does.
  virtual std::optional<Outlook> look_ahead(std::span<const std::uint32_t> values) = 0;
  virtual void release() = 0;
};

// Thrown by a class pass when orders have so little in common that each is explored faster by itself.
struct LittleShared {};

// A ClassPass with keys of some number of words.
class ClassExploration {
 public:
  virtual ~ClassExploration() = default;

  InstanceResult result;  // of the last run
  Answers answers;        // the answers about the order on which this result rests

  // Forgets everything, and prepares for the instance that the machine holds. In it, each identifier is the
  // process's place plus one.
  virtual void begin() = 0;
  // Explores the instance under the order in force. `order` has all answers about that order; `large` is as
  // in Task. Returns true if no execution violates a property and all is known, and false if another pass has
  // to look at this order. Throws LittleShared, NoRoom, LimitReached, KeyOverflow, ModelError.
  virtual bool run(const Answers& order, bool by_independence, std::uint64_t large) = 0;
};

// The shortest executions that a GraphPass is to find.
struct Wanted {
  PropertySet of;     // each of them is violated in an execution that ends
  PropertySet exact;  // of these it is known how many steps the execution has, and Outlook::steps is right
  std::array<std::size_t, most_properties> steps{};  // by property; exact, or more than it has
  // By property: an execution that has more steps is not wanted, if there is a number.
  Lengths at_most{};
  // It gives up when it has found more configurations.
  std::uint64_t most_states = std::numeric_limits<std::uint64_t>::max();
  // What follows on a configuration with these values. Nothing if this is not known.
  std::function<std::optional<Outlook>(std::span<const std::uint32_t>)> look_ahead;
};

// A GraphPass with keys of some number of words.
class GraphExploration {
 public:
  virtual ~GraphExploration() = default;
  // Explores the instance that the machine holds. Throws KeyOverflow, ModelError. If a limit was reached, the
  // result's `stopped` says so. Of an execution that violates a property, ends, and has `enough` steps or
  // more, it finds only the length.
  virtual InstanceResult explore(const Task&, const Lengths& enough) = 0;
  // Goes no further than to the shortest executions that are wanted, which it writes to the result's
  // `violations`.
  virtual InstanceResult find(const Wanted&) = 0;
};

// A pass, and how many words its keys have.
struct SizedPass {
  std::size_t words = 0;
  std::unique_ptr<FastExploration> pass;
};
// Makes the fast pass with the next number of words that there is, from `words` on. The pass is null if there
// is none. The widths belong to the caller, and are widened when an instance needs it. The pass has lanes for
// `violated`: it goes on where one of these properties is violated.
SizedPass make_fast_pass(std::size_t words, Machine&, Limits&, Widths&, PropertySet violated);
// The same for several threads, which ask the machine in turn. The pass is null if there is none: in lock
// step, or if the keys would have many words.
SizedPass make_parallel_pass(std::size_t words, Machine&, Limits&, Widths&, PropertySet violated,
                             int threads);
// Does it pay to make one? It does not if predicates look at messages: then the machine is asked for each
// configuration, and the threads would do that one after the other.
bool has_parallel_pass(std::size_t words, const Machine&);

struct SizedClassPass {
  std::size_t words = 0;
  std::unique_ptr<ClassExploration> pass;
};
// Makes the class pass with the next number of words. The pass is null if there is none, and also if the
// model asks for more than a class pass can decide.
SizedClassPass make_class_pass(std::size_t words, Machine&, Limits&, Widths&);

struct SizedGraphPass {
  std::size_t words = 0;
  std::unique_ptr<GraphExploration> pass;
};
// Makes the graph pass with the next number of words. The pass is null if there is none.
SizedGraphPass make_graph_pass(std::size_t words, Machine&, Limits&, Widths&);

}  // namespace conclave
