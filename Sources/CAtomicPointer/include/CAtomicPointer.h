#ifndef C_ATOMIC_POINTER_H
#define C_ATOMIC_POINTER_H

#include <stdbool.h>
#include <stddef.h>

// Pointers and a number that threads read and write without a lock. In C because Swift's atomic types are newer than the oldest systems.

#define MILLRACE_ATOMIC static inline __attribute__((__always_inline__))

/// Reads a pointer, and sees what was written before it was stored.
MILLRACE_ATOMIC void *_Nullable millrace_load_acquiring(void *_Nullable *_Nonnull place) {
  return __atomic_load_n(place, __ATOMIC_ACQUIRE);
}

/// Stores a pointer after all that was written before.
MILLRACE_ATOMIC void millrace_store_releasing(void *_Nullable *_Nonnull place, void *_Nullable pointer) {
  __atomic_store_n(place, pointer, __ATOMIC_RELEASE);
}

/// Replaces a pointer with null and returns it, and sees what was written before it was stored.
MILLRACE_ATOMIC void *_Nullable millrace_take_acquiring(void *_Nullable *_Nonnull place) {
  return __atomic_exchange_n(place, NULL, __ATOMIC_ACQUIRE);
}

/// Stores a pointer after all that was written before, if there is none.
///
/// Returns whether it was stored.
MILLRACE_ATOMIC bool millrace_give_releasing(void *_Nullable *_Nonnull place, void *_Nonnull pointer) {
  void *expected = NULL;
  return __atomic_compare_exchange_n(place, &expected, pointer, false, __ATOMIC_RELEASE, __ATOMIC_RELAXED);
}

/// Adds to a number and returns what it was.
MILLRACE_ATOMIC size_t millrace_add(size_t *_Nonnull number, size_t addend) {
  return __atomic_fetch_add(number, addend, __ATOMIC_RELAXED);
}

#undef MILLRACE_ATOMIC

#endif
