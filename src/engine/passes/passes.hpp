// The passes for one layout of configurations, behind interfaces, so that each layout compiles by itself.
#pragma once

#include <cstddef>
#include <memory>

#include "engine/run/task.hpp"

namespace conclave {

struct Widths;

// The most components of a configuration: the largest layout of each width of cell has room for this many.
// The command refuses scenarios that need more. (A complete network of 13 processes, for example, has 156
// channels.)
inline constexpr std::size_t most_components = 192;

// Thrown where there are more configurations than a fast pass is to explore.
struct TooMany {};

// FastPass of so many words, or ParallelPass.
class FastExploration {
 public:
  virtual ~FastExploration() = default;

  // What it counted so far, also after an exception; `result.costs` is set when run() returned true.
  InstanceResult result;

  // Explores the instance that the machine holds. True: no execution violates a property, and all is known.
  // False: the graph pass has to look at this instance; or, if a decision was taken back where independence
  // reduces, this one without that. Throws LimitReached, KeyOverflow, ModelError; TooMany above `most`
  // configurations.
  virtual bool run(bool by_independence, std::uint64_t most) = 0;
  virtual bool met_revocation() const = 0;
  virtual void release() = 0;
};

// Thrown where orders have so little in common that each is explored faster by itself.
struct LittleShared {};

// ClassPass of so many words.
class ClassExploration {
 public:
  virtual ~ClassExploration() = default;

  InstanceResult result;  // of the last run
  Answers answers;        // about the order, on which it rests

  // Forgets all. For the instance that the machine holds, whose identifiers are places plus one.
  virtual void begin() = 0;
  // Under the order in force, `order`: all answers about it; `large` as in Task. True: no execution violates
  // a property, and all is known. False: another pass has to look at this order. Throws LittleShared,
  // NoRoom, LimitReached, KeyOverflow, ModelError.
  virtual bool run(const Answers& order, bool by_independence, std::uint64_t large) = 0;
};

// GraphPass of one width of cell.
class GraphExploration {
 public:
  virtual ~GraphExploration() = default;
  // Explores the instance that the machine holds. Throws CellOverflow, ModelError. A limit reached is told in
  // `stopped`.
  virtual InstanceResult explore(const Task&) = 0;
};

// With the next number of words that there is, from so many on; null if there is none. Widths are the
// caller's, and are widened when an instance needs it.
struct SizedPass {
  std::size_t words = 0;
  std::unique_ptr<FastExploration> pass;
};
SizedPass make_fast_pass(std::size_t words, Machine&, Limits&, Widths&);
// The same by so many threads, which ask the machine in turn. Null where that is not possible: of many words,
// and where more is asked of a configuration than is counted.
SizedPass make_parallel_pass(std::size_t words, Machine&, Limits&, Widths&, int threads);

struct SizedClassPass {
  std::size_t words = 0;
  std::unique_ptr<ClassExploration> pass;
};
// Null, too, where a model asks for more than ClassPass settles.
SizedClassPass make_class_pass(std::size_t words, Machine&, Limits&, Widths&);

// With cells of one, two or four bytes. Null if no layout has room for that many components.
std::unique_ptr<GraphExploration> make_graph_pass(int cell_bytes, Machine&, Limits&);

}  // namespace conclave
