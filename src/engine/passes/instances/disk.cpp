// DiskPass for each number of words.
#include "engine/parts/disk_pass.hpp"
#include "engine/passes/instances/instances.hpp"

namespace conclave {
namespace {

#ifdef CONCLAVE_SANITIZED
using DiskSizes = Sizes<1, 2, 12>;
#else
using DiskSizes = Sizes<1, 2, 4, 12>;
#endif

template <std::size_t... Words>
SizedParts first_of(Sizes<Words...>, std::size_t words, Machine& machine, Limits& limits, Widths& widths,
                    const Disk& disk) {
  SizedParts made;
  const auto make = [&]<std::size_t Size>() {
    if (!made.parts && words <= Size)
      made = {Size, std::make_unique<DiskPass<Size>>(machine, limits, widths, disk)};
  };
  (make.template operator()<Words>(), ...);
  return made;
}

}  // namespace

SizedParts make_disk_pass(std::size_t words, Machine& machine, Limits& limits, Widths& widths,
                          const Disk& disk) {
  return first_of(DiskSizes(), words, machine, limits, widths, disk);
}

}  // namespace conclave
