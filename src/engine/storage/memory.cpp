#include "engine/storage/memory.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>

namespace conclave {
namespace {

constexpr std::size_t populated_from = std::size_t{1} << 16;
constexpr std::size_t lines = 128;  // bytes; processors fetch two lines of 64 bytes at once

// Only whole large pages are aligned, and remapped, so that the kernel can grant them.
std::size_t mapped(std::size_t bytes) { return (bytes + large_page - 1) / large_page * large_page; }

void* map(std::size_t bytes) {
  void* block = mmap(nullptr, mapped(bytes), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (block == MAP_FAILED) return nullptr;
  // This is a hint to the kernel, and holds from then on. It comes before anything is written there, and is
  // for the whole mapping, because a mapping with different parts could not be remapped.
  madvise(block, mapped(bytes), MADV_HUGEPAGE);
  return block;
}

// Has the kernel provide what was added to a block, all at once: on a virtual machine, a page that is
// provided when it is first written may take ten times as long. This is a hint, which older kernels do not
// know.
void populate(void* block, std::size_t bytes, std::size_t new_bytes) {
  const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  const auto begin = reinterpret_cast<std::uintptr_t>(block);
  const std::uintptr_t first = (begin + bytes + page - 1) / page * page;
  const std::uintptr_t end = (begin + new_bytes) / page * page;
  if (first < end) madvise(reinterpret_cast<void*>(first), end - first, MADV_POPULATE_WRITE);
}

}  // namespace

void* resize_block(void* block, std::size_t bytes, std::size_t new_bytes) {
  if (new_bytes < mapped_from) {
    // No two threads write to one line of the caches, each in a block of its own.
    void* const resized = std::aligned_alloc(lines, (new_bytes + lines - 1) / lines * lines);
    if (resized == nullptr) return nullptr;
    if (new_bytes >= populated_from) populate(resized, 0, new_bytes);
    if (bytes > 0) std::memcpy(resized, block, std::min(bytes, new_bytes));
    std::free(block);
    return resized;
  }
  void* grown = nullptr;
  if (bytes >= mapped_from) {
    grown = mremap(block, mapped(bytes), mapped(new_bytes), MREMAP_MAYMOVE);
    if (grown == MAP_FAILED) return nullptr;
  } else {
    grown = map(new_bytes);
    if (grown == nullptr) return nullptr;
    if (bytes > 0) std::memcpy(grown, block, bytes);
    std::free(block);
  }
  return grown;
}

void free_block(void* block, std::size_t bytes) {
  if (bytes < mapped_from) {
    std::free(block);
  } else {
    munmap(block, mapped(bytes));
  }
}

}  // namespace conclave
