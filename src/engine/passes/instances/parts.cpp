// DiskPass and RankPass for each number of words.
#include "engine/parts/disk_pass.hpp"
#include "engine/passes/instances/instances.hpp"
#include "engine/ranks/rank_pass_end.hpp"

namespace conclave {
namespace {

// How many blocks there are is found at run time.
template <std::size_t Words, std::size_t>
using OnDisk = DiskPass<Words>;
template <std::size_t Words, std::size_t>
using OfRank = RankPass<Words>;

}  // namespace

SizedParts make_disk_pass(std::size_t words, Machine& machine, Limits& limits, Widths& widths,
                          const Room& room) {
  return first_with_room<SizedParts, OnDisk, 0>(PartSizes(), words, machine, limits, widths, room);
}

SizedParts make_rank_pass(std::size_t words, Machine& machine, Limits& limits, Widths& widths, Team& team) {
  return first_with_room<SizedParts, OfRank, 0>(PartSizes(), words, machine, limits, widths, team);
}

}  // namespace conclave
