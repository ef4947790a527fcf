// What holds in configurations that have the same local states: a cache, because most steps leave what
// properties look at as it is, or change it to what was met just before. Each pass owns one.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/storage/layout.hpp"
#include "machine/machine.hpp"

namespace conclave {

template <std::size_t Words>
class Standings {
 public:
  // What local states break together, what predicates say of them, whether one of them is leader, and whether
  // nobody is left who could be.
  struct Standing {
    PropertySet failed;
    std::uint32_t holds = 0;
    bool leads = false;
    bool deserted = false;
  };

  // Forgets everything, for configurations of the instance that the machine holds. From now on at most `most`
  // standings are kept; it is a power of two, and at least 2.
  void clear(const Machine& machine, const Layout& layout, std::size_t most) {
    locals_ = {};
    for (std::size_t i = 0; i < machine.ids().size(); ++i) layout.set(locals_, i, layout[i].mask);
    slots_.assign(most, {no_locals, false, {}});
    shift_ = static_cast<unsigned>(64 - std::bit_width(most - 1));
  }

  // The standing of a configuration; find() finds it where it is not known. Where predicates look at whether
  // a message is on its way, `quiet` says so. The reference stays valid until the next call.
  template <class Find>
  [[gnu::always_inline]] inline const Standing& at(const Key<Words>& key, bool quiet, const Find& find) {
    Key<Words> locals;
    std::uint64_t hash = quiet ? 1 : 0;
    for (std::size_t w = 0; w < Words; ++w) {
      locals[w] = key[w] & locals_[w];
      hash = (hash ^ locals[w]) * 0x9e3779b97f4a7c15ULL;
    }
    Slot& slot = slots_[hash >> shift_];
    std::uint64_t difference = slot.quiet != quiet ? 1 : 0;
    for (std::size_t w = 0; w < Words; ++w) difference |= slot.locals[w] ^ locals[w];
    if (difference != 0) slot = {locals, quiet, find()};
    return slot.standing;
  }

 private:
  // No local states have this key, because its bit belongs to the tag.
  static constexpr Key<Words> no_locals{1};

  struct Slot {
    Key<Words> locals;
    bool quiet;
    Standing standing;
  };

  Key<Words> locals_{};      // the bits of local states
  std::vector<Slot> slots_;  // by the upper bits of a hash
  unsigned shift_ = 0;
};

}  // namespace conclave
