#ifndef C_THREAD_STACK_H
#define C_THREAD_STACK_H

#include <stdint.h>

/// The lowest usable address of the calling thread's stack; 0 when the system does not tell.
///
/// In C because glibc declares `pthread_getattr_np` only under `_GNU_SOURCE`, which Swift's import does not set.
uintptr_t millrace_thread_stack_lowest_address(void);

#endif
