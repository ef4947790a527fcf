// The folder parts: an instance that is too large for memory is divided into parts. The explorer calls this
// for an instance of which the fast pass has found more configurations than there is room for.
//
// PartSearch (part_search.hpp) is what is done with the configurations of one part, and part_search_walk.hpp
// has its functions. DiskPass (disk_pass.hpp) keeps one part in memory and the others in files (Spill), with
// what was sent to them meanwhile. Division says which part a configuration belongs to. Few steps should lead
// from one part to another, because then each part is read and written few times.
//
// In the folder ranks, the parts are in the memories of several processes (ranks/team.hpp).
//
// Parts decide and count what the fast pass does (passes/passes.hpp), and how long the shortest execution is
// that violates a property. They do not look into cycles: whatever may go on for ever needs the graph of the
// whole instance in memory.
//
// This file: how the explorer sees all this.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "engine/run/task.hpp"
#include "engine/storage/layout.hpp"
#include "machine/machine.hpp"

namespace conclave {

// Why an instance cannot be divided, as in "it is of lock step".
struct Whole {
  std::string why;
};
// A decision was taken back, and independence is not for such a model.
struct Revoked {};

class PartsExploration {
 public:
  virtual ~PartsExploration() = default;

  // What was counted and found so far, also after an exception. Costs are known when run() has returned.
  virtual const InstanceResult& result() const = 0;
  // Explores the instance that the machine holds. Throws Whole, Revoked, KeyOverflow, LimitReached,
  // ModelError, SpillError.
  virtual void run(bool by_independence) = 0;
};

struct SizedParts {
  std::size_t words = 0;
  std::unique_ptr<PartsExploration> parts;
};
// Makes the one with the next number of words that there is, from `words` on; null if there is none. The
// widths belong to the caller. Throws Whole, SpillError.
SizedParts make_disk_pass(std::size_t words, Machine&, Limits&, Widths&, const Room&);
// The same for this rank's part. Throws Whole.
class Team;
SizedParts make_rank_pass(std::size_t words, Machine&, Limits&, Widths&, Team&);

}  // namespace conclave
