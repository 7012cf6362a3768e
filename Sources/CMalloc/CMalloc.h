#include <stdlib.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

/// Makes `free` keep up to 128 MiB for later calls of `malloc`, where the C library is glibc.
///
/// By default, glibc gets large pieces of memory from the system and returns them at once. Each byte of a program that
/// allocates and releases buffers of some megabytes in a loop then costs a share of a page fault: half of the CPU time of
/// `millrace convert`. The setting is for the whole process, so only the command-line tool uses it, and no library.
static inline void millrace_keep_freed_memory(void) {
#ifdef __GLIBC__
  mallopt(M_MMAP_THRESHOLD, 64 << 20);
  mallopt(M_TRIM_THRESHOLD, 128 << 20);
#endif
}
