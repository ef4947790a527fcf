// DiskPass for each number of words.
#include "engine/parts/disk_pass.hpp"
#include "engine/passes/instances/instances.hpp"

namespace conclave {
namespace {

// How many blocks there are is found at run time.
template <std::size_t Words, std::size_t>
using OnDisk = DiskPass<Words>;

}  // namespace

SizedParts make_disk_pass(std::size_t words, Machine& machine, Limits& limits, Widths& widths,
                          const Disk& disk) {
  return first_with_room<SizedParts, OnDisk, 0>(DiskSizes(), words, machine, limits, widths, disk);
}

}  // namespace conclave
