// How the allocator gets its memory. A page that the kernel provides when it is first written may take ten
// times as long as to fill it, on a virtual machine even longer; and for a thread other than the first, the
// GNU C library asks the kernel for each page anew, so that on small instances two threads would be slower
// than one. All of this is hints: without them everything is the same, but slower.
#pragma once

namespace conclave {

// The first thread calls it when the program begins. Its heap keeps what instances give back, and where it
// begins to grow, the kernel may provide large pages.
void prepare_heap();

// The same for the arena from which the calling thread allocates; once for each arena, which later threads
// inherit. It does nothing on the first thread, or where prepare_heap() was not called.
void prepare_thread_heap();

}  // namespace conclave
