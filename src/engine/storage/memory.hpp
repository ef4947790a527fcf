// Blocks of memory that grow in place, for Array; sizes are in bytes. The kernel remaps a large block, so
// that growing never needs memory for it twice. Large blocks lie on huge pages where the kernel grants them,
// because random access to a large table is mostly address translation otherwise.
#pragma once

#include <cstddef>

namespace conclave {

// Returns the block with a new, larger size and its old content. Returns null if there is no memory; then the
// old block stays as it is.
void* grow_block(void* block, std::size_t bytes, std::size_t new_bytes);
void free_block(void* block, std::size_t bytes);

}  // namespace conclave
