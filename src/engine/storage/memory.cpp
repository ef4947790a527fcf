#include "engine/storage/memory.hpp"

#include <sys/mman.h>

#include <cstdlib>
#include <cstring>

namespace conclave {
namespace {

void* map(std::size_t bytes) {
  void* block = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return block == MAP_FAILED ? nullptr : block;
}

}  // namespace

void* resize_block(void* block, std::size_t bytes, std::size_t new_bytes) {
  if (new_bytes < mapped_from) return std::realloc(block, new_bytes);
  void* grown = nullptr;
  if (bytes >= mapped_from) {
    grown = mremap(block, bytes, new_bytes, MREMAP_MAYMOVE);
    if (grown == MAP_FAILED) return nullptr;
  } else {
    grown = map(new_bytes);
    if (grown == nullptr) return nullptr;
    if (bytes > 0) std::memcpy(grown, block, bytes);
    std::free(block);
  }
  madvise(grown, new_bytes,
          // This is a hint to the kernel. It is for the whole mapping, because a mapping with different parts
          // could not be remapped.
          MADV_HUGEPAGE);
  return grown;
}

void free_block(void* block, std::size_t bytes) {
  if (bytes < mapped_from) {
    std::free(block);
  } else {
    munmap(block, bytes);
  }
}

}  // namespace conclave
