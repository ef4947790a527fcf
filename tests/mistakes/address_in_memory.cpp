// $ conclave check meeting -n 2
// 2: the model went wrong: receive ... called again with the same arguments, it does something else. It must
// depend on nothing but its arguments: no static or global variable, no uninitialized one, no address in
// memory
#include <memory>

#include "mistakes/mistake.hpp"

namespace conclave::mistakes {

struct AddressInMemory : Meeting<AddressInMemory> {
  static bool loses(auto& p, Id other, Port) {
    const auto one = std::make_unique<int>(1);
    return other > p.id && reinterpret_cast<std::uintptr_t>(one.get()) / 16 % 2 == 0;
  }
};

const Mistake<AddressInMemory> address_in_memory;

}  // namespace conclave::mistakes
