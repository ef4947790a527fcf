#include "engine/storage/heap.hpp"

#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <mutex>
#include <new>
#include <unordered_map>

#include "engine/storage/memory.hpp"

namespace conclave {
namespace {

constexpr std::uintptr_t arena_bytes = std::uintptr_t{64} << 20;  // an arena's addresses begin at a multiple
constexpr std::size_t room = std::size_t{16} << 20;               // of addresses: no memory is taken yet
// A smaller block may come from the cache of the calling thread, which holds what it freed of other arenas,
// too.
constexpr std::size_t uncached = 4096;

std::atomic<bool> is_prepared{false};  // the heap of the first thread

// The arenas that are prepared, and which block of each is kept.
class Prepared {
 public:
  // Whether this is the first time that an address in this arena is in question.
  bool add(std::uintptr_t address) {
    const std::lock_guard lock(mutex_);
    return arenas_.try_emplace(address / arena_bytes).second;
  }
  void keep(void* block) {
    const std::lock_guard lock(mutex_);
    arenas_.insert_or_assign(reinterpret_cast<std::uintptr_t>(block) / arena_bytes, block);
  }

 private:
  std::mutex mutex_;
  std::unordered_map<std::uintptr_t, void*> arenas_;
};

// Where the block that malloc gives for so many bytes begins; it is free again. The compiler would leave out
// a block that is not volatile.
std::uintptr_t next_block(std::size_t bytes) {
  void* volatile block = std::malloc(bytes);
  const auto address = reinterpret_cast<std::uintptr_t>(block);
  std::free(block);
  return address;
}

}  // namespace

void prepare_heap() {
  constexpr int first_room = 64 << 20;
  constexpr int usual = 128 << 10;
  mallopt(M_TRIM_THRESHOLD, 4 * first_room);
  mallopt(M_MMAP_THRESHOLD, 32 << 20);
  mallopt(M_TOP_PAD, first_room);
  auto* const begin = static_cast<char*>(sbrk(0));
  next_block(2 * usual);  // This is more than there is, so that the heap grows.
  mallopt(M_TOP_PAD, usual);
  const std::ptrdiff_t grown = static_cast<char*>(sbrk(0)) - begin;
  if (grown > 0) madvise(begin, static_cast<std::size_t>(grown), MADV_HUGEPAGE);
  is_prepared = true;
}

void prepare_thread_heap() try {
  static Prepared& prepared = *new Prepared;  // never destroyed: threads may outlive the static objects
  if (!is_prepared || gettid() == getpid() || !prepared.add(next_block(uncached))) return;
  const std::uintptr_t begin = next_block(room);
  if (begin == 0) return;
  const std::uintptr_t first = (begin + large_page - 1) / large_page * large_page;
  madvise(reinterpret_cast<void*>(first), (begin + room - first) / large_page * large_page, MADV_HUGEPAGE);
  // The page before the first large one is in use already, and cannot become part of one. So nothing is
  // allocated there: this block, in which nothing is ever written, takes all of it.
  prepared.keep(std::malloc(first - begin));
} catch (const std::bad_alloc&) {
}

}  // namespace conclave
