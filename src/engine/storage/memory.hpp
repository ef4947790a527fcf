// Blocks of memory that grow in place: large ones are remapped by the kernel, so that growing never needs the
// block twice, and lie on huge pages where the kernel grants them (random access to a large table is mostly
// address translation otherwise).
#pragma once

#include <cstddef>

namespace conclave {

// The block with a new, larger size, its content kept; null if there is no memory, and then the old one
// stays.
void* grow_block(void* block, std::size_t bytes, std::size_t new_bytes);
void free_block(void* block, std::size_t bytes);

}  // namespace conclave
