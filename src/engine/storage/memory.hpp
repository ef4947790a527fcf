// Blocks of memory that grow in place, for Array; sizes are in bytes. The kernel remaps a large block, so
// that growing never needs memory for it twice. Large blocks lie on huge pages where the kernel grants them,
// because random access to a large table is mostly address translation otherwise. The pages of a block that
// grows are provided all at once, because one by one they take longer than filling them.
#pragma once

#include <cstddef>

namespace conclave {

inline constexpr std::size_t large_page = std::size_t{2} << 20;  // in bytes

// The kernel maps blocks of this size and larger ones; the allocator serves those that are smaller.
inline constexpr std::size_t mapped_from = std::size_t{4} << 20;

// Returns the block with a new size and its old content. It may only become smaller if it is mapped after
// that, too. Returns null if there is no memory; then the old block stays as it is.
void* resize_block(void* block, std::size_t bytes, std::size_t new_bytes);
void free_block(void* block, std::size_t bytes);

}  // namespace conclave
